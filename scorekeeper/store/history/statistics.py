"""Sums over finished games: who played what, who won, and how long it took."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BigInteger, ColumnElement, case, cast, extract, func, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.rules.catalogue import OWN_GAME
from scorekeeper.seating import Counts
from scorekeeper.store.clubs.people import PERSON, player_ids
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import NAMED, NOT_EMPTY, ONLY_WON, TITLE, Chair, Night, Play, Player, known_as
from scorekeeper.store.text_order import name_order
from scorekeeper.store.time_zones import evening_of

T = TypeVar("T")

SEATS = 100
"""More than any game has."""

A_DAY = 24 * 60
"""Minutes. A game left open overnight doesn't tell how long games take."""


class Standing(NamedTuple):
    """A person's games: how many they played and won, and the coins they gained."""

    person_id: int
    name: str
    plays: int
    wins: int
    coins: int


class PlayerGames(NamedTuple):
    """One person's games of one kind, with their best hand, and the bumps of their side.

    Attributes:
        points, scored: the sum of their totals where high ones count, and in how many games.
        tables: how many were played and won, by the last seat and the last side at the table, from 0.
    """

    known_as: str
    title: str
    plays: int
    wins: int
    coins: int
    best: int | None
    bumps_given: int
    bumps_received: int
    points: int
    scored: int
    tables: Mapping[tuple[int, int], Sequence[int]]

    @property
    def average_in_tenths(self) -> int | None:
        """Return ten times the average total; None where high ones don't count."""
        return in_tenths(self.points, self.scored)


class Chance(NamedTuple):
    """A person's games with so many players: how many they won, and the percentage that would be fair.

    It is fair if every side of a game wins as often as the others.
    """

    players: int
    plays: int
    wins: int
    fair: int


class GameFigures(NamedTuple):
    """A game: its players, hands and minutes, and the total that won; None without points, or if none did."""

    players: int
    hands: int | None
    winning: int | None
    minutes: int


class TableFigures(NamedTuple):
    """The games of one kind with so many players: ten times their average hands and winning total."""

    players: int
    plays: int
    hands_in_tenths: int | None
    winning_in_tenths: int | None


class GameSummary(NamedTuple):
    """The games of one kind: how many were played, with how many hands, and when the last one started.

    Attributes:
        known_as: what they are known as.
        title: the name that players gave them, empty for others.
        game: the key of their game.
    """

    known_as: str
    title: str
    game: str
    plays: int
    hands: int
    last: datetime

    @property
    def hands_per_game_in_tenths(self) -> int:
        """Return ten times the hands of an average game."""
        return in_tenths(self.hands, self.plays) or 0


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


class Rivals(NamedTuple):
    """Two persons on different sides: who won more, the other one, how often they met, and what each won.

    A game counts for one of them if the other one didn't win it too.
    """

    person_id: int
    other_id: int
    met: int
    won: int
    lost: int


class Quartiles(NamedTuple):
    """The distribution of some figures."""

    minimum: int
    lower: int
    median: int
    upper: int
    maximum: int


class Balance(NamedTuple):
    """A person's coins after a night: the sum of all their games that count, up to then."""

    day: date
    night: int
    coins: int


class NightResult(NamedTuple):
    """A person's games of one night: how many they played and won, and the coins they gained."""

    night_id: int
    person_id: int
    plays: int
    wins: int
    coins: int


class NightSummary(NamedTuple):
    """A night: the day on which its first game that counts started, and how many there are."""

    night_id: int
    day: date
    plays: int


class NightWins(NamedTuple):
    """The games that everyone had won after the night with this number, counted from 1."""

    night: int
    wins: Mapping[int, int]


def night_results(scope: Scope) -> list[NightResult]:
    """Return everyone's games of each night, the first night first."""
    figures = (func.count(), total(won(Chair)), total(Chair.payout))
    rows = scope.chairs(Play.night_id, PERSON, *figures).group_by(Play.night_id, PERSON)
    in_time = rows.order_by(func.min(Play.started_at), Play.night_id)
    return [NightResult(*row) for row in db.session.execute(in_time)]


def standings(scope: Scope) -> list[Standing]:
    """Return everyone who played, those with the most wins first."""
    return sum_up(scope, night_results(scope))


def sum_up(scope: Scope, results: Iterable[NightResult]) -> list[Standing]:
    """Return the same from the games of each night."""
    sums: dict[int, tuple[int, int, int]] = {}
    for _, person, plays, wins, coins in results:
        before = sums.get(person, (0, 0, 0))
        sums[person] = (before[0] + plays, before[1] + wins, before[2] + coins)
    named = names_of(scope.club_id)
    found = [Standing(person, named[person], *figures) for person, figures in sums.items()]
    return sorted(found, key=lambda one: (-one.wins, -one.plays, name_order(one.name)))


