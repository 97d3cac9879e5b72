"""Dividing what an import adds into lots, each of which is written in one transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.exchange.import_plan import GamePlan, NightPlan

STEP = 2500
"""About how many rows are written in one transaction."""


def lots_of(nights: Sequence[NightPlan]) -> Iterator[list[NightPlan]]:
    """Yield nights in lots of about STEP rows."""
    lot: list[NightPlan] = []
    room = STEP
    for night in nights:
        for part in _parts(night):
            rows = sum(map(_rows, part.new_games)) + len(part.coins) + len(part.night.guests) + 1
            if lot and rows > room:
                yield lot
                lot, room = [], STEP
            lot.append(part)
            room -= rows
    yield lot


def _parts(night: NightPlan) -> Iterator[NightPlan]:
    """Yield a night, divided between its games if it has many more rows than a step."""
    games: list[GamePlan] = []
    room = STEP
    for game in night.new_games:
        if games and _rows(game) > room:
            yield replace(night, games=games, coins=())
            games, room = [], STEP
        games.append(game)
        room -= _rows(game)
    first, *others = range(0, len(night.coins), STEP) or [0]
    yield replace(night, games=games, coins=night.coins[first : first + STEP])
    yield from (replace(night, games=(), coins=night.coins[at : at + STEP]) for at in others)


def _rows(plan: GamePlan) -> int:
    """Return about how many rows a game is stored in."""
    return 1 + len(plan.game.seats) + len(plan.game.sheet["hands"]) + len(plan.game.changes)
