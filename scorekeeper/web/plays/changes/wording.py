"""Every change of a game in words: done, undone and done again, each differently."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain import (
    CHANGED,
    CORRECTED,
    ENTERED,
    INSERTED,
    MOVED,
    REMOVED,
    RESCORED,
    RESTORED,
    SWAPPED,
)
from scorekeeper.rules import declare
from scorekeeper.rules.entries import describe_value, write_value
from scorekeeper.rules.game import Game
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import listed
from scorekeeper.store.plays.change_log import GameLayout, LoggedChange

WORDS = {
    (ENTERED, True): ("{hand} saved", "{hand} undone", "{hand} saved again"),
    (ENTERED, False): ("{bid} saved", "{bid} undone", "{bid} saved again"),
    (CORRECTED, True): ("{hand} corrected", "Correction of {this} undone", "{hand} corrected again"),
    (CORRECTED, False): ("{bid} changed", "Change of the {that} undone", "{bid} changed again"),
    (REMOVED, True): ("{hand} removed", "Removal of {this} undone", "{hand} removed again"),
    (REMOVED, False): ("{bid} removed", "Removal of the {that} undone", "{bid} removed again"),
    (RESTORED, True): ("{hand} restored", "Restoring {this} undone", "{hand} restored again"),
    (RESTORED, False): ("{bid} restored", "Restoring the {that} undone", "{bid} restored again"),
    (INSERTED, True): ("{hand} inserted", "Insertion of {this} undone", "{hand} inserted again"),
    (MOVED, True): (
        "{hand} moved to place {place}",
        "Move of {this} to place {place} undone",
        "{hand} moved to place {place} again",
    ),
    (SWAPPED, True): (
        "{names} swapped in {these}",
        "Swap of {names} in {these} undone",
        "{names} swapped in {these} again",
    ),
    (RESCORED, True): (
        "Scored again by today’s rules",
        "Scoring again undone: the earlier result is back",
        "Scored again once more",
    ),
    (CHANGED, True): ("{settings}", "{settings}", "{settings}"),
}
"""What to say after a change, after it was undone, and after it was redone."""

UNKNOWN = ("{hand} changed", "Change of {this} undone", "{hand} changed again")
"""What to say of a change that undid one which is not known, as in an imported game."""

ONE_SETTING = (
    "{what} changed from {was} to {became}",
    "{what} is {became} again",
    "{what} changed again from {was} to {became}",
)
SETTINGS = ("{count} settings changed", "Change of {count} settings undone", "{count} settings changed again")
"""What to say of a setting, or of several in brief, after each of these."""


def describe_change_made(change: LoggedChange, game: Game[Any, Any], brief: bool = False) -> str:
    """Return what a change did, as a sentence without its full stop; ``brief`` only counts many settings."""
    state = 0 if change.times == 0 else 2 - change.times % 2
    noun, original = game.hand_noun, change.original
    said = WORDS.get((original.action, original.complete), UNKNOWN)[state]
    facts = {
        "hand": f"{noun.one.capitalize()} {change.number}",
        "this": f"{noun.one} {change.number}",
        "bid": game.bid_noun.capitalize(),
        "that": game.bid_noun,
        "place": change.place,
    }
    if original.action == SWAPPED:
        facts |= swap_facts(change, noun.one, noun.many)
    if original.action == CHANGED:
        settings = describe_settings(change, game, ONE_SETTING[state])
        counted = SETTINGS[state].format(count=len(settings))
        facts["settings"] = counted if brief and len(settings) != 1 else "; ".join(settings) or counted
    return said.format(**facts)


def swap_facts(change: LoggedChange, one: str, many: str) -> dict[str, str]:
    """Return whose names were exchanged, and in which hands."""
    swap = change.swap
    if swap is None:
        return {"names": "Two names", "these": one}
    known = {seat.player_id: seat.name for seat in (*change.before.seats, *change.after.seats)}
    names = listed([known.get(player_id, "someone") for player_id in swap.players])
    these = f"{one} {swap.first}" if swap.first == swap.last else f"{many} {swap.first} to {swap.last}"
    return {"names": names, "these": these}


def describe_settings(change: LoggedChange, game: Game[Any, Any], words: str) -> list[str]:
    """Return each setting that was changed, in these words."""
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
    if [instead.get(name, name) for name in before.names] != after.names:
        changed.append(("Order of seats", ", ".join(before.names), ", ".join(after.names)))
    first, then = (layout.names[layout.dealer] for layout in (before, after))
    if instead.get(first, first) != then:
        changed.append((f"First {game.deal.dealer or 'player'}", first, then))
    return [words.format(what=what, was=one, became=other) for what, one, other in changed]


def rules_in_words(layout: GameLayout, game: Game[Any, Any]) -> Mapping[str, str]:
    """Return every house rule by name, in words."""
    table = Table(tuple(layout.names), None)
    values, _ = declare.read(game.house_rules, layout.options, table, game.has_no_rule)
    return {
        name: describe_value(game.house_rules[name], write_value(game.house_rules[name], value, table), table)
        for name, value in values.items()
    }


def describe_caused(change: LoggedChange, game: Game[Any, Any]) -> str:
    """Return which hands a change also removed; empty if it removed none."""
    order = change.after if change.after.order else change.before
    gone = [order.number_of(row.hand_id) for row in change.caused if row.gone and row.complete]
    if not gone or change.undone:
        return ""
    noun = game.hand_noun
    hands = f"{noun.one if len(gone) == 1 else noun.many} {listed(str(number) for number in gone)}"
    return f"{hands.capitalize()} removed with it, because the game ended earlier."