def count_nights(results: Iterable[NightResult]) -> int:
    """Return the number of nights with games."""
    return len({one.night_id for one in results})


def wins_by_night(results: Iterable[NightResult], most: int = 40) -> list[NightWins]:
    """Return how many games everyone had won after each night, for at most so many nights spread over all."""
    by_night: dict[int, dict[int, int]] = {}
    for one in results:
        by_night.setdefault(one.night_id, {})[one.person_id] = one.wins
    shown = {*thin(range(1, len(by_night) + 1), most)}
    sums = Counter[int]()
    found = []
    for number, wins in enumerate(by_night.values(), start=1):
        sums.update(wins)
        if number in shown:
            found.append(NightWins(number, dict(sums)))
    return found


def total(column: Any) -> ColumnElement[int]:
    """Return the sum of a column, 0 where there is nothing to add up, as a whole number on every database."""
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


def won(chair: Any) -> ColumnElement[int]:
    """Return 1 for a chair that won, else 0."""
    return case((chair.won.is_(True), 1), else_=0)


def side(chair: Any) -> ColumnElement[int]:
    """Return the side of a chair; until the figures of its game are kept, everyone is one of their own."""
    return func.coalesce(chair.side, chair.place)


def names_of(club_id: int) -> dict[int, str]:
    """Return the names of a club's players by id."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {player.id: player.name for player in rows}


def game_summaries(scope: Scope) -> list[GameSummary]:
    """Return the games that were played, the most played first."""
    figures = (func.count(), total(Play.hands), func.max(Play.started_at))
    played = scope.plays(Play.known_as, func.max(TITLE), func.max(Play.game), *figures)
    rows = [GameSummary(*row) for row in db.session.execute(played.group_by(Play.known_as))]
    return sorted(rows, key=lambda row: (-row.plays, row.title != "", row.known_as))


def game_summary(scope: Scope) -> GameSummary | None:
    """Return the games of the only kind that counts; None if there are none."""
    return next(iter(game_summaries(scope)), None)


def named_games(club_id: int) -> list[tuple[str, str]]:
    """Return what the games of a club are known as that players named, each with a name, by these."""
    named = select(Play.known_as, func.max(TITLE)).where(
        Play.club_id == club_id, Play.known_as.startswith(NAMED), Play.deleted_at.is_(None)
    )
    rows = db.session.execute(named.group_by(Play.known_as)).all()
    return sorted(((row[0], row[1]) for row in rows), key=lambda row: name_order(row[1]))


def game_called(club_id: int, called: str) -> str:
    """Return what a game of a club is known as, given its key, or a name that players gave it in any case."""
    named = known_as(OWN_GAME, {"title": called})
    return named if any(named == known for known, _ in named_games(club_id)) else called


def games_of_player(scope: Scope, person_id: int) -> list[PlayerGames]:
    """Return the games that someone played, the most played first."""
    there = aliased(Chair)
    # The last seat and the last side as one number take a third less time than counting seats and sides.
    last = SEATS * func.max(there.place) + func.max(func.coalesce(there.side, there.place))
    table = select(last).where(there.play_id == Play.id).scalar_subquery()
    points = case((Chair.best.is_not(None), Chair.total))
    sums = (won(Chair), Chair.payout, Chair.bumps_given, Chair.bumps_received)
    figures = (func.count(), *map(total, sums), func.max(Chair.best), func.sum(points), func.count(points))
    columns = (Play.known_as, table, func.max(TITLE), *figures)
    mine = scope.chairs_of(player_ids(person_id), *columns).group_by(Play.known_as, table)
    found: dict[str, list[Any]] = {}
    for row in db.session.execute(mine):
        found.setdefault(row[0], []).append(row)
    games = [_of_all_tables(rows) for rows in found.values()]
    return sorted(games, key=lambda row: (-row.plays, row.title != "", row.known_as))


def played_alone(scope: Scope, person_id: int) -> int:
    """Return how many games someone played alone, which are no others' and count nowhere."""
    mine = replace(scope, alone=True).chairs_of(player_ids(person_id), func.count())
    return db.session.scalar(mine) or 0


