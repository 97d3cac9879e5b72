"""Nights side by side: a block for each win, paler if dropped, and a gap where somebody wasn't there."""

from datetime import date, timedelta

import pytest

from scorekeeper.web.drawings.blocks import BlockLane, BlocksDrawing, Worth, draw_blocks

ANN, BEA = 1, 2
FIRST = date(2026, 9, 4)


def days(number: int, apart: int = 7) -> dict[int, date]:
    return {at: FIRST + timedelta(days=apart * at) for at in range(number)}


def drawn(nights: dict[int, Worth], number: int = 8, wins: bool = True, apart: int = 7) -> BlocksDrawing:
    found = draw_blocks(days(number, apart), {ANN: nights.items()}, wins=wins)
    assert found
    return found


def lane(nights: dict[int, Worth], number: int = 8, wins: bool = True) -> BlockLane:
    return drawn(nights, number, wins).lanes[ANN]


def test_without_nights_there_is_nothing_to_draw() -> None:
    assert draw_blocks({}, {ANN: []}) is None


def test_each_win_is_a_block_and_dropped_ones_are_above_those_that_count() -> None:
    blocks = lane({0: Worth(2, 1)}).blocks
    assert [block.counts for block in blocks] == [True, True, False]
    assert [block.y for block in blocks] == sorted((block.y for block in blocks), reverse=True)


def test_what_are_not_wins_is_one_bar_a_night_on_one_scale_for_all() -> None:
    found = draw_blocks(days(2), {ANN: [(0, Worth(10))], BEA: [(0, Worth(5)), (1, Worth(0, 5))]})
    assert found
    bars = [[(bar.y, bar.height, bar.counts) for bar in one.blocks] for one in found.lanes.values()]
    assert bars == [[(0, 100, True)], [(50, 50, True), (50, 50, False)]]


def test_the_base_line_has_a_gap_where_somebody_was_not_there() -> None:
    base = lane({0: Worth(1), 1: Worth(0), 3: Worth(1)}).base
    assert [(round(left), round(right)) for left, right in base] == [(0, 22), (38, 47)]


def test_negative_results_are_below_the_base_line() -> None:
    found = drawn({0: Worth(30), 1: Worth(-10)}, wins=False)
    assert found.zero == 75
    assert [(bar.y, bar.height) for bar in found.lanes[ANN].blocks] == [(0, 75), (75, 25)]


@pytest.mark.parametrize("number", [1, 8, 40, 41, 200, 900])
def test_every_number_of_nights_fits(number: int) -> None:
    blocks = lane({at: Worth(1) for at in range(number)}, number).blocks
    assert all(block.width > 1.8 and block.x + block.width <= 100 for block in blocks)


def test_nights_that_would_be_too_narrow_are_added_up_by_weeks() -> None:
    found = drawn({at: Worth(1) for at in range(60)}, 60, apart=1)
    assert len({block.x for block in found.lanes[ANN].blocks}) == 10


def test_many_wins_of_one_night_fit() -> None:
    blocks = lane({0: Worth(25, 5), 1: Worth(1)}).blocks
    assert all(block.y > -0.01 and block.height > 0 for block in blocks)


@pytest.mark.parametrize(
    ("number", "apart", "labels"),
    [(1, 7, ("Sep", "")), (8, 7, ("Sep", "Oct")), (2, 30, ("Sep–Oct", "")), (20, 30, ("2026", "2028"))],
)
def test_the_first_and_the_last_month_are_named_if_there_is_room(
    number: int, apart: int, labels: tuple[str, str]
) -> None:
    found = drawn({0: Worth(1)}, number, apart=apart)
    assert (found.first, found.last) == labels
