"""Rounds: drawing who of tonight's players sits at which table, and who sits out.

What was drawn for a table is kept with it, as the lots for its next game. The night keeps which tables belong
to the round, who sits out, and in which round everyone sat out last.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from itertools import permutations
from random import SystemRandom
from typing import Any, NamedTuple

from scorekeeper.rules.catalogue import game_of
from scorekeeper.rules.game import Game, Side
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Table
from scorekeeper.seating import Counts, seat_people
from scorekeeper.store.clubs.people import persons_of
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.seasons import season_of_day
from scorekeeper.store.history.statistics import meetings
from scorekeeper.store.models import GameTable, Night, Player
from scorekeeper.store.nights.lots import PARTNERS, SEATS, keep_lots
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.nights.tables import new_table
from scorekeeper.store.plays.plays import newest_plays_at_tables, plays_of_night
from scorekeeper.store.plays.sheet import setup_of
from scorekeeper.store.time_zones import evening_of

A_YEAR = timedelta(days=365)


class DrawnTable(NamedTuple):
    """A table of a round: who sits there, in seat order, and the game that has begun there since, if any."""

    table: GameTable
    players: Sequence[Player]
    play_id: int | None


class NightRound(NamedTuple):
    """Who sits at which table.

    Attributes:
        number, times: which round of the night it is, counted from 1, and how often it was drawn.
        game, key, own_id: the game, its key in addresses, and which of the club's own games it is, if any.
        tables, out: the tables, and who sits out.
    """

    number: int
    times: int
    game: Game[Any, Any]
    key: str
    own_id: int | None
    tables: Sequence[DrawnTable]
    out: Sequence[Player]

    @property
    def next_number(self) -> int:
        """The number of the round that is drawn next: the same one until one of its games has begun."""
        return self.number + any(drawn.play_id for drawn in self.tables)

    @property
    def label(self) -> str:
        """The number of the draw among those of the night: another draw has another one."""
        return f"{self.number}-{self.times}"

    @property
    def what(self) -> str:
        """What was drawn for each table, PARTNERS or SEATS."""
        return _what(self.game, self.game.seats[0])


def round_of(night: Night) -> NightRound | None:
    """Return the round of a night that was drawn last; None if none was."""
    kept = _kept(night)
    lots = {table: table.lots for table in night.tables if table.lots and table.id in kept["tables"]}
    if not lots:
        return None
    ids = [*kept["out"], *(player for drawn in lots.values() for player in drawn["players"])]
    people, newest = dict(zip(ids, persons_of(ids), strict=True)), newest_plays_at_tables(night.id)
    tables = []
    for table, drawn in lots.items():
        play = newest.get(table.id, 0)
        players = [people[player] for player in drawn["players"]]
        tables.append(DrawnTable(table, players, play if play > drawn["since"] else None))
    game = game_of(kept["game"], kept["options"])
    assert game
    out = [people[player] for player in kept["out"]]
    return NightRound(kept["number"], kept["times"], game, kept["key"], kept["own"], tables, out)


def draw_round(night: Night, game: Game[Any, Any], key: str, own_id: int | None = None) -> None:
    """Seat tonight's players at tables, which are made if they are missing; at one, if some then sit out.

    Until a game of the last round has begun, that is drawn again. Raises Refused for too few players.
    """
    number, times, sat_out = 1, 1, dict[int, int]()
    if before := round_of(night):
        number, times, sat_out = before.next_number, before.times + 1, dict(_kept(night)["sat_out"])
        if number > before.number:
            times, sat_out = 1, sat_out | {player.id: before.number for player in before.out}
    people, sides = [player.id for player in guests(night)], partial(usual_sides, game)
    met, partnered = meetings(_season_of(night), night.id, people)
    partnered = _with_running(night, partnered)
    drawn = seat_people(people, game.seats, sides, met, partnered, sat_out, SystemRandom())
    if len(drawn.tables) < (1 if drawn.out else 2):
        fewest = 2 * game.seats[0]
        raise Refused([Problem("players", Say("Two tables need at least {fewest} players.", fewest=fewest))])
    while len(night.tables) < len(drawn.tables):
        new_table(night)
    for last in before.tables if before else ():
        last.table.lots = None
    tables = night.tables[: len(drawn.tables)]
    for table, seats in zip(tables, drawn.tables, strict=True):
        keep_lots(table, _what(game, len(seats)), game, seats)
    kept = {"number": number, "times": times, "game": game.key, "options": dict(game.fixed), "key": key}
    kept |= {"own": own_id, "tables": [table.id for table in tables]}
    _keep(night, **kept, out=drawn.out, sat_out=[*sat_out.items()])


def seat_latecomers(night: Night) -> None:
    """Seat those who came since the round was drawn, and take those who left from tables that have not begun.

    Who came sits at the smallest of these that may take one more, and sits out if there is none. Before them
    those who sit out take seats that became free.
    """
    if not (drawn := round_of(night)):
        return
    here = [player.id for player in guests(night)]
    waiting = dict.fromkeys([*(player.id for player in drawn.out if player.id in here), *here])
    seats: dict[GameTable, list[int]] = {}
    for table, players, play_id in drawn.tables:
        for player in players:
            waiting.pop(player.id, None)
        if not play_id:
            seats[table] = [player.id for player in players if player.id in here]
    out: list[int] = []
    for person in waiting:
        smallest = min(seats.values(), key=len, default=out)
        (smallest if len(smallest) < drawn.game.seats[-1] else out).append(person)
    for table, people in seats.items():
        if table.lots and table.lots["players"] != people:
            table.lots = table.lots | {"what": drawn.what, "players": people, "dealer": 0} if people else None
    _keep(night, out=out)


def usual_sides(game: Game[Any, Any], players: int) -> Sequence[Side]:
    """Return the sides of a game with so many players and the house rules that are usual."""
    return game.sides(Table(("",) * players, None))


def _with_running(night: Night, partnered: Counts[int]) -> Counts[int]:
    """Return how often each two were partners with the running games, whose seats don't say it yet."""
    found = dict(partnered)
    for play in plays_of_night(night):
        setup = None if play.ended_at or play.deleted_at else setup_of(play, play.seats)
        for side in setup.sides if setup else ():
            for pair in permutations((play.person_ids[seat] for seat in side), 2):
                tonight, before = found.get(pair, (0, 0))
                found[pair] = tonight + 1, before
    return found


def _what(game: Game[Any, Any], players: int) -> str:
    """Return what is drawn for a table of a game, PARTNERS or SEATS."""
    return PARTNERS if len(usual_sides(game, players)) < players else SEATS


def _kept(night: Night) -> dict[str, Any]:
    """Return what a night keeps of the round that was drawn last."""
    return (night.lots or {}).get("round", {"tables": ()})


def _keep(night: Night, **changed: Any) -> None:
    """Keep with a night what has changed of the round."""
    night.lots = {**(night.lots or {}), "round": {**_kept(night), **changed}}


def _season_of(night: Night) -> Scope:
    """Return the games of the season that a night belongs to; without one, those of a year up to it."""
    day = evening_of(night.started_at, night.time_zone)
    season = season_of_day(night.club_id, day)
    since, until = (season.since, season.until) if season else (day - A_YEAR, day)
    return Scope(night.club_id, since=since, until=until)
