"""Hands that a failing disk or another program has damaged.

A hand that can't be read, or that the rules refuse where it is, is left out of its sheet, so that everything
else of the game can be shown and scored. It stays in the database as it is until a player corrects or
removes it, and until then nothing else of the game is changed.
"""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.domain import CORRECTED, REMOVED
from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.plays.changes import (
    Content,
    keep_result,
    keep_searched,
    number_hands,
    write_hand,
    write_revision,
)
from scorekeeper.store.plays.edits import Draft, PlayEdit, judged
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Sheet, hand_history
from scorekeeper.store.plays.stored_hands import Entry, StoredHand, entry_in


def mended(sheet: Sheet) -> Sheet:
    """Return a sheet without its damaged hands; the sheet itself if there are none.

    A game that is not installed, or whose settings are refused, is returned as it is; so is a finished one
    of earlier rules, where today's refuse hands that were right.
    """
    if sheet.is_sound or sheet.is_refused_today:
        return sheet
    try:
        result = engine.play(set_up(json.loads(sheet.key[0]), by_name=False), [])
    except Refused:
        return sheet
    sound: list[StoredHand] = []
    damaged: list[StoredHand] = []
    for row in sheet.rows:
        after = _extended(result, row)
        if after is None:
            damaged.append(row)
        else:
            result = after
            sound.append(row._replace(number=len(sound) + 1))
    return Sheet(sheet.play, sound, tuple(damaged))


def _extended(result: Result, row: StoredHand) -> Result | None:
    """Return a game with one more hand, which changes nothing if it was removed; None if it is damaged."""
    if row.entry is None:
        return result
    try:
        entry = json.loads(row.entry)
        if row.complete:
            return engine.extend(result, entry)
    except (ValueError, TypeError, RecursionError):
        return None
    # A bid that is no longer possible is said beside the form, and entered again there.
    return result if isinstance(entry, dict) else None


def damaged_hand(sheet: Sheet, hand_id: int) -> StoredHand | None:
    """Return the damaged hand with this id; None if no such hand is damaged."""
    return next((row for row in sheet.damaged if row.id == hand_id), None)


def number_among_others(sheet: Sheet, hand: StoredHand) -> int:
    """Return the number that a damaged hand has among the others."""
    return hand.number - sum(row.number < hand.number for row in sheet.damaged)


def last_readable(sheet: Sheet, hand: StoredHand) -> Entry:
    """Return what was last entered for a damaged hand, as far as the rules accept it there; empty if none."""
    place = number_among_others(sheet, hand)
    before = sheet.score(sheet.entries[: place - 1], False)
    for revision in reversed(hand_history(hand.id)):
        entry = entry_in(revision.entry)
        try:
            if revision.complete:
                engine.extend(before, entry)
            else:
                engine.read_bidding(before.setup, before.state, entry, place)
        except (ValueError, TypeError):
            continue
        return entry
    return {}


def replace_damaged(sheet: Sheet, hand: StoredHand, raw: Mapping[str, Any]) -> PlayEdit:
    """Return what the play becomes with a damaged hand entered again. Raises Refused."""
    place = number_among_others(sheet, hand)
    new = StoredHand(hand.id, place, as_text(raw), True)
    rows = (*sheet.rows[: place - 1], new, *sheet.rows[place - 1 :])
    return judged(sheet, Draft(CORRECTED, hand.id, rows, number=place))


def save_replacement(sheet: Sheet, edit: PlayEdit, device: str) -> Sheet:
    """Save a damaged hand that was entered again; every hand keeps its number."""
    play_id, known = sheet.play.id, {row.id: row for row in sheet.rows}
    main = None
    for row in sorted(edit.rows, key=lambda row: row.id != edit.about):
        if row.id == edit.about or row.entry != known[row.id].entry:
            content = Content(row.entry, row.complete)
            write_hand(play_id, row.id, None, content)
            action = CORRECTED if row.id == edit.about else REMOVED
            change = write_revision(play_id, row.id, content, action, device, main)
            main = main or change.id
    return _keep(sheet, sheet.play, edit.rows, edit.about)


def remove_damaged(sheet: Sheet, hand: StoredHand, device: str) -> Sheet:
    """Remove a damaged hand; those after it move up."""
    order = [row.id for row in stored_rows(sheet)]
    content = Content(None, hand.complete)
    write_hand(sheet.play.id, hand.id, None, content)
    write_revision(sheet.play.id, hand.id, content, REMOVED, device, layout=as_text({"order": order}))
    number_hands(order, [hand_id for hand_id in order if hand_id != hand.id])
    return _keep(sheet, sheet.play, sheet.rows, hand.id)


def stored_rows(sheet: Sheet) -> list[StoredHand]:
    """Return all hands of a sheet in the order of the database, with the damaged ones where they are."""
    rows = list(sheet.rows)
    for row in sheet.damaged:
        rows.insert(row.number - 1, row)
    return rows


def _keep(sheet: Sheet, play: Any, rows: Any, mended_id: int | None) -> Sheet:
    """Keep the notes and the result of a play after a change, and return its sheet."""
    left = tuple(row for row in sheet.damaged if row.id != mended_id)
    after = Sheet(play, list(rows), left)
    keep_searched([play.id])
    # What is kept of a game that was over stays until all of it can be scored again.
    if not left:
        keep_result(after.play, after.score(after.entries))
    return after
