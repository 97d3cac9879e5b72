"""A recipe is tried with a hand of made-up players, of which nothing is stored."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.datastructures import MultiDict

from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.database import Base, db
from tests.web.phone import Phone

TRY = "/games/try"


def recipe_of(key: str, **changed: Any) -> str:
    recipe = {part: value for part, value in gallery()[key].recipe.items() if part != "example"}
    return json.dumps({**recipe, **changed})


def typed(**figures: tuple[int, ...]) -> Mapping[str, Any]:
    return {f"{key}-{seat}": figure for key, of_all in figures.items() for seat, figure in enumerate(of_all)}


def lit(phone: Phone) -> list[str]:
    return phone.page.one("output", "look").texts("li", "lit")


@pytest.fixture
def wizard(owner: Phone) -> Phone:
    """Return a phone on which Wizard is tried."""
    return owner.send(TRY, recipe=recipe_of("wizard"), night=1)


def test_three_players_are_asked_for_all_of_a_hand(wizard: Phone) -> None:
    assert wizard.page.texts("label", "place") == ["Ann", "Bea", "Cal"] * 2
    assert wizard.page.one(id="due").text == "Hand 1 Ann deals"
    assert lit(wizard) == []
    assert len(wizard.page.one("output", "look").all("li")) == len(gallery()["wizard"].recipe["score"])


@pytest.mark.parametrize("key", gallery())
def test_every_game_of_the_gallery_can_be_tried(owner: Phone, key: str) -> None:
    owner.send(TRY, recipe=recipe_of(key), number=5)
    assert owner.status == 200
    assert len(owner.page.one("output", "look").all("li")) == len(gallery()[key].recipe["score"])


@pytest.mark.parametrize(
    ("players", "names"), [([4, 6], "Ann Bea Cal Dee"), ([2, 2], "Ann Bea"), ([1, 9], "Ann Bea Cal")]
)
def test_as_many_play_as_the_recipe_allows_at_least(owner: Phone, players: list[int], names: str) -> None:
    owner.send(TRY, recipe=recipe_of("wizard", players=players))
    assert owner.page.texts("label", "place")[: len(names.split())] == names.split()
    assert len(owner.page.all("label", "place")) == 2 * len(names.split())


def test_lines_light_up_with_those_who_score_by_them(wizard: Phone) -> None:
    wizard.tap("Check the hand", **typed(bid=(1, 0, 1), took=(1, 0, 0)))
    made, missed = lit(wizard)
    assert "Ann +30: made 1 exactly" in made
    assert "Bea +20: made 0 exactly" in made
    assert "Cal −10: bid 1 but took 0" in missed


def test_a_line_that_gives_nobody_points_stays_dark(wizard: Phone) -> None:
    wizard.tap("Check the hand", **typed(bid=(1, 0, 0), took=(1, 0, 0)))
    assert len(lit(wizard)) == 1


def test_the_preview_of_an_open_page_has_the_totals_and_the_lines(wizard: Phone) -> None:
    _, sent = wizard.form("Check the hand", **typed(bid=(1, 0, 1), took=(1, 0, 0)))
    wizard.replay(TRY, [*(field for field in sent if field[0] != "look"), ("look", "part")])
    assert wizard.page.one("dl", "after").texts("dd")[::2] == ["scores +30", "scores +20", "scores −10"]
    assert len(wizard.page.all("li", "lit")) == 2


def test_the_preview_says_what_is_wrong_beside_dark_lines(wizard: Phone) -> None:
    _, sent = wizard.form("Check the hand", **typed(bid=(1, 0, 1), took=(1, 1, 0)))
    wizard.replay(TRY, [*(field for field in sent if field[0] != "look"), ("look", "part")])
    assert wizard.problems
    assert wizard.page.one("p", "problem")["data-saves"] == "Correct the hand first"
    assert wizard.page.all("li", "lit") == []


def test_a_hand_that_is_refused_keeps_what_was_typed(wizard: Phone) -> None:
    wizard.tap("Check the hand", **typed(bid=(1, 0, 1), took=(1, 1, 0)))
    assert wizard.status == 422
    assert wizard.problems
    assert [wizard.value(f"bid-{seat}") for seat in range(3)] == ["1", "0", "1"]
    assert wizard.value("recipe") == recipe_of("wizard")
    assert wizard.value("night") == "1"


def test_a_later_hand_has_its_own_bounds(wizard: Phone) -> None:
    assert wizard.page.texts("button", name="number") == ["Hand 1", "Hand 10", "Hand 20"]
    wizard.tap("Hand 10")
    assert wizard.page.one(id="due").text == "Hand 10 Ann deals"
    wizard.tap("Check the hand", **typed(bid=(4, 3, 2), took=(6, 3, 1)))
    assert "Bea +50: made 3 exactly" in lit(wizard)[0]


def test_the_last_hand_ends_the_game(wizard: Phone) -> None:
    wizard.tap("Hand 20").tap("Check the hand", **typed(bid=(20, 0, 0), took=(20, 0, 0)))
    assert "Ann wins with 220" in wizard.page.text


def test_hands_that_are_asked_alike_are_no_choice(owner: Phone) -> None:
    owner.send(TRY, recipe=recipe_of("skat"))
    assert owner.page.all("button", name="number") == []


def test_a_doubt_is_told_above_the_form(owner: Phone) -> None:
    ask = [*gallery()["wizard"].recipe["ask"], {"key": "mood", "label": "Mood", "of": "each"}]
    owner.send(TRY, recipe=recipe_of("wizard", ask=ask))
    assert owner.page.texts("p", "doubts") == ["Question 3: nothing uses “Mood”."]


def test_a_wrong_recipe_is_shown_to_be_changed(owner: Phone) -> None:
    owner.send(TRY, recipe=recipe_of("wizard", win="most"))
    assert owner.status == 422
    assert "Win must be" in owner.page.text
    owner.send(TRY, recipe="{")
    assert owner.status == 422


def test_its_address_alone_leads_to_where_recipes_are_made(owner: Phone) -> None:
    assert owner.open(TRY).path == owner.open("/games/keep").path == "/games/make"


def test_a_name_that_another_game_has_is_refused_before_a_hand_is_entered(wizard: Phone) -> None:
    saved(wizard, **typed(bid=(1, 0, 1), took=(1, 0, 0)))
    wizard.send(TRY, recipe=recipe_of("wizard", players=[2, 3]), night=1)
    assert wizard.status == 422
    assert wizard.page.one("p", "problem")["data-place"] == "name"
    wizard.send(TRY, recipe=recipe_of("wizard", players=[2, 3]), own=1)
    assert wizard.status == 200


def test_trying_stores_nothing(app: Flask, wizard: Phone) -> None:
    def rows() -> dict[str, int]:
        with app.app_context():
            return {
                name: db.session.scalar(select(func.count()).select_from(table)) or 0
                for name, table in Base.metadata.tables.items()
            }

    before = rows()
    wizard.tap("Hand 10").tap("Check the hand", **typed(bid=(4, 3, 2), took=(6, 3, 1)))
    wizard.tap("Check the hand", **typed(bid=(4, 3, 2), took=(6, 3, 2)))
    assert rows() == before


def test_it_leads_back_to_the_lines(wizard: Phone) -> None:
    wizard.tap("Scores")
    assert wizard.path == "/games/make"
    assert wizard.value("recipe") == recipe_of("wizard")


def test_a_game_is_saved_once_a_hand_could_be_scored(wizard: Phone) -> None:
    wizard.tap("Save the game", **typed(bid=(1, 0, 1), took=(1, 1, 0)))
    assert wizard.status == 422
    path, sent = wizard.form("Save the game", **typed(took=(1, 0, 0)))
    answer = wizard.client.post(path, data=MultiDict(sent))
    # A browser sends the same form on.
    assert (answer.status_code, answer.location) == (307, "/games/keep")
    assert wizard.replay("/games/keep", sent).path == "/nights/1/games/recipe?own=1"


def saved(phone: Phone, **typed: Any) -> Phone:
    """Save the game with what was typed, as a browser does, which sends the same form on; show its rules."""
    _, sent = phone.form("Save the game", **typed)
    return phone.replay("/games/keep", sent).open("/games/own/1")


def test_the_hand_that_was_tried_is_the_example_of_the_rules(wizard: Phone) -> None:
    saved(wizard, **typed(bid=(1, 0, 1), took=(1, 0, 0)))
    assert "Ann +30: made 1 exactly" in wizard.page.one("ul", "because").texts("li")


def test_a_later_hand_is_no_example(wizard: Phone) -> None:
    saved(wizard, number=2, **typed(bid=(1, 0, 1), took=(1, 0, 1)))
    assert "An example" not in wizard.page.texts("h2")
