"""Figures left out of a hand: saying so before it is saved, and asking for those that decide a game."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Entry, LeftOut
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import NOTHING, And, Argument, Row, Say, Spelled
from scorekeeper.store.plays.stored_hands import HandEdit, ScoredSheet, edit_hand
from scorekeeper.web.forms.form_model import Typed

MOST_NAMES = 4
"""The most players whose names fit in the line before Save; more of them are counted."""

READ = "left_out"
"""The field with what was said to be left out; without a script a form sends it."""

if TYPE_CHECKING:
    # A phone that scores without the server knows no changes of a whole play, which take the database.
    from scorekeeper.store.plays.edits import PlayEdit


def judge_hand(sheet: ScoredSheet, number: int, raw: Mapping[str, Any]) -> HandEdit:
    """Return what the play becomes with a hand from a form. Raises Refused, also if figures are missing."""
    edit = edit_hand(sheet, number, raw)
    refuse_unfinished(sheet.result, edit)
    return edit


def refuse_unfinished(before: Result, edit: "HandEdit | PlayEdit") -> None:
    """Raise Refused if figures are left out that a form asks for, or of a hand that decides the game.

    Entries that a correction leaves as they were are left alone.
    """
    setup, ending = edit.result.setup, edit.result.ending
    ends = ending is not None and (before.ending is None or ending.winners != before.ending.winners)
    words = (
        "Enter the {figures} too, or 0: this {hand} ends the game."
        if ends
        else "Enter the {figures} too, or 0."
    )
    wrong = []
    for name, entry, left in _left_out(edit):
        asked = [one for one in left if one.whose and (one.asked or ends)]
        if asked and not _is_unchanged(before, edit, name):
            of_players = "{what} of {names}"
            figures = And(*(Say(of_players, what=one.what or entry.what, names=_names(one)) for one in asked))
            why = Say(words, figures=figures, hand=setup.game.hand_noun)
            wrong.append(Problem(name, why, edit.number, missing=True))
    if wrong:
        raise Refused(wrong)


def describe_left_out(edit: "HandEdit | PlayEdit") -> Say:
    """Return the sentence that figures count as 0 which were left out; nothing if none were."""
    found = [one for _, _, left in _left_out(edit) for one in left]
    if found and found[0].whose and all(one[1:] == found[0][1:] for one in found):
        found = [found[0]._replace(what=And(*(one.what for one in found)))]
    if len(found) > 1:
        # A long list comes last: on a phone only the first line may be in sight.
        return Say("These are blank and count as 0: {figures}.", figures=Row(*map(_subject, found)))
    for left in found:
        if left.all or not left.whose:
            return Say("All {what} are blank and count as 0.", what=left.what)
        if left.what:
            return Say("{names}’s {what} are blank and count as 0.", names=_names(left), what=left.what)
        one, several = "{Names} is blank and counts as 0.", "{Names} are blank and count as 0."
        return Say(one, several, len(left.whose), names=_names(left))
    return NOTHING


def say_to_save(edit: "HandEdit | PlayEdit") -> Say:
    """Return what saves a hand from which figures were left out."""
    blanks = sum(len(one.whose) or 1 for _, _, left in _left_out(edit) for one in left)
    return Say("Save with 1 blank as 0", "Save with {number} blanks as 0", blanks, number=blanks)


def say_so_far(edit: "HandEdit | PlayEdit") -> Say:
    """Return what the bidder has so far, while blanks of theirs may still decide the bid."""
    if not edit.number:
        return NOTHING
    setup, hand = edit.result.setup, edit.result.hands[edit.number - 1].hand
    call = hand.call
    if call is None or call.number is None:
        return NOTHING
    bidder, counted = setup.table.players[call.player], setup.game.stroke_entries(setup.table)
    taken = setup.game.taken(setup.table, hand)[call.player]
    blank = any(bidder in one.whose for name, _, left in _left_out(edit) for one in left if name in counted)
    if taken > call.number or not blank:
        return NOTHING
    return Say("{bidder} has {taken} of {bid} so far.", bidder=bidder, taken=taken, bid=call.number)


def has_read(typed: Typed, edit: HandEdit) -> bool:
    """Return whether what counts as 0 was said before; a form whose page previews it needn't tell."""
    key = left_out_key(edit)
    return typed.get(READ, key) == key


def left_out_key(edit: "HandEdit | PlayEdit") -> str:
    """Return which figures were left out, as a form tells what its page said; empty if none were."""
    left = {name: _filled(edit.raw.get(name)) for name, _, left in _left_out(edit) if left}
    return json.dumps(left) if left else ""


def _filled(raw: Any) -> Any:
    """Return where the JSON of a value has figures, without these."""
    return {key: _filled(value) for key, value in raw.items()} if isinstance(raw, dict) else bool(raw)


def _subject(left: LeftOut) -> Argument:
    if left.all or not left.whose:
        return left.what
    return Say("{what} ({names})", what=left.what, names=_names(left)) if left.what else _names(left)


def _names(left: LeftOut) -> Argument:
    if len(left.whose) <= MOST_NAMES:
        return And(*left.whose)
    return Say("{number} players", number=Spelled(len(left.whose)))


def _left_out(edit: "HandEdit | PlayEdit") -> Iterator[tuple[str, Entry, list[LeftOut]]]:
    """Yield the entries of the hand of an edit with what was left out of them."""
    if not edit.number:
        return
    setup, raw = edit.result.setup, edit.raw
    table = setup.table.at(edit.number)
    dealer = table.players[edit.result.hands[edit.number - 1].dealer]
    for name, entry in setup.game.entries[setup.game.kind(raw)].items():
        if not entry.asked(raw, table):
            continue
        # The banker, for one, has no stake.
        but = {"dealer": dealer, **raw}.get(getattr(entry, "but", ""))
        yield (
            name,
            entry,
            [
                one._replace(whose=tuple(who for who in one.whose if who != but))
                for one in entry.left_out(raw.get(name), table)
                if one.whose != (but,)
            ],
        )


def _is_unchanged(before: Result, edit: "HandEdit | PlayEdit", name: str) -> bool:
    """Return whether a correction leaves an entry of the hand as it was."""
    if not isinstance(edit, HandEdit) or edit.number > len(before.hands):
        return False
    was, will = (getattr(result.hands[edit.number - 1].hand, name, None) for result in (before, edit.result))
    return bool(was == will)
