"""What a recipe hardly means is said with its place; the games of the gallery mean all they say."""

from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.recipes.doubts import doubts
from scorekeeper.rules.recipes.reading import read_recipe

BID = {"key": "bid", "label": "Bid", "of": "each", "high": 13, "before": True}
TOOK = {"key": "took", "label": "Tricks", "of": "each", "high": 13, "sum": 13}
MADE = {"why": "made it", "points": "10 * bid", "if": "took >= bid"}


def said(**parts: Any) -> list[str]:
    ours = {"recipe": 1, "name": "Ours", "players": [3, 4], "ask": [BID, TOOK], "score": [MADE]}
    return [str(one) for one in doubts(read_recipe({**ours, **parts}))]


def asking(**changed: Any) -> list[str]:
    return said(ask=[BID, {**TOOK, **changed}])


@pytest.mark.parametrize("key", gallery())
def test_there_is_no_doubt_about_a_game_of_the_gallery(key: str) -> None:
    assert [*doubts(read_recipe(gallery()[key].recipe))] == []


def test_a_figure_that_nothing_uses_is_named() -> None:
    assert said(
        ask=[BID, TOOK, {"key": "moon", "label": "Moon", "kind": "yes"}],
        options=[{"key": "late", "label": "Late start", "default": False}],
        let=[{"key": "over", "is": "took - bid"}, {"key": "under", "is": "-over"}],
        keep=[{"key": "bags", "next": "bags + 1"}],
    ) == [
        "Question 3: nothing uses “Moon”.",
        "Option 1: nothing uses “Late start”.",
        "Value 1: nothing uses “over”.",
        "Value 2: nothing uses “under”.",
        "Carried figure 1: nothing uses “bags”.",
    ]


@pytest.mark.parametrize(
    "parts",
    [
        {
            "let": [{"key": "over", "is": "took - bid"}],
            "keep": [{"key": "bags", "next": "over"}],
            "end": {"when": "most(bags)"},
        },
        {"let": [{"key": "over", "is": "took - bid"}], "score": [{**MADE, "why": "{over} over"}]},
        {
            "ask": [BID, {**TOOK, "high": "cards"}],
            "options": [{"key": "cards", "label": "Cards", "default": 13}],
        },
        {
            "ask": [
                BID,
                TOOK,
                {
                    "key": "suit",
                    "label": "Trump",
                    "kind": "choice",
                    "answers": [{"key": "clubs", "label": "♣"}],
                },
            ],
            "check": [{"must": "bid or not clubs", "say": "No."}],
        },
        {"score": [{"why": "all", "points": "bid"}], "strokes": ["took"]},
        {"keep": [{"key": "bags", "label": "Bags", "next": "bags + 1"}]},
        {"keep": [{"key": "last", "next": "took"}], "ties": "last"},
    ],
)
def test_a_figure_has_a_use_by_whatever_depends_on_it(parts: Any) -> None:
    assert said(**parts) == []


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        ({"points": 1, "if": "took > 13"}, "Score line 2 never scores: “tricks > 13” never holds."),
        (
            {"points": "bid * (took < 0)"},
            "Score line 2 never scores: “bid if tricks < 0, else 0” is always 0.",
        ),
    ],
)
def test_a_line_that_never_scores_is_named(line: Any, doubt: str) -> None:
    assert said(score=[MADE, {"why": "x", **line}]) == [doubt]


@pytest.mark.parametrize("line", [{"points": 0, "if": "took < bid"}, {"points": "total // 100"}])
def test_a_line_that_tells_what_happened_or_depends_on_earlier_hands_is_no_doubt(line: Any) -> None:
    assert said(score=[MADE, {"why": "x", **line}]) == []


def test_a_check_that_no_hand_passes_is_named() -> None:
    assert said(check=[{"must": "sum(took) > 60", "say": "More!"}]) == [
        "Check 1: “tricks of all together > 60” never holds, so no hand can be saved."
    ]


@pytest.mark.parametrize(
    ("changed", "doubt"),
    [
        (
            {"high": 4},
            "Question 2: in hand 1 with 3 players, 0 to 4 each can’t add up to 13.",
        ),
        (
            {"low": "players", "high": 13},
            "Question 2: in hand 1 with 4 players, 4 to 13 each can’t add up to 13.",
        ),
        (
            {"high": "17 - 4 * hand", "sum": "17 - 4 * hand"},
            "Question 2: in hand 5 with 3 players, no number is from 0 to −3.",
        ),
    ],
)
def test_numbers_out_of_reach_are_named_with_the_first_case(changed: Any, doubt: str) -> None:
    assert asking(**changed) == [doubt]


def test_only_hands_that_are_played_and_asked_are_looked_at() -> None:
    assert said(ask=[BID, {**TOOK, "high": "6 - hand", "sum": "6 - hand"}], end={"hands": 5}) == []
    assert asking(high="6 - hand", sum="6 - hand", **{"if": "hand < 6"}) == []
