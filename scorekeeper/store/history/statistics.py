"""Sums over finished games: who played what, who won, and how long it took."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, and_, case, cast, extract, func, select
from sqlalchemy.orm import aliased

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import Chair, Play, Player
from scorekeeper.store.text_order import in_text_order

A_DAY = 24 * 60
"""Minutes. A game left open overnight doesn't tell how long games take."""

WON = func.sum(case((Chair.won.is_(True), 1), else_=0))
HANDS = func.coalesce(func.sum(Play.hands), 0)
# Some databases add up large numbers to something that isn't an integer.
COINS = cast(func.coalesce(func.sum(Chair.payout), 0), BigInteger)


class Standing(NamedTuple):
    """A person's games: how many they played and won, and the coins they gained."""

    person_id: int
    name: str
    plays: int
    wins: int
    coins: int


class PlayerGames(NamedTuple):
    """One person's games of one kind, with their best hand, and the bumps of their side."""

    game: str
    plays: int
    wins: int
    coins: int
    best: int | None
    bumps_given: int
    bumps_received: int


class GameSummary(NamedTuple):
    """The games of one kind: how many were played, with how many hands, and when the last one started."""

    game: str
    plays: int
    hands: int
    last: datetime

    @property
    def hands_per_game_in_tenths(self) -> int:
        """Return ten times the hands of an average game."""
        return (20 * self.hands + self.plays) // (2 * self.plays)


class Duel(NamedTuple):
    """A person's games with someone else.

    Attributes:
        person_id, name: the other person.
        against: games on different sides.
        won, lost: the games of these that only the person, or only the other one, won.
        together: games as partners.
        together_won: the games of these that they won.
    """

    person_id: int
    name: str
    against: int
    won: int
    lost: int
    together: int
    together_won: int


class Quartiles(NamedTuple):
    """The distribution of some figures."""

    minimum: int
    lower: int
    median: int
    upper: int
    maximum: int


class Balance(NamedTuple):
    """A person's coins after a night: the sum of all their games that count, up to then."""

    at: datetime
    night: int
    coins: int


def standings(scope: Scope) -> list[Standing]:
    """Return everyone who played, those with the most wins first."""
    sums = scope.chairs(PERSON.label("person"), func.count().label("plays"), WON, COINS)
    rows = db.session.execute(sums.group_by(PERSON)).all()
    named = names_of(scope.club_id)
    found = [Standing(person, named[person], plays, won, coins) for person, plays, won, coins in rows]
    return sorted(found, key=lambda one: (-one.wins, -one.plays, one.name))


def names_of(club_id: int) -> dict[int, str]:
    """Return the names of a club's players by id."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {player.id: player.name for player in rows}


def game_summaries(scope: Scope) -> list[GameSummary]:
    """Return the games that were played, the most played first."""
    sums = (
        scope.plays(Play.game, func.count(), HANDS, func.max(Play.started_at))
        .group_by(Play.game)
        .order_by(func.count().desc(), in_text_order(Play.game))
    )
    return [GameSummary(*row) for row in db.session.execute(sums)]


def count_nights(scope: Scope) -> int:
    """Return the number of nights with games."""
    return db.session.scalar(scope.plays(func.count(Play.night_id.distinct()))) or 0


def games_of_player(scope: Scope, person_id: int) -> list[PlayerGames]:
    """Return the games that someone played, the most played first."""
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
    rows = db.session.execute(
        sums.group_by(Play.game).order_by(func.count().desc(), in_text_order(Play.game))
    )
    return [PlayerGames(*row) for row in rows]


def total_standing(person: Player, games: Sequence[PlayerGames]) -> Standing:
    """Return the sum of someone's games of all kinds."""
    plays, wins, coins = (sum(getattr(one, what) for one in games) for what in ("plays", "wins", "coins"))
    return Standing(person.id, person.name, plays, wins, coins)


def duels(scope: Scope, person_id: int) -> list[Duel]:
    """Return someone's results against and with each other player, those they met most first."""
    other = aliased(Chair)
    # Until the statistics of a play are kept, everyone is a side of their own.
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


def coin_balance(scope: Scope, person_id: int, most: int = 40) -> list[Balance]:
    """Return someone's coins night by night, for at most so many nights spread over all of them."""
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
    # A night is taken where its share of all nights reaches the next step; the last night always does.
    step = (line.c.number * most) // line.c.nights != ((line.c.number - 1) * most) // line.c.nights
    steps = select(line.c.at, line.c.night, line.c.coins).where(step).order_by(line.c.number)
    rows = db.session.execute(steps)
    return [Balance(*row) for row in rows]


def winning_totals(scope: Scope) -> Quartiles | None:
    """Return the distribution of the totals that won; None if no game was won."""
    won = scope.plays(func.max(Chair.total).label("figure")).join(Chair, Chair.play_id == Play.id)
    return quartiles(won.where(Chair.won.is_(True)).group_by(Play.id))


def game_minutes(scope: Scope) -> Quartiles | None:
    """Return the distribution of how long games took, from start to last hand; None if that isn't known."""
    took = cast(extract("epoch", Play.ended_at), Integer) - cast(extract("epoch", Play.started_at), Integer)
    return quartiles(scope.plays((took // 60).label("figure")).where(took // 60 > 0, took // 60 < A_DAY))


def quartiles(figures: Select[Any]) -> Quartiles | None:
    """Return the distribution of the figures in a query, found by the database; None if it has no rows."""
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
    return Quartiles(*(at[place] for place in (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)))
