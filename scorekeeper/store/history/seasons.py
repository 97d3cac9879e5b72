"""Seasons: the days of a club for which there is a table of who played best."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    CTE,
    ColumnElement,
    String,
    Subquery,
    case,
    cast,
    func,
    literal,
    select,
    tuple_,
    type_coerce,
)

from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.store.clubs.people import PERSON, person_id
from scorekeeper.store.database import Points, db, now
from scorekeeper.store.history.paging import Columns
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import names_of, won
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Chair, Night, Play, Season
from scorekeeper.store.plays.sheet import setup_of
from scorekeeper.store.text_order import name_order
from scorekeeper.store.time_zones import local

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


class SeasonNight(NamedTuple):
    """A night of a season with its day."""

    id: int
    day: date


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


class SeasonTable(NamedTuple):
    """The table of a season, and the nights with games that count, in the order of time."""

    rows: Sequence[SeasonRow]
    nights: Sequence[SeasonNight]


class SeasonChange(NamedTuple):
    """What closing a season again would change for someone; None where they are not in the table."""

    person_id: int
    name: str
    points_then: int | None
    place_then: int | None
    points_now: int | None
    place_now: int | None


def seasons_of(club_id: int) -> Sequence[Season]:
    """Return the seasons on a club's list, the last one first."""
    listed = select(Season).where(Season.club_id == club_id, Season.removed_at.is_(None))
    return db.session.scalars(listed.order_by(Season.until.desc(), Season.id.desc())).all()


def club_season(club_id: int, season_id: int) -> Season | None:
    """Return a season of a club, also one that was removed; None if the club has none with this id."""
    return db.session.scalar(select(Season).where(Season.club_id == club_id, Season.id == season_id))


def season_of_day(club_id: int, day: date) -> Season | None:
    """Return the season on a club's list that a day is in, of several the one that began last."""
    then = select(Season).where(Season.club_id == club_id, Season.removed_at.is_(None))
    then = then.where(Season.since <= day, Season.until >= day)
    return db.session.scalar(then.order_by(Season.since.desc(), Season.id.desc()).limit(1))


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

    In a game those who won are first and the others follow by their totals; a game that nobody won has no
    first place. Partners take one place, and each gets its points, as does everyone who shares a place: of
    two who share the first, each gets the points of the first, and the next one is third. With POINTS the
    totals are added up, as negative ones where the lowest wins.

    Of someone's equal results the later ones count. The table has those with the most points first, of these
    those with the most wins; equal ones share the place. After them come those on fewer nights than needed.
    """
    scope = Scope(club_id, rules.games, since, until)
    nights = _nights(scope)
    order = {night.id: at for at, night in enumerate(nights)}
    people: dict[int, list[Any]] = {}
    for row in db.session.execute(_results(scope, rules)):
        people.setdefault(row.person, []).append(row)
    named = names_of(club_id)
    rows = []
    for person, results in people.items():
        results.sort(key=lambda one: order[one.night_id])
        rows.append(_row(person, named[person], results, rules))
    return SeasonTable(_ranked(rows, rules.fewest), nights)


def _nights(scope: Scope) -> list[SeasonNight]:
    """Return the nights with a game of more than one person that counts."""
    played = scope.chairs(Play.night_id).group_by(Play.id, Play.night_id).having(func.count() > 1)
    of = select(Night.id, Night.started_at, Night.time_zone).where(Night.id.in_(played))
    rows = db.session.execute(of.order_by(Night.started_at, Night.id))
    return [SeasonNight(row.id, local(row.started_at, row.time_zone).date()) for row in rows]


def _results(scope: Scope, rules: SeasonRules) -> Columns:
    """Return a query for everyone's results, those of games in the order in which these started."""
    sat = _sat(scope)
    sides = _sides(sat)
    points = {
        PLACES: case(dict(enumerate(rules.points, start=1)), value=sides.c.place, else_=0),
        WINS: sat.c.won,
        POINTS: sat.c.total,
    }[rules.counting]
    both = (sides.c.play_id == sat.c.play_id) & (sides.c.side == sat.c.side)
    found: Columns = select(sat.c.person, sat.c.night_id).join_from(sat, sides, both)
    sums = (type_coerce(func.sum(points), Points).label("points"), func.sum(sat.c.won).label("wins"))
    if rules.of == GAMES:
        found = found.add_columns(sat.c.play_id, *sums).order_by(func.min(sat.c.started_at), sat.c.play_id)
        return found.group_by(sat.c.person, sat.c.night_id, sat.c.play_id)
    return found.add_columns(literal(None).label("play_id"), *sums).group_by(sat.c.person, sat.c.night_id)


