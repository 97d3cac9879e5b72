"""Writing a change of a play: its hands, the revision that is kept of each, its layout and its result."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import Boolean, Insert, Integer, String, Table, Update, bindparam, insert, select, update

from scorekeeper.rules.engine import Result
from scorekeeper.rules.final_result import FinalResult, FinalSeat
from scorekeeper.store.database import AT_ONCE, UtcDateTime, connection, db, now
from scorekeeper.store.models import Chair, HandRow, Play, Revision
from scorekeeper.store.plays import play_statistics
from scorekeeper.store.plays.layout import GameLayout
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import StoredChange, note_in
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.text_order import fold

_hand, _revision, _chair, _play = (cast(Table, model.__table__) for model in (HandRow, Revision, Chair, Play))
_new_hand, _changed_hand = insert(_hand), update(_hand).where(_hand.c.id == bindparam("hand"))
NEW_HAND = Prepared(_new_hand.returning(_hand.c.id))
CHANGED_HAND = Prepared(_changed_hand)
NUMBERED_HAND = _changed_hand.values(number=bindparam("place"))
NEW_REVISION = Prepared(insert(_revision).returning(_revision.c.id))
RESULT = (
    update(_chair)
    .where(_chair.c.play_id == bindparam("play"), _chair.c.place == bindparam("seat"))
    .values({name: bindparam(name) for name in FinalSeat._fields})
)
TAKEN_SEAT = (
    update(_chair)
    .where(_chair.c.play_id == bindparam("play"), _chair.c.place == bindparam("seat"))
    .values(player_id=bindparam("player"))
)

# A hand and its revision at once, as PostgreSQL can, where every statement is a message to another process.
_SAID = {"entry": bindparam("said", type_=_hand.c.entry.type), "complete": bindparam("whole", type_=Boolean)}
_DONE: dict[str, Any] = {
    "play_id": bindparam("play", type_=Integer),
    "at": bindparam("then", type_=UtcDateTime),
    "device": bindparam("phone", type_=String),
    "action": bindparam("done", type_=String),
    "with_id": bindparam("main", type_=Integer),
    **_SAID,
}


def _with_revision(hand: Insert | Update) -> Prepared:
    """Return the statement that writes a hand, and the revision of what it says then."""
    written = hand.returning(_hand.c.id).cte("written")
    revision = insert(_revision).from_select(["hand_id", *_DONE], select(written.c.id, *_DONE.values()))
    return Prepared(revision.returning(_revision.c.id, _revision.c.hand_id))


NEW_HAND_WITH_REVISION = _with_revision(
    _new_hand.values(play_id=_DONE["play_id"], number=bindparam("place"), **_SAID)
)
CHANGED_HAND_WITH_REVISION = _with_revision(_changed_hand.values(**_SAID))


class Content(NamedTuple):
    """What a hand says: its entry as JSON text, None if it is removed; and whether it is complete."""

    entry: str | None
    complete: bool


def write_hand(play_id: int, hand_id: int | None, number: int | None, content: Content) -> int:
    """Write a hand, a new one if it has no id, and return its id."""
    if hand_id is None:
        new = {"play_id": play_id, "number": number, **content._asdict()}
        return int(NEW_HAND.run(new)[0].id)
    CHANGED_HAND.run({"hand": hand_id, **content._asdict()})
    return hand_id


def write_revision(
    play_id: int,
    hand_id: int | None,
    content: Content,
    action: str,
    device: str,
    main: int | None = None,
    layout: str | None = None,
) -> StoredChange:
    """Write the revision of a change and return it; ``main`` is the id of the change that caused it."""
    at, (entry, complete) = now(), content
    about = {"play_id": play_id, "hand_id": hand_id, "with_id": main, "layout": layout}
    done = {"at": at, "device": device, "action": action, "entry": entry, "complete": complete}
    number = int(NEW_REVISION.run({**about, **done})[0].id)
    return StoredChange(number, hand_id, at, device, action, complete, layout, entry is None)


def write_hand_with_revision(
    play_id: int,
    hand_id: int | None,
    number: int,
    content: Content,
    action: str,
    device: str,
    main: int | None = None,
) -> StoredChange:
    """Write a hand, a new one if it has no id, with the revision of that change, and return the change.

    ``main`` is the id of the change that caused it.
    """
    if connection().dialect.name != "postgresql":
        written = write_hand(play_id, hand_id, number, content)
        return write_revision(play_id, written, content, action, device, main)
    at, (entry, complete) = now(), content
    about = {"play": play_id, "said": entry, "whole": complete}
    done = {"then": at, "phone": device, "done": action, "main": main}
    which = {"place": number} if hand_id is None else {"hand": hand_id}
    statement = NEW_HAND_WITH_REVISION if hand_id is None else CHANGED_HAND_WITH_REVISION
    row = statement.run({**about, **done, **which})[0]
    return StoredChange(row.id, row.hand_id, at, device, action, complete, None, entry is None)


def with_consequences(revision_id: int) -> Sequence[Revision]:
    """Return a change with the changes of other hands that it caused."""
    caused = select(Revision).where((Revision.id == revision_id) | (Revision.with_id == revision_id))
    return db.session.scalars(caused.order_by(Revision.id)).all()


def number_hands(before: Sequence[int], after: Sequence[int]) -> None:
    """Renumber the hands with these ids in the given order; a hand left out of it has no number."""
    left = [hand_id for hand_id in before if hand_id not in after]
    if left or list(before) != list(after):
        # In two steps: no two hands of a game may have the same number, not even for a moment.
        gone = [{"hand": hand_id, "place": None} for hand_id in {*before, *after}]
        placed = [{"hand": hand_id, "place": number} for number, hand_id in enumerate(after, start=1)]
        db.session.connection().execute(NUMBERED_HAND, gone)
        if placed:
            db.session.connection().execute(NUMBERED_HAND, placed)


def write_settings(play_id: int, before: GameLayout, after: GameLayout) -> None:
    """Write the house rules, the first dealer and the seats, where they have changed."""
    if (before.options, before.dealer) != (after.options, after.dealer):
        update_play(play_id, options=dict(after.options), dealer=after.dealer)
    taken = [
        {"play": play_id, "seat": place, "player": seat.player_id}
        for place, seat in enumerate(after.seats)
        if seat.player_id != before.seats[place].player_id
    ]
    if taken:
        db.session.connection().execute(TAKEN_SEAT, taken)


def update_play(play_id: int, **values: object) -> None:
    """Set columns of a play, such as its note or when it was deleted."""
    db.session.execute(update(Play).where(Play.id == play_id).values(**values))
    if "note" in values or "options" in values:
        keep_searched([play_id])


def keep_searched(play_ids: Sequence[int]) -> None:
    """Keep what the archive searches of plays of which a note or the name has changed."""
    for first in range(0, len(play_ids), AT_ONCE):
        some = play_ids[first : first + AT_ONCE]
        plays = db.session.execute(select(Play.id, Play.note, Play.options).where(Play.id.in_(some)))
        texts = {play.id: [play.note, play.options.get("title") or ""] for play in plays}
        noted = select(HandRow.play_id, HandRow.entry).where(HandRow.play_id.in_(some))
        for play_id, entry in db.session.execute(noted.where(HandRow.number.is_not(None))):
            texts[play_id].append(note_in(entry))
        rows = [{"id": play_id, "searched": fold("\n".join(said))} for play_id, said in texts.items()]
        db.session.execute(update(Play), rows)


def keep_result(sheet: Sheet, result: Result) -> datetime | None:
    """Keep the result and the statistics of a game that is over; delete them if it continues.

    Return when it ended.
    """
    play = sheet.play
    if result.ending:
        ended_at = play.ended_at or now()
        edition, counted = str(result.setup.game.edition), play_statistics.VERSION
        update_play(play.id, ended_at=ended_at, edition=edition, keeps_result=False, counted=counted)
        play_statistics.keep_figures({play.id: play_statistics.figures_of(result)})
        return ended_at
    if play.ended_at:
        update_play(play.id, ended_at=None, edition=None, keeps_result=False, counted=0)
        play_statistics.delete_figures(play.id, len(play.seats))
    return None


class GameResult(NamedTuple):
    """The result of a finished game, the edition that gave it, and whether the players ended the game."""

    edition: str
    stopped: bool
    result: FinalResult

    def as_json(self) -> dict[str, Any]:
        """Return the result as the layout of a revision keeps it."""
        return {"edition": self.edition, "stopped": self.stopped, "seats": self.result.seats}


def result_in(layout: str | None) -> GameResult | None:
    """Return the result that a change kept; None if it changed no result alone."""
    known = json.loads(layout or "{}").get("result")
    if known is None:
        return None
    seats = tuple(map(FinalSeat._make, known["seats"]))
    return GameResult(known["edition"], known["stopped"], FinalResult(seats))


def write_result(play_id: int, new: GameResult) -> None:
    """Write another result of a finished game; its hands, and what statistics know of them, stay."""
    written = {"edition": new.edition, "stopped": new.stopped, "keeps_result": False}
    db.session.connection().execute(update(_play).where(_play.c.id == play_id).values(written))
    rows = [{"play": play_id, "seat": place, **seat._asdict()} for place, seat in enumerate(new.result.seats)]
    db.session.connection().execute(RESULT, rows)


def contents_before(revisions: Sequence[Revision]) -> dict[int, Content]:
    """Return what each hand said before these changes, by its id."""
    first = {revision.hand_id: revision for revision in reversed(revisions) if revision.hand_id is not None}
    earlier = select(Revision).where(Revision.hand_id.in_(first)).order_by(Revision.id)
    before = {hand_id: Content(None, revision.complete) for hand_id, revision in first.items()}
    for revision in db.session.scalars(earlier):
        hand_id = revision.hand_id
        if hand_id is not None and revision.id < first[hand_id].id:
            before[hand_id] = Content(revision.entry, revision.complete)
    return before
