"""What a club remembers: the longest runs, the best hands, the richest nights."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, literal, null, select

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import COINS
from scorekeeper.store.models import Chair, Night, Play

AT_ONCE = 1000
"""Rows that are in memory at the same time where all games are looked at."""


class Run(NamedTuple):
    """Games one after another that somebody won, or did not win; and when the last of them began."""

    person_id: int
    plays: int
    at: datetime


class _Length(NamedTuple):
    """How long somebody's run was with the game that was the last of it by then."""

    plays: int = 0
    play_id: int = 0
    person_id: int = 0

    def or_rather(self, later: "_Length") -> "_Length":
        """The longer of two runs; in the same game the one of whoever is known for longer."""
        same = later[:2] == self[:2]
        longer = later.plays > self.plays or (same and later.person_id < self.person_id)
        return later if longer else self


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
    """The longest runs of somebody, or those of the whole club; of equal ones the first to be as long.

    The database gives who sat in which game in the order of time, and they are counted as they come, without
    being in memory together. A window over all of them would have to sort them by person first and then sort
    the runs, which takes three times as long.
    """
    person = PERSON if person_id is None else literal(person_id)
    columns = (person, Play.id, Chair.won.is_(True))
    sat = scope.chairs(*columns) if person_id is None else scope.chairs_of(person_id, *columns)
    in_order = sat.order_by(Play.started_at, Play.id).execution_options(yield_per=AT_ONCE)
    so_far: dict[bool, dict[int, int]] = {True: {}, False: {}}
    longest = {True: _Length(), False: _Length()}
    # Past the session, which takes as long again to hand over so many rows.
    for who, play, won in db.session.connection().execute(in_order):
        so_far[not won][who] = 0
        plays = so_far[won][who] = so_far[won].get(who, 0) + 1
        if plays >= longest[won].plays:
            longest[won] = longest[won].or_rather(_Length(plays, play, who))
    return Runs(_run(longest[True]), _run(longest[False]))


def _run(found: _Length) -> Run | None:
    """The run, with when the last game of it began; None where there is none."""
    if not found.plays:
        return None
    at = db.session.scalars(select(Play.started_at).where(Play.id == found.play_id)).one()
    return Run(found.person_id, found.plays, at)


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
    found = scope.plays(Play.hands, null(), Play.night_id, Play.id, Play.game, Play.started_at)
    return _first(found.where(Play.hands.is_not(None)).order_by(Play.hands.desc(), Play.started_at, Play.id))


def richest_night(scope: Scope) -> Best | None:
    """The most coins that anybody won on a night."""
    who, night = PERSON.label("person"), Play.night_id.label("night")
    sums = scope.chairs(COINS.label("figure"), who, night).where(Chair.payout != 0)
    return _of_night(sums.group_by(night, who).having(COINS > 0))


def longest_night(scope: Scope) -> Best | None:
    """The night with the most games."""
    night = Play.night_id.label("night")
    return _of_night(scope.plays(func.count().label("figure"), null().label("person"), night).group_by(night))


def _most(scope: Scope, figure: Any, *conditions: ColumnElement[bool]) -> Best | None:
    """The highest of a chair's figures, the first one to reach it."""
    found = scope.chairs(figure, PERSON, Play.night_id, Play.id, Play.game, Play.started_at)
    found = found.where(figure.is_not(None), *conditions)
    order = (figure.desc(), Play.started_at, Play.id, Chair.place)
    return _first(found.order_by(*order))


def _first(found: Select[Any]) -> Best | None:
    row = db.session.execute(found.limit(1)).first()
    return Best(*row) if row else None


def _of_night(sums: Select[Any]) -> Best | None:
    """The highest figure of a night, on the first one that reached it."""
    of = sums.cte("sums")
    most = of.c.figure == select(func.max(of.c.figure)).scalar_subquery()
    # When a night began is looked up only here: with it, what is sorted for the sums is twice as large.
    found = select(of, Night.started_at).join(Night, Night.id == of.c.night).where(most)
    row = db.session.execute(found.order_by(Night.started_at, Night.id, of.c.person).limit(1)).first()
    return Best(row.figure, row.person, row.night, None, None, row.started_at) if row else None
