"""Small drawings beside figures."""

from flask import Flask, get_template_attribute

from scorekeeper.web.drawings.bars import sum_bars


def test_bars_share_one_scale_and_negative_ones_extend_to_the_left() -> None:
    assert sum_bars([30, -10, 0]) == [(25, 75, 25), (0, 25, 25), (25, 0, 25)]
    assert sum_bars([-4, -2]) == [(0, 100, 100), (50, 50, 100)]
    assert sum_bars([0]) == [(0, 0, 0)]


def test_bars_are_for_eyes_alone_and_paler_below_zero(app: Flask) -> None:
    with app.test_request_context():
        draw = get_template_attribute("drawings/bars.html", "sum_bar")
        gain, loss = (str(draw(bar, 1)) for bar in sum_bars([3, -3]))
    assert 'aria-hidden="true"' in gain
    assert 'class="m1"' in gain
    assert ("pale" in gain, "pale" in loss) == (False, True)
