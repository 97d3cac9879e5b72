"""Entries and the consequences of a change in words, and who pays whom for a hand played for coins."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Entry, describe_value, read_value
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Line, Played, Scored
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import PerSeat, Seat, Setup, Table
from scorekeeper.rules.words import COIN, capital, counted, listed, lowered, signed
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.plays.scores import describe_stays, name_group

if TYPE_CHECKING:
    # A phone that scores without the server knows no changes of a whole play, which take the database.
    from scorekeeper.store.plays.edits import PlayEdit

FEW = 3
"""The number of later dealers who each get a sentence."""


class TotalChange(NamedTuple):
    """The total of a side, or of one of its players, before and after a change.

    Attributes:
        seats: the players.
        was, will: the totals, with the stake; the same for someone who joins.
        has_come: whether they have joined by then.
    """

    seats: Sequence[Seat]
    was: int
    will: int
    has_come: bool = True


class Verb(NamedTuple):
    """A verb for one player and for several."""

    one: str
    several: str

    def of(self, seats: Sequence[Seat], who: str) -> str:
        """Return who does it, with the verb: "Ann puts", "Ann and Bea put", "Everyone puts"."""
        return f"{who} {self.several if len(seats) > 1 and who != EVERYONE else self.one}"


EVERYONE = "Everyone"
PAY, PUT, TAKE = Verb("pays", "pay"), Verb("puts", "put"), Verb("takes", "take")


class CoinMove(NamedTuple):
    """Coins from a player to another one, or to the table, or from it."""

    payer: Seat | None
    payee: Seat | None
    coins: int


def describe_entry(setup: Setup, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return pairs of a label and a value in words; values that cannot be read are left out."""
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


def describe_difference(
    game: Game[Any, Any], table: Table[Any], was: Mapping[str, Any] | None, became: Mapping[str, Any] | None
) -> str:
    """Return which figures differ between two entries: "tricks Ann 3 → 4, Cal 2 → 1".

    If one of the two is None, that is all that the other says; values that cannot be read are left out.
    """
    said, specs = [], {}
    for entry in (was, became):
        specs.update(game.entries[game.kind(entry)] if entry else {})
    for name, spec in specs.items():
        before, after = (_parts(spec, (entry or {}).get(name), table) for entry in (was, became))
        changed = [
            _arrow(before.get(part, ""), after.get(part, ""), not became)
            for part in {**before, **after}
            if before.get(part) != after.get(part)
        ]
        if changed:
            said.append(f"{lowered(spec.label)} {', '.join(changed)}")
    return "; ".join(said)


def _parts(spec: Entry, raw: Any, table: Table[Any]) -> Mapping[str, str]:
    """Return the value of an entry in words, each figure of several for itself; none if it can't be read."""
    with suppress(Wrong):
        if raw is not None:
            read_value(spec, raw, table)
            parts = {key: {key: value} for key, value in raw.items()} if isinstance(raw, dict) else {"": raw}
            return {key: describe_value(spec, part, table) for key, part in parts.items()}
    return {}


def _arrow(was: str, became: str, gone: bool) -> str:
    """Return a value before and after, without the words that they begin with twice: "Ann 3 → 4"."""
    if not was or not became:
        return became or (was if gone else f"{was} → none")
    one, other = was.split(), became.split()
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"{was} → {' '.join(other[same:])}"


def total_changes(before: Result, edit: "HandEdit | PlayEdit") -> list[TotalChange]:
    """Return the totals of each side before and after; one for each player where sides have changed."""
    places, after = _places(before, edit), edit.result
    stake_was, stake_will = (result.setup.stake for result in (before, after))
    had = dict(zip(places, before.totals, strict=True))
    will = [total + stake_will for total in after.totals]
    was = [had.get(seat, total - stake_was) + stake_was for seat, total in enumerate(will)]
    arrived = after.setup.table_for(after.state).arrived
    groups: list[Sequence[Seat]] = []
    for side in after.setup.sides:
        alike = len({was[seat] for seat in side}) == 1
        groups += [side] if alike else [(seat,) for seat in side]
    return [TotalChange(seats, was[seats[0]], will[seats[0]], seats[0] in arrived) for seats in groups]


