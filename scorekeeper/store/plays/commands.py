"""Every way to change a play.

A change is judged by the engine before anything is written: what it refuses changes nothing. Each
change is kept as a revision, and each revision can be undone while it is the newest.
"""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import Table, bindparam, insert, select, update

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play, Revision, now
from scorekeeper.store.plays import play_statistics
from scorekeeper.store.plays.hand_notes import note_in, together
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import (
    CORRECTED,
    ENTERED,
    RESTORED,
    TAKEN_BACK,
    UNDONE,
    Change,
    Conflict,
    Entry,
    Sheet,
    history,
)
from scorekeeper.store.plays.snapshot import PlaySeen

# Put together once: a statement takes longer to build than to run.
_hand, _revision = cast(Table, HandRow.__table__), cast(Table, Revision.__table__)
NEW_HAND = insert(_hand).returning(_hand.c.id)
CHANGED_HAND = update(_hand).where(_hand.c.id == bindparam("hand"))
NEW_REVISION = insert(_revision).returning(_revision.c.id)


def save_bidding(sheet: Sheet, raw: Entry, device: str) -> None:
    """Keep the bidding of the next hand, whose play is still to come. Raises Refused."""
    _refuse_if_over(sheet)
    if sheet.bidding == raw:
        return
    engine.read_bidding(sheet.setup, sheet.result.state, raw, sheet.number)
    _write(sheet, sheet.number, as_text(raw), False, CORRECTED if sheet.bidding else ENTERED, device)


def save_hand(sheet: Sheet, change: Change, device: str) -> None:
    """Enter the next hand, or correct an earlier one. Hands after the game's new end are taken back."""
    entering = change.number == sheet.number
    if entering:
        _refuse_if_over(sheet)
    main = _write(sheet, change.number, as_text(change.raw), True, ENTERED if entering else CORRECTED, device)
    for row in sheet.rows:
        # The bidding in progress counts no more either when the game is over.
        if row.entry is not None and row.number > change.last and (row.complete or change.result.ending):
            _write(sheet, row.number, None, row.complete, TAKEN_BACK, device, main)
    _keep(sheet, change.result)


def take_back(sheet: Sheet, number: int, device: str) -> None:
    """Take back the last hand, or the bidding in progress. Raises Conflict."""
    row = sheet.row(number)
    if row is None or number != sheet.last:
        raise Conflict(f"Hand {number} is not the last one any more.")
    _write(sheet, number, None, row.complete, TAKEN_BACK, device)
    _keep_anew(sheet)


def bring_back(sheet: Sheet, number: int, device: str) -> None:
    """Bring back the hand that was taken back last, which has this number. Raises Conflict."""
    row = sheet.to_bring_back
    if row is None:
        raise Conflict("There is no hand to bring back any more.")
    if row.number != number:
        raise Conflict(f"Hand {number} is not the one to bring back any more.")
    kept = next(revision for revision in reversed(history(row.id)) if revision.entry is not None)
    _write(sheet, row.number, kept.entry, kept.complete, RESTORED, device)
    _keep_anew(sheet)


def undo(sheet: Sheet, revision_id: int, device: str) -> None:
    """Make the newest change as if it had not been; done twice, it is there again. Raises Conflict."""
    newest = sheet.newest
    if newest is None or newest.id != revision_id:
        raise Conflict("Something was entered since then. Open the hand to correct it.")
    numbers = {row.id: row.number for row in sheet.rows}
    main = None
    for revision in _together(revision_id):
        before = next((r for r in reversed(history(revision.hand_id)) if r.id < revision.id), None)
        entry, complete = (before.entry, before.complete) if before else (None, revision.complete)
        written = _write(sheet, numbers[revision.hand_id], entry, complete, UNDONE, device, main)
        main = main or written
    _keep_anew(sheet)


def stop(sheet: Sheet) -> None:
    """The players end the game here. Raises Conflict when it is over already."""
    _refuse_if_over(sheet)
    _set_stopped(sheet, True)


def go_on(sheet: Sheet) -> None:
    """Go on with a game that the players had ended."""
    _set_stopped(sheet, False)


def set_play(play_id: int, **values: object) -> None:
    """Set columns of a play: its note, or when it was thrown away."""
    db.session.execute(update(Play).where(Play.id == play_id).values(**values))


def _refuse_if_over(sheet: Sheet) -> None:
    if sheet.play.stopped and sheet.score(sheet.entries, False).ending is None:
        raise Conflict("The game was ended here. Tap “Go on with this game” first to go on.")
    if sheet.result.ending:
        raise Conflict("The game is over. To go on, correct or take back a hand first.")


def _set_stopped(sheet: Sheet, stopped: bool) -> None:
    set_play(sheet.play.id, stopped=stopped)
    _keep(sheet, sheet.score(sheet.entries, stopped))


def _together(revision_id: int) -> Sequence[Revision]:
    """A change, and those of other hands that it brought about."""
    along = select(Revision).where((Revision.id == revision_id) | (Revision.with_id == revision_id))
    return db.session.scalars(along.order_by(Revision.id)).all()


def _write(
    sheet: Sheet,
    number: int,
    entry: str | None,
    complete: bool,
    action: str,
    device: str,
    main: int | None = None,
) -> int:
    """Write a hand and its revision, whose id is given back; ``main`` is the change that brought it about."""
    row = sheet.row(number)
    now_so = {"entry": entry, "complete": complete}
    if row is None:
        hand_id = db.session.scalar(NEW_HAND, {"play_id": sheet.play.id, "number": number, **now_so})
    else:
        hand_id = row.id
        db.session.execute(CHANGED_HAND, {"hand": hand_id, **now_so})
    if note_in(row.entry if row else None) != note_in(entry):
        _keep_notes(sheet.play)
    about = {"play_id": sheet.play.id, "hand_id": hand_id, "with_id": main}
    done = {"at": now(), "device": device, "action": action}
    return int(db.session.execute(NEW_REVISION, {**about, **done, **now_so}).scalar_one())


def _keep_notes(play: Play | PlaySeen) -> None:
    """Keep the notes on the hands with the play as they stand after what was written."""
    set_play(play.id, hand_notes=together(note_in(row.entry) for row in Sheet.of(play).rows))


def _keep_anew(sheet: Sheet) -> None:
    """Keep the result of the play as it stands after what was written."""
    _keep(sheet, Sheet.of(sheet.play).result)


def _keep(sheet: Sheet, result: Result) -> None:
    """Keep the result and the figures of a game that is over; forget them when it goes on."""
    play = sheet.play
    if result.ending is None and play.ended_at is None:
        return
    if result.ending:
        set_play(play.id, ended_at=play.ended_at or now(), counted=play_statistics.VERSION)
        play_statistics.keep(play.id, play_statistics.figures(result))
    else:
        set_play(play.id, ended_at=None, counted=0)
        play_statistics.forget(play.id, len(play.seats))
