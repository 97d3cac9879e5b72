"""Messages about every change of a game: done, undone and done again, each differently, and by whom."""

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
from scorekeeper.rules.hand import BANKING, DEALING, NOBODY_DEALS
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import NOTHING, And, Argument, Numbered, Parts, Row, Say
from scorekeeper.rules.table import Stay, Table
from scorekeeper.store.devices import say_who
from scorekeeper.store.plays.change_log import GameLayout, LoggedChange
from scorekeeper.store.plays.stored_hands import entry_in
from scorekeeper.web.wording.hands import only_trump, say_difference, say_joins, say_leaves


class Deed(NamedTuple):
    """The messages for a kind of change, of which ``what`` is the hand or the bid that it is about.

    Attributes:
        done, undone: what happened.
        does, undoes: who did it.
    """

    done: str
    undone: str
    does: str
    undoes: str


DEEDS = {
    ENTERED: Deed("{What} saved", "{What} undone", "{who} saved {what}", "{who} undid {what}"),
    CORRECTED: Deed(
        "{What} corrected",
        "Correction of {what} undone",
        "{who} corrected {what}",
        "{who} undid the correction of {what}",
    ),
    REMOVED: Deed(
        "{What} removed",
        "{What} put back",
        "{who} removed {what}",
        "{who} put {what} back",
    ),
    RESTORED: Deed(
        "{What} restored",
        "{What} removed again",
        "{who} restored {what}",
        "{who} removed {what} again",
    ),
    INSERTED: Deed(
        "{What} inserted",
        "{What} taken out again",
        "{who} inserted {what}",
        "{who} took {what} out again",
    ),
    MOVED: Deed(
        "{What} moved to place {place}",
        "Move of {what} to place {place} undone",
        "{who} moved {what} to place {place}",
        "{who} undid the move of {what} to place {place}",
    ),
    SWAPPED: Deed(
        "{What} swapped in {hands}",
        "Swap of {what} in {hands} undone",
        "{who} swapped {what} in {hands}",
        "{who} undid the swap of {what} in {hands}",
    ),
    CHANGED: Deed(
        "{What} changed",
        "Change of {what} undone",
        "{who} changed {what}",
        "{who} undid the change of {what}",
    ),
    RESCORED: Deed(
        "Game scored by today’s rules",
        "Scoring by today’s rules undone",
        "{who} scored the game by today’s rules",
        "{who} undid the scoring by today’s rules",
    ),
    ENDED: Deed(
        "Game ended by today’s rules",
        "Ending by today’s rules undone",
        "{who} ended the game by today’s rules",
        "{who} undid the ending by today’s rules",
    ),
    CONTINUED: Deed(
        "Game continued",
        "Game ended again",
        "{who} continued the game",
        "{who} ended the game again",
    ),
}


SET_ASIDE = {
    True: Deed(
        "Set not to count",
        "Set to count again",
        "{who} set the game not to count",
        "{who} set the game to count again",
    ),
    False: Deed(
        "Set to count",
        "Set not to count again",
        "{who} set the game to count",
        "{who} set the game not to count again",
    ),
}
"""The messages for a change after which the game doesn't count, or does."""

OF_ONE_HAND = {
    UNDONE: "{who} undid a change",
    SWAPPED: "{who} swapped names",
    MOVED: "{who} moved {what}",
}
"""The messages on the page of a hand that are others than those for the whole game."""

FIRST = {
    DEALING: "first dealer {was} → {became}",
    BANKING: "first bank {was} → {became}",
    NOBODY_DEALS: "first player {was} → {became}",
}


def _deed(action: str, complete: bool) -> Deed:
    """Return the messages for a change; one of a bid, and one that undid what is not known, changed it."""
    return DEEDS[CHANGED if action == UNDONE or (action, complete) == (CORRECTED, False) else action]


def say_done(change: LoggedChange, game: Game[Any, Any], by: str | None = None, brief: bool = False) -> Say:
    """Return what a change did, as a sentence without its full stop.

    It says which phone did it if ``by`` is given: "Bea corrected hand 3" or "Hand 3 corrected". A ``brief``
    one does not say which hand a bid is of, but which setting was changed, if only one was.
    """
    original, again = change.original, change.times and not change.undone
    deed = _deed(original.action, original.complete)
    if change.before.set_aside != change.after.set_aside:
        deed = SET_ASIDE[change.after.set_aside]
    blanks = {"place": change.place, **_about(change, game, by is not None, brief)}
    if by is None:
        said = Say(deed.undone if change.undone else deed.done, **blanks)
    else:
        said = Say(deed.undoes if change.undone else deed.does, who=say_who(by), **blanks)
    settings = say_settings(change, game) if brief and original.action == CHANGED else []
    if settings and by is None and settings == _presence(change.before, change.after, game):
        said, settings = Say("{settings}", settings=And(*settings)) if not change.undone else said, []
    said = Say("{done} again", done=said) if again else said
    return Say("{done}: {setting}", done=said, setting=settings[0]) if len(settings) == 1 else said


def say_revision(revision: Any, game: Game[Any, Any], was: Mapping[str, Any]) -> Say:
    """Return what a change did to the hand whose page shows it, which ``was``: "Bea corrected this hand"."""
    if revision.device == FROM_FILE and revision.action != UNDONE:
        return Say("Imported")
    message = OF_ONE_HAND.get(revision.action) or _deed(revision.action, revision.complete).does
    what = (
        Say("this {hand}", hand=game.hand_noun)
        if revision.complete
        else Say(f"the {only_trump(was, entry_in(revision.entry)) or game.bid_noun}")
    )
    return Say(message, who=say_who(revision.device), what=what)


