"""Players' names: any script, trimmed, distinct, and spelled exactly so everywhere."""

import pytest

from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse
from tests.rules.sheets import answer, cases, refused, sheet


def players(*names: str) -> list[str]:
    """Return the names that the engine keeps."""
    return list(answer("tally", players=list(names))["totals"])


def complaints(*names: str) -> list[str]:
    problems = refused(sheet("tally", players=list(names)))
    assert {(problem.hand, problem.field) for problem in problems} == {(None, "players")}
    return [str(problem.message) for problem in problems]


@cases(
    "name",
    {
        "one letter": "X",
        "forty letters": "n" * 40,
        "forty letters of another script": "さ" * 40,
        "Japanese": "さくら",
        "Arabic": "محمد",
        "Hindi, with marks": "गीता",
        "with an apostrophe": "O'Neil",
        "with quotes": 'Kit "K"',
        "with a space": "Mía José",
        "with a joiner": "👩\u200d🌾",
        "a digit": "7",
        "the word for a side": "bidders",
    },
)
def test_a_name_is_accepted(name: str) -> None:
    assert players(name, "Bea") == [name, "Bea"]


@pytest.mark.parametrize("name", [" Ann", "Ann ", "  Ann  ", "\u00a0Ann\u3000"])
def test_a_name_is_trimmed(name: str) -> None:
    assert players(name, "Bea") == ["Ann", "Bea"]


def test_spaces_around_a_name_do_not_count() -> None:
    assert players(" " * 50 + "n" * 40 + " ", "Bea") == ["n" * 40, "Bea"]


@cases(
    "name, fragment",
    {
        "empty": ("", "Enter a name"),
        "only spaces": ("   ", "Enter a name"),
        "forty-one letters": ("n" * 41, "41 characters. Use at most 40"),
        "a tab inside": ("A\tB", "can’t be shown"),
        "a line break inside": ("A\nB", "can’t be shown"),
        "a null character": ("A\0", "can’t be shown"),
        "an escape": ("\x1b[31mAnn", "can’t be shown"),
        "a delete": ("A\x7fB", "can’t be shown"),
        "a control character beyond ASCII": ("A\x9bB", "can’t be shown"),
        "half a letter": ("A\ud800", "can’t be shown"),
    },
)
def test_a_name_is_refused(name: str, fragment: str) -> None:
    (message,) = complaints(name, "Bea")
    assert fragment in message


@cases(
    "first, second",
    {
        "the same": ("Ann", "Ann"),
        "the same after trimming": ("Ann", " Ann "),
        "in capitals": ("Ann", "ANN"),
        "folded: the sharp s": ("Weiß", "WEISS"),
        "folded: the final sigma": ("Νίκος", "ΝΊΚΟΣ"),
    },
)
def test_two_players_need_different_names(first: str, second: str) -> None:
    (message,) = complaints(first, second)
    assert "Two players are called" in message


@pytest.mark.parametrize(("first", "second"), [("Ann", "Anna"), ("Ana", "Aná"), ("A B", "AB")])
def test_names_that_are_nearly_the_same_are_different(first: str, second: str) -> None:
    assert players(first, second) == [first, second]


def test_a_name_given_three_times_is_reported_twice() -> None:
    assert len(complaints("Ann", "ann", "ANN")) == 2


def test_all_problems_with_names_are_listed() -> None:
    assert len(complaints("", "n" * 41, "Ann", "ANN")) == 3


COMPOSED, APART = "Jos\u00e9", "Jose\u0301"


@pytest.mark.parametrize("written", [COMPOSED, APART])
@pytest.mark.parametrize("meant", [COMPOSED, APART])
def test_composed_and_decomposed_letters_are_the_same_name(written: str, meant: str) -> None:
    text = f"""{{"scoresheet": 1, "game": "tally", "players": ["{written}", "Bea"], "dealer": "{meant}",
        "hands": [{{"dealer": "{meant}", "points": {{"{meant}": 3}}}}]}}"""
    assert score(parse(text)).as_json()["totals"] == {COMPOSED: 3, "Bea": 0}


def test_composed_and_decomposed_names_are_duplicates() -> None:
    text = f'{{"scoresheet": 1, "game": "tally", "players": ["{COMPOSED}", "{APART}"], "hands": []}}'
    (problem,) = refused(parse(text))
    assert problem.field == "players"


def test_length_is_counted_in_composed_letters() -> None:
    text = f'{{"scoresheet": 1, "game": "tally", "players": ["{APART * 10}", "Bea"], "hands": []}}'
    assert score(parse(text)).as_json()["next_dealer"] == COMPOSED * 10


@pytest.mark.parametrize("spelled", [" Ann", "ann", "ANN"])
def test_entries_must_spell_a_name_exactly(spelled: str) -> None:
    (problem,) = refused(sheet("tally", {"points": {spelled: 1}}, players=[" Ann ", "Bea"]))
    assert (problem.hand, problem.field) == (1, "points")
