"""Every change of a game in words: done, undone and done again, each differently."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.domain import (
    CHANGED,
    CONTINUED,
    CORRECTED,
    ENDED,
    ENTERED,
    FROM_FILE,
    INSERTED,
    MOVED,
    OF_GAME,
    REMOVED,
    RESCORED,
    RESTORED,
    SWAPPED,
    UNDONE,
)
from scorekeeper.rules import declare
from scorekeeper.rules.entries import Choice, describe_value, write_value
from scorekeeper.rules.game import Game
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.table import Stay, Table
from scorekeeper.rules.words import capital, listed, lowered
from scorekeeper.store.plays.change_log import GameLayout, LoggedChange
from scorekeeper.store.plays.stored_hands import entry_in
from scorekeeper.web.plays.change_summary import describe_difference
from scorekeeper.web.plays.scores import say_joins


class Deed(NamedTuple):
    """Words for a kind of change: "removed" and "removal of" hand 3; ``where`` comes last."""

    past: str
    noun: str = ""
    where: str = ""


DEEDS = {
    (ENTERED, True): Deed("saved"),
    (ENTERED, False): Deed("saved"),
    (CORRECTED, True): Deed("corrected", "correction"),
    (CORRECTED, False): Deed("changed", "change"),
    (REMOVED, True): Deed("removed", "removal"),
    (REMOVED, False): Deed("removed", "removal"),
    (RESTORED, True): Deed("restored", "restoring"),
    (RESTORED, False): Deed("restored", "restoring"),
    (INSERTED, True): Deed("inserted", "insertion"),
    (MOVED, True): Deed("moved", "move", " to place {place}"),
    (SWAPPED, True): Deed("swapped", "swap", " in {these}"),
    (RESCORED, True): Deed("scored", "new scoring", " by today’s rules"),
    (ENDED, True): Deed("ended", "end", " by today’s rules"),
    (CONTINUED, True): Deed("continued", "continuation"),
    (CHANGED, True): Deed("changed", "change"),
}

UNKNOWN = Deed("changed", "change")
"""A change that undid one which is not known, as in an imported game."""


def describe_change_made(
    change: LoggedChange, game: Game[Any, Any], by: str = "", brief: bool = False
) -> str:
    """Return what a change did, as a sentence without its full stop.

    It says who did it if ``by`` is given: "Bea corrected hand 3" or "Hand 3 corrected". A ``brief`` one does
    not say which hand a bid is of, but which setting was changed, if only one was.
    """
    original = change.original
    deed = DEEDS.get((original.action, original.complete), UNKNOWN)
    what, these = _about(change, game, bool(by), brief), ""
    if original.action == SWAPPED:
        what, these = _swapped(change, game)
    where = deed.where.format(place=change.place, these=these)
    again = " again" if change.times else ""
    noun = f"{deed.noun} of " if deed.noun else ""
    if change.undone and by:
        said = f"{by} undid {'the ' if noun else ''}{noun}{what}{where}"
    elif change.undone:
        said = capital(f"{noun}{what}{where} undone")
    elif by:
        said = f"{by} {deed.past} {what}{where}{again}"
    else:
        said = capital(f"{what} {deed.past}{where}{again}")
    settings = describe_settings(change, game) if brief and original.action == CHANGED else []
    is_presence = settings and settings == describe_presence(change.before, change.after, game)
    if is_presence and not by and not change.undone:
        return f"{listed(settings)}{again}"
    return f"{said}: {settings[0]}" if len(settings) == 1 else said


def describe_revision(revision: Any, game: Game[Any, Any], by: str) -> str:
    """Return what a change did to the hand whose page shows it: "Bea corrected this hand"."""
    if revision.action == UNDONE:
        return f"{by} undid a change"
    if revision.device == FROM_FILE:
        return "Imported"
    deed = DEEDS.get((revision.action, revision.complete), UNKNOWN)
    what = f"this {game.hand_noun.one}" if revision.complete else f"the {game.bid_noun}"
    return f"{by} swapped names" if revision.action == SWAPPED else f"{by} {deed.past} {what}"


def _about(change: LoggedChange, game: Game[Any, Any], is_active: bool, brief: bool) -> str:
    """Return what a change is about: a hand, a bid, the settings or the game."""
    original, the = change.original, "the " if is_active or change.undone else ""
    if original.action == CHANGED:
        return f"{the}settings"
    if original.action in OF_GAME:
        return f"{the}game"
    hand = f"{game.hand_noun.one} {change.number}"
    if original.complete:
        return hand
    bid = f"{the}{game.bid_noun}"
    return f"{bid} of {hand}" if is_active and not brief else bid


def describe_details(change: LoggedChange, game: Game[Any, Any], table: Table[Any]) -> str:
    """Return which settings or which figures of a hand changed, before and after; empty if none did."""
    original = change.original
    if original.action == CHANGED:
        return "; ".join(describe_settings(change, game))
    if original.action in (MOVED, SWAPPED, *OF_GAME):
        return ""
    names = replace(table, players=tuple(change.after.names))
    return describe_difference(game, names, entry_in(change.was), entry_in(change.row.entry))


def _swapped(change: LoggedChange, game: Game[Any, Any]) -> tuple[str, str]:
    """Return whose names were exchanged, and in which hands."""
    swap, (one, many) = change.swap, game.hand_noun
    if swap is None:
        return "two names", one
    known = {seat.player_id: seat.name for seat in (*change.before.seats, *change.after.seats)}
    names = listed([known.get(player_id, "someone") for player_id in swap.players])
    these = f"{one} {swap.first}" if swap.first == swap.last else f"{many} {swap.first} to {swap.last}"
    return names, these


def describe_settings(change: LoggedChange, game: Game[Any, Any]) -> list[str]:
    """Return each setting that was changed, before and after: "target 40 → 50"."""
    before, after = (change.after, change.before) if change.undone else (change.before, change.after)
    was, became = rules_in_words(before, game), rules_in_words(after, game)
    changed = [
        (game.house_rules[name].label, was.get(name, "none"), became.get(name, "none"))
        for name in game.house_rules
        if was.get(name) != became.get(name)
    ]
    left = [seat.name for seat in before.seats if seat not in after.seats]
    came = [seat.name for seat in after.seats if seat not in before.seats]
    changed += [("Player", one, other) for one, other in zip(left, came, strict=False)]
    instead = dict(zip(left, came, strict=False))
    same_number = len(before.seats) == len(after.seats)
    if same_number and [instead.get(name, name) for name in before.names] != after.names:
        changed.append(("Order of seats", ", ".join(before.names), ", ".join(after.names)))
    first, then = (layout.names[layout.dealer] for layout in (before, after))
    if instead.get(first, first) != then:
        changed.append((f"First {game.deal.dealer or 'player'}", first, then))
    presence = describe_presence(before, after, game)
    return [*presence, *(f"{lowered(what)} {one} → {other}" for what, one, other in changed)]


def describe_presence(before: GameLayout, after: GameLayout, game: Game[Any, Any]) -> list[str]:
    """Return who joins or leaves, and from which hand on: "Eve joins from round 7 with 10"."""
    noun, said = game.hand_noun.one, []
    was, became = (
        {
            name: Stay.of(layout.options.get(PRESENCE, {}).get(str(at), {}))
            for at, name in enumerate(layout.names)
        }
        for layout in (before, after)
    )
    if len(was) > len(became):
        said = [f"without {name}" for name in was if name not in became]
    for name, stay in became.items():
        if name not in was and len(was) == len(became):
            continue  # They have taken over someone's seat.
        earlier = was.get(name, Stay())
        if name not in was or stay.first != earlier.first:
            said.append(say_joins(name, stay, noun))
        if stay.last != earlier.last:
            said.append(f"{name} stays" if stay.last is None else f"{name} leaves after {noun} {stay.last}")
    return said


def rules_in_words(layout: GameLayout, game: Game[Any, Any]) -> Mapping[str, str]:
    """Return every house rule by name, in words that go on a sentence."""
    table = Table(tuple(layout.names), None)
    values, _ = declare.read(game.house_rules, layout.options, table, game.has_no_rule)
    said = {}
    for name, value in values.items():
        entry = game.house_rules[name]
        words = describe_value(entry, write_value(entry, value, table), table)
        said[name] = lowered(words) if isinstance(entry, Choice) else words
    return said


def describe_caused(change: LoggedChange, game: Game[Any, Any]) -> str:
    """Return which hands a change also removed; empty if it removed none."""
    gone = [row.hand_id for row in change.caused if row.gone and row.complete]
    if not gone or change.undone:
        return ""
    # Those after the end keep their places.
    is_earlier = all(map(change.after.number_of, gone))
    numbers = map((change.after if is_earlier else change.before).number_of, gone)
    noun = game.hand_noun
    hands = f"{noun.one if len(gone) == 1 else noun.many} {listed(map(str, numbers))}"
    return f"{hands.capitalize()} removed with it{', because the game ended earlier' if is_earlier else ''}."
