"""The line under the totals that says what each side needs, on every size of screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, Table, deal

SCREENS = ((390, 844), (320, 640), (844, 390), (1280, 800))

TWO_NEAR = (deal("Ann", 2, 5, 5, 1, 2), deal("Bea", 2, 4, 2, 2, 5))
"""Hands after which Ann has 10 points and Bea 9."""


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_line_fits_every_screen_and_one_tap_hides_it(phone: Page, color_scheme: str) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST[:4], target=14)
    table.recorded(*TWO_NEAR)
    line = phone.locator(".needs p")
    for width, height in SCREENS:
        phone.set_viewport_size({"width": width, "height": height})
        expect(line).to_contain_text("to be sure")
        assert overhang(phone) == 0
        assert small_targets(phone) == []
    check_accessibility(phone)
    table.tap(phone.get_by_role("button", name="Hide what each side needs"))
    expect(line).to_have_count(0)
    table.tap(phone.get_by_label("More"))
    table.tap(phone.get_by_role("button", name="Show what each side needs"))
    expect(line).to_contain_text("to be sure")