def _sat(scope: Scope) -> CTE:
    """Return the seats in games of more than one person; where the lowest total wins, totals are negative."""
    counted = func.coalesce(case((_lowest_wins(scope), -Chair.total), else_=Chair.total), 0)
    # Until the figures of a play are kept, everyone is a side of their own.
    side = func.coalesce(Chair.side, -1 - Chair.place)
    seats = func.count().over(partition_by=Play.id)
    who = (Play.id.label("play_id"), Play.night_id, Play.started_at, PERSON.label("person"))
    figures = (side.label("side"), won(Chair).label("won"), counted.label("total"), seats.label("seats"))
    every = scope.chairs(*who, *figures).subquery()
    return select(every).where(every.c.seats > 1).cte()


def _lowest_wins(scope: Scope) -> ColumnElement[bool]:
    """Return the condition for the games in which the lowest total wins."""
    # Few games have house rules that no other has, and reading them takes longer than all the rest.
    agreed = Play.game, cast(Play.options, String)
    one_each = scope.plays(func.min(Play.id)).group_by(*agreed)
    found = db.session.execute(select(Play, agreed[1].label("agreed")).where(Play.id.in_(one_each)))
    setups = [(play.game, options, setup_of(play, play.seats)) for play, options in found]
    lowest = [(game, options) for game, options, setup in setups if setup and setup.lowest_wins]
    return tuple_(*agreed).in_(lowest)


def _sides(sat: CTE) -> Subquery:
    """Return the sides in games with the place of each: those that won first, then by their totals."""
    has_won = func.max(sat.c.won)
    total = case((has_won == 0, func.max(sat.c.total)))
    rank = func.rank().over(partition_by=sat.c.play_id, order_by=[has_won.desc(), total.desc()])
    anyone_won = func.max(has_won).over(partition_by=sat.c.play_id)
    sides = select(sat.c.play_id, sat.c.side, (1 + rank - anyone_won).label("place"))
    return sides.group_by(sat.c.play_id, sat.c.side).subquery()


def _row(person: int, name: str, results: Sequence[Any], rules: SeasonRules) -> SeasonRow:
    """Return someone's row without a place, from their results in the order of time."""
    by_worth = sorted(range(len(results)), key=lambda at: (results[at].points, at), reverse=True)
    counting = {*by_worth[: rules.best]}
    shown = [
        SeasonResult(one.night_id, one.play_id, one.points, at in counting) for at, one in enumerate(results)
    ]
    points = sum(one.points for one in shown if one.counts)
    nights, wins = len({one.night_id for one in shown}), sum(one.wins for one in results)
    return SeasonRow(None, person, name, points, nights, wins, shown)


def _ranked(rows: Iterable[SeasonRow], fewest: int) -> list[SeasonRow]:
    """Return rows with their places, in their order."""

    def order(row: SeasonRow) -> tuple[Any, ...]:
        return row.nights < fewest, -row.points, -row.wins

    ranked: list[SeasonRow] = []
    for _, equal in groupby(sorted(rows, key=lambda row: (*order(row), name_order(row.name))), key=order):
        place = len(ranked) + 1
        ranked += [row._replace(place=place if row.nights >= fewest else None) for row in equal]
    return ranked


def close_season(season: Season) -> None:
    """Close a season, and keep its table: the place, the points, the nights and the wins of each player."""
    table = season_table(season.club_id, season.since, season.until, SeasonRules.of_season(season))
    season.kept = [
        {
            "player": row.person_id,
            "place": row.place,
            "points": as_number(row.points),
            "nights": row.nights,
            "wins": row.wins,
        }
        for row in table.rows
    ]
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
    table = season_table(season.club_id, season.since, season.until, SeasonRules.of_season(season))
    if season.kept is None:
        return table
    results = {row.person_id: row.results for row in table.rows}
    named = names_of(season.club_id)
    rows = []
    for one in season.kept:
        person = person_id(one["player"])
        figures = read_points(one["points"]), one["nights"], one["wins"]
        rows.append(SeasonRow(one["place"], person, named[one["player"]], *figures, results.get(person, ())))
    return SeasonTable(rows, table.nights)


def changes_since_closed(season: Season) -> Sequence[SeasonChange]:
    """Return whose points or place in a closed season would be others today, in the order of that table."""
    if season.kept is None:
        return []
    today = season_table(season.club_id, season.since, season.until, SeasonRules.of_season(season))
    then = {row.person_id: row for row in reversed(table_of_season(season).rows)}
    now = {row.person_id: row for row in today.rows}
    return [
        SeasonChange(person, row.name, *_standing(then.get(person)), *_standing(now.get(person)))
        for person, row in {**now, **then}.items()
        if _standing(then.get(person)) != _standing(now.get(person))
    ]


def _standing(row: SeasonRow | None) -> tuple[int | None, int | None]:
    return (row.points, row.place) if row else (None, None)
