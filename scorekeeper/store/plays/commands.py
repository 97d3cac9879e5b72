"""Every way to change a play.

The engine judges a change before anything is written: what it refuses changes nothing. Each change of a
hand is kept as a revision, and the newest revision can be undone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Table, bindparam, insert, select, update

from scorekeeper.domain import CORRECTED, ENTERED, REMOVED, RESTORED, UNDONE
from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.database import db, now
from scorekeeper.store.models import HandRow, Play, Revision
from scorekeeper.store.plays import play_statistics
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Conflict, Entry, Sheet, hand_history, join_notes, note_in

# Built once: building a statement takes longer than running it.
_hand, _revision = cast(Table, HandRow.__table__), cast(Table, Revision.__table__)
NEW_HAND = insert(_hand).returning(_hand.c.id)
CHANGED_HAND = update(_hand).where(_hand.c.id == bindparam("hand"))
NEW_REVISION = insert(_revision).returning(_revision.c.id)


@dataclass(frozen=True)
class HandEdit:
    """A hand to enter or correct, and what the play becomes with it.

    Attributes:
        number, raw: the hand.
        result: the play with it.
        last: the last hand that still counts; later ones will be removed.
    """

    number: int
    raw: Entry
    result: Result
    last: int


def edit_hand(sheet: Sheet, number: int, raw: Entry) -> HandEdit:
    """Return what the play becomes with this hand entered or corrected. Raises Refused."""
    entries = (*sheet.entries[: number - 1], as_text(raw), *sheet.entries[number:])
    try:
        return HandEdit(number, raw, sheet.score(entries), len(entries))
    except Refused as refused:
        over = refused.problems[0]
        if over.hand is None or over.hand <= number:
            raise
        if over.field != "hands":
            # A later hand is not possible after this one; nothing typed here is wrong in itself.
            noun = sheet.setup.game.hand_noun.one.capitalize()
            later = f"{noun} {over.hand} would no longer be possible. "
            raise Refused(
                Problem("hands", later + problem.message, over.hand) for problem in refused.problems
            ) from None
    # The corrected game ends earlier: hands after its end do not count.
    return HandEdit(number, raw, sheet.score(entries[: over.hand - 1]), over.hand - 1)


def save_bidding(sheet: Sheet, raw: Entry, device: str) -> None:
    """Save the bid of the hand in progress. Raises Refused or Conflict."""
    _refuse_if_over(sheet)
    if sheet.bidding == raw:
        return
    engine.read_bidding(sheet.setup, sheet.result.state, raw, sheet.number)
    _write(sheet, sheet.number, as_text(raw), False, CORRECTED if sheet.bidding else ENTERED, device)


def save_hand(sheet: Sheet, edit: HandEdit, device: str) -> None:
    """Enter the next hand or correct an earlier one, and remove hands after the new end of the game."""
    entering = edit.number == sheet.number
    if entering:
        _refuse_if_over(sheet)
    main = _write(sheet, edit.number, as_text(edit.raw), True, ENTERED if entering else CORRECTED, device)
    for row in sheet.rows:
        # When the game is over, the bid of the hand in progress no longer counts either.
        if row.entry is not None and row.number > edit.last and (row.complete or edit.result.ending):
            _write(sheet, row.number, None, row.complete, REMOVED, device, main)
    _keep(sheet, edit.result)


def remove_last_hand(sheet: Sheet, device: str) -> None:
    """Remove the last hand, or the bid of the hand in progress. Raises Conflict if there is none."""
    row = sheet.row(sheet.last)
    if row is None:
        raise Conflict(f"There is no {sheet.setup.game.hand_noun.one} to remove.")
    _write(sheet, row.number, None, row.complete, REMOVED, device)
    _rescore(sheet)


def restore_hand(sheet: Sheet, device: str) -> None:
    """Restore the hand that was removed last. Raises Conflict if there is none."""
    row = sheet.hand_to_restore
    if row is None:
        raise Conflict(f"There is no {sheet.setup.game.hand_noun.one} to restore.")
    kept = next(revision for revision in reversed(hand_history(row.id)) if revision.entry is not None)
    _write(sheet, row.number, kept.entry, kept.complete, RESTORED, device)
    _rescore(sheet)


def undo(sheet: Sheet, device: str) -> None:
    """Undo the newest change; undoing twice redoes it. Raises Conflict if there is none."""
    if sheet.newest is None:
        raise Conflict("There is nothing to undo.")
    numbers = {row.id: row.number for row in sheet.rows}
    main = None
    for revision in _with_consequences(sheet.newest.id):
        if revision.hand_id is None:
            continue
        before = next((r for r in reversed(hand_history(revision.hand_id)) if r.id < revision.id), None)
        entry, complete = (before.entry, before.complete) if before else (None, revision.complete)
        written = _write(sheet, numbers[revision.hand_id], entry, complete, UNDONE, device, main)
        main = main or written
    _rescore(sheet)


def end_play(sheet: Sheet) -> None:
    """End the game before its rules do. Raises Conflict if it is over already."""
    _refuse_if_over(sheet)
    _set_stopped(sheet, True)


def continue_play(sheet: Sheet) -> None:
    """Continue a game that the players had ended."""
    _set_stopped(sheet, False)


def update_play(play_id: int, **values: object) -> None:
    """Set columns of a play, such as its note or when it was deleted."""
    db.session.execute(update(Play).where(Play.id == play_id).values(**values))


def _refuse_if_over(sheet: Sheet) -> None:
    if not sheet.result.ending:
        return
    if sheet.play.stopped and sheet.score(sheet.entries, False).ending is None:
        raise Conflict("Someone has ended the game. Tap “Continue this game” first.")
    noun = sheet.setup.game.hand_noun.one
    raise Conflict(f"The game is over. To continue, correct or remove a {noun} first.")


def _set_stopped(sheet: Sheet, stopped: bool) -> None:
    update_play(sheet.play.id, stopped=stopped)
    _keep(sheet, sheet.score(sheet.entries, stopped))


def _with_consequences(revision_id: int) -> Sequence[Revision]:
    """Return a change with the changes of other hands that it caused."""
    caused = select(Revision).where((Revision.id == revision_id) | (Revision.with_id == revision_id))
    return db.session.scalars(caused.order_by(Revision.id)).all()


def _write(
    sheet: Sheet,
    number: int,
    entry: str | None,
    complete: bool,
    action: str,
    device: str,
    main: int | None = None,
) -> int:
    """Write a hand and its revision, and return the revision's id; ``main`` is the change that caused it."""
    row = sheet.row(number)
    content = {"entry": entry, "complete": complete}
    if row is None:
        hand_id = db.session.scalar(NEW_HAND, {"play_id": sheet.play.id, "number": number, **content})
    else:
        hand_id = row.id
        db.session.execute(CHANGED_HAND, {"hand": hand_id, **content})
    if (row.note if row else "") != note_in(entry):
        notes = join_notes(row.note for row in Sheet.of(sheet.play).rows)
        update_play(sheet.play.id, hand_notes=notes)
    about = {"play_id": sheet.play.id, "hand_id": hand_id, "with_id": main}
    done = {"at": now(), "device": device, "action": action}
    return int(db.session.execute(NEW_REVISION, {**about, **done, **content}).scalar_one())


def _rescore(sheet: Sheet) -> None:
    """Score the play as it is after what was written, and keep its result."""
    _keep(sheet, Sheet.of(sheet.play).result)


def _keep(sheet: Sheet, result: Result) -> None:
    """Keep the result and the statistics of a game that is over; delete them if it continues."""
    play = sheet.play
    if result.ending is None and play.ended_at is None:
        return
    if result.ending:
        update_play(play.id, ended_at=play.ended_at or now(), counted=play_statistics.VERSION)
        play_statistics.keep_figures(play.id, play_statistics.figures_of(result))
    else:
        update_play(play.id, ended_at=None, counted=0)
        play_statistics.delete_figures(play.id, len(play.seats))
