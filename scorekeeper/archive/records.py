"""What a club remembers: the longest runs, the best hands, the richest nights."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, literal, select

from scorekeeper.archive.scope import Scope
from scorekeeper.archive.statistics import COINS
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Play
from scorekeeper.store.people import PERSON


class Run(NamedTuple):
    """Games one after another that somebody won, or did not win; and when the last of them began."""

    person_id: int
    plays: int
    at: datetime


class Best(NamedTuple):
    """A figure that nothing has surpassed: whose (None for everybody's), on which night and in which play."""

    figure: int
    person_id: int | None
    night_id: int
    play_id: int | None
    game: str | None
    at: datetime


class Runs(NamedTuple):
    """The longest run of games won, and the longest without a win; None where there is none."""

    won: Run | None
    without: Run | None


def longest_runs(scope: Scope, person_id: int | None = None) -> Runs:
    """The longest runs of somebody, or those of the whole club."""
    person = PERSON if person_id is None else literal(person_id)
    won, at = Chair.won.is_(True), Play.started_at
    window: dict[str, Any] = {"partition_by": person, "order_by": (at, Play.id)}
    wins = func.sum(case((won, 1), else_=0)).over(**window)
    others = func.sum(case((won, 0), else_=1)).over(**window)
    # Games won in a row have the same number of other games before them, and the other way round.
    run = case((won, others), else_=wins)
    columns = (person.label("person"), won.label("won"), at.label("at"), run.label("run"))
    game = (scope.chairs(*columns) if person_id is None else scope.chairs_of(person_id, *columns)).subquery()
    last = func.max(game.c.at).label("last")
    runs = select(game.c.person, game.c.won, func.count().label("plays"), last)
    runs_of = runs.group_by(game.c.person, game.c.won, game.c.run).subquery()
    place = func.row_number().over(
        partition_by=runs_of.c.won, order_by=(runs_of.c.plays.desc(), runs_of.c.last, runs_of.c.person)
    )
    ranked = select(runs_of, place.label("place")).subquery()
    longest = db.session.execute(select(ranked).where(ranked.c.place == 1))
    found = {bool(row.won): Run(row.person, row.plays, row.last) for row in longest}
    return Runs(found.get(True), found.get(False))


def best_hand(scope: Scope) -> Best | None:
    """The most that anybody scored in a hand."""
    return _most(scope, Chair.best)


def highest_total(scope: Scope) -> Best | None:
    """The most with which a game was won; where the lowest total wins, much is nothing to be proud of."""
    return _most(scope, Chair.total, Chair.won.is_(True), Chair.best.is_not(None))


def richest_game(scope: Scope) -> Best | None:
    """The most coins that anybody won in a game."""
    return _most(scope, Chair.payout, Chair.payout > 0)


def longest_game(scope: Scope) -> Best | None:
    """The game with the most hands."""
    found = _most(scope, Chair.hands, Chair.place == 0)
    return found and found._replace(person_id=None)


def richest_night(scope: Scope) -> Best | None:
    """The most coins that anybody won on a night."""
    sums = scope.chairs(COINS, PERSON, Play.night_id, func.min(Play.started_at))
    sums = sums.where(Chair.payout != 0).group_by(Play.night_id, PERSON).having(COINS > 0)
    return _of_night(sums.order_by(COINS.desc(), func.min(Play.started_at), PERSON))


def longest_night(scope: Scope) -> Best | None:
    """The night with the most games."""
    sums = scope.plays(func.count(), None, Play.night_id, func.min(Play.started_at)).group_by(Play.night_id)
    return _of_night(sums.order_by(func.count().desc(), func.min(Play.started_at)))


def _most(scope: Scope, figure: Any, *conditions: ColumnElement[bool]) -> Best | None:
    """The highest of a chair's figures, the first one to reach it."""
    found = scope.chairs(figure, PERSON, Play.night_id, Play.id, Play.game, Play.started_at)
    found = found.where(figure.is_not(None), *conditions)
    order = (figure.desc(), Play.started_at, Play.id, Chair.place)
    row = db.session.execute(found.order_by(*order).limit(1)).first()
    return Best(*row) if row else None


def _of_night(sums: Select[Any]) -> Best | None:
    row = db.session.execute(sums.limit(1)).first()
    return Best(row[0], row[1], row[2], None, None, row[3]) if row else None
