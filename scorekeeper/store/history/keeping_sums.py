"""Counting the games of clubs in the background, for the statistics: see ``kept_sums.py``.

Each step is a short transaction that the games of one club wait for; what is interrupted goes on at the next
start. Games of the last hours are never kept, as their nights may not be over.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from scorekeeper.store.database import begin_writing, db, now
from scorekeeper.store.history.counting import About, count_games
from scorekeeper.store.history.kept_sums import (
    EARLIEST,
    Span,
    in_a_row,
    kept_spans,
    lock_club,
    times_of_nights,
)
from scorekeeper.store.history.scope import start_of_day
from scorekeeper.store.history.sums import Sums
from scorekeeper.store.models import KeptSums, Play, SumSpan
from scorekeeper.store.turns import of_club

PIECE = 200
"""About how many games are in a piece, unless its year or month ends."""

FEW = 20
"""So many newest games are counted whenever a page is drawn; more are added to the sums of all."""

SETTLED = timedelta(hours=36)
"""Games that started earlier are kept."""

AT_A_TIME = 5
"""Spans, most of them years, that are joined to the sums of all games in one step."""

INSTANT = timedelta(microseconds=1)
"""The shortest time between two games."""


class NextStep(NamedTuple):
    """What to do next for a club: count a time, or join the sums of spans to those of a year or of all.

    Attributes:
        start, end: the time of the new span.
        replaced: the sums of all games so far, which the new span continues, if there are any.
        pieces: the spans to join; if there are none, games are counted from ``counted_from`` on.
    """

    start: datetime
    end: datetime
    is_whole: bool
    replaced: Span | None
    pieces: Sequence[Span]
    counted_from: datetime


def keep_sums() -> Iterator[None]:
    """Count what isn't kept yet, yielding after each step; several processes may do so at once.

    Finding that there is nothing to do for a club is a step too: a server may have thousands of clubs.
    """
    for club_id in _clubs_with_games():
        while keep_some(club_id):
            yield
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
    pieces = in_a_row(span for span in spans if not span.is_whole)
    kept = _without_gaps(pieces)
    start = kept[-1].until if kept else EARLIEST
    following = next((piece for piece in pieces if piece.since > start), None)
    end = _end_of_span(club_id, start, following, True)
    if end:
        return NextStep(start, end, False, None, (), start)
    year = _year_to_join(kept)
    if year:
        return NextStep(year[0].since, year[-1].until, False, None, year, year[0].since)
    whole = next((span for span in spans if span.is_whole), None)
    at = whole.until if whole else EARLIEST
    later = in_a_row(span for span in spans if not span.is_whole and span.since >= at)
    if later and later[0].since == at:
        later = later[:AT_A_TIME]
        return NextStep(EARLIEST, later[-1].until, True, whole, later, at)
    end = _end_of_span(club_id, at, next(iter(later), None), False)
    return NextStep(EARLIEST, end, True, whole, (), at) if end else None


def _without_gaps(pieces: Sequence[Span]) -> list[Span]:
    """Return the first pieces, each of which begins where the one before ends."""
    found: list[Span] = []
    for piece in pieces:
        if piece.since != (found[-1].until if found else EARLIEST):
            break
        found.append(piece)
    return found


def _year_to_join(kept: Sequence[Span]) -> list[Span] | None:
    """Return the pieces of the first year that is over and has several; None if there is none."""
    years = [list(some) for _, some in groupby(kept, key=_years)]
    return next((some for some in years[:-1] if len(some) > 1), None)


def _years(span: Span) -> tuple[int, int]:
    """Return the first and the last year of a span in the app's time zone."""
    return span.since.astimezone().year, (span.until - INSTANT).astimezone().year


def _end_of_span(club_id: int, start: datetime, following: Span | None, is_piece: bool) -> datetime | None:
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
        elif is_all and len(started) < (PIECE if is_piece else FEW):
            return None
        year = start_of_day(date(started[0][0].astimezone().year, 1, 1)) if started else start
        if is_piece and start < year:
            return year
        if number := _games_of_span([at for at, _ in started], ends):
            return _end_after([at for at, _ in started], number)
        if is_all:
            return None
        most *= 2


def _games_of_span(started: Sequence[datetime], ends: Sequence[int]) -> int | None:
    """Return after how many games a span had best end: with the year, or a month, as these are asked for."""
    days = [at.astimezone() for at in started]
    most = PIECE + PIECE // 2
    clean = [number for number in ends if number]
    in_year = [number for number in clean if number <= most and days[number - 1].year == days[0].year]
    if not in_year:
        return next(iter(clean), None)
    if any(day.year != days[0].year for day in days[: most + 1]):
        return in_year[-1]
    months = [
        number for number in in_year if days[number - 1].month != days[min(number, len(days) - 1)].month
    ]
    return max(months or [number for number in in_year if number <= PIECE] or in_year[:1])


def _end_after(started: Sequence[datetime], number: int) -> datetime:
    """Return where a span of so many games ends: with their month, if the next game is in a later one."""
    last = started[number - 1]
    day = last.astimezone()
    month = start_of_day(date(day.year + day.month // 12, day.month % 12 + 1, 1))
    return month if any(month <= at for at in started[number : number + 1]) else last + INSTANT


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
    if step.is_whole or not step.pieces:
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
