"""Strokes: gates of five, and a rule as long as the bid."""

import pytest

from scorekeeper.rules.strokes import Strokes
from scorekeeper.web.drawings.strokes import draw_hand, draw_strokes


@pytest.mark.parametrize(
    ("taken", "bid", "strokes", "open_strokes", "outcome"),
    [
        (5, 5, ["strokes-5"], [], "exact"),
        (7, 5, ["strokes-5", "strokes-2"], [], "over"),
        (3, 5, ["strokes-3"], ["strokes-5"], "missed"),
        (None, 6, [], ["strokes-5", "strokes-1"], "playing"),
        (4, None, ["strokes-4"], [], ""),
        (0, None, [], [], ""),
        (0, 0, [], [], "exact"),
    ],
)
def test_strokes_show_how_a_bid_came_out(
    taken: int | None, bid: int | None, strokes: list[str], open_strokes: list[str], outcome: str
) -> None:
    drawing = draw_strokes(Strokes(taken, bid))
    assert drawing
    assert [group.symbol for group in drawing.taken] == strokes
    assert [group.symbol for group in drawing.open] == open_strokes
    assert drawing.outcome == outcome
    assert (drawing.rule is not None) == bool(bid)


def test_a_rule_ends_where_the_strokes_of_an_exact_bid_end() -> None:
    for bid in range(1, 21):
        drawing = draw_strokes(Strokes(bid, bid))
        assert drawing
        assert drawing.rule
        assert drawing.rule[1] + 2 == drawing.left + drawing.width


@pytest.mark.parametrize(
    ("sides", "drawn"),
    [
        ([Strokes(20, None), None, Strokes(4, 20)], [True, False, True]),
        ([Strokes(21, None), None, Strokes(4, None)], [False, False, False]),
        ([Strokes(4, None), Strokes(None, 21)], [False, False]),
    ],
)
def test_a_hand_is_drawn_if_none_of_its_figures_is_above_20(
    sides: list[Strokes | None], drawn: list[bool]
) -> None:
    assert [drawing is not None for drawing in draw_hand(sides)] == drawn
