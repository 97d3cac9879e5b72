"""Messages about a hand: what everyone gets and why, and what a change of it causes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from scorekeeper.rules import declare
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Entry, NamedValue, describe_value, read_value
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import BANKING, DEALING, NO_TRUMP, Hand, Line, Played, merge_lines
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import NOTHING, Amount, And, Argument, Numbered, Parts, Row, Say, Signed
from scorekeeper.rules.table import Seat, Setup, Stay, Table
from scorekeeper.rules.words import COIN, Noun
from scorekeeper.store.plays.stored_hands import HandEdit

if TYPE_CHECKING:
    # A phone that scores without the server knows no changes of a whole play, which take the database.
    from scorekeeper.store.plays.edits import PlayEdit

BESIDE_BID = ("dealer", "note")
"""Entries of a bid that its sentence doesn't tell."""

FEW = 3
"""The number of later dealers who each get a sentence."""

JOINS = Say("{name} joins from {hand}"), Say("{name} joins from {hand} with {total}")
JOINED = Say("{name} joined from {hand}"), Say("{name} joined from {hand} with {total}")
"""When someone joins a game, without a total and with one."""

LEAVES, LEFT = Say("{name} leaves after {hand}"), Say("{name} left after {hand}")

DEALERS = {
    DEALING: "{Hands} are then dealt by {names}.",
    BANKING: "{names} then hold the bank in {hands}.",
}


def say_gain(amount: int, unit: str) -> Argument:
    """Return what someone scored, with its sign; coins with their unit."""
    return Amount(amount, COIN, Signed(amount)) if unit == "coins" else Signed(amount)


def name_group(table: Table[Any], seats: tuple[Seat, ...]) -> Argument:
    """Return the names of players, or "Everyone"."""
    return Say("Everyone") if is_everyone(table, seats) else And(*table.names(seats))


def is_everyone(table: Table[Any], seats: Sequence[Seat]) -> bool:
    """Return whether these are all who play a hand, and more than two."""
    return len(seats) == len(table.here) > 2


def explain_lines(
    lines: Sequence[Line], table: Table[Any], unit: str = "points"
) -> list[tuple[Argument, Argument, Say]]:
    """Return who scored how much in a hand, and why, with one line for each reason in a row."""
    told = []
    for _, group in groupby(merge_lines(lines), key=lambda merged: merged[1].why):
        *before, (who, amount, why) = (explain_line(line, seats, table, unit) for seats, line in group)
        others = [Say("{who} {amount}", who=names, amount=gain) for names, gain, _ in before]
        told.append((Row(*others, who) if others else who, amount, why))
    return told


def explain_line(
    line: Line, seats: tuple[Seat, ...], table: Table[Any], unit: str = "points"
) -> tuple[Argument, Argument, Say]:
    """Return who scored how much, and why; of an ante only who "antes 1 coin into the pot"."""
    who = name_group(table, seats)
    if not line.is_ante:
        return who, say_gain(line.amount, unit), line.why
    one, several = "antes {coins} into {pile}", "ante {coins} into {pile}"
    number, coins = 1 if is_everyone(table, seats) else len(seats), Amount(-line.amount, COIN)
    return who, NOTHING, Say(one, several, number, coins=coins, pile=line.pile)


def say_joins(name: str, stay: Stay, noun: Noun, joins: Sequence[Say] = JOINS) -> Say:
    """Return when someone joins the game, and with which total."""
    hand, total = Numbered(noun, stay.first or 1), stay.total
    return joins[bool(total)].filled(name=name, hand=hand, total=total)


def say_leaves(name: str, last: int, noun: Noun, leaves: Say = LEAVES) -> Say:
    """Return after which hand someone leaves the game."""
    return leaves.filled(name=name, hand=Numbered(noun, last))


def say_stays(setup: Setup, joins: Sequence[Say] = JOINS, leaves: Say = LEAVES) -> list[Say]:
    """Return who joins and leaves the running game, and when."""
    said, noun = [], setup.game.hand_noun
    for seat, stay in setup.table.stays.items():
        name = setup.table.players[seat]
        if stay.first is not None:
            said.append(say_joins(name, stay, noun, joins))
        if stay.last is not None:
            said.append(say_leaves(name, stay.last, noun, leaves))
    return said


