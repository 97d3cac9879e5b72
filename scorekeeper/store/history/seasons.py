"""Seasons: the days of a club for which there is a table of who played best."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    String,
    case,
    cast,
    func,
    literal,
    null,
    select,
    tuple_,
    type_coerce,
)
from sqlalchemy.orm import aliased, selectinload

from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.store.clubs.people import PERSON, persons_of
from scorekeeper.store.database import Points, db, now
from scorekeeper.store.history.paging import Columns
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import names_of, side, won
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Chair, Night, Play, Season
from scorekeeper.store.plays.sheet import setup_of
from scorekeeper.store.text_order import name_order
from scorekeeper.store.time_zones import evening_of

PLACES, WINS, POINTS = "places", "wins", "points"
"""What counts in a game: the place, whether it was won, or the total."""

NIGHTS, GAMES = "nights", "games"
"""What the best of are counted."""


@dataclass(frozen=True)
class SeasonRules:
    """How the games of a season are counted.

    Attributes:
        games: what they are known as (see ``Play.known_as``); empty for all.
        counting: PLACES, WINS or POINTS.
        points: what the first place of a game is worth, the second and so on, with PLACES.
        best: how many of someone's best results count; None for all.
        of: what a result is: NIGHTS or GAMES.
        fewest: from how many nights someone is ranked.
    """

    games: tuple[str, ...] = ()
    counting: str = PLACES
    points: tuple[int, ...] = (5, 3, 2, 1)
    best: int | None = None
    of: str = NIGHTS
    fewest: int = 1

    @classmethod
    def of_season(cls, season: Season) -> "SeasonRules":
        """Return the rules of a season."""
        lists = {name: tuple(season.rules[name]) for name in ("games", "points")}
        return cls(**{**season.rules, **lists})


class SeasonResult(NamedTuple):
    """What someone got on a night, or in a game where the best games count.

    Attributes:
        counts: False if it is dropped, because others were better.
    """

    night_id: int
    play_id: int | None
    points: int
    counts: bool


class SeasonRow(NamedTuple):
    """Someone in the table of a season.

    Attributes:
        place: None for those who came on too few nights.
        points: the sum of the results that count.
        nights: on how many they played a game that counts.
        wins: how many games they won, also in results that are dropped.
        results: all of them, in the order of time.
    """

    place: int | None
    person_id: int
    name: str
    points: int
    nights: int
    wins: int
    results: Sequence[SeasonResult]


class SeasonChange(NamedTuple):
    """The rows of someone in two tables of a season; None where they are not in the table."""

    name: str
    was: SeasonRow | None
    now: SeasonRow | None

    @property
    def up(self) -> int:
        """How many places higher they are in the second table; 0 if they have no place in one of them."""
        was, now = (row.place if row else None for row in self[1:])
        return was - now if was and now else 0


class SeasonTable(NamedTuple):
    """The table of a season.

    Attributes:
        nights: the days of those with games that count, by id and in order of time.
        changes: whose points or place in a closed season would be others today, in the order of that table.
    """

    rows: Sequence[SeasonRow]
    nights: Mapping[int, date]
    changes: Sequence[SeasonChange] = ()


def seasons_of(club_id: int) -> Sequence[Season]:
    """Return the seasons on a club's list, the last one first."""
    listed = select(Season).where(Season.club_id == club_id, Season.removed_at.is_(None))
    return db.session.scalars(
        listed.order_by(Season.until.desc(), Season.since.desc(), Season.name, Season.id)
    ).all()


def club_season(club_id: int, season_id: int) -> Season | None:
    """Return a season of a club, also one that was removed; None if the club has none with this id."""
    return db.session.scalar(select(Season).where(Season.club_id == club_id, Season.id == season_id))


def season_of_day(club_id: int, day: date) -> Season | None:
    """Return the season of a day: of several the last to begin, of these the first to end, then by name."""
    then = select(Season).where(Season.club_id == club_id, Season.removed_at.is_(None))
    then = then.where(Season.since <= day, Season.until >= day)
    return db.session.scalar(
        then.order_by(Season.since.desc(), Season.until, Season.name, Season.id).limit(1)
    )