def who_scores(setup: Setup, played: Played) -> str:
    """Return who gets points for a hand, as a sentence; empty in games in which that says little."""
    gains = [(side, played.scores[side[0]]) for side in setup.sides]
    if setup.unit == "coins" or not setup.game.bidding or any(score < 0 for _, score in gains):
        return ""
    some = [side for side, score in gains if score]
    none = [side for side, score in gains if not score]
    if not some:
        return "Nobody scores."
    names = listed(name for side in some for name in setup.names(side))
    if len(some) == 1:
        return f"Only {names} {'score' if len(some[0]) > 1 else 'scores'}."
    if not none:
        return "Everyone scores."
    if len(none) == 1:
        return f"All but {listed(setup.names(none[0]))} score."
    return f"{names} score."


def consequences(before: Result, edit: "HandEdit | PlayEdit") -> list[str]:
    """Return what an edit causes besides scores: the end, later dealers, hands that no longer count."""
    after = edit.result
    known = describe_stays(before.setup)
    said = [f"{stay}." for stay in describe_stays(after.setup) if stay not in known]
    if after.ending and after.ending != before.ending:
        said.append(f"{after.ending.why}.")
    elif before.ending and not after.ending:
        said.append("The game is no longer over.")
    said += _later_dealers(before, edit)
    said += _late_hands(before, edit)
    places, unit = _places(before, edit), after.setup.unit
    paid = dict(zip(places, before.payout, strict=True))
    if unit != "coins" and after.ending and dict(enumerate(after.payout)) != paid:
        coins = zip(after.setup.table.players, after.payout, strict=True)
        said.append(f"Coins: {listed(f'{name} {signed(coin)}' for name, coin in coins)}.")
    return said


def _later_dealers(before: Result, edit: "HandEdit | PlayEdit") -> Iterable[str]:
    """Yield who deals the later hands now, where that was someone else."""
    after, places, was = edit.result, _places(before, edit), _numbers(before, edit)
    table, deal, noun = after.setup.table, after.setup.game.deal, after.setup.game.hand_noun
    moved = [
        at
        for at in range(edit.number, len(after.hands))
        if was[at] and places[before.hands[was[at] - 1].dealer] != after.hands[at].dealer
    ]
    if not deal.dealt or (not moved and isinstance(edit, HandEdit)):
        return
    dealers = [table.players[after.hands[at].dealer] for at in moved]
    if len(moved) > FEW:
        numbers = f"{noun.many} {moved[0] + 1} to {moved[-1] + 1}"
        yield f"The {deal.dealer}s of {numbers} are then {listed(dealers)}."
    else:
        yield from (
            f"{capital(noun.one)} {at + 1}: {dealer} {deal.deals}."
            for at, dealer in zip(moved, dealers, strict=True)
        )
    next_is, next_was = after.state.dealer, places[before.state.dealer]
    if not isinstance(edit, HandEdit) and not after.ending and next_is != next_was:
        yield f"{table.players[next_is]} {deal.deals} next."


def _late_hands(before: Result, edit: "HandEdit | PlayEdit") -> Iterable[str]:
    """Yield which hands will be removed because the game ends earlier."""
    noun, was = edit.result.setup.game.hand_noun, _numbers(before, edit)
    late = was[edit.last :]
    if late:
        hands = f"{noun.one if len(late) == 1 else noun.many} {listed(map(str, late))}"
        if late != list(range(edit.last + 1, len(was) + 1)):
            # Their numbers have changed too.
            hands = f"the last {noun.one}" if len(late) == 1 else f"the last {len(late)} {noun.many}"
        yield f"The game ends with {noun.one} {edit.last}, so {hands} will be removed."


def _numbers(before: Result, edit: "HandEdit | PlayEdit") -> list[int]:
    """Return the number that each hand had before, 0 for a new one."""
    if isinstance(edit, HandEdit):
        return [*range(1, max(len(before.hands), edit.number) + 1)]
    return [*edit.was]


def _places(before: Result, edit: "HandEdit | PlayEdit") -> Sequence[Seat]:
    """Return the seat that the figures of each seat have after the change."""
    return range(before.setup.table.n) if isinstance(edit, HandEdit) else edit.places