def describe_entry(setup: Setup, entry: Mapping[str, Any]) -> list[tuple[str, Argument]]:
    """Return pairs of a label and a value; values that cannot be read are left out."""
    found = []
    for name, spec in setup.game.entries[setup.game.kind(entry)].items():
        if name not in entry:
            continue
        try:
            read_value(spec, entry[name], setup.table)
        except Wrong:
            continue
        found.append((spec.label, describe_value(spec, entry[name], setup.table)))
    return found


def say_bidding(game: Game[Any, Any], table: Table[Any], bid: Hand) -> Say:
    """Return who bid what, and the trump: "Felix bid 5 with Locks as trump"."""
    said, trump = bid.describe_bid(table), getattr(bid, "trump", None)
    if trump is None:
        return said
    with_trump = "{bid} without trump" if trump in NO_TRUMP else "{bid} with {suit} as trump"
    return Say(with_trump, bid=said, suit=describe_value(game.entries[type(bid)]["trump"], trump, table))


def only_trump(was: Mapping[str, Any], became: Mapping[str, Any]) -> str:
    """Return "trump" if two entries differ in that alone; otherwise nothing."""
    differ = bool(was and became) and was != became
    return "trump" if differ and {**was, "trump": ""} == {**became, "trump": ""} else ""


def say_difference(
    game: Game[Any, Any],
    table: Table[Any],
    was: Mapping[str, Any],
    became: Mapping[str, Any],
    named: str = "",
) -> Say:
    """Return which figures differ between two entries: "tricks Ann 3 → 4, Cal 2 → 1".

    If one of the two is empty, that is all that the other says: "Bea bid 5; tricks Ann 3, Bea 10". Values
    that cannot be read are left out, and so is the label of the entry that has been ``named`` before.
    """
    found, specs = [], {}
    for entry in (was, became):
        specs.update(game.entries[game.kind(entry)] if entry else {})
    if not (was and became) and (bid := _bid_in(game, table, became or was)):
        found += [say_bidding(game, table, bid), *bid.terms(table)]
        told = {name for name, spec in game.entries[type(bid)].items() if not spec.only_if}
        specs = {name: spec for name, spec in specs.items() if name not in told or name in BESIDE_BID}
    for name, spec in specs.items():
        before, after = (_parts(spec, entry.get(name), table) for entry in (was, became))
        changed = [
            _arrow(before.get(part), after.get(part), not became)
            for part in {**before, **after}
            if before.get(part) != after.get(part)
        ]
        if changed:
            words = "{changes}" if name == named else "{label} {changes}"
            found.append(Say(words, label=spec.what, changes=Row(*changed)))
    return Say("{changes}", changes=Parts(*found)) if found else NOTHING


def _bid_in(game: Game[Any, Any], table: Table[Any], entry: Mapping[str, Any]) -> Hand | None:
    """Return the bidding of an entry; None in games without, and if it can't be read."""
    kind = game.bidding
    if not kind or not entry or game.kind(entry) is not game.hand:
        return None
    raw = {name: entry[name] for name in game.entries[kind] if name in entry}
    values, problems = declare.read(game.entries[kind], raw, table, partial(game.has_no_entry, kind))
    return None if problems else kind(**values)


def _parts(spec: Entry, raw: Any, table: Table[Any]) -> Mapping[str, NamedValue]:
    """Return the value of an entry, each figure of several for itself; none if it can't be read."""
    with suppress(Wrong):
        if raw is not None:
            read_value(spec, raw, table)
            return spec.parts(raw, table)
    return {}


def _arrow(was: NamedValue | None, became: NamedValue | None, gone: bool) -> Argument:
    """Return a value before and after: "Ann 3 → 4"."""
    name, value = was or became or NamedValue(NOTHING, NOTHING)
    said = Say("{name} {value}", name=name, value=value) if name else value
    if was and became:
        return Say("{was} → {became}", was=said, became=became.value)
    return said if gone or became else Say("{was} → none", was=said)


