"""Sums over finished games: who played what, who won, and how long it took."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.store.database import db
from scorekeeper.store.history.kept_sums import ScopeSums
from scorekeeper.store.history.sums import Sums, thin, time_of
from scorekeeper.store.models import Player


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


def standings(sums: ScopeSums) -> list[Standing]:
    """Return everyone who played, those with the most wins first."""
    rows = figures_by_id(sums.everyone, "standings")
    named = names_of(sums.scope.club_id)
    found = [Standing(person, named[person], *figures) for person, figures in rows.items()]
    return sorted(found, key=lambda one: (-one.wins, -one.plays, one.name))


def figures_by_id(sums: Sums, about: str) -> dict[int, list[int]]:
    """Return figures of a number, such as the id of a person, by that number."""
    return {int(key): figures for key, figures in sums.added.get(about, {}).items()}


def names_of(club_id: int) -> dict[int, str]:
    """Return the names of a club's players by id."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {player.id: player.name for player in rows}


def game_summaries(sums: ScopeSums) -> list[GameSummary]:
    """Return the games that were played, the most played first."""
    found = sums.everyone
    last = found.most.get("last", {})
    rows = [
        GameSummary(game, plays, hands, time_of(last[game]))
        for game, (plays, hands) in found.added.get("games", {}).items()
    ]
    return sorted(rows, key=lambda row: (-row.plays, row.game))


def count_nights(sums: ScopeSums) -> int:
    """Return the number of nights with games."""
    return sum(figures[0] for figures in sums.everyone.added.get("nights", {}).values())


def games_of_player(sums: ScopeSums, person_id: int) -> list[PlayerGames]:
    """Return the games that someone played, the most played first."""
    found = sums.of(person_id)
    best = found.most.get("best", {})
    rows = [
        PlayerGames(game, plays, wins, coins, best.get(game), given, received)
        for game, (plays, wins, coins, given, received) in found.added.get("games", {}).items()
    ]
    return sorted(rows, key=lambda row: (-row.plays, row.game))


def total_standing(person: Player, games: Sequence[PlayerGames]) -> Standing:
    """Return the sum of someone's games of all kinds."""
    plays, wins, coins = (sum(getattr(one, what) for one in games) for what in ("plays", "wins", "coins"))
    return Standing(person.id, person.name, plays, wins, coins)


def duels(sums: ScopeSums, person_id: int) -> list[Duel]:
    """Return someone's results against and with each other player, those they met most first."""
    rows = figures_by_id(sums.of(person_id), "duels")
    named = names_of(sums.scope.club_id)
    found = [Duel(other_id, named[other_id], *figures) for other_id, figures in rows.items()]
    return sorted(found, key=lambda one: (-one.against - one.together, one.name))


def coin_balance(sums: ScopeSums, person_id: int, most: int = 40) -> list[Balance]:
    """Return someone's coins night by night, for at most so many nights spread over all of them."""
    balances, coins = [], 0
    for at, night, gained, _ in thin(sums.of(person_id).line, most):
        coins += gained
        balances.append(Balance(time_of(at), night, coins))
    return balances


def winning_totals(sums: ScopeSums) -> Quartiles | None:
    """Return the distribution of the totals that won; None if no game was won."""
    return quartiles(figures_by_id(sums.everyone, "winning"))


def game_minutes(sums: ScopeSums) -> Quartiles | None:
    """Return the distribution of how long games took, from start to last hand; None if that isn't known."""
    return quartiles(figures_by_id(sums.everyone, "minutes"))


def quartiles(times: Mapping[int, Sequence[int]]) -> Quartiles | None:
    """Return the distribution of figures, each of which was found so many times; None if there are none."""
    figures = sorted(times)
    ends = list(accumulate(times[figure][0] for figure in figures))
    if not figures:
        return None
    n = ends[-1]
    places = (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)
    return Quartiles(*(figures[bisect_left(ends, place)] for place in places))
