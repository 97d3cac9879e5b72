"""Charts: every line and bar can be told apart without colour, and every figure can be read."""

from itertools import pairwise

import pytest
from flask import Flask, get_template_attribute
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.history.charts import Bar, BarChart, LineChart, Series, bar_chart, line_chart
from scorekeeper.web.history.drawing import (
    LEADING,
    WIDTH,
    axis_values,
    spread_labels,
    text_width,
    thin_labels,
    truncate,
    wrap,
)
from tests.web.markup import Node, read

FIGURES = st.integers(-(10**9), 10**9)
NAMES = st.text("abcdefghijklmnopqrstuvwxyzÄ李雷 ", min_size=1, max_size=40)


def drawn(app: Flask, chart: LineChart | BarChart) -> Node:
    """Return a chart as a page shows it."""
    macro = "line_chart" if isinstance(chart, LineChart) else "bar_chart"
    with app.test_request_context():
        return read(str(get_template_attribute("history/charts.html", macro)(chart, "test")))


def evening() -> LineChart:
    """Return a chart of two players over three hands."""
    return line_chart(
        "An evening", ["1", "2", "3"], [Series("Ann", [4, -2, 7], 1), Series("<Bea>", [0, None, 7], 9)]
    )


def test_every_line_has_its_players_mark_and_name_and_a_dash_of_its_own(app: Flask) -> None:
    page = drawn(app, evening())
    assert [text for text in page.texts("text") if text[0] in "A<"] == ["Ann 7", "<Bea> 7"]
    assert {use["href"].partition("#")[2] for use in page.all("use")} == {"m1"}  # 1 and 9 share one
    assert [line.attrs.get("stroke-dasharray") for line in page.all("polyline")] == [None, "8 4"]


def test_a_name_without_room_is_cut_to_an_ellipsis() -> None:
    assert truncate("Ann", 22) == "Ann"
    assert truncate("Ann", 15) == "A…"
    assert truncate("Ann", -1) == "…"


def test_a_step_without_a_figure_has_no_point() -> None:
    assert [len(line.dots) for line in evening().lines] == [3, 2]


def test_a_chart_is_an_image_with_a_title_and_a_table(app: Flask) -> None:
    page = drawn(app, evening())
    image = page.one("svg", role="img")
    said = [page.one(id=id).text for id in image["aria-labelledby"].split()]
    assert said == ["An evening", "At the end: Ann 7 and <Bea> 7."]
    assert [row.text for row in page.one("table").all("tr")] == ["Step Ann <Bea>", "1 4 0", "2 −2", "3 7 7"]


def test_negative_bars_extend_to_the_left(app: Flask) -> None:
    chart = bar_chart("Coins", [Bar("Ann", 30, 1), Bar("Bea", -30, 2, "30 lost"), Bar("All", 0)])
    ann, bea, everybody = chart.bars
    assert ann.x == chart.zero == pytest.approx(bea.x + bea.length) == everybody.x
    rows = drawn(app, chart).one("table").all("tr")[1:]
    assert [row.text for row in rows] == ["Ann 30", "Bea 30 lost", "All 0"]


def test_nothing_in_a_chart_needs_a_style_that_the_browser_refuses(app: Flask) -> None:
    for chart in (evening(), bar_chart("Coins", [Bar("Ann", 30, 1)])):
        assert not [node for node in drawn(app, chart) if node.tag == "style" or "style" in node.attrs]


@given(low=FIGURES, high=FIGURES)
def test_the_axis_spans_every_figure_in_even_steps(low: int, high: int) -> None:
    low, high = sorted((low, high))
    rows = axis_values(low, high)
    assert rows[0] <= low <= high <= rows[-1]
    assert 2 <= len(rows) <= 6
    assert len({after - before for before, after in pairwise(rows)}) == 1


@given(st.lists(st.floats(12, 224), min_size=1, max_size=12))
def test_no_label_covers_another(wanted: list[float]) -> None:
    found = spread_labels(wanted, 12, 224)
    assert all(after - before > LEADING - 0.001 for before, after in pairwise(sorted(found)))
    assert all(12 <= at <= 224.001 for at in found)


@given(words=st.text(max_size=300), wide=st.integers(40, 400))
def test_wrapped_lines_fit_and_lose_no_word(words: str, wide: int) -> None:
    lines = wrap(words, wide)
    assert all(text_width(line) <= wide for line in lines)
    if all(text_width(word) <= wide for word in words.split()):
        assert " ".join(lines).split() == words.split()


def test_the_axis_starts_at_zero_where_possible() -> None:
    ticks = thin_labels([30 + 4 * at for at in range(41)], [str(at) for at in range(41)])
    assert [tick.words for tick in ticks] == ["0", "8", "16", "24", "32", "40"]


@given(st.lists(st.sampled_from(["1", "30 May 2026", "100"]), min_size=1, max_size=40))
def test_labels_below_the_steps_never_touch_and_include_the_last(words: list[str]) -> None:
    ticks = thin_labels([20 + 260 * at / len(words) for at in range(len(words))], words)
    assert ticks[-1].words == words[-1]
    assert all((text_width(a.words) + text_width(b.words)) / 2 < b.at - a.at for a, b in pairwise(ticks))


@given(st.lists(st.tuples(NAMES, st.lists(FIGURES, min_size=30, max_size=30)), min_size=1, max_size=14))
def test_every_chart_stays_within_its_frame(players: list[tuple[str, list[int]]]) -> None:
    days = [str(number) for number in range(30)]
    chart = line_chart("Any", days, [Series(name, values, 3) for name, values in players])
    for line in chart.lines:
        assert 0 <= chart.left < chart.right + 18 + text_width(line.label.words) <= WIDTH
        assert all(
            chart.left <= x <= chart.right + 0.001 and 0 <= y <= chart.height
            for x, y in (*line.dots, line.end)
        )