def save_season(
    club_id: int, name: str, since: date, until: date, rules: SeasonRules, season: Season | None = None
) -> Season:
    """Add a season to a club, or change the one given, and return it."""
    season = season or Season(club_id=club_id)
    season.name, season.since, season.until, season.rules = name, since, until, asdict(rules)
    db.session.add(season)
    raise_all_versions(club_id)
    return season


def remove_season(season: Season) -> None:
    """Take a season off the club's list."""
    season.removed_at = season.removed_at or now()
    raise_all_versions(season.club_id)


def restore_season(season: Season) -> None:
    """Put a season back on the club's list."""
    season.removed_at = None
    raise_all_versions(season.club_id)


def season_table(club_id: int, since: date, until: date, rules: SeasonRules) -> SeasonTable:
    """Return the table of the games of a club that started on these days or between them.

    In a game those who won are first and the others follow by their totals; where nobody won and all totals
    are equal, such as those of players who lost together, all are second. Partners take one place, and each
    gets its points, as does everyone who shares a place: of two who share the first, each gets the points of
    the first, and the next one is third. With POINTS the totals are added up, as negative ones where the
    lowest wins.

    Of someone's equal results the later ones count. The table has those with the most points first; equal
    ones share the place, in the order of their wins. After them come those on fewer nights than needed.
    """
    scope = Scope(club_id, rules.games, since, until)
    results: dict[int, list[SeasonResult]] = {}
    wins = Counter[int]()
    for person, night, play, points, won_there in db.session.execute(_results(scope, rules)):
        results.setdefault(person, []).append(SeasonResult(night, play, points, counts=True))
        wins[person] += won_there
    nights = _nights(scope, {one.night_id for some in results.values() for one in some})
    order, named = {night: at for at, night in enumerate(nights)}, names_of(club_id)
    rows = []
    for person, some in results.items():
        shown = _with_dropped(sorted(some, key=lambda one: order[one.night_id]), rules.best)
        points = sum(one.points for one in shown if one.counts)
        came = len({one.night_id for one in shown})
        rows.append(SeasonRow(None, person, named[person], points, came, wins[person], shown))
    return SeasonTable(_ranked(rows, rules.fewest), nights)


def _nights(scope: Scope, ids: Container[int]) -> dict[int, date]:
    """Return the days of those nights with games that count which have one of these ids, in order of time."""
    every = select(Night.id, Night.started_at, Night.time_zone)
    every = every.where(Night.id.in_(scope.plays(Play.night_id)))
    rows = db.session.execute(every.order_by(Night.started_at, Night.id))
    return {row.id: evening_of(row.started_at, row.time_zone) for row in rows if row.id in ids}


def _results(scope: Scope, rules: SeasonRules) -> Columns:
    """Return a query for results: whose, the night, the game, the points and the games won.

    Those of games are in the order in which these started.
    """
    sign = _sign(scope) if rules.counting != WINS else 1
    points: Any = {
        PLACES: case(dict(enumerate(rules.points, start=1)), value=_place(sign), else_=0),
        WINS: won(Chair),
        POINTS: type_coerce(sign * func.coalesce(Chair.total, 0), Points),
    }[rules.counting]
    if rules.of == GAMES:
        every = scope.chairs(PERSON, Play.night_id, Play.id, points, won(Chair))
        return every.order_by(Play.started_at, Play.id)
    every = scope.chairs(PERSON, Play.night_id, null(), func.sum(points), func.sum(won(Chair)))
    return every.group_by(PERSON, Play.night_id)


def _sign(scope: Scope) -> ColumnElement[int]:
    """Return -1 for games in which the lowest total wins, else 1."""
    # Few games have house rules that no other has, and reading them takes longer than all the rest.
    agreed = Play.game, cast(Play.options, String)
    one_each = select(Play, agreed[1].label("agreed")).options(selectinload(Play.seats))
    one_each = one_each.where(Play.id.in_(scope.plays(func.min(Play.id)).group_by(*agreed).correlate(None)))
    found = [(play, options, setup_of(play, play.seats)) for play, options in db.session.execute(one_each)]
    lowest = [(play.game, options) for play, options, setup in found if setup and setup.lowest_wins]
    if not lowest:
        return literal(1)
    such = scope.plays(Play.id).where(tuple_(*agreed).in_(lowest)).correlate(None)
    return case((Play.id.in_(such), -1), else_=1)


