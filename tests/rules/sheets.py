"""Short ways to write sheets and tables of cases, and to read results."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from scorekeeper.rules.engine import score
from scorekeeper.rules.game import Game
from scorekeeper.rules.labels import relabelled_sheet
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from tests.rules.cast import CAST

N = TypeVar("N", int, float)


def cases(names: str, rows: Mapping[str, object]) -> pytest.MarkDecorator:
    """Return a decorator for a table of cases whose ids are sentences."""
    return pytest.mark.parametrize(names, rows.values(), ids=list(rows))


def sheet(game: str, *hands: object, n: int = 4, **setup: object) -> dict[str, Any]:
    """Return a sheet of the first ``n`` of the cast; anything in the setup can be given, even invalid."""
    return {"scoresheet": 1, "game": game, "players": list(CAST[:n]), "hands": list(hands), **setup}


def by_seat(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scoresheet as it is stored: with seats, but for the list of players. Raises Refused."""
    setup = set_up(written)
    return relabelled_sheet(written, setup, range(setup.table.n))


def answer(game: str, *hands: object, n: int = 4, **setup: object) -> dict[str, Any]:
    """Return the engine's answer to such a sheet."""
    return score(sheet(game, *hands, n=n, **setup)).as_json()


def each(*counts: N) -> dict[str, N]:
    """Return a count for each of the cast in turn."""
    return dict(zip(CAST, counts, strict=False))


def figures(by_name: Mapping[str, int]) -> tuple[int, ...]:
    """Return the figures of an answer in seat order."""
    return tuple(by_name.values())


def last(scored: Mapping[str, Any]) -> tuple[str, tuple[int, ...]]:
    """Return the outcome of the last hand, and everyone's score in it."""
    hand = scored["hands"][-1]
    return hand["outcome"], figures(hand["scores"])


def reasons(scored: Mapping[str, Any], player: str) -> list[str]:
    """Return the reasons for a player's score in the last hand."""
    return [line["why"] for line in scored["hands"][-1]["because"] if player in line["players"]]


def refused(document: object) -> tuple[Problem, ...]:
    """Return what is wrong with a sheet; fail if nothing is."""
    with pytest.raises(Refused) as caught:
        score(document)
    return caught.value.problems


def fields(problems: Sequence[Problem]) -> list[str]:
    """Return the fields that were refused."""
    return [problem.field for problem in problems]


def table_of(game: Game[Any, Any], n: int = 0, **options: object) -> Setup:
    """Return a game that can start, with the fewest players by default."""
    return set_up(sheet(game.key, n=n or game.seats[0], options=options))