def _about(change: LoggedChange, game: Game[Any, Any], by_whom: bool, brief: bool) -> dict[str, Argument]:
    """Return what a change is about: a hand, a bid, the settings, or the names in some hands."""
    original, noun = change.original, game.hand_noun
    if original.action == CHANGED:
        return {"what": Say("the settings" if by_whom or change.undone else "settings")}
    if original.action == SWAPPED:
        swap = change.swap
        if swap is None:
            return {"what": Say("two names"), "hands": noun}
        known = {seat.player_id: seat.name for seat in (*change.before.seats, *change.after.seats)}
        names = And(*(known.get(player_id, Say("someone")) for player_id in swap.players))
        return {"what": names, "hands": Numbered(noun, *range(swap.first, swap.last + 1))}
    hand = Numbered(noun, change.number)
    if original.complete:
        return {"what": hand}
    bid = only_trump(entry_in(change.was), entry_in(change.row.entry)) or game.bid_noun
    if by_whom and not brief:
        return {"what": Say(f"the {bid} of {{hand}}", hand=hand)}
    return {"what": Say(f"the {bid}" if by_whom or change.undone else bid)}


def say_details(change: LoggedChange, game: Game[Any, Any], table: Table[Any]) -> Say | And:
    """Return which settings or which figures of a hand changed, before and after; nothing if none did."""
    original = change.original
    if original.action == CHANGED:
        return Parts(*say_settings(change, game))
    if original.action in (MOVED, SWAPPED, *OF_GAME):
        return NOTHING
    names = replace(table, players=tuple(change.after.names))
    was, became = entry_in(change.was), entry_in(change.row.entry)
    return say_difference(game, names, was, became, "" if original.complete else only_trump(was, became))


def say_settings(change: LoggedChange, game: Game[Any, Any]) -> list[Say]:
    """Return each setting that was changed, before and after: "target 40 → 50"."""
    before, after = (change.after, change.before) if change.undone else (change.before, change.after)
    said = _presence(before, after, game)
    if before.options.get(RECIPE) != after.options.get(RECIPE):
        said.append(Say("other rules"))
    said += say_rules(before, after, game).values()
    left = [seat.name for seat in before.seats if seat not in after.seats]
    came = [seat.name for seat in after.seats if seat not in before.seats]
    instead = dict(zip(left, came, strict=False))
    said += [Say("player {was} → {became}", was=was, became=became) for was, became in instead.items()]
    same_number = len(before.seats) == len(after.seats)
    if same_number and [instead.get(name, name) for name in before.names] != after.names:
        order = {"was": Row(*before.names), "became": Row(*after.names)}
        said.append(Say("order of seats {was} → {became}", **order))
    first, then = (layout.names[layout.dealer] for layout in (before, after))
    if instead.get(first, first) != then:
        said.append(Say(FIRST[game.deal], was=first, became=then))
    return said


def say_rules(before: GameLayout, after: GameLayout, game: Game[Any, Any]) -> Mapping[str, Say]:
    """Return each house rule that another layout of the game has otherwise, by its key: "target 40 → 50"."""
    was, became = rules_in_words(before, game), rules_in_words(after, game)
    said = dict[str, Say]()
    for name, rule in game.house_rules.items():
        if was.get(name) != became.get(name):
            old, new = (words.get(name) or Say("none") for words in (was, became))
            said[name] = Say("{rule} {was} → {became}", rule=rule.what, was=old, became=new)
    return said


def _presence(before: GameLayout, after: GameLayout, game: Game[Any, Any]) -> list[Say]:
    """Return who joins or leaves, and from which hand on: "Eve joins from round 7 with 10"."""
    noun, said = game.hand_noun, []
    was, became = (
        {
            name: Stay.of(layout.options.get(PRESENCE, {}).get(str(at), {}))
            for at, name in enumerate(layout.names)
        }
        for layout in (before, after)
    )
    if len(was) > len(became):
        said = [Say("without {name}", name=name) for name in was if name not in became]
    for name, stay in became.items():
        if name not in was and len(was) == len(became):
            continue  # They have taken over someone's seat.
        earlier = was.get(name, Stay())
        if name not in was or stay.first != earlier.first:
            said.append(say_joins(name, stay, noun))
        if stay.last is None and earlier.last is not None:
            said.append(Say("{name} stays", name=name))
        elif stay.last is not None and stay.last != earlier.last:
            said.append(say_leaves(name, stay.last, noun))
    return said


def rules_in_words(layout: GameLayout, game: Game[Any, Any]) -> Mapping[str, Argument]:
    """Return every house rule by name, as it is said within a sentence."""
    table = Table(tuple(layout.names), None)
    values, _ = declare.read(game.house_rules, layout.options, table, game.has_no_rule)
    sides = table.by_side(game.sides(table))
    said = dict[str, Argument]()
    for name, value in values.items():
        entry = game.house_rules[name]
        written = write_value(entry, value, table)
        said[name] = describe_value(entry, written, sides)
        if isinstance(entry, Choice) and written is not None:
            said[name] = Say(entry.inside[written])
    return said


def say_caused(change: LoggedChange, game: Game[Any, Any]) -> Say:
    """Return which hands a change also removed; nothing if it removed none."""
    gone = [row.hand_id for row in change.caused if row.gone and row.complete]
    if not gone or change.undone:
        return NOTHING
    # Those after the end keep their places.
    is_earlier = all(map(change.after.number_of, gone))
    hands = Numbered(game.hand_noun, *map((change.after if is_earlier else change.before).number_of, gone))
    if is_earlier:
        return Say("{Hands} removed with it, because the game ended earlier.", hands=hands)
    return Say("{Hands} removed with it.", hands=hands)
