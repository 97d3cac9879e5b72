"""Formulas of recipes in words."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import read_formula
from scorekeeper.rules.recipes.reading import read_recipe
from scorekeeper.rules.recipes.recipe import ScoreLine
from scorekeeper.rules.recipes.wording import FormulaWords
from tests.rules.recipes.test_bounds import NAMES, NESTED, RECIPE
from tests.rules.test_saying_of_the_rules import letters_in

CLUBS = {"key": "clubs", "label": "Clubs", "worth": 12}
ASKED: list[dict[str, Any]] = [
    {"key": "bid", "label": "Bid", "of": "each"},
    {"key": "took", "label": "Tricks", "of": "each"},
    {"key": "out", "label": "Went out", "kind": "player"},
    {"key": "nil", "label": "Nil", "of": "each", "kind": "yes"},
    {"key": "cards", "label": "Cards", "kind": "number"},
    {"key": "suit", "label": "Suit", "kind": "choice", "answers": [CLUBS]},
]
CALLED = ("bid", "tricks", "went out", "nil", "cards", "suit", "Clubs")


def line(points: str, **parts: Any) -> tuple[FormulaWords, ScoreLine]:
    score = [{"why": "made {bid}", "points": points, **parts}]
    document = {"recipe": 1, "name": "Ours", "players": [2, 6], "ask": ASKED, "score": score}
    recipe = read_recipe(document)
    return FormulaWords(recipe), recipe.lines[0]


FIGURES = [
    ("20 + 10 * took", "20 + 10 × tricks"),
    ("-10 * abs(took - bid)", "−10 × (the difference between tricks and bid)"),
    ("(took - bid) * 2 - (bid - 1)", "(tricks − bid) × 2 − (bid − 1)"),
    ("took // 3", "tricks ÷ 3, rounded down"),
    ("(cards + 5) // 10 * 10", "cards + 5, rounded down to a multiple of 10"),
    ("(cards + bid - 1) // bid * bid", "cards, rounded up to a multiple of bid"),
    ("2 * (took // 3)", "2 × (tricks ÷ 3, rounded down)"),
    ("(took + bid) % 10", "the remainder of (tricks + bid) ÷ 10"),
    ("max(0, took - bid)", "tricks − bid, but at least 0"),
    ("min(2, max(0, took - 1))", "tricks − 1, but at least 0 and at most 2"),
    ("min(bid, took)", "the smaller of bid and tricks"),
    ("max(bid, took, hand)", "the largest of bid, tricks and the number of the hand"),
    ("sum(took)", "tricks of all together"),
    ("sum(took - bid)", "(tricks − bid) of all together"),
    ("most(bid) - least(bid)", "the highest bid − the lowest bid"),
    ("count(took == bid)", "the number of those with tricks = bid"),
    ("5 if bid > 3 else 2 if bid == 3 else 0", "5 if bid > 3, else 2 if bid = 3, else 0"),
    ("1 + (5 if nil else 2)", "1 + (5 if “nil”, else 2)"),
    ("suit * took", "worth of suit × tricks"),
    ("10 * nil + bid", "(10 if “nil”, else 0) + bid"),
]


@pytest.mark.parametrize(("formula", "words"), FIGURES)
def test_a_figure_is_written_as_on_a_rule_sheet(formula: str, words: str) -> None:
    wording, scored = line(formula)
    assert str(wording.figure(scored.points)) == words


CONDITIONS = [
    ("took == bid", "tricks = bid"),
    ("took != bid and bid", "tricks ≠ bid and bid ≠ 0"),
    ("0 < bid <= 3", "0 < bid ≤ 3"),
    ("not took == bid", "tricks ≠ bid"),
    ("not (out and took)", "not “went out” or tricks = 0"),
    ("nil and (took or bid)", "“nil” and (tricks ≠ 0 or bid ≠ 0)"),
    ("not nil", "not “nil”"),
    ("clubs or not out", "“Clubs” or not “went out”"),
    ("took % 5 == 0", "tricks is a multiple of 5"),
    ("sum(out)", "someone has “went out”"),
    ("not sum(out)", "nobody has “went out”"),
    ("count(took == 0) > 0", "tricks = 0 for someone"),
    ("count(took % 5) == 0", "tricks is a multiple of 5 for everyone"),
    ("count(took == 0) > 1", "the number of those with tricks = 0 > 1"),
    ("count(took == 0) == 1", "tricks = 0 for exactly one"),
    ("sum(took) <= 8", "tricks of all together ≤ 8"),
    ("suit", "“suit”"),
    ("not suit or cards", "not “suit” or cards ≠ 0"),
    ("deals or place == 1", "“dealer” or place after the dealer = 1"),
]


@pytest.mark.parametrize(("formula", "words"), CONDITIONS)
def test_a_condition_says_what_holds(formula: str, words: str) -> None:
    wording, scored = line("1", **{"if": formula})
    assert scored.condition
    assert str(wording.condition(scored.condition)) == words


@pytest.mark.parametrize("formula", [formula for formula, _ in (*FIGURES, *CONDITIONS)])
def test_only_figures_and_what_they_are_called_fill_the_blanks(formula: str) -> None:
    wording, scored = line(formula)
    assert not letters_in(wording.figure(scored.points), CALLED)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"points": "took", "if": "took == bid"}, "tricks, when tricks = bid"),
        ({"points": "took if took == bid else 0"}, "tricks, when tricks = bid"),
        ({"points": "0 if nil else took"}, "tricks, when not “nil”"),
        ({"points": "100 * (nil and took == 0)"}, "100, when “nil” and tricks = 0"),
        ({"points": "1 if nil else 2", "if": "took"}, "(1 if “nil”, else 2), when tricks ≠ 0"),
        ({"points": "took", "if": 1}, "tricks"),
        ({"points": "took", "why": "tricks", "if": "nil"}, "as entered, when “nil”"),
        ({"points": "took", "if": "out"}, "Went out: tricks"),
        ({"points": "took", "if": "nil and out"}, "Went out: tricks, when “nil”"),
        ({"points": "5 if nil else 2", "if": "not out"}, "All but “went out”: 5 if “nil”, else 2"),
    ],
)
def test_a_line_scores_when_its_condition_holds(parts: dict[str, Any], words: str) -> None:
    wording, scored = line(**parts)
    assert str(wording.scored(scored)) == words


def test_what_a_team_has_together_is_told() -> None:
    points = "team(took) + team(took if nil else 0) + team(nil)"
    score = [{"why": "all", "points": points}]
    document = {"recipe": 1, "name": "Ours", "players": [4, 4], "teams": 2, "ask": ASKED, "score": score}
    recipe = read_recipe(document)
    told = str(FormulaWords(recipe).scored(recipe.lines[0]))
    assert told == (
        "the team’s tricks + ((tricks if “nil”, else 0), added up in the team)"
        " + the number of those in the team with “nil”"
    )


def test_a_blank_of_a_sentence_shows_what_fills_it() -> None:
    wording, _ = line("took")
    assert str(wording.sentence("{player} made {bid} exactly")) == "[player] made [bid] exactly"


@given(NESTED)
def test_every_formula_can_be_said(text: str) -> None:
    wording = FormulaWords(RECIPE)
    with suppress(Wrong):
        formula = read_formula(text, NAMES)
        assert str(wording.figure(formula))
        assert str(wording.condition(formula))
