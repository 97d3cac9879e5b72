"""Every way to change a play.

The engine judges a change before anything is written: what it refuses changes nothing. Each change of a
hand is kept as a revision, and the newest revision can be undone. What changes the sheet returns it as it is
afterwards, so that it need not be read again.
"""

import json
from collections.abc import Sequence

from sqlalchemy import select

from scorekeeper.domain import CORRECTED, EARLIER, ENDING_STEPS, ENTERED, REMOVED, RESCORED, UNDONE
from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.house import PLAYED_ON
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Revision
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.store.plays.changes import (
    Content,
    GameResult,
    changes_result_alone,
    keep_result,
    keep_searched,
    keep_totals,
    number_hands,
    result_in,
    write_hand,
    write_result,
    write_revision,
    write_settings,
)
from scorekeeper.store.plays.changes import (
    update_play as update_play,
)
from scorekeeper.store.plays.claims import relabel_claims, stop_asking
from scorekeeper.store.plays.edits import NEW, PlayEdit, relabelled, remove_hand, restore_removed, undo_edit
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.store.plays.stored_hands import (
    Entry,
    HandEdit,
    StoredHand,
    as_text,
    note_in,
    refuse_too_many,
)
from scorekeeper.store.plays.stored_hands import edit_hand as edit_hand


def save_bidding(sheet: Sheet, raw: Entry, device: str) -> Sheet:
    """Save the bid of the hand in progress. Raises Refused or Conflict."""
    _refuse_if_over(sheet)
    if sheet.bidding == raw:
        return sheet
    refuse_too_many(sheet.number, sheet.setup)
    engine.read_bidding(sheet.setup, sheet.result.state, raw, sheet.number)
    action = CORRECTED if sheet.bidding else ENTERED
    return _write(sheet, sheet.number, Content(as_text(raw), False), action, device)


def save_hand(sheet: Sheet, edit: HandEdit, device: str) -> Sheet:
    """Enter the next hand or correct an earlier one, and remove hands after the new end of the game."""
    entering = edit.number == sheet.number
    if entering:
        _refuse_if_over(sheet)
        if sheet.play.night.ending == ENDING_STEPS[-1]:
            # The evening goes on.
            sheet.play.night.ending = None
    action, earlier = ENTERED if entering else CORRECTED, _earlier_result(sheet)
    after = _write(sheet, edit.number, Content(as_text(edit.raw), True), action, device)
    for row in sheet.rows:
        # When the game is over, the bid of the hand in progress no longer counts either.
        if row.entry is not None and row.number > edit.last and (row.complete or edit.result.ending):
            after = _write(after, row.number, Content(None, row.complete), REMOVED, device, after.newest)
    if after.number != sheet.number:
        stop_asking(sheet)
    return _keep_result(sheet, after, edit.result, earlier)


def remove_last_hand(sheet: Sheet, device: str) -> Sheet:
    """Remove the last hand, or the bid of the hand in progress. Raises Conflict if there is none."""
    row = sheet.row(sheet.last)
    if row is None:
        raise Conflict(Say("There is no {hand} to remove.", hand=sheet.setup.game.hand_noun))
    return save_edit(sheet, remove_hand(sheet, row.number), device)


def remove_refused_hands(sheet: Sheet, device: str) -> Sheet:
    """Remove the hands of a running game that an update made impossible.

    Raises Conflict if there are none, and CannotBeScored if they are refused for another reason.
    """
    if not sheet.refused:
        sheet.check()
        raise Conflict(Say("There is nothing to remove. Someone may have done that already."))
    return save_edit(sheet, edits.remove_refused(sheet), device)


def restore_hand(sheet: Sheet, device: str) -> Sheet:
    """Restore the hand that was removed last. Raises Conflict if there is none."""
    row = sheet.hand_to_restore
    if row is None:
        raise Conflict(Say("There is no {hand} to restore.", hand=sheet.setup.game.hand_noun))
    return save_edit(sheet, restore_removed(sheet, row.id), device)


