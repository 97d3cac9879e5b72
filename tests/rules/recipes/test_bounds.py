"""What is said never to hold doesn't, whatever is entered."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.bounds import Bounds
from scorekeeper.rules.recipes.formulas import Figures, Whose, read_formula
from scorekeeper.rules.recipes.reading import read_recipe

ASKED: list[dict[str, Any]] = [
    {"key": "took", "label": "Tricks", "of": "each", "high": 5},
    {"key": "lost", "label": "Lost", "of": "each", "low": -3, "high": -1},
    {"key": "alone", "label": "Alone", "kind": "yes"},
    {"key": "out", "label": "Out", "kind": "player"},
    {"key": "stones", "label": "Stones", "of": "team", "high": 99},
]
RECIPE = read_recipe(
    {
        "recipe": 1,
        "name": "Ours",
        "players": [4, 4],
        "teams": 2,
        "ask": ASKED,
        "let": [{"key": "left", "is": "5 - took"}, {"key": "taken", "is": "team(took)"}],
        "score": [{"why": "x", "points": "stones"}],
    }
)
SCOPES = {"took": Whose.EACH, "lost": Whose.EACH, "out": Whose.EACH, "left": Whose.EACH}
NAMES = {**SCOPES, "alone": Whose.TABLE, "stones": Whose.TEAM, "taken": Whose.TEAM}


def never(text: str) -> bool:
    return Bounds(RECIPE).never(read_formula(text, NAMES))


@pytest.mark.parametrize(
    "text",
    [
        "took > 5",
        "lost and lost >= 0",
        "took == 3 and took != 3",
        "out == 1 and not out",
        "took + left > 10",
        "alone and not alone and took",
        "took - took if alone else 0 * took",
        "taken > 20 or count(took) > 4",
        "took // 6",
        "min(took, lost) > 0",
        "abs(lost) < 1",
        "most(took) < least(lost)",
        "took % 3 == 3",
    ],
)
def test_what_never_holds_is_found(text: str) -> None:
    assert never(text)


NESTED = st.recursive(
    st.sampled_from([*NAMES, "0", "1", "2", "-3", "7"]),
    lambda part: st.one_of(
        st.tuples(
            part, st.sampled_from(["+", "-", "*", "//", "%", "==", "!=", "<", ">=", "and", "or"]), part
        ).map("({0[0]} {0[1]} {0[2]})".format),
        st.tuples(st.sampled_from(["abs", "sum", "most", "least", "count", "team", "not ", "-"]), part).map(
            "({0[0]}({0[1]}))".format
        ),
        st.tuples(part, part, part).map("({0[0]} if {0[1]} else {0[2]})".format),
        st.tuples(part, part).map("max({0[0]}, {0[1]})".format),
    ),
    max_leaves=8,
)


def of_four(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(low, high)] * 4)


@settings(max_examples=200, deadline=None)
@given(NESTED, of_four(0, 5), of_four(-3, -1), st.booleans(), st.integers(0, 3), of_four(0, 99))
def test_what_is_said_never_to_hold_holds_in_no_hand(
    text: str,
    took: tuple[int, ...],
    lost: tuple[int, ...],
    alone: bool,
    out: int,
    stones: tuple[int, ...],
) -> None:
    figures: dict[str, tuple[int, ...]] = {"took": took, "lost": lost, "alone": (int(alone),) * 4}
    figures |= {"out": tuple(int(seat == out) for seat in range(4)), "left": tuple(5 - one for one in took)}
    figures |= {"stones": stones[:2] * 2, "taken": (took[0] + took[2], took[1] + took[3]) * 2}
    with suppress(Wrong):
        for found in read_formula(text, NAMES).values(Figures(figures, [(0, 2), (1, 3)]), range(4)).values():
            assert not never(f"{text} == {found}")
