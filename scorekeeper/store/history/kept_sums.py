"""Sums that are kept for the statistics, so that these cost the same however many games there are.

A club's games are cut into spans of some hundred games in the order of time, whose sums are kept; each year
begins with a new one. Longer spans hold a year, and one more all games from the first on, joined together.
Statistics over any time take the spans within it, and count the games that are in none: the newest ones, and
those at the edges.

Whatever changes which games count, or what they count for, calls ``forget_sums`` in the same transaction: the
spans that it touches are stale from then on, and are counted again in the background (``keeping_sums.py``). A
night is never cut: all games of it are in the same span, or in none.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, cast

from sqlalchemy import ColumnElement, Table, bindparam, func, or_, select, update

from scorekeeper.store.database import AT_ONCE, db, execute
from scorekeeper.store.history.counting import EVERYONE, About, count_games
from scorekeeper.store.history.scope import Scope, start_of_day
from scorekeeper.store.history.sums import Sums
from scorekeeper.store.models import Club, KeptSums, Play, SumSpan

EARLIEST = datetime(1000, 1, 1, tzinfo=UTC)
"""Where the first span of a club begins; it has all games before, too."""


# Built once: building a statement takes longer than running it.
_span, _play, _club = (cast(Table, model.__table__) for model in (SumSpan, Play, Club))
LOCK = select(_club.c.id).where(_club.c.id == bindparam("club")).with_for_update(key_share=True)
NIGHT_OF = select(_play.c.club_id, _play.c.night_id).where(_play.c.id == bindparam("play"))
STALE = update(_span).where(_span.c.stale.is_(False)).values(stale=True)
_of_night = select(func.min(_play.c.started_at)).where(_play.c.night_id == bindparam("night"))
FIRST = _of_night.scalar_subquery()
LAST = _of_night.with_only_columns(func.max(_play.c.started_at)).scalar_subquery()
STALE_WITH_NIGHT = STALE.where(
    _span.c.club_id == bindparam("club"),
    or_(_span.c.since <= LAST, _span.c.since == EARLIEST),
    _span.c.until > FIRST,
)

SPAN = (SumSpan.id, SumSpan.since, SumSpan.until, SumSpan.is_whole)


class Span(NamedTuple):
    """A time whose sums are kept."""

    id: int
    since: datetime
    until: datetime
    is_whole: bool


class ScopeSums:
    """The sums of the games that count; those about a person are put together when they are first asked for.

    Attributes:
        counted_anew: how many games were in no span until now, so that they were counted.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.counted_anew = 0
        self._found: dict[int, Sums] = {}

    @property
    def everyone(self) -> Sums:
        """The sums about everyone."""
        return self.of(EVERYONE)

    def of(self, person_id: int) -> Sums:
        """Return the sums about a person."""
        if person_id not in self._found:
            self._found[person_id] = self._put_together((self.scope.game, person_id))
        return self._found[person_id]

    def _put_together(self, about: About) -> Sums:
        club_id, sums = self.scope.club_id, Sums()
        start = start_of_day(self.scope.since) if self.scope.since else None
        end = start_of_day(self.scope.until + timedelta(days=1)) if self.scope.until else None
        spans = spans_within(club_id, start, end)
        kept, at = kept_sums_of(spans, about), start
        for span in spans:
            if span.since > (at or EARLIEST):
                sums.join(self._count(at, span.since, about))
            sums.join(kept.get(span.id, Sums()))
            at = span.until
        sums.join(self._count(at, end, about))
        return sums

    def _count(self, start: datetime | None, end: datetime | None, about: About) -> Sums:
        """Count the games between spans."""
        sums = count_games(self.scope.club_id, start, end, about).get(about, Sums())
        self.counted_anew += sum(games for games, *_ in sums.added.get("games", {}).values())
        return sums


def spans_within(club_id: int, start: datetime | None, end: datetime | None) -> list[Span]:
    """Return spans within a time, one after the other and the longest ones possible."""
    found: list[Span] = []
    if start is None:
        whole = select(*SPAN).where(*_fresh(club_id, EARLIEST, end), SumSpan.is_whole)
        rows = db.session.execute(whole.order_by(SumSpan.until.desc(), SumSpan.id).limit(1))
        found = [Span(*row) for row in rows]
        start = found[0].until if found else None
    return in_a_row([*found, *kept_spans(club_id, start, end)])


def in_a_row(spans: Iterable[Span]) -> list[Span]:
    """Return the longest ones of spans in the order of time, without those that these have."""
    found: list[Span] = []
    for span in spans:
        if not found or span.since >= found[-1].until:
            found.append(span)
    return found


def kept_spans(club_id: int, start: datetime | None = None, end: datetime | None = None) -> list[Span]:
    """Return the spans of a club that count, in the order of time, longer ones first."""
    kept = select(*SPAN).where(*_fresh(club_id, start or EARLIEST, end))
    rows = db.session.execute(kept.order_by(SumSpan.since, SumSpan.until.desc(), SumSpan.id))
    return [Span(*row) for row in rows]


def _fresh(club_id: int, start: datetime, end: datetime | None) -> list[ColumnElement[bool]]:
    """Return the conditions that a span must meet to count within a time."""
    wanted = [SumSpan.club_id == club_id, SumSpan.stale.is_(False), SumSpan.since >= start]
    return [*wanted, SumSpan.until <= end] if end else wanted


def kept_sums_of(spans: Sequence[Span], about: About) -> dict[int, Sums]:
    """Return the sums about something by the id of the span; those without any are left out."""
    found: dict[int, Sums] = {}
    game, person_id = about
    kept = select(KeptSums.span_id, KeptSums.figures)
    kept = kept.where(KeptSums.game == game, KeptSums.person_id == person_id)
    for at in range(0, len(spans), AT_ONCE):
        some = kept.where(KeptSums.span_id.in_([span.id for span in spans[at : at + AT_ONCE]]))
        found.update({row.span_id: Sums.from_text(row.figures) for row in db.session.execute(some)})
    return found


def lock_club(club_id: int) -> None:
    """Wait for others who change or count the games of a club, where the database lets two write at once."""
    execute(LOCK, {"club": club_id})


def forget_all_sums(club_id: int) -> None:
    """Say that all games of a club have changed, so that they are counted again."""
    lock_club(club_id)
    execute(STALE.where(_span.c.club_id == club_id))


def forget_sums(club_id: int, night_ids: Iterable[int]) -> None:
    """Say that games of some nights of a club have changed, so that they are counted again."""
    lock_club(club_id)
    for night_id in night_ids:
        execute(STALE_WITH_NIGHT, {"club": club_id, "night": night_id})


def forget_sums_with(play_ids: Sequence[int]) -> None:
    """Say that some games have changed, so that these are counted again."""
    nights: dict[int, set[int]] = {}
    for play_id in play_ids:
        for row in execute(NIGHT_OF, {"play": play_id}):
            nights.setdefault(row.club_id, set()).add(row.night_id)
    for club_id, night_ids in sorted(nights.items()):
        forget_sums(club_id, sorted(night_ids))


def times_of_nights(night_ids: Sequence[int]) -> list[tuple[int, datetime, datetime]]:
    """Return the ids of nights with games, and when the first and the last game of each started."""
    times = select(Play.night_id, func.min(Play.started_at), func.max(Play.started_at))
    found: list[tuple[int, datetime, datetime]] = []
    for at in range(0, len(night_ids), AT_ONCE):
        some = times.where(Play.night_id.in_(night_ids[at : at + AT_ONCE])).group_by(Play.night_id)
        found += [(night, first, last) for night, first, last in db.session.execute(some)]
    return found