def undo(sheet: Sheet, device: str) -> Sheet:
    """Undo the newest change; undoing twice redoes it. Raises Conflict if there is none."""
    newest = sheet.newest
    earlier = result_in(newest.layout) if newest else None
    if newest and earlier and changes_result_alone(newest):
        return _put_result(sheet, earlier, UNDONE, device)
    after = save_edit(sheet, undo_edit(sheet), device)
    # A game that was continued since goes on.
    if earlier and earlier.stopped == sheet.play.stopped:
        keep_result(after.play, after.score(after.entries, True))
        write_result(after.play, earlier)
    return after


def score_again(sheet: Sheet, device: str) -> Sheet:
    """Give a finished game the result of today's rules, as a change that can be undone.

    A game that these would not have ended yet stays finished, as if the players had ended it.
    """
    stopped = sheet.play.stopped or sheet.by_rules.ending is None
    result = sheet.score(sheet.entries, stopped)
    todays = GameResult(str(result.setup.game.edition), stopped, FinalResult.of(result))
    return _put_result(sheet, todays, RESCORED, device)


def _put_result(sheet: Sheet, new: GameResult, action: str, device: str) -> Sheet:
    """Write another result of a finished game, with a revision that keeps the one before.

    Raises Conflict if the game continues.
    """
    play = sheet.play
    if sheet.kept is None:
        raise Conflict(Say("The game goes on, so its result can’t be changed. End it first."))
    before = GameResult(play.edition or "", play.stopped, sheet.kept)
    content, layout = Content(None, True), as_text({"result": before.as_json()})
    after = Sheet(play, sheet.rows)
    after.newest = write_revision(play.id, None, content, action, device, layout=layout)
    write_result(play, new)
    keep_totals(play, new.edition, [seat.total for seat in new.result.seats])
    return after


def save_edit(sheet: Sheet, edit: PlayEdit, device: str) -> Sheet:
    """Save a change of the whole play as one change with its consequences."""
    play_id, before, earlier = sheet.play.id, GameLayout.of(sheet.play, sheet.rows), _earlier_result(sheet)
    said = {row.id: Content(row.entry, row.complete) for row in sheet.rows}
    if list(edit.moved_to) != [*range(sheet.setup.table.n)]:
        said = _change_places(sheet, edit.moved_to)
    contents = {row.id: Content(None, row.complete) for row in sheet.rows}
    contents |= {row.id: Content(row.entry, row.complete) for row in edit.rows}
    layout = before.kept_for(edit.layout, edit.moved_to, edit.swap)
    about, content = edit.about, Content(None, True)
    if about is not None:
        content = contents.pop(about)
        about = write_hand(play_id, about or None, None, content)
    main = write_revision(play_id, about, content, edit.action, device, layout=layout)
    for hand_id, caused in contents.items():
        if said.get(hand_id) != caused:
            write_hand(play_id, hand_id, None, caused)
            action = edit.action if edit.action == UNDONE or caused.entry is not None else REMOVED
            write_revision(play_id, hand_id, caused, action, device, main)
    number_hands(before.order, [row.id or about or NEW for row in edit.rows])
    write_settings(sheet.play, before, edit.layout)
    if any(row.note for row in (*sheet.rows, *edit.rows)):
        keep_searched([play_id])
    after = Sheet(sheet.play, [row._replace(id=row.id or about or NEW) for row in edit.rows])
    after.newest = main
    if (after.number, edit.layout.players) != (sheet.number, before.players):
        stop_asking(sheet)
    return _keep_result(sheet, after, edit.result, earlier, edit.moved_to)


def end_play(sheet: Sheet) -> Sheet:
    """End the game before its rules do. Raises Conflict if it is over already."""
    _refuse_if_over(sheet)
    return _set_stopped(sheet, True)


def end_there(sheet: Sheet, device: str) -> Sheet:
    """End a running game with the hand with which today's rules end it. Raises Conflict if they don't."""
    _refuse_unless_over(sheet)
    return save_edit(sheet, edits.ended_there(sheet), device)


def play_on(sheet: Sheet, device: str) -> Sheet:
    """Let none of its hands so far end a running game. Raises Conflict if today's rules don't end it."""
    _refuse_unless_over(sheet)
    return save_edit(sheet, edits.played_on(sheet), device)


def continue_play(sheet: Sheet) -> Sheet:
    """Continue a game that the players had ended."""
    return _set_stopped(sheet, False)


