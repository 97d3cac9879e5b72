"""Formulas give a figure or are refused, and never do anything else."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import DEEPEST, WORDS, Figures, Whose, read_formula

NAMES = {"hand": Whose.TABLE, "took": Whose.EACH, "bid": Whose.EACH, "stones": Whose.TEAM}
FIGURES = Figures(
    {"hand": (7, 7, 7, 7), "took": (3, 0, 1, 3), "bid": (3, 1, 0, 4), "stones": (5, 6, 5, 6)},
    [(0, 2), (1, 3)],
)


def worked_out(text: object, widest: Whose = Whose.EACH) -> list[int]:
    return [*read_formula(text, NAMES, widest).values(FIGURES, range(4)).values()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (12, [12, 12, 12, 12]),
        ("20 + 10 * took", [50, 20, 30, 50]),
        ("-10 * abs(took - bid)", [0, -10, -10, -10]),
        ("hand // 2 + hand % 2", [4, 4, 4, 4]),
        ("-7 // 2", [-4, -4, -4, -4]),
        ("took == bid", [1, 0, 0, 0]),
        ("took = bid", [1, 0, 0, 0]),
        ("took ≠ bid and not bid ≤ 0", [0, 1, 0, 1]),
        ("0 < bid <= 3", [1, 1, 0, 0]),
        ("10 × took − 1", [29, -1, 9, 29]),
        ("50 if bid == 0 else took", [3, 0, 50, 3]),
        ("100 // took if took else 0", [33, 0, 100, 33]),
        ("min(took, bid, 2) + max(1, bid)", [5, 1, 1, 6]),
        ("sum(took) - most(took) + least(bid)", [4, 4, 4, 4]),
        ("count(took == most(took))", None),
        ("count(took > 0)", [3, 3, 3, 3]),
        ("team(took) - team(bid)", [1, -2, 1, -2]),
        ("sum(stones)", [11, 11, 11, 11]),
        ("took or bid", [1, 1, 1, 1]),
    ],
)
def test_a_formula_is_worked_out_for_each_player(text: object, expected: list[int] | None) -> None:
    if expected is None:
        with pytest.raises(Wrong, match="within another sum"):
            worked_out(text)
    else:
        assert worked_out(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Write a number or a formula."),
        (1.5, "Write a number or a formula."),
        (True, "Write a number or a formula."),
        (None, "Write a number or a formula."),
        ("tok", "There is no figure called “tok”; did you mean “took”?"),
        ("zebra", "There is no figure called “zebra”."),
        ("took / 2", "Write // to divide: it rounds down to a whole number."),
        ("took ** 2", "“took ** 2” can’t be in a formula."),
        ("2 +", "“2 +” isn’t complete, or something in it is in the wrong place."),
        ("0x10", "“0x10” is neither a number nor a name."),
        ("'a'", "A formula can’t have “'”."),
        ("took.bid", "A formula can’t have “.”."),
        ("1000000001", "1000000001 is too large: use at most 1000000000."),
        (
            "round(took)",
            "There is no function “round”, only min, max, abs, sum, most, least, count and team.",
        ),
        ("abs(1, 2)", "Give abs( ) one figure."),
        ("min(1)", "Give min( ) two figures or more."),
        ("sum(sum(took))", "“sum” can’t be within another sum: name its result with “let” first."),
        ("team(stones)", "team( ) adds up a figure of players, and this is one of the team already."),
        ("1" + " + 1" * 60, "A formula has at most 200 characters, not 241."),
        ("-" * (DEEPEST + 1) + "1", "It has more than 20 levels: split it up with “let”."),
    ],
)
def test_a_formula_that_is_wrong_is_refused_with_what_to_do(text: object, why: str) -> None:
    with pytest.raises(Wrong) as refused:
        read_formula(text, NAMES)
    assert [str(message) for message in refused.value.messages] == [why]


@pytest.mark.parametrize(
    ("widest", "why"),
    [
        (Whose.TEAM, "It is worked out for a team: write “took” within team( ) or sum( )."),
        (
            Whose.TABLE,
            "It is worked out for the table: write “stones” and “took” within sum( ), most( ), least( ) or "
            "count( ).",
        ),
    ],
)
def test_figures_of_players_are_added_up_for_teams_and_for_the_table(widest: Whose, why: str) -> None:
    with pytest.raises(Wrong) as refused:
        read_formula("took + stones + hand", NAMES, widest)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bid // took", "It divides 1 by 0."),
        ("bid % took", "It divides 1 by 0."),
        ("1000000 * 1000000", "It comes to more than 1000000000."),
    ],
)
def test_what_can_t_be_worked_out_is_refused(text: str, why: str) -> None:
    with pytest.raises(Wrong) as refused:
        worked_out(text)
    assert str(refused.value) == why


PARTS = st.sampled_from(
    [*NAMES, *WORDS, *"+-*/%()<>=!,0123456789_. '×≠", "//", "**", "==", " ", "1e9", "lambda"]
)
NESTED = st.recursive(
    st.sampled_from([*NAMES, "0", "1", "2", "999999999"]),
    lambda part: st.one_of(
        st.tuples(
            part, st.sampled_from(["+", "-", "*", "//", "%", "==", "!=", "<", ">=", "and", "or"]), part
        ).map("({0[0]} {0[1]} {0[2]})".format),
        st.tuples(st.sampled_from(["abs", "sum", "most", "least", "count", "team", "not ", "-"]), part).map(
            "{0[0]}({0[1]})".format
        ),
        st.tuples(part, part, part).map("({0[0]} if {0[1]} else {0[2]})".format),
    ),
    max_leaves=12,
)

HOSTILE = [
    *(
        "(" * 200,
        "[" * 100,
        "-" * 200,
        "not " * 50,
        "1" * 200,
        "9**9**9**9",
        "a" * 200,
        "\0",
        "1\n2",
        "\\",
        "#",
    ),
    *("__import__", "().__class__", "lambda: 0", "[took for took in bid]", "took := 1", "{1: 2}", "f(x=1)"),
    *(
        "sum(*took)",
        "min(**took)",
        "took[0]",
        "await took",
        "yield",
        "…",
        "💥",
        "1 if 2",
        "\u202e1",
        "1_000",
        "0b1",
    ),
    *(
        "sum(" * 20 + "took" + ")" * 20,
        "(1,)",
        "took, bid",
        "True",
        "None",
        "1j",
        "1.5",
        "1e9",
        '"""',
        "b''",
        "=" * 99,
    ),
]


def outcome(text: Any) -> None:
    """Work out a formula; nothing but a refusal may come of it."""
    with suppress(Wrong):
        assert all(type(figure) is int for figure in worked_out(text))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.lists(PARTS, max_size=25).map("".join), st.text(max_size=40), NESTED))
def test_any_text_gives_figures_or_is_refused(text: str) -> None:
    outcome(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_gives_figures_or_is_refused(text: str) -> None:
    outcome(text)
