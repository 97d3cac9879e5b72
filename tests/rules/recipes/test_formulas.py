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
        (1000000001, "A number can be at most 1000000000."),
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

REPEATED = """
    ( [ { ) - + ~ * ** // / % = == != < <> << & | ^ @ := -> . , ; : ! ? $ ` \\ # _ 1_ 1. 0x 1j e 9** 9* 1// 1<
    took== took% 10**9* not~ lambda: lambda~a: await~ (yield~ (await~ if~ else~ 1~if~ 1~if~1~else~
    (1~if~1~else~ and~ 1~or~ 1%0~or~ in~ 1~is~ for~ import~ del~ (), (a,) () a() a(a) a. a[ took() sum( min(
    min(1, min(* abs( team( most( not( -( sum(1)+ took~ True~ None~ ... f' b' \'\'\' \" __import__( eval(
    é ａ １ ² ٣ 𝟙 𝒂 ½ Ⅳ ∞ × − ≠ 💥 \u200b \u202e \ufeff \ud800 \0 \x1b
"""
"""What is hostile when it comes again and again; ~ is a space."""

ONCE = r"""
    1 << 999999999 | 9**9**9**9 | 10**1000000 | 999999999*999999999*999999999 | took\0 | 1 if 2
    2 if else 3 | took := | ().__class__ | took.real | took[0] | sum(*took) | min(**took) | f(x=1)
    min(1, key=abs) | f'{took}' | [one for one in took] | sum(one for one in took) | (took := 1) | {1: 2}
    {1, 2} | (1, 2) | print(took) | True | None | Ellipsis | __debug__ | 1e9 | 1.5 | 0b1 | 0o7 | 00 | 01
    1_000 | b'' | 'a' * 9 | "%s" % 1 | 1//0 | 0//0 | 1 % (took - took) | sum(1 // took) | 1 or 1 // 0
    sum() | min() | count(1, 2) | sum(sum) | hand() | 1 is 1 | 1 in 2 | 1 <> 2 | 1 =< 2 | 1 === 2 | = 1
    took took | 1 2 | Took | _ | took_ | lambda: 0 | await took | yield
"""

HOSTILE = [
    *((part.replace("~", " ") * 200)[:200] for part in REPEATED.split()),
    *((part.replace("~", " ") * 200)[:198] + "1" for part in REPEATED.split()),
    *(text.strip() for line in ONCE.splitlines() for text in line.split("|")),
    *("(" * 99 + "took" + ")" * 97, "took" + "()" * 98, "(" * 65 + "1" + ",)" * 65, "a" + "(*a)" * 49),
    *("9" * 100_000, "1\n2", "(1\n)", "1\t+\t1", "1\r", "took\\\n+1", "\u00a0", "\ud800", "💥"),
]


def outcome(text: Any) -> None:
    """Work out a formula; nothing but a refusal may come of it."""
    with suppress(Wrong):
        assert all(type(figure) is int for figure in worked_out(text))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.lists(PARTS, max_size=25).map("".join), st.text(max_size=40), NESTED))
def test_any_text_gives_figures_or_is_refused(text: str) -> None:
    outcome(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_gives_figures_or_is_refused(text: str) -> None:
    outcome(text)


def test_a_formula_is_refused_wherever_it_is_read() -> None:
    def deeper(levels: int) -> None:
        if levels:
            deeper(levels - 1)
        else:
            outcome("took" + "()" * 98)

    deeper(700)