def _refuse_if_over(sheet: Sheet) -> None:
    if not sheet.result.ending:
        return
    if sheet.play.stopped and sheet.score(sheet.entries, False).ending is None:
        raise Conflict(Say("Someone has ended the game. Tap “Continue this game” first."))
    words = "The game is over. To continue, correct or remove a {hand} first."
    raise Conflict(Say(words, hand=sheet.setup.game.hand_noun))


def _refuse_unless_over(sheet: Sheet) -> None:
    if sheet.over is None:
        raise Conflict(Say("Someone has decided that already."))


def _set_stopped(sheet: Sheet, stopped: bool) -> Sheet:
    ended_after, earlier = sheet.newest_id if stopped else None, _earlier_result(sheet)
    if sheet.is_open:
        # It ends with the totals of all its hands, and so none of them had ended it.
        update_play(sheet.play.id, options={**sheet.play.options, PLAYED_ON: len(sheet.entries)})
    update_play(sheet.play.id, stopped=stopped, ended_after=ended_after)
    keep_result(sheet.play, sheet.score(sheet.entries, stopped))
    if earlier:
        # From which the sheet says what has changed.
        keep_totals(sheet.play, earlier.edition, [seat.total for seat in earlier.result.seats])
    return Sheet(sheet.play, sheet.rows)


def _write(
    sheet: Sheet,
    number: int,
    content: Content,
    action: str,
    device: str,
    main: Revision | None = None,
) -> Sheet:
    """Write a hand and its revision, and return the sheet with it; ``main`` is the change that caused it."""
    row = sheet.row(number)
    hand_id = write_hand(sheet.play.id, row.id if row else None, number, content)
    change = write_revision(sheet.play.id, hand_id, content, action, device, main)
    after = sheet.with_hand(StoredHand(hand_id, number, *content), main or change)
    if (row.note if row else "") != note_in(content.entry):
        keep_searched([sheet.play.id])
    return after


def _change_places(sheet: Sheet, moved_to: Sequence[Seat]) -> dict[int, Content]:
    """Write every hand and what it said earlier for the seats that players have from now on.

    Return what the hands say then, by id.
    """
    setup, play_id = sheet.setup, sheet.play.id
    hands = select(HandRow).where(HandRow.play_id == play_id, HandRow.entry.is_not(None))
    revisions = select(Revision).where(Revision.play_id == play_id, Revision.entry.is_not(None))
    for row in (*db.session.scalars(hands), *db.session.scalars(revisions)):
        row.entry = relabelled(StoredHand(row.id, 0, row.entry, row.complete), setup, moved_to).entry
    db.session.flush()
    relabel_claims(sheet, moved_to)
    moved = [relabelled(row, setup, moved_to) for row in sheet.rows]
    return {row.id: Content(row.entry, row.complete) for row in moved}


def _earlier_result(sheet: Sheet) -> GameResult | None:
    """Return the result that earlier rules gave a game which is about to be changed; None if none did."""
    if sheet.kept is None or not sheet.is_by_earlier_rules:
        return None
    return GameResult(sheet.play.edition or "", sheet.play.stopped, sheet.kept)


def _keep_result(
    before: Sheet, after: Sheet, result: Result, earlier: GameResult | None, moved_to: Sequence[Seat] = ()
) -> Sheet:
    """Keep the result of a play after a change, and return its sheet; ``moved_to`` is that of ``PlayEdit``.

    A result that ``earlier`` rules gave stays if the change makes no difference by today's. Otherwise the
    change keeps it, so that it is there again once that is undone. It also keeps whether the game was open.
    """
    if before.can_be_scored and result is before.by_rules:
        return after
    assert after.newest
    if earlier:
        stays = list(moved_to) == sorted(moved_to)
        if stays and FinalResult.of(result) == FinalResult.of(before.by_rules):
            # The figures of the statistics are made again at the next start.
            after.play.counted = 0
            return after
        _keep_also(after.newest, "result", earlier.as_json())
    keep_result(after.play, result)
    if before.is_open or after.is_open:
        _keep_also(after.newest, "open", before.is_open)
    if after.is_open:
        # Hosts see it among the games that today's rules score differently.
        after.play.edition = EARLIER
    return after


def _keep_also(change: Revision, key: str, value: object) -> None:
    """Keep something else that a change touched, as it was before."""
    change.layout = as_text({**json.loads(change.layout or "{}"), key: value})