def who_scores(setup: Setup, played: Played) -> Say:
    """Return who gets points for a hand; nothing in games in which that says little."""
    gains = [(side, played.scores[side[0]]) for side in setup.sides]
    if setup.unit == "coins" or not setup.game.bidding or any(score < 0 for _, score in gains):
        return NOTHING
    some = [side for side, score in gains if score]
    none = [side for side, score in gains if not score]
    if not some:
        return Say("Nobody scores.")
    names = And(*(name for side in some for name in setup.names(side)))
    if len(some) == 1:
        return Say("Only {names} scores.", "Only {names} score.", len(names), names=names)
    if not none:
        return Say("Everyone scores.")
    if len(none) == 1:
        return Say("All but {names} score.", names=And(*setup.names(none[0])))
    return Say("{names} score.", names=names)


def consequences(before: Result, edit: "HandEdit | PlayEdit") -> list[Say]:
    """Return what an edit causes besides scores: the end, later dealers, hands that no longer count."""
    after = edit.result
    known = say_stays(before.setup)
    said = [Say("{what}.", what=stay) for stay in say_stays(after.setup) if stay not in known]
    if after.ending and after.ending != before.ending:
        said.append(Say("{why}.", why=after.ending.why))
    elif before.ending and not after.ending:
        said.append(Say("The game is no longer over."))
    said += _later_dealers(before, edit)
    said += _late_hands(before, edit)
    moved_to, unit = seats_with(before, edit), after.setup.unit
    paid = dict(zip(moved_to, before.payout, strict=True))
    if unit != "coins" and after.ending and dict(enumerate(after.payout)) != paid:
        said.append(say_payout(after))
    return said


def say_payout(result: Result) -> Say:
    """Return the coins that everyone gets or pays for a game."""
    shares = zip(result.setup.table.players, result.payout, strict=True)
    # A name and its figure are on the same line.
    named = [Say("{name}\N{NO-BREAK SPACE}{coins}", name=name, coins=Signed(coins)) for name, coins in shares]
    return Say("Coins: {shares}.", shares=And(*named))


def _later_dealers(before: Result, edit: "HandEdit | PlayEdit") -> Iterator[Say]:
    """Yield who deals the later hands now, where that was someone else."""
    after, moved_to, was = edit.result, seats_with(before, edit), _numbers(before, edit)
    table, deal, noun = after.setup.table, after.setup.game.deal, after.setup.game.hand_noun
    moved = [
        at
        for at in range(edit.number, len(after.hands))
        if was[at] and moved_to[before.hands[was[at] - 1].dealer] != after.hands[at].dealer
    ]
    if not deal.dealt or (not moved and isinstance(edit, HandEdit)):
        return
    dealers = [table.players[after.hands[at].dealer] for at in moved]
    if len(moved) > FEW:
        yield Say(DEALERS[deal], hands=Numbered(noun, *(at + 1 for at in moved)), names=And(*dealers))
    else:
        for at, dealer in zip(moved, dealers, strict=True):
            hand = Numbered(noun, at + 1)
            yield Say("{Hand}: {dealer}", hand=hand, dealer=deal.next.filled(player=dealer))
    next_is, next_was = after.state.dealer, moved_to[before.state.dealer]
    if not isinstance(edit, HandEdit) and not after.ending and next_is != next_was:
        yield Say("{name} {deals} next.", name=table.players[next_is], deals=Say(deal.deals))


def _late_hands(before: Result, edit: "HandEdit | PlayEdit") -> Iterator[Say]:
    """Yield which hands will be removed because the game ends earlier."""
    noun, was = edit.result.setup.game.hand_noun, _numbers(before, edit)
    if late := was[edit.last :]:
        hands: Say = Numbered(noun, *late)
        if late != list(range(edit.last + 1, len(was) + 1)):
            # Their numbers have changed too.
            hands = Say(f"the last {noun.one}", f"the last {{count}} {noun.many}", len(late), count=len(late))
        end = Numbered(noun, edit.last)
        yield Say("The game ends with {end}, so {hands} will be removed.", end=end, hands=hands)


def _numbers(before: Result, edit: "HandEdit | PlayEdit") -> list[int]:
    """Return the number that each hand had before, 0 for a new one."""
    if isinstance(edit, HandEdit):
        return [*range(1, max(len(before.hands), edit.number) + 1)]
    return [*edit.was]


def seats_with(before: Result, edit: "HandEdit | PlayEdit") -> Sequence[Seat]:
    """Return the seat that the figures of each seat have after the change."""
    return range(before.setup.table.n) if isinstance(edit, HandEdit) else edit.moved_to