def _of_all_tables(rows: Sequence[Any]) -> PlayerGames:
    """Return someone's games of one kind, given those of each table."""
    known, tables, titles, *figures = zip(*rows, strict=True)
    plays, wins, coins, given, received, best, points, scored = figures
    return PlayerGames(
        known_as=known[0],
        title=max(titles),
        plays=sum(plays),
        wins=sum(wins),
        coins=sum(coins),
        best=max((one for one in best if one is not None), default=None),
        bumps_given=sum(given),
        bumps_received=sum(received),
        points=sum(filter(None, points)),
        scored=sum(scored),
        tables={divmod(last, SEATS): sums for last, *sums in zip(tables, plays, wins, strict=True)},
    )


def chances(games: Iterable[PlayerGames]) -> list[Chance]:
    """Return someone's games by the number of players, without those that all played together."""
    found: dict[int, list[tuple[int, int, float]]] = {}
    for (seat, side), (plays, wins) in (table for game in games for table in game.tables.items()):
        if side:
            found.setdefault(seat + 1, []).append((plays, wins, plays / (side + 1)))
    return [
        Chance(players, plays, wins, round(100 * fair / plays))
        for players, some in sorted(found.items())
        for plays, wins, fair in [map(sum, zip(*some, strict=True))]
    ]


def total_standing(person: Player, games: Sequence[PlayerGames]) -> Standing:
    """Return the sum of someone's games of all kinds."""
    plays, wins, coins = (sum(getattr(one, what) for one in games) for what in ("plays", "wins", "coins"))
    return Standing(person.id, person.name, plays, wins, coins)


def duels(scope: Scope, person_id: int) -> list[Duel]:
    """Return someone's results against and with each other player, those they met most first."""
    mine = aliased(Chair)
    together, i_won, they_won = _meeting(mine)
    # Whether they played together is worked out last, as that takes longest.
    figures = (~together, i_won & ~together, they_won & ~together, together, mine.won.is_(True) & together)
    same = player_ids(person_id)
    sums = (total(case((figure, 1), else_=0)) for figure in figures)
    met = scope.chairs_with(mine, same, PERSON, *sums).where(Chair.player_id.not_in(same)).group_by(PERSON)
    named = names_of(scope.club_id)
    found = [Duel(other_id, named[other_id], *sums) for other_id, *sums in db.session.execute(met)]
    return sorted(found, key=lambda one: (-one.against - one.together, name_order(one.name)))


def rivals(scope: Scope) -> Rivals | None:
    """Return the two who met most often on different sides, of several those whose results are closest.

    Those who have won nothing of each other are no rivals; None if there are no others.
    """
    mine = aliased(Chair)
    together, i_won, they_won = _meeting(mine)
    figures = (func.count(), *(total(case((only, 1), else_=0)) for only in (i_won, they_won)))
    met = scope.plays(mine.player_id, Chair.player_id, *figures).join(mine, mine.play_id == Play.id)
    met = met.join(Chair, (Chair.play_id == mine.play_id) & (Chair.place > mine.place)).where(~together)
    rows = db.session.execute(met.group_by(mine.player_id, Chair.player_id))
    people = select(Player.id, PERSON).where(Player.club_id == scope.club_id)
    person = {row[0]: row[1] for row in db.session.execute(people)}
    sums: dict[tuple[int, int], Counter[str]] = {}
    for one, other, times, won, lost in rows:
        pair = person[one], person[other]
        sums.setdefault(pair, Counter()).update(met=times, won=won, lost=lost)
        sums.setdefault(pair[::-1], Counter()).update(met=times, won=lost, lost=won)
    found = (Rivals(*pair, **sums[pair]) for pair in sums if sums[pair]["won"] or sums[pair]["lost"])
    return min(found, key=lambda one: (-one.met, abs(one.won - one.lost), -one.won, one), default=None)


