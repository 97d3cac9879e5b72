"""Strokes: gates of five, and a rule as long as the bid."""

import pytest

from scorekeeper.rules.strokes import Strokes
from scorekeeper.web.drawings.strokes import draw_strokes


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
    assert [group.symbol for group in drawing.taken] == strokes
    assert [group.symbol for group in drawing.open] == open_strokes
    assert drawing.outcome == outcome
    assert (drawing.rule is not None) == bool(bid)


def test_a_rule_ends_where_the_strokes_of_an_exact_bid_end() -> None:
    for bid in range(1, 21):
        drawing = draw_strokes(Strokes(bid, bid))
        assert drawing.rule
        assert drawing.rule[1] + 2 == drawing.left + drawing.width


def test_many_are_a_bar_over_the_rule() -> None:
    drawing = draw_strokes(Strokes(56, 112), most=182)
    assert (drawing.taken, drawing.bar, drawing.rule) == ((), 100 * 56 / 182, (0, 100 * 112 / 182))
