"""Counting the games of clubs in the background, for the statistics: see ``kept_sums.py``.

Each step is a short transaction that the games of one club wait for; what is interrupted goes on at the next
start. Games of the last hours are never kept, as their nights may not be over.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from scorekeeper.store.database import begin_writing, db, now
from scorekeeper.store.history.counting import About, count_games
from scorekeeper.store.history.kept_sums import EARLIEST, Span, kept_spans, lock_club, times_of_nights
from scorekeeper.store.history.sums import Sums
from scorekeeper.store.models import KeptSums, Play, SumSpan
from scorekeeper.store.turns import of_club

PIECE = 200
"""About how many games are in a span."""

FEW = 20
"""So many newest games are counted whenever a page is drawn; more are added to the sums of all."""

SETTLED = timedelta(hours=36)
"""Games that started earlier are kept."""

AT_A_TIME = 20
"""Spans that are joined to the sums of all games in one step."""


class NextStep(NamedTuple):
    """What to do next for a club: count a time, or join the sums of spans.

    Attributes:
        start, end: the time of the new span.
        replaced: the sums of all games so far, which the new span continues; None for a piece.
        pieces: the spans to join; if there are none, games are counted from ``counted_from`` on.
    """

    start: datetime
    end: datetime
    is_whole: bool
    replaced: Span | None
    pieces: Sequence[Span]
    counted_from: datetime


def keep_sums() -> Iterator[None]:
    """Count what isn't kept yet, yielding after each step; several processes may do so at once."""
    for club_id in _clubs_with_games():
        while keep_some(club_id):
            yield
    while _delete_stale():
        yield


def recount_sums() -> Iterator[None]:
    """Forget all sums and count them again, yielding after each step."""
    db.session.rollback()
    begin_writing()
    db.session.execute(update(SumSpan).values(stale=True))
    db.session.commit()
    yield from keep_sums()


def _clubs_with_games() -> Sequence[int]:
    """Return the ids of the clubs that have more than a few games."""
    many = select(Play.club_id).group_by(Play.club_id).having(func.count() > FEW).order_by(Play.club_id)
    found = db.session.scalars(many).all()
    db.session.rollback()
    return found


def keep_some(club_id: int) -> bool:
    """Do one step for a club and commit it; return False if there was nothing to do."""
    is_needed = _next_step(club_id) is not None
    db.session.rollback()
    if not is_needed:
        return False
    begin_writing(of_club(club_id))
    lock_club(club_id)
    step = _next_step(club_id)
    if step is not None:
        _carry_out(club_id, step)
    db.session.commit()
    return True


def _next_step(club_id: int) -> NextStep | None:
    spans = kept_spans(club_id)
    pieces = [span for span in spans if not span.is_whole]
    start = EARLIEST
    for piece in pieces:
        if piece.since == start:
            start = piece.until
    following = next((piece for piece in pieces if piece.since > start), None)
    end = _end_of_span(club_id, start, following, PIECE)
    if end:
        return NextStep(start, end, False, None, (), start)
    whole = next((span for span in spans if span.is_whole), None)
    at = whole.until if whole else EARLIEST
    later = [piece for piece in pieces if piece.since >= at]
    if later and later[0].since == at:
        later = later[:AT_A_TIME]
        return NextStep(EARLIEST, later[-1].until, True, whole, later, at)
    end = _end_of_span(club_id, at, next(iter(later), None), FEW)
    return NextStep(EARLIEST, end, True, whole, (), at) if end else None


def _end_of_span(club_id: int, start: datetime, following: Span | None, least: int) -> datetime | None:
    """Return where a span that begins here may end, so that no night has games on both sides of it.

    It ends where the following one begins if that is near. Returns None if too few games are left.
    """
    most = 2 * PIECE
    while True:
        started = _started(club_id, start, most)
        is_all = len(started) < most
        ends = _clean_ends(started, is_all)
        if following:
            before = sum(1 for one in started if one[0] < following.since)
            if before in ends and (is_all or before < len(started)):
                return following.since
        elif is_all and len(started) < least:
            return None
        some = [number for number in ends if 0 < number <= PIECE] or [number for number in ends if number][:1]
        if some:
            return started[some[-1] - 1][0] + timedelta(microseconds=1)
        if is_all:
            return None
        most *= 2


def _started(club_id: int, start: datetime, most: int) -> Sequence[tuple[datetime, datetime]]:
    """Return when the next games started, each with when the last game of its night did."""
    times = select(Play.started_at, Play.night_id)
    times = times.where(Play.club_id == club_id, Play.started_at < now() - SETTLED)
    if start != EARLIEST:
        times = times.where(Play.started_at >= start)
    rows = db.session.execute(times.order_by(Play.started_at, Play.id).limit(most)).all()
    last = {night: at for night, _, at in times_of_nights(sorted({row.night_id for row in rows}))}
    return [(row.started_at, last[row.night_id]) for row in rows]


def _clean_ends(started: Sequence[tuple[datetime, datetime]], is_all: bool) -> list[int]:
    """Return after how many games a span may end; 0 is one of them."""
    ends, reach = [0], EARLIEST
    for number, (at, last) in enumerate(started, start=1):
        reach = max(reach, last)
        if number < len(started):
            if reach < started[number][0]:
                ends.append(number)
        elif is_all and reach <= at:
            ends.append(number)
    return ends


def _carry_out(club_id: int, step: NextStep) -> None:
    if step.pieces:
        found = _all_kept(step.pieces)
    else:
        start = None if step.counted_from == EARLIEST else step.counted_from
        found = dict(count_games(club_id, start, step.end))
    if step.replaced:
        before = _all_kept([step.replaced])
        for about, sums in found.items():
            before.setdefault(about, Sums()).join(sums)
        found = before
    old = update(SumSpan).where(SumSpan.club_id == club_id, SumSpan.is_whole.is_(step.is_whole))
    old = old.where(SumSpan.stale.is_(False), SumSpan.since < step.end, SumSpan.until > step.start)
    db.session.execute(old.values(stale=True).execution_options(synchronize_session=False))
    span = SumSpan(club_id=club_id, since=step.start, until=step.end, is_whole=step.is_whole)
    db.session.add(span)
    db.session.flush()
    rows = [
        {"span_id": span.id, "game": game, "person_id": person_id, "figures": sums.as_text()}
        for (game, person_id), sums in found.items()
    ]
    if rows:
        db.session.connection().execute(insert(KeptSums), rows)


def _all_kept(spans: Sequence[Span]) -> dict[About, Sums]:
    """Return all sums of some spans, which follow each other, joined together."""
    joined: dict[About, Sums] = {}
    for span in spans:
        kept = select(KeptSums.game, KeptSums.person_id, KeptSums.figures)
        for game, person_id, figures in db.session.execute(kept.where(KeptSums.span_id == span.id)):
            joined.setdefault((game, person_id), Sums()).join(Sums.from_text(figures))
    return joined


def _delete_stale() -> bool:
    """Delete the sums of a span that no longer counts; return False if there is none."""
    stale = select(SumSpan.id).where(SumSpan.stale).order_by(SumSpan.id).limit(1)
    span_id = db.session.scalar(stale)
    db.session.rollback()
    if span_id is None:
        return False
    begin_writing()
    db.session.execute(delete(KeptSums).where(KeptSums.span_id == span_id))
    db.session.execute(delete(SumSpan).where(SumSpan.id == span_id))
    db.session.commit()
    return True
