"""Bars: their figures are beside them and in a table."""

import pytest
from flask import Flask, get_template_attribute

from scorekeeper.web.drawings.bars import Bar, bar_chart
from tests.web.markup import read


def test_negative_bars_extend_to_the_left(app: Flask) -> None:
    chart = bar_chart("Coins", [Bar("Ann", 30, 1), Bar("Bea", -30, 2, "30 lost"), Bar("All", 0)])
    ann, bea, both = chart.bars
    assert ann.x == chart.zero == pytest.approx(bea.x + bea.length) == both.x
    with app.test_request_context():
        page = read(str(get_template_attribute("drawings/bars.html", "bar_chart")(chart, "test")))
    assert [row.text for row in page.one("table").all("tr")[1:]] == ["Ann 30", "Bea 30 lost", "All 0"]