def payments(edit: HandEdit) -> list[str]:
    """Return what happens with the coins of a hand, as short sentences; nothing in games without coins.

    With coins on the table, it is who puts some there and who takes some. Otherwise it is who pays whom,
    with the fewest payments, or what each settles with the banker.
    """
    setup, played = edit.result.setup, edit.result.hands[edit.number - 1]
    table = setup.table.at(edit.number)
    if setup.unit != "coins":
        return []
    carried = edit.result.hands[edit.number - 2].carry if edit.number > 1 else {}
    banker = setup.game.banker(played)
    if banker is not None:
        return payment_sentences(table, payments_with(banker, played.scores))
    by_pile = pile_moves(table, [line for line in played.lines if line.pile])
    by_pile += fewest_payments(table, [line for line in played.lines if not line.pile])
    fewest = fewest_payments(table, played.lines)
    return by_pile if carried or played.carry or len(by_pile) <= len(fewest) else fewest


def pile_moves(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Return who puts how much into which pile, and who takes how much from it."""
    coins: dict[tuple[bool, str, Seat], int] = {}
    for line in lines:
        for seat in line.seats if line.amount else ():
            move = (line.amount > 0, line.pile, seat)
            coins[move] = coins.get(move, 0) + line.amount
    movers: dict[tuple[str, int], list[Seat]] = {}
    for (_, pile, seat), amount in sorted(coins.items(), key=lambda item: item[0][0]):
        movers.setdefault((pile, amount), []).append(seat)
    # Players who do the same with several piles are named once.
    piles: dict[tuple[tuple[Seat, ...], int], list[str]] = {}
    for (pile, amount), seats in movers.items():
        piles.setdefault((tuple(sorted(seats)), amount), []).append(pile)
    sentences = []
    for (who, amount), where in piles.items():
        names = name_group(table, who)
        each = _each((len(who) > 1 and names != EVERYONE) or len(where) > 1)
        if amount > 0:
            sentences.append(f"{TAKE.of(who, names)} {amount}{each} from {listed(where)}")
        else:
            sentences.append(f"{PUT.of(who, names)} {-amount}{each} in {listed(where)}")
    return sentences


def payments_with(banker: Seat, scores: PerSeat) -> list[CoinMove]:
    """Return what the others pay the banker, then what the banker pays them."""
    others = [(seat, score) for seat, score in enumerate(scores) if seat != banker and score]
    paid = [CoinMove(seat, banker, -score) for seat, score in others if score < 0]
    return paid + [CoinMove(banker, seat, score) for seat, score in others if score > 0]


def fewest_payments(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Return who pays whom, with the fewest payments."""
    scores = Scored("", tuple(lines)).scores(table.n)
    due = {seat: score for seat, score in enumerate(scores) if score > 0}
    paid: list[CoinMove] = []
    for payer, score in enumerate(scores):
        owed = max(0, -score)
        for payee in due:
            if coins := min(owed, due[payee]):
                paid.append(CoinMove(payer, payee, coins))
            owed -= coins
            due[payee] -= coins
        if owed:
            paid.append(CoinMove(payer, None, owed))
    taken = [CoinMove(None, seat, coins) for seat, coins in due.items() if coins]
    return payment_sentences(table, paid + taken)


def payment_sentences(table: Table[Any], paid: Sequence[CoinMove]) -> list[str]:
    """Return payments in words; players who pay or get the same are named together."""
    payers: dict[tuple[Seat | None, int], list[Seat]] = {}
    for payer, payee, coins in paid:
        if payer is not None:
            payers.setdefault((payee, coins), []).append(payer)
    payees: dict[tuple[tuple[Seat, ...], int, bool], list[Seat]] = {}
    for (to, coins), who in payers.items():
        payees.setdefault((tuple(who), coins, to is None), []).extend([] if to is None else [to])
    sentences = []
    for (group, coins, on_the_table), to_whom in payees.items():
        each = _each(len(group) > 1 or len(to_whom) > 1)
        if on_the_table:
            does = PUT.of(group, _names(table, group))
            sentences.append(f"{does} {counted(coins, COIN)}{each} on the table")
        else:
            does = PAY.of(group, _names(table, group))
            sentences.append(f"{does} {_names(table, to_whom)} {coins}{each}")
    taken = [((payee,), coins) for payer, payee, coins in paid if payer is None and payee is not None]
    return sentences + [
        f"{TAKE.of(who, _names(table, who))} {counted(coins, COIN)} from the table" for who, coins in taken
    ]


def _names(table: Table[Any], seats: Iterable[Seat]) -> str:
    return listed(table.players[seat] for seat in seats)


def _each(several: bool) -> str:
    return " each" if several else ""