def _place(sign: ColumnElement[int] | int) -> ColumnElement[int]:
    """Return the place of a seat in its game; the ``sign`` of totals is -1 where the lowest wins, else 1."""
    other = aliased(Chair)
    is_ahead = other.won.is_(True) | (sign * other.total > sign * Chair.total)
    ahead = func.count(func.distinct(case((is_ahead, side(other)))))
    nobody_first = (func.max(won(other)) == 0) & (func.min(other.total) == func.max(other.total))
    of_a_loser = select(1 + ahead + case((nobody_first, 1), else_=0)).where(other.play_id == Play.id)
    return case((Chair.won.is_(True), 1), else_=of_a_loser.scalar_subquery())


def _with_dropped(results: Sequence[SeasonResult], best: int | None) -> Sequence[SeasonResult]:
    """Return results, in the order of time, of which so many of the best count."""
    if best is None:
        return results
    by_worth = sorted(range(len(results)), key=lambda at: (results[at].points, at), reverse=True)
    counting = {*by_worth[:best]}
    return [one._replace(counts=at in counting) for at, one in enumerate(results)]


def _ranked(rows: Iterable[SeasonRow], fewest: int) -> list[SeasonRow]:
    """Return rows with their places, in their order."""

    def order(row: SeasonRow) -> tuple[Any, ...]:
        return row.nights < fewest, -row.points

    ranked: list[SeasonRow] = []
    in_order = sorted(rows, key=lambda row: (*order(row), -row.wins, name_order(row.name)))
    for _, equal in groupby(in_order, key=order):
        place = len(ranked) + 1
        ranked += [row._replace(place=place if row.nights >= fewest else None) for row in equal]
    return ranked


def close_season(season: Season) -> None:
    """Close a season, and keep its table."""
    season.kept = [row_to_keep(row.person_id, row) for row in _table_today(season).rows]
    season.closed_at = now()
    raise_all_versions(season.club_id)


def reopen_season(season: Season) -> None:
    """Open a closed season again, and forget the table that it kept."""
    season.closed_at = season.kept = None
    raise_all_versions(season.club_id)


def table_of_season(season: Season) -> SeasonTable:
    """Return the table of a season; of one that is closed, the places and the figures that it kept.

    The results are those of today, and players who were merged since have the names they had.
    """
    today = _table_today(season)
    if season.kept is None:
        return today
    results = {row.person_id: row.results for row in today.rows}
    kept = [row._replace(results=results.get(row.person_id, ())) for row in kept_rows(season)]
    changes = compare_rows(kept, today.rows)
    return SeasonTable(
        kept, today.nights, [one for one in changes if _standing(one.was) != _standing(one.now)]
    )


def compare_rows(was: Sequence[SeasonRow], now: Sequence[SeasonRow]) -> list[SeasonChange]:
    """Return everyone's rows in two tables, in the order of the second; of merged players the best row."""
    before = {row.person_id: row for row in reversed(was)}
    after = {row.person_id: row for row in now}
    everyone = (after | before).items()
    return [SeasonChange(row.name, before.get(person), after.get(person)) for person, row in everyone]


def games_of_results(row: SeasonRow) -> dict[int, str]:
    """Return what the games of single results are known as, by their ids; none where a night is a result."""
    ids = [one.play_id for one in row.results if one.play_id]
    return dict(db.session.execute(select(Play.id, Play.known_as).where(Play.id.in_(ids))).all())


def _table_today(season: Season) -> SeasonTable:
    return season_table(season.club_id, season.since, season.until, SeasonRules.of_season(season))


def row_to_keep(player_id: int, row: Any) -> list[Any]:
    """Return what a closed season keeps of the row of a player, with these points and other figures."""
    return [player_id, row.place, as_number(row.points), row.nights, row.wins]


def kept_rows(season: Season) -> list[SeasonRow]:
    """Return the rows that a closed season kept, without results and with the names of today."""
    named, kept = names_of(season.club_id), season.kept or []
    persons = persons_of(player for player, *_ in kept)
    return [
        SeasonRow(place, one.id, named[player], read_points(points), nights, wins, ())
        for one, (player, place, points, nights, wins) in zip(persons, kept, strict=True)
    ]


def _standing(row: SeasonRow | None) -> tuple[int, int | None] | None:
    return (row.points, row.place) if row else None
