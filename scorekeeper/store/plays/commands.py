"""Every way to change a play.

The engine judges a change before anything is written: what it refuses changes nothing. Each change of a
hand is kept as a revision, and the newest revision can be undone.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.domain import CORRECTED, ENTERED, REMOVED, RESTORED, UNDONE
from scorekeeper.rules import engine
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.renaming import Renaming
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.renaming import rewrite_plays
from scorekeeper.store.plays.changes import (
    Content,
    keep_result,
    number_hands,
    write_hand,
    write_revision,
    write_settings,
)
from scorekeeper.store.plays.changes import (
    update_play as update_play,
)
from scorekeeper.store.plays.edits import NEW, PlayEdit, undo_edit
from scorekeeper.store.plays.hand_edit import HandEdit
from scorekeeper.store.plays.hand_edit import edit_hand as edit_hand
from scorekeeper.store.plays.layout import GameLayout
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import (
    Conflict,
    Entry,
    Sheet,
    StoredHand,
    hand_history,
    join_notes,
    note_in,
)


def save_bidding(sheet: Sheet, raw: Entry, device: str) -> None:
    """Save the bid of the hand in progress. Raises Refused or Conflict."""
    _refuse_if_over(sheet)
    if sheet.bidding == raw:
        return
    engine.read_bidding(sheet.setup, sheet.result.state, raw, sheet.number)
    action = CORRECTED if sheet.bidding else ENTERED
    _write(sheet, sheet.number, Content(as_text(raw), False), action, device)


def save_hand(sheet: Sheet, edit: HandEdit, device: str) -> None:
    """Enter the next hand or correct an earlier one, and remove hands after the new end of the game."""
    entering = edit.number == sheet.number
    if entering:
        _refuse_if_over(sheet)
    main = _write(
        sheet, edit.number, Content(as_text(edit.raw), True), ENTERED if entering else CORRECTED, device
    )
    for row in sheet.rows:
        # When the game is over, the bid of the hand in progress no longer counts either.
        if row.entry is not None and row.number > edit.last and (row.complete or edit.result.ending):
            _write(sheet, row.number, Content(None, row.complete), REMOVED, device, main)
    keep_result(sheet, edit.result)


def remove_last_hand(sheet: Sheet, device: str) -> None:
    """Remove the last hand, or the bid of the hand in progress. Raises Conflict if there is none."""
    row = sheet.row(sheet.last)
    if row is None:
        raise Conflict(f"There is no {sheet.setup.game.hand_noun.one} to remove.")
    _write(sheet, row.number, Content(None, row.complete), REMOVED, device)
    _rescore(sheet)


def restore_hand(sheet: Sheet, device: str) -> None:
    """Restore the hand that was removed last. Raises Conflict if there is none."""
    row = sheet.hand_to_restore
    if row is None:
        raise Conflict(f"There is no {sheet.setup.game.hand_noun.one} to restore.")
    kept = next(revision for revision in reversed(hand_history(row.id)) if revision.entry is not None)
    _write(sheet, row.number, Content(kept.entry, kept.complete), RESTORED, device)
    _rescore(sheet)


def undo(sheet: Sheet, device: str) -> None:
    """Undo the newest change; undoing twice redoes it. Raises Conflict if there is none."""
    save_edit(sheet, undo_edit(sheet), device)


def save_edit(sheet: Sheet, edit: PlayEdit, device: str) -> None:
    """Save a change of the whole play as one change with its consequences."""
    play_id, before = sheet.play.id, GameLayout.of(sheet.play, sheet.rows)
    said = {row.id: Content(row.entry, row.complete) for row in sheet.rows}
    if edit.renaming:
        said = _rewrite_names(play_id, edit.renaming, said)
        before = replace(before, options=edit.renaming.rules(before.options))
    contents = {row.id: Content(row.entry, row.complete) for row in edit.rows}
    layout = before.kept_for(edit.layout, edit.places, edit.swap)
    about, content = edit.about, Content(None, True)
    if about is not None:
        content = contents.pop(about) if about in contents else Content(None, said[about].complete)
        about = write_hand(play_id, about or None, None, content)
    main = write_revision(play_id, about, content, edit.action, device, layout=layout)
    for hand_id, caused in contents.items():
        if said.get(hand_id) != caused:
            write_hand(play_id, hand_id, None, caused)
            action = edit.action if edit.action == UNDONE or caused.entry is not None else REMOVED
            write_revision(play_id, hand_id, caused, action, device, main)
    number_hands(before.order, [row.id or about or NEW for row in edit.rows])
    write_settings(play_id, before, edit.layout)
    _keep_notes(sheet, edit.rows)
    keep_result(sheet, edit.result)


def end_play(sheet: Sheet) -> None:
    """End the game before its rules do. Raises Conflict if it is over already."""
    _refuse_if_over(sheet)
    _set_stopped(sheet, True)


def continue_play(sheet: Sheet) -> None:
    """Continue a game that the players had ended."""
    _set_stopped(sheet, False)


def _refuse_if_over(sheet: Sheet) -> None:
    if not sheet.result.ending:
        return
    if sheet.play.stopped and sheet.score(sheet.entries, False).ending is None:
        raise Conflict("Someone has ended the game. Tap “Continue this game” first.")
    noun = sheet.setup.game.hand_noun.one
    raise Conflict(f"The game is over. To continue, correct or remove a {noun} first.")


def _set_stopped(sheet: Sheet, stopped: bool) -> None:
    update_play(sheet.play.id, stopped=stopped)
    keep_result(sheet, sheet.score(sheet.entries, stopped))


def _write(
    sheet: Sheet,
    number: int,
    content: Content,
    action: str,
    device: str,
    main: int | None = None,
) -> int:
    """Write a hand and its revision, and return the revision's id; ``main`` is the change that caused it."""
    row = sheet.row(number)
    hand_id = write_hand(sheet.play.id, row.id if row else None, number, content)
    if (row.note if row else "") != note_in(content.entry):
        _keep_notes(sheet, Sheet.of(sheet.play).rows)
    return write_revision(sheet.play.id, hand_id, content, action, device, main)


def _keep_notes(sheet: Sheet, rows: Iterable[StoredHand]) -> None:
    """Keep the notes on the hands with the play, unless they are still the same."""
    notes = join_notes(row.note for row in rows)
    if notes != join_notes(row.note for row in sheet.rows):
        update_play(sheet.play.id, hand_notes=notes)


def _rewrite_names(play_id: int, renaming: Renaming, said: Mapping[int, Content]) -> dict[int, Content]:
    """Rewrite every hand with other names, and return what these say then. Raises Refused."""
    try:
        rewrite_plays({play_id: renaming})
    except BadName as bad:
        raise Refused([Problem("players", str(bad))]) from None
    return {
        hand_id: content
        if content.entry is None
        else Content(as_text(renaming.hand(json.loads(content.entry), content.complete)), content.complete)
        for hand_id, content in said.items()
    }


def _rescore(sheet: Sheet) -> None:
    """Score the play as it is after what was written, and keep its result."""
    keep_result(sheet, Sheet.of(sheet.play).result)
