"""Teams, which sit alternately around the table; each of their players has the same figures."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.entries import EachSeat, LeftOut
from scorekeeper.rules.game import Game, H, R, Side
from scorekeeper.rules.hand import Played
from scorekeeper.rules.house import Rules
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import And, Argument, Say, Signed, Spelled
from scorekeeper.rules.table import PerSeat, Seat, Table

MOST_NAMES = 3
"""The most players whose names fit in a list of rounds; more of them are counted."""

LEAST = Say("{Names} scored the least, {best}", "{Names} scored the least, {best} each")
MOST = Say("{Names} scored the most, {best}", "{Names} scored the most, {best} each")


class InTeams(Rules):
    """The house rules of a game that may be played in teams."""

    def teams_of(self, players: int) -> int:
        """Return the number of teams of so many players; without teams each player is one."""
        raise NotImplementedError


def team_seats(table: Table[Any]) -> tuple[Side, ...]:
    """Return the teams, which sit alternately around the table; without teams each player is one."""
    teams = table.rules.teams_of(table.n) if table.rules else table.n
    return tuple(tuple(range(first, table.n, teams)) for first in range(min(teams, table.n)))


@dataclass(frozen=True)
class TeamFigures(EachSeat):
    """A figure for every player, or for every team, written for any of its players; each of them has it."""

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """Return the key of the first player of each team."""
        return tuple(table.keys[team[0]] for team in team_seats(table) if team[0] in table.here)

    def place_of(self, seat: Seat, table: Table[Any]) -> str:
        """Return the key of the first player of the team."""
        return table.keys[_team_of(table.keys[seat], table)[0]]

    def called(self, place: str, table: Table[Any]) -> Argument:
        """Return the name of the player or the names of the team."""
        return And(*table.names(_team_of(place, table)))

    def read(self, raw: object, table: Table[Any]) -> PerSeat:
        """Return the figure of each seat."""
        figures, teams = super().read(self._by_team(raw, table), table), len(team_seats(table))
        return tuple(figures[seat % teams] for seat in range(table.n))

    def has_halves(self, table: Table[Any]) -> bool:
        """Return whether figures may end in a half."""
        return False

    def left_out(self, raw: Any, table: Table[Any]) -> list[LeftOut]:
        """Return the players or teams without a figure."""
        return super().left_out(self._by_team(raw, table), table)

    def _by_team(self, raw: Any, table: Table[Any]) -> Any:
        """Return the JSON by the first player of each team. Raises Wrong if two of one have a figure."""
        if not isinstance(raw, dict) or twice(raw):
            return raw
        firsts = {table.keys[seat]: table.keys[team[0]] for team in team_seats(table) for seat in team}
        given = Counter(firsts[key] for key in raw if key in firsts)
        if twice_given := [place for place in given if given[place] > 1]:
            teams = (self.called(place, table) for place in twice_given)
            words = "{What}: enter one figure for {team}."
            raise Wrong(*(Say(words, what=self.what, team=team) for team in teams))
        return {firsts.get(key, key): figure for key, figure in raw.items()}


def _team_of(key: str, table: Table[Any]) -> Side:
    seat = table.seat_of_key(key)
    return next(team for team in team_seats(table) if seat in team)


class TeamGame(Game[R, H]):
    """A game of players' own, in which each round has those who did best, and teams share a total."""

    def sides(self, table: Table[R]) -> tuple[Side, ...]:
        """Return the teams, or each player alone."""
        return team_seats(table)

    def describe(self, table: Table[R], played: Played) -> Say:
        """Return who did best in the round: "Ann scored the most, +12"."""
        fewest = self.lowest_wins(table)
        best = (min if fewest else max)(played.scores[seat] for seat in table.here)
        who = tuple(seat for seat in table.here if played.scores[seat] == best)
        if len(who) == len(table.here):
            return Say("Everyone scored {best}", best=Signed(best))
        sides = sum(team[0] in who for team in team_seats(table))
        names = named_or_counted(table, who)
        return (LEAST if fewest else MOST).filled(sides, names=names, best=Signed(best))


def named_or_counted(table: Table[Any], seats: Side) -> Argument:
    """Return the names of some players, or how many they are if they are too many to name."""
    if len(seats) <= MOST_NAMES:
        return And(*table.names(seats))
    return Say("{number} players", number=Spelled(len(seats)))
