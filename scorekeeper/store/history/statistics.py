"""How often who played what, and who won: sums over the results that are kept with the chairs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, and_, case, cast, extract, func, select
from sqlalchemy.orm import aliased

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import Chair, Play, Player

A_DAY = 24 * 60
"""Minutes. A game that was left open overnight says nothing of how long it takes."""

WON = func.sum(case((Chair.won.is_(True), 1), else_=0))
HANDS = func.coalesce(func.sum(Play.hands), 0)
# Some databases add up large numbers to something that is no whole number any more.
COINS = cast(func.coalesce(func.sum(Chair.payout), 0), BigInteger)


class Standing(NamedTuple):
    """A person's games: how many, how many won, and the coins that came of them."""

    person_id: int
    name: str
    plays: int
    wins: int
    coins: int


class OfGame(NamedTuple):
    """One person's games of one kind; ``best`` is the best hand, and bumps those of their side."""

    game: str
    plays: int
    wins: int
    coins: int
    best: int | None
    bumps_given: int
    bumps_received: int


class Kind(NamedTuple):
    """The games of one kind: how many were played, with how many hands, and when the last one began."""

    game: str
    plays: int
    hands: int
    last: datetime

    @property
    def tenths(self) -> int:
        """Ten times the hands of an average game."""
        return (20 * self.hands + self.plays) // (2 * self.plays)


class Duel(NamedTuple):
    """A person's games with somebody else.

    Attributes:
        person_id, name: the other one.
        against: games on different sides.
        won, lost: how many of these one of them won and the other did not.
        together: games as partners.
        together_won: how many of these they won.
    """

    person_id: int
    name: str
    against: int
    won: int
    lost: int
    together: int
    together_won: int


class Middle(NamedTuple):
    """Where figures lie: the lowest, a quarter of the way up, the middle, three quarters, the highest."""

    least: int
    low: int
    usual: int
    high: int
    most: int


class Balance(NamedTuple):
    """A person's coins after a night: won or lost in all the games up to then, within what is counted."""

    at: datetime
    night: int
    coins: int


def standings(scope: Scope) -> list[Standing]:
    """Everybody who played, who won most often first."""
    sums = scope.chairs(PERSON.label("person"), func.count().label("plays"), WON, COINS)
    rows = db.session.execute(sums.group_by(PERSON)).all()
    named = names_of(scope.club_id)
    found = [Standing(person, named[person], plays, won, coins) for person, plays, won, coins in rows]
    return sorted(found, key=lambda one: (-one.wins, -one.plays, one.name))


def names_of(club_id: int) -> dict[int, str]:
    """The names of a club's players by their ids."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {player.id: player.name for player in rows}


def kinds(scope: Scope) -> list[Kind]:
    """What was played, what was played most first."""
    sums = (
        scope.plays(Play.game, func.count(), HANDS, func.max(Play.started_at))
        .group_by(Play.game)
        .order_by(func.count().desc(), Play.game)
    )
    return [Kind(*row) for row in db.session.execute(sums)]


def nights(scope: Scope) -> int:
    """On how many nights."""
    return db.session.scalar(scope.plays(func.count(Play.night_id.distinct()))) or 0


def games_of(scope: Scope, person_id: int) -> list[OfGame]:
    """What somebody played, what they played most first."""
    sums = scope.chairs_of(
        person_id,
        Play.game,
        func.count(),
        WON,
        COINS,
        func.max(Chair.best),
        func.coalesce(func.sum(Chair.bumps_given), 0),
        func.coalesce(func.sum(Chair.bumps_received), 0),
    )
    rows = db.session.execute(sums.group_by(Play.game).order_by(func.count().desc(), Play.game))
    return [OfGame(*row) for row in rows]


def altogether(person: Player, games: Sequence[OfGame]) -> Standing:
    """Somebody's games of all kinds together."""
    plays, wins, coins = (sum(getattr(one, what) for one in games) for what in ("plays", "wins", "coins"))
    return Standing(person.id, person.name, plays, wins, coins)


def duels(scope: Scope, person_id: int) -> list[Duel]:
    """How somebody did against each other player and with each partner, whom they met most first."""
    other = aliased(Chair)
    # Before they are counted, everybody stands for themselves.
    side, their_side = func.coalesce(Chair.side, Chair.place), func.coalesce(other.side, other.place)
    apart, along = side != their_side, side == their_side

    won, they_won = Chair.won.is_(True), other.won.is_(True)

    def times(*conditions: ColumnElement[bool]) -> Any:
        return func.sum(case((and_(*conditions), 1), else_=0))

    met = scope.chairs_of(
        person_id,
        PERSON,
        times(apart),
        times(apart, won, ~they_won),
        times(apart, they_won, ~won),
        times(along),
        times(along, won),
    )
    met = met.join(other, other.play_id == Chair.play_id).join(Player, Player.id == other.player_id)
    met = met.where(PERSON.is_distinct_from(person_id)).group_by(PERSON)
    rows = db.session.execute(met).all()
    named = names_of(scope.club_id)
    found = [Duel(other_id, named[other_id], *sums) for other_id, *sums in rows]
    return sorted(found, key=lambda one: (-one.against - one.together, one.name))


def balance(scope: Scope, person_id: int, most: int = 40) -> list[Balance]:
    """Somebody's coins night after night; of more nights than asked for, as many spread over all of them."""
    nightly = scope.chairs_of(
        person_id,
        Play.night_id.label("night"),
        func.min(Play.started_at).label("at"),
        COINS.label("coins"),
    )
    night = nightly.group_by(Play.night_id).subquery()
    order = (night.c.at, night.c.night)
    line = select(
        night.c.at,
        night.c.night,
        cast(func.sum(night.c.coins).over(order_by=order), BigInteger).label("coins"),
        func.row_number().over(order_by=order).label("number"),
        func.count().over().label("nights"),
    ).subquery()
    # Where the share of the nights gone by makes a step; the last night always does.
    step = (line.c.number * most) // line.c.nights != ((line.c.number - 1) * most) // line.c.nights
    steps = select(line.c.at, line.c.night, line.c.coins).where(step).order_by(line.c.number)
    rows = db.session.execute(steps)
    return [Balance(*row) for row in rows]


def winning_totals(scope: Scope) -> Middle | None:
    """With how much games are won; None where none was."""
    won = scope.plays(func.max(Chair.total).label("figure")).join(Chair, Chair.play_id == Play.id)
    return middle(won.where(Chair.won.is_(True)).group_by(Play.id))


def minutes(scope: Scope) -> Middle | None:
    """How long games take, from their beginning to their last hand; None where that is not known."""
    took = cast(extract("epoch", Play.ended_at), Integer) - cast(extract("epoch", Play.started_at), Integer)
    return middle(scope.plays((took // 60).label("figure")).where(took // 60 > 0, took // 60 < A_DAY))


def middle(figures: Select[Any]) -> Middle | None:
    """Where the figures of this query usually lie, found by the database; None where there are none."""
    figure = figures.subquery().c.figure
    place = func.row_number().over(order_by=figure).label("place")
    ranked = select(figure, place, func.count().over().label("n")).subquery()
    n = ranked.c.n
    places = (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)
    rows = db.session.execute(select(ranked).where(ranked.c.place.in_(places)).order_by(ranked.c.place)).all()
    if not rows:
        return None
    at = {row.place: row.figure for row in rows}
    n = rows[0].n
    return Middle(*(at[place] for place in (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)))
