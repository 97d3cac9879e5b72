"""The records of a club: the longest runs, the best hands, the richest nights."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, literal, null, select

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import COINS
from scorekeeper.store.models import Chair, Night, Play

ROWS_IN_MEMORY = 1000
"""Rows that are loaded at a time when all games are read."""


class Run(NamedTuple):
    """Games in a row that someone won, or didn't win, and when the last of them started."""

    person_id: int
    plays: int
    at: datetime


class _Length(NamedTuple):
    """The length of someone's run, with its last game."""

    plays: int = 0
    play_id: int = 0
    person_id: int = 0

    def longer_of(self, later: "_Length") -> "_Length":
        """Return the longer of two runs; for the same game, that of the player who joined first."""
        same = later[:2] == self[:2]
        longer = later.plays > self.plays or (same and later.person_id < self.person_id)
        return later if longer else self


class ClubRecord(NamedTuple):
    """The highest figure of its kind: whose it is (None for everyone's), its night and its play.

    Attributes:
        options: the house rules of the play, as on a scoresheet.
    """

    figure: int
    person_id: int | None
    night_id: int
    play_id: int | None
    game: str | None
    at: datetime
    options: Mapping[str, Any] | None = None


class Runs(NamedTuple):
    """The longest run of wins, and the longest without a win; None if there is none."""

    won: Run | None
    without: Run | None


def longest_runs(scope: Scope, person_id: int | None = None) -> Runs:
    """Return the longest runs of someone, or of the whole club; of equal ones, the one reached first.

    The rows come in the order of time and are counted as they come, without being in memory together. A
    window function would sort them by person and then sort the runs, which takes three times as long.
    """
    person = PERSON if person_id is None else literal(person_id)
    columns = (person, Play.id, Chair.won.is_(True))
    sat = scope.chairs(*columns) if person_id is None else scope.chairs_of(person_id, *columns)
    in_order = sat.order_by(Play.started_at, Play.id).execution_options(yield_per=ROWS_IN_MEMORY)
    so_far: dict[bool, dict[int, int]] = {True: {}, False: {}}
    longest = {True: _Length(), False: _Length()}
    # Without the session, which would take twice as long to return so many rows.
    for who, play, won in db.session.connection().execute(in_order):
        so_far[not won][who] = 0
        plays = so_far[won][who] = so_far[won].get(who, 0) + 1
        if plays >= longest[won].plays:
            longest[won] = longest[won].longer_of(_Length(plays, play, who))
    return Runs(_run(longest[True]), _run(longest[False]))


def _run(found: _Length) -> Run | None:
    """Return the run with the start of its last game; None if there is none."""
    if not found.plays:
        return None
    at = db.session.scalars(select(Play.started_at).where(Play.id == found.play_id)).one()
    return Run(found.person_id, found.plays, at)


def best_hand(scope: Scope) -> ClubRecord | None:
    """Return the highest score in a hand."""
    return _highest(scope, Chair.best)


def highest_total(scope: Scope) -> ClubRecord | None:
    """Return the highest total that won a game; None in games that the lowest total wins."""
    return _highest(scope, Chair.total, Chair.won.is_(True), Chair.best.is_not(None))


def richest_game(scope: Scope) -> ClubRecord | None:
    """Return the most coins that anyone won in a game."""
    return _highest(scope, Chair.payout, Chair.payout > 0)


def longest_game(scope: Scope) -> ClubRecord | None:
    """Return the game with the most hands."""
    found = scope.plays(Play.hands, null(), Play.night_id, Play.id, Play.game, Play.started_at, Play.options)
    return _first_record(
        found.where(Play.hands.is_not(None)).order_by(Play.hands.desc(), Play.started_at, Play.id)
    )


def richest_night(scope: Scope) -> ClubRecord | None:
    """Return the most coins that anyone won in a night."""
    who, night = PERSON.label("person"), Play.night_id.label("night")
    sums = scope.chairs(COINS.label("figure"), who, night).where(Chair.payout != 0)
    return _highest_of_nights(sums.group_by(night, who).having(COINS > 0))


def longest_night(scope: Scope) -> ClubRecord | None:
    """Return the night with the most games."""
    night = Play.night_id.label("night")
    return _highest_of_nights(
        scope.plays(func.count().label("figure"), null().label("person"), night).group_by(night)
    )


def _highest(scope: Scope, figure: Any, *conditions: ColumnElement[bool]) -> ClubRecord | None:
    """Return the highest of a figure of chairs, the first one to reach it."""
    found = scope.chairs(figure, PERSON, Play.night_id, Play.id, Play.game, Play.started_at, Play.options)
    found = found.where(figure.is_not(None), *conditions)
    order = (figure.desc(), Play.started_at, Play.id, Chair.place)
    return _first_record(found.order_by(*order))


def _first_record(found: Select[Any]) -> ClubRecord | None:
    row = db.session.execute(found.limit(1)).first()
    return ClubRecord(*row) if row else None


def _highest_of_nights(sums: Select[Any]) -> ClubRecord | None:
    """Return the highest sum of a night, the first one to reach it."""
    of = sums.cte("sums")
    most = of.c.figure == select(func.max(of.c.figure)).scalar_subquery()
    # The start of the night is joined only here: earlier it would double what is sorted for the sums.
    found = select(of, Night.started_at).join(Night, Night.id == of.c.night).where(most)
    row = db.session.execute(found.order_by(Night.started_at, Night.id, of.c.person).limit(1)).first()
    return ClubRecord(row.figure, row.person, row.night, None, None, row.started_at) if row else None
