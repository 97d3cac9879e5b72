"""A recipe of the gallery with something else in one place is refused, or plays its evening."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.engine import score
from scorekeeper.rules.problems import Refused, Wrong
from scorekeeper.rules.recipes.doubts import doubts
from scorekeeper.rules.recipes.game import RecipeGame, recipe_game
from tests.gallery.evenings import evening_sheets

SHEETS = [sheet for _, sheet in evening_sheets()]
FORMULAS = [
    "players - 3",
    "3 - hand",
    "1 // (hand - 1)",
    "sum(total)",
    "deals",
    "10**9",
    "10000 * total * total",
]
OTHER: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    3,
    10**9,
    1.5,
    "",
    "each",
    "team",
    "table",
    "choice",
    "player",
    "low",
    [],
    {},
]


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a document: where it is, and its key there."""
    pairs = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in pairs:
        yield document, key
        if isinstance(value, dict | list):
            yield from places(value)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHEETS), st.data())
def test_a_spoiled_recipe_is_refused_or_plays_its_evening(sheet: dict[str, Any], data: st.DataObject) -> None:
    recipe = json.loads(json.dumps(sheet["options"]["recipe"]))
    recipe.pop("example", None)
    there, key = data.draw(st.sampled_from([*places(recipe)]))
    there[key] = data.draw(st.sampled_from([*FORMULAS, *OTHER]))
    with suppress(Wrong):
        told(recipe_game(recipe))
        with suppress(Refused):
            score({**sheet, "options": {**sheet["options"], "recipe": recipe}})


def told(game: RecipeGame) -> None:
    """Say all that is said of a recipe."""
    tables = [game.by_default([f"P{seat}" for seat in range(game.seats[0])])]
    str(game.how_it_ends(tables))
    assert all(str(outcome.scores) for outcome in game.what_scores())
    assert all(str(doubt) for doubt in doubts(game.source))
