"""Making a recipe: what its page begins with, and what it refuses."""

import json
from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.recipes.reading import read_recipe
from tests.web.phone import Phone

WIZARD = gallery()["wizard"].recipe


def recipe_of(phone: Phone) -> Any:
    """Return the recipe that the form has."""
    return json.loads(phone.value("recipe"))


def refused(phone: Phone, recipe: object) -> dict[str, str]:
    """Send a recipe that is wrong, and return what is refused, by its place."""
    phone.open("/games/make?night=1").send("/games/make", night=1, recipe=as_text(recipe))
    assert phone.status == 422
    assert phone.value("recipe") == as_text(recipe)
    return {
        node["data-place"]: node.text for node in phone.page.all("p", "problem") if "data-place" in node.attrs
    }


def as_text(recipe: object) -> str:
    return recipe if isinstance(recipe, str) else json.dumps(recipe)


def test_a_recipe_begins_with_the_name_that_was_typed(owner: Phone) -> None:
    assert recipe_of(owner.open("/games/make?night=1&name=Wizard")) == {
        "recipe": 1,
        "name": "Wizard",
        "players": [2, 6],
        "ask": [],
        "score": [],
    }


@pytest.mark.parametrize("key", gallery())
def test_a_copy_of_a_game_of_the_gallery_has_all_of_it(owner: Phone, key: str) -> None:
    copied = recipe_of(owner.open(f"/games/make?of={key}"))
    assert copied == gallery()[key].recipe
    owner.send("/games/make", recipe=owner.value("recipe"))
    assert (owner.status, recipe_of(owner)) == (200, copied)


def test_what_is_wrong_is_said_at_its_place(owner: Phone) -> None:
    wrong = {
        **WIZARD,
        "ask": [*WIZARD["ask"], {"key": "bid", "label": "Again"}],
        "score": [WIZARD["score"][0], {"why": "missed", "points": "-10 * tricks", "if": "(took"}],
        "end": {"hands": "60 // tables"},
    }
    problems = refused(owner, wrong)
    assert problems.keys() == {"ask-3", "score-2", ""}
    assert problems["ask-3"] == "Question 3: something else is called “bid” already."


def test_what_is_no_recipe_is_kept_as_it_was_typed(owner: Phone) -> None:
    assert refused(owner, "{name: Wizard}") == {
        "": "This isn’t JSON: check its quotation marks, commas and brackets."
    }
    assert refused(owner, [1]) == {"": "A recipe must be a JSON object."}


def test_a_tally_with_columns_is_a_recipe_that_scores_the_same(owner: Phone) -> None:
    columns: dict[str, Any] = {
        "columns-by": "columns",
        "columns-0-name": "towns",
        "columns-1-name": "land",
        "columns-1-weight": 2,
    }
    owner.open("/nights/1/games/tally").tap("Start game", title="Settlers", target=50, teams=2, **columns)
    made = recipe_of(owner.open("/games/make?own=1"))
    read_recipe(made)
    assert [one["label"] for one in made["ask"]] == ["Towns", "Land"]
    assert [line["points"] for line in made["score"]] == ["column_1", "2 * column_2"]
    assert (made["end"], made["teams"]) == ({"target": 50}, 2)


def test_an_own_game_is_changed_by_its_club_alone(owner: Phone, stranger: Phone) -> None:
    owner.open("/nights/1/games/tally").tap("Start game", title="Whist")
    assert recipe_of(owner.open("/games/make?own=1"))["name"] == "Whist"
    assert owner.value("own") == "1"
    assert stranger.open("/games/make").status == 404
    stranger.open("/").tap("Start a game night")
    assert stranger.open("/games/make").status == 200
    assert stranger.open("/games/make?own=1").status == 404
    assert stranger.open("/games/make?night=2&own=1").status == 404