def _meeting(mine: type[Chair]) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that two chairs of a game are partners, and that only one or the other won."""
    i_won, they_won = mine.won.is_(True), Chair.won.is_(True)
    return side(mine) == side(Chair), i_won & ~they_won, they_won & ~i_won


def meetings(scope: Scope, night_id: int, people: Collection[int]) -> tuple[Counts[int], Counts[int]]:
    """Return how often each two of these people met, and were partners: on a night, and in other games.

    On the night its running games count as well; nobody's partners are known there before they are over.
    """
    mine, me = aliased(Chair), aliased(Player)
    one, tonight = func.coalesce(me.person_id, me.id), Play.night_id == night_id
    together = side(mine) == side(Chair)
    figures = (tonight, ~tonight, tonight & together, ~tonight & together)
    sums = (total(case((figure, 1), else_=0)) for figure in figures)
    met = select(one, PERSON, *sums).select_from(Play).join(mine, mine.play_id == Play.id)
    met = met.join(me, me.id == mine.player_id).join(Chair, Chair.play_id == Play.id)
    met = met.join(Player, Player.id == Chair.player_id).where(one != PERSON)
    played = or_(Play.id.in_(scope.plays(Play.id)), tonight & Play.deleted_at.is_(None) & NOT_EMPTY)
    theirs = met.where(played, one.in_(people), PERSON.in_(people)).group_by(one, PERSON)
    met_each, partnered = {}, {}
    for first, second, *times in db.session.execute(theirs):
        met_each[first, second], partnered[first, second] = (times[0], times[1]), (times[2], times[3])
    return met_each, partnered


def night_summaries(scope: Scope) -> list[NightSummary]:
    """Return the nights with games that count, the first night first."""
    begun = func.min(Play.started_at)
    nights = scope.plays(Play.night_id, Night.time_zone, begun, func.count()).join(Play.night)
    in_time = nights.group_by(Play.night_id, Night.time_zone).order_by(begun, Play.night_id)
    rows = db.session.execute(in_time)
    return [NightSummary(night_id, evening_of(at, zone), plays) for night_id, zone, at, plays in rows]


def coin_balance(scope: Scope, person_id: int, most: int = 40) -> list[Balance]:
    """Return someone's coins night by night, for at most so many nights spread over all of them."""
    # As seconds, which takes much less time than reading dates.
    begun = extract("epoch", func.min(Play.started_at)).label("begun")
    gained = scope.chairs_of(player_ids(person_id), begun, Play.night_id, total(Chair.payout).label("coins"))
    of = gained.group_by(Play.night_id).subquery()
    rows = select(of.c.begun, Night.time_zone, Night.id, of.c.coins).join(of, of.c.night_id == Night.id)
    nights = db.session.execute(rows.order_by(of.c.begun, Night.id)).all()
    sums = accumulate(night[3] for night in nights)
    shown = thin([*zip(nights, sums, strict=True)], most)
    return [
        Balance(evening_of(datetime.fromtimestamp(int(at), UTC), zone), night, coins)
        for (at, zone, night, _), coins in shown
    ]


def thin(nights: Sequence[T], most: int) -> list[T]:
    """Return at most so many nights, spread over all of them; the last one is always there."""
    return [
        night
        for number, night in enumerate(nights)
        if (number + 1) * most // len(nights) != number * most // len(nights)
    ]


def figures_of_games(scope: Scope) -> list[GameFigures]:
    """Return the figures of each game."""
    winning = func.max(case((Chair.won.is_(True) & ~ONLY_WON, Chair.total)))
    # As seconds, which takes much less time than reading dates.
    seconds = (extract("epoch", at) for at in (Play.started_at, Play.ended_at))
    games = scope.plays(func.count(), Play.hands, winning, *seconds).join(Chair, Chair.play_id == Play.id)
    rows = db.session.execute(games.group_by(Play.id))
    return [
        GameFigures(players, hands, highest, (int(end) - int(start)) // 60)
        for players, hands, highest, start, end in rows
    ]


def figures_by_players(games: Iterable[GameFigures]) -> list[TableFigures]:
    """Return games by the number of players, the fewest first."""
    found: dict[int, list[GameFigures]] = {}
    for game in sorted(games, key=itemgetter(0)):
        found.setdefault(game.players, []).append(game)
    return [
        TableFigures(players, len(some), *(average(one[at] for one in some) for at in (1, 2)))
        for players, some in found.items()
    ]


def winning_totals(games: Iterable[GameFigures]) -> Quartiles | None:
    """Return the distribution of the totals that won; None if no game was won, or only without points."""
    return quartiles(game.winning for game in games if game.winning is not None)


def game_minutes(games: Iterable[GameFigures]) -> Quartiles | None:
    """Return the distribution of how long games took, from start to last hand; None if that isn't known."""
    return quartiles(game.minutes for game in games if 0 < game.minutes < A_DAY)


def average(figures: Iterable[int | None]) -> int | None:
    """Return ten times the average of the figures that are known; None if none is."""
    known = [figure for figure in figures if figure is not None]
    return in_tenths(sum(known), len(known))


def in_tenths(sum_of_all: int, number: int) -> int | None:
    """Return ten times the average of so many figures; None of none."""
    return (20 * sum_of_all + number) // (2 * number) if number else None


def quartiles(figures: Iterable[int]) -> Quartiles | None:
    """Return the distribution of figures; None if there are none."""
    ranked = sorted(figures)
    n = len(ranked)
    ranks = (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)
    return Quartiles(*(ranked[place - 1] for place in ranks)) if ranked else None
