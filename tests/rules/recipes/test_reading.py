"""A recipe that is wrong is refused with all that is wrong, each with its place and what to do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.engine import score
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.game import RecipeHand, RecipeRules, edition, recipe_game
from scorekeeper.rules.recipes.reading import read_recipe
from scorekeeper.rules.recipes.recipe import TAKEN

HEARTS: dict[str, Any] = {
    "recipe": 1,
    "name": "Hearts",
    "players": [3, 6],
    "options": [{"key": "limit", "label": "Limit", "default": 100}],
    "ask": [{"key": "hearts", "label": "Cards of hearts", "of": "each", "sum": 26}],
    "let": [{"key": "moon", "is": "hearts == 26"}],
    "score": [{"why": "took {hearts}", "points": "hearts", "if": "not moon"}],
    "end": {"target": "limit"},
    "win": "low",
}


NESTED: list[Any] = []
for _ in range(2000):
    NESTED = [NESTED]


def refusals(**changed: Any) -> list[str]:
    with pytest.raises(Wrong) as refused:
        read_recipe({**HEARTS, **changed})
    return [str(message) for message in refused.value.messages]


def asking(**changed: Any) -> list[str]:
    return refusals(ask=[HEARTS["ask"][0], {"key": "more", "label": "More", **changed}])


def test_a_recipe_is_read() -> None:
    recipe = read_recipe(HEARTS)
    assert (recipe.name, recipe.players, recipe.lowest_wins) == ("Hearts", (3, 6), True)


@pytest.mark.parametrize("raw", [None, 5, [], "recipe"])
def test_what_is_no_object_is_no_recipe(raw: object) -> None:
    with pytest.raises(Wrong, match=r"A recipe must be a JSON object\."):
        read_recipe(raw)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"strokes": ["\ud800"]}, "The recipe has a character that can’t be shown."),
        ({"ask": NESTED}, "The recipe is nested too deeply."),
    ],
)
def test_what_no_text_can_hold_is_refused(parts: dict[str, object], why: str) -> None:
    for read in (read_recipe, recipe_game):
        with pytest.raises(Wrong) as refused:
            read({**HEARTS, **parts})
        assert str(refused.value) == why


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"recipe": 2}, "Recipe can be at most 1, not 2."),
        ({"name": ""}, "Enter the name."),
        ({"name": "{x}"}, "Name: leave out the braces."),
        ({"players": [6, 3]}, "Players: give the fewest and the most, such as [3, 6]."),
        ({"players": [3, 40]}, "The number of players can be at most 20, not 40."),
        ({"score": []}, "Score: add at least one line, or nobody ever scores."),
        ({"lines": []}, "The recipe has no “lines”."),
        ({"win": "most"}, "Win must be high or low."),
        (
            {"teams": "hearts", "score": [{"why": "x", "points": 1}]},
            "Teams: There is no figure called “hearts”.",
        ),
        ({"strokes": ["heart"]}, "Strokes: There is no figure called “heart”; did you mean “hearts”?"),
        (
            {"score": [*HEARTS["score"], {"why": "x", "points": "cards_of_hearts"}]},
            "Score line 2: There is no figure called “cards_of_hearts”; did you mean “hearts”?",
        ),
        (
            {"score": [{"why": "took {heart}", "points": 1}]},
            "Score line 1: There is no figure called “heart”; did you mean “hearts”?",
        ),
        ({"score": [{"why": "x {", "points": 1}]}, "Score line 1: Why: write the key of a figure as {key}."),
        ({"score": [{"points": 1}]}, "Score line 1: say why it scores."),
        (
            {"score": [{"why": "x", "points": 1, "if": "moon and"}]},
            "Score line 1, if: “moon and” isn’t complete, or something in it is in the wrong place.",
        ),
        (
            {"let": [*HEARTS["let"], {"key": "hearts", "is": 1}]},
            "Question 1: something else is called “hearts” already.",
        ),
        (
            {"let": [*HEARTS["let"], {"key": "a", "is": "b"}, {"key": "b", "is": "moon"}]},
            "Value 2: There is no figure called “b”.",
        ),
        ({"let": [{"key": "Moon", "is": 1}]}, None),
        ({"keep": [{"key": "call", "next": 1}]}, None),
        ({"end": {"when": "hearts > 3"}}, "End, when: There is no figure called “hearts”."),
        (
            {"end": {"when": "total > 3"}},
            "End, when: It is worked out for the table: write “total” within sum( ), most( ), least( ) or "
            "count( ).",
        ),
        (
            {"options": [{"key": "limit", "label": "Limit", "default": 5, "low": 10}]},
            "Option 1: the default 5 isn’t between 10 and 1000000000.",
        ),
        (
            {"check": [{"must": "hearts < 20", "say": "No.", "at": "heart"}]},
            "Check 1: There is no figure called “heart”; did you mean “hearts”?",
        ),
    ],
)
def test_a_wrong_part_is_refused_with_its_place(changed: dict[str, Any], why: str | None) -> None:
    found = refusals(**changed)
    assert found == [why] if why else len(found) == 1


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"of": "team"}, "Question 2: the game has no teams: say how many with “teams”, or ask each player."),
        (
            {"kind": "player", "of": "each"},
            "Question 2: one player is named for the whole table: leave “of” out, or ask each for yes or no.",
        ),
        ({"kind": "choice"}, "Question 2: a choice needs “answers”, and nothing else has any."),
        ({"once": True}, "Question 2: only the answers of a choice can be given once."),
        ({"sum": 3}, "Question 2: only the numbers of players or teams have “sum”."),
        ({"ask_one": "how many?"}, "Question 2: only the numbers of players or teams have “ask_one”."),
        ({"high": "hearts"}, "Question 2, high: There is no figure called “hearts”."),
        ({"of": "all"}, "Question 2: Of must be each, team or table."),
        ({"key": "note"}, "Question 2: “note” means something already: choose another key."),
        ({"key": "Tricks!"}, None),
    ],
)
def test_a_wrong_question_is_refused(changed: dict[str, Any], why: str | None) -> None:
    found = asking(**changed)
    assert found == [why] if why else len(found) == 1


def test_everything_that_is_wrong_is_said_at_once() -> None:
    found = refusals(
        teams="a",
        strokes=["b"],
        score=[{"why": "{c}", "points": "d"}],
        check=[{"must": "e", "say": "{f}"}],
    )
    assert len(found) == 6


def test_a_recipe_has_a_size() -> None:
    (why,) = refusals(score=[{"why": "x" * 100, "points": "1" + " + 1" * 40}] * 40)
    assert why.startswith("A recipe has at most 8000 bytes")
    assert refusals(score=[{"why": "x", "points": 1}] * 41) == ["Score: use at most 40, not 41."]


def test_no_figure_can_be_called_like_what_a_hand_has() -> None:
    inherited = {name for made in (RecipeHand, RecipeRules) for name in dir(made) if name[0] != "_"}
    assert inherited | {"dealer", "note", "wager", "presence", "recipe"} <= TAKEN


def test_the_edition_changes_with_what_scores_and_not_with_names() -> None:
    line, *others = HEARTS["score"]
    renamed = {**HEARTS, "name": "Black Maria", "score": [{**line, "why": "other words"}, *others]}
    otherwise = {**HEARTS, "end": {"target": 50}}
    editions = [edition(read_recipe(one)) for one in (HEARTS, renamed, otherwise)]
    assert editions[0] == editions[1] != editions[2]


DOCUMENT = (Path(__file__).parents[3] / "docs" / "recipes.md").read_text("utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"(?s)```json\n(\{.*?\})\n```", DOCUMENT)]


def test_the_recipes_of_the_document_can_be_played() -> None:
    alone = [one for one in EXAMPLES if "recipe" in one]
    sheets = [one for one in EXAMPLES if "scoresheet" in one]
    assert [read_recipe(one).name for one in alone] == ["Wizard"]
    assert [score(one).totals for one in sheets] == [(12, 7, 0)]
