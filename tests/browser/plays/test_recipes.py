"""Games that recipes make are entered with few taps, and what belongs together is in sight together."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, Table

SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}

BELOW_NAMES = """() => {
  const [names, box, keys] = [".row-heads", ".place.marked input", ".keypad"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return 0 <= names.top && names.bottom <= box.top && box.bottom <= keys.top && keys.bottom <= innerHeight;
}"""
"""Whether the marked box is in sight between the names and the keys."""


@pytest.mark.journey
def test_nine_figures_of_each_player_are_entered_below_one_row_of_names(phone: Page) -> None:
    phone.set_viewport_size(SMALL_PHONE)
    table = Table(phone)
    table.seated("seven-wonders", *CAST)
    expect(phone.locator(".figure-rows .places")).to_have_count(9)
    expect(phone.locator(".row-heads > span")).to_have_text([*CAST])
    check_accessibility(phone)
    for entered in range(9 * len(CAST)):
        assert phone.evaluate(BELOW_NAMES), entered
        table.enter(1)
        if table.key("Next").is_visible():
            table.tap(table.key("Next"))
    # A box out of order is tapped where it is, and its figure goes on: 13 coins.
    table.tap(phone.locator("[name=coins-2]"))
    assert phone.evaluate(BELOW_NAMES)
    table.enter(3)
    assert (overhang(phone), small_targets(phone)) == (0, [])
    assert table.taps == 2 * 6 * len(CAST) + 3 * len(CAST) + 2
    table.save()
    table.expect_totals(15, 15, 19, 15)


@pytest.mark.journey
def test_a_hand_in_which_everybody_bids_takes_ten_taps(phone: Page) -> None:
    table = Table(phone)
    table.seated("wizard", *CAST)
    expect(phone.locator(".keypad button")).to_have_text(["0", "1"])
    keys, save = table.keypad.bounding_box(), table.save_button.bounding_box()
    assert keys
    assert save
    assert keys["y"] + keys["height"] <= save["y"]
    # The last player's tricks follow from the others'.
    for bids, tricks in (((1, 0, 1, 0), (1,)), ((0, 2, 0, 0), (1, 0, 1))):
        before = table.taps
        table.enter(*bids)
        table.follow(table.button("Save the bids"))
        table.take(*tricks)
        table.save()
        assert table.taps - before == len(bids) + len(tricks) + 3
    expect(table.hands.first).to_contain_text("scored the most")
