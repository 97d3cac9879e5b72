"""Writing a change of a play: its hands, the revision that is kept of each, its layout and its result."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, bindparam, insert, select, update

from scorekeeper.rules.catalogue import given_name
from scorekeeper.rules.engine import Result
from scorekeeper.rules.final_result import FinalResult, FinalSeat
from scorekeeper.rules.halves import as_number
from scorekeeper.store.database import AT_ONCE, db, now
from scorekeeper.store.live.versions import raise_game_versions
from scorekeeper.store.models import Chair, HandRow, Play, Player, Revision, known_as
from scorekeeper.store.plays import play_statistics
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.store.plays.stored_hands import as_text, note_in
from scorekeeper.store.text_order import fold

_hand = cast(Table, HandRow.__table__)
NEW_HAND = insert(_hand)
SAME_HAND = update(_hand).where(_hand.c.id == bindparam("hand"))


class Content(NamedTuple):
    """The content of a hand: its entry as JSON text, None if it is removed; and whether it is complete."""

    entry: str | None
    complete: bool


def write_hand(play_id: int, hand_id: int | None, number: int | None, content: Content) -> int:
    """Write a hand, a new one if it has no id, and return its id."""
    if hand_id is None:
        new = db.session.execute(NEW_HAND, {"play_id": play_id, "number": number, **content._asdict()})
        return int(new.inserted_primary_key[0])  # type: ignore[attr-defined]
    db.session.execute(SAME_HAND, {"hand": hand_id, **content._asdict()})
    return hand_id


def write_revision(
    play_id: int,
    hand_id: int | None,
    content: Content,
    action: str,
    device: str,
    main: Revision | None = None,
    layout: str | None = None,
) -> Revision:
    """Add the revision of a change and return it; ``main`` is the change that caused it."""
    revision = Revision(
        play_id=play_id,
        hand_id=hand_id,
        at=now(),
        device=device,
        action=action,
        layout=layout,
        main=main,
        **content._asdict(),
    )
    db.session.add(revision)
    return revision


def with_consequences(revision_id: int) -> Sequence[Revision]:
    """Return a change with the changes of other hands that it caused."""
    caused = select(Revision).where((Revision.id == revision_id) | (Revision.with_id == revision_id))
    return db.session.scalars(caused.order_by(Revision.id)).all()


def number_hands(before: Sequence[int], after: Sequence[int]) -> None:
    """Renumber the hands with these ids in the given order; a hand left out of it has no number."""
    left = [hand_id for hand_id in before if hand_id not in after]
    if left or list(before) != list(after):
        # In two steps: no two hands of a game may have the same number, not even for a moment.
        hands = {
            hand.id: hand
            for hand in db.session.scalars(select(HandRow).where(HandRow.id.in_({*before, *after})))
        }
        for hand in hands.values():
            hand.number = None
        db.session.flush()
        for number, hand_id in enumerate(after, start=1):
            hands[hand_id].number = number
        db.session.flush()


def write_settings(play: Play, before: GameLayout, after: GameLayout) -> None:
    """Write the house rules, the first dealer, the seats and whether it counts, where they have changed."""
    if (before.options, before.dealer) != (after.options, after.dealer):
        update_play(play.id, options=dict(after.options), dealer=after.dealer)
    if before.set_aside != after.set_aside:
        update_play(play.id, set_aside=after.set_aside)
    del play.seats[len(after.seats) :]
    for chair, seat in zip(play.seats, after.seats, strict=False):
        if chair.player_id != seat.player_id:
            chair.player = db.session.get_one(Player, seat.player_id)
    for place in range(len(play.seats), len(after.seats)):
        player = db.session.get_one(Player, after.seats[place].player_id)
        play.seats.append(Chair(place=place, player=player))
    db.session.flush()


def update_play(play_id: int, **values: object) -> None:
    """Set columns of a play, such as its note or when it was deleted."""
    db.session.execute(update(Play).where(Play.id == play_id).values(**values))
    if "note" in values or "options" in values:
        keep_searched([play_id])


def keep_searched(play_ids: Sequence[int]) -> None:
    """Keep what the archive searches of plays, and what they are known as; a note or the name has changed."""
    for first in range(0, len(play_ids), AT_ONCE):
        some = play_ids[first : first + AT_ONCE]
        columns = (Play.id, Play.note, Play.game, Play.options)
        plays = db.session.execute(select(*columns).where(Play.id.in_(some))).all()
        texts = {play.id: [play.note, given_name(play.game, play.options)] for play in plays}
        names = {play.id: known_as(play.game, play.options) for play in plays}
        noted = select(HandRow.play_id, HandRow.entry).where(HandRow.play_id.in_(some))
        for play_id, entry in db.session.execute(noted.where(HandRow.number.is_not(None))):
            texts[play_id].append(note_in(entry))
        rows = [
            {"id": play_id, "searched": fold("\n".join(said)), "known_as": names[play_id]}
            for play_id, said in texts.items()
        ]
        db.session.execute(update(Play), rows)


def keep_result(play: Play, result: Result) -> None:
    """Keep the result and the statistics of a game that is over; delete them if it continues."""
    edition = str(result.setup.game.edition)
    keep_totals(play, edition, result.state.totals)
    play.keeps_result = False
    play.edition = edition
    if bool(result.ending) != bool(play.ended_at):
        # The pages of the games before it lead to it while it goes on.
        raise_game_versions(play.night_id, only_over=True)
    if result.ending:
        play.ended_at = play.ended_at or now()
        play_statistics.keep_figures((play, play_statistics.figures_of(result)))
    elif play.ended_at:
        play.ended_at = None
        # The evening goes on.
        play.night.ending = None
        play_statistics.delete_figures(play)


def keep_totals(play: Play, edition: str, totals: Sequence[int]) -> None:
    """Keep the totals that a sheet has shown, by the rules of this edition."""
    play.last_totals = as_text({"edition": edition, "totals": [*map(as_number, totals)]})


class GameResult(NamedTuple):
    """The result of a finished game, the edition that gave it, and whether the players ended the game."""

    edition: str
    stopped: bool
    result: FinalResult

    def as_json(self) -> dict[str, Any]:
        """Return the result as the layout of a revision keeps it."""
        return {"edition": self.edition, "stopped": self.stopped, "seats": self.result.seats}


def result_in(layout: str | None) -> GameResult | None:
    """Return the result that a game had before a change; None if the change didn't keep it."""
    known = json.loads(layout or "{}").get("result")
    if known is None:
        return None
    seats = tuple(map(FinalSeat._make, known["seats"]))
    return GameResult(known["edition"], known["stopped"], FinalResult(seats))


def changes_result_alone(change: Revision) -> bool:
    """Return whether a change replaced the result of a game, and nothing else."""
    return change.hand_id is None and [*json.loads(change.layout or "{}")] == ["result"]


def write_result(play: Play, new: GameResult) -> None:
    """Write another result of a finished game; its hands, and what statistics know of them, stay."""
    play.edition, play.stopped, play.keeps_result = new.edition, new.stopped, False
    play.ended_at = play.ended_at or now()
    for chair, seat in zip(play.seats, new.result.seats, strict=True):
        chair.total, chair.won, chair.payout, chair.side = seat
    db.session.flush()


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
