"""Nothing is entered for the wrong person, and a form says what it still needs instead of refusing it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang
from tests.browser.table import CAST, Table

SIZES = ((390, 844), (320, 640), (1280, 800))
SLACK = 3
"""By so many pixels the middle of a box may differ from that of its total."""


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def middles(boxes: Locator) -> list[float]:
    """Return the middle of each element, from the left edge of the screen."""
    found: list[float] = boxes.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({left, right}) => (left + right) / 2)"
    )
    return found


@pytest.mark.parametrize("names", [CAST, (*CAST, "Eve", "Fay")], ids=["four", "six"])
def test_boxes_and_names_stand_below_the_totals_whoever_deals(table: Table, names: tuple[str, ...]) -> None:
    table.seated("coralon", *names)
    page = table.page
    for bidder in ("Cal", "Dee"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            totals = middles(page.locator(".board .side"))
            assert middles(page.locator("[data-name=bidder] .chip")) == pytest.approx(totals, abs=SLACK)
        table.bid(bidder, 3)
        table.open_take()
        expect(page.locator(".place")).to_have_text(names)
        expect(table.marked).to_have_text(bidder)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            totals = middles(page.locator(".board .side"))
            assert middles(page.locator(".place")) == pytest.approx(totals, abs=SLACK)
        table.enter(*((4, 3, 3) if len(names) == len(CAST) else (3, 2, 1, 1, 1)))
        table.save()
        expect(table.page.locator("[data-name=bidder]")).to_be_visible()


def test_a_number_tapped_first_waits_for_the_player(table: Table) -> None:
    table.seated("coralon", *CAST)
    table.tap(table.button("6"))
    expect(table.button("6")).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator(".problem")).to_have_count(0)
    check_accessibility(table.page)
    table.tap(table.button("5"))
    expect(table.button("6")).not_to_have_attribute("aria-pressed", "true")
    table.tap(table.chip("Ann"))
    expect(table.page.locator(".called")).to_contain_text("Ann bid 5")
    assert table.taps == 3


def test_save_says_what_is_missing_and_leads_there(table: Table) -> None:
    table.seated("coralon", *CAST)
    table.page.goto(f"{table.page.url}?whole")
    save = table.page.locator(".buttons .primary")
    expect(save).to_have_text("Next: who won the bid?")
    table.tap(save)
    expect(table.chip("Ann")).to_be_focused()
    expect(table.page.locator(".problem")).to_have_count(0)
    table.tap(table.chip("Cal"))
    expect(save).to_have_text("Next: for how many?")
    table.tap(table.chip("4"))
    expect(save).to_have_text("Next: Cal’s tricks")
    table.enter(4)
    expect(save).to_have_text("Next: Dee’s tricks")
    check_accessibility(table.page)
    table.enter(3, 3)
    expect(save).to_have_text("Save hand 1")
    table.save()
    table.expect_totals(0, 0, 4, 0)


def test_save_is_not_offered_before_anything_is_entered(table: Table) -> None:
    table.seated("tally", *CAST)
    save = table.page.locator(".panel > .entry > .buttons .primary")
    expect(save).to_have_text("Next: points")
    table.tap(save)
    expect(table.marked.locator("input")).to_be_focused()
    table.enter(7)
    expect(save).to_have_text("Save round 1")


def test_enter_moves_on_and_saves_only_a_complete_hand(table: Table) -> None:
    """With a real keyboard, from one hand to the next."""
    table.seated("coralon", *CAST)
    keyboard = table.page.keyboard
    table.bid("Cal", 4)
    summary = table.page.locator(".take > summary")
    expect(summary).to_be_focused()
    keyboard.press("Enter")
    table.page.get_by_role("spinbutton", name="Cal").focus()
    for figure, following in (("4", "Dee"), ("3", "Ann")):
        keyboard.type(figure)
        keyboard.press("Enter")
        expect(table.page.get_by_role("spinbutton", name=following)).to_be_focused()
    keyboard.press("Enter")
    expect(table.hands).to_have_count(0)
    expect(table.page.get_by_role("spinbutton", name="Bea")).to_be_focused()
    table.page.get_by_role("spinbutton", name="Ann").focus()
    keyboard.type("3")
    keyboard.press("Enter")
    expect(table.save_button).to_be_focused()
    keyboard.press("Enter")
    expect(table.hands).to_have_count(1)
    expect(table.chip("Ann")).to_be_focused()


def test_the_keyboard_goes_on_where_a_key_was_tapped(table: Table) -> None:
    table.seated("coralon", *CAST)
    keyboard = table.page.keyboard
    table.bid("Bea", 5)
    expect(table.page.locator(".take > summary")).to_be_focused()
    table.open_take()
    expect(table.keypad).to_be_visible()
    keyboard.press("Enter")
    expect(table.page.locator("details.take")).to_have_attribute("open", "")
    expect(table.figure("Bea")).to_be_focused()
    table.enter(2)
    keyboard.press("Enter")
    expect(table.figure("Cal")).to_be_focused()
    expect(table.figure("Cal")).to_have_value("")
    table.enter(4)
    keyboard.type("1")
    table.expect_figures(Bea=2, Cal=4, Dee=1, Ann=6)
    keyboard.press("Enter")
    expect(table.save_button).to_be_focused()
    expect(table.hands).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (1280, 800)])
def test_opening_the_tricks_scrolls_no_further_than_needed(table: Table, width: int, height: int) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    table.open_take()
    expect(table.keypad).to_be_visible()
    expect(table.save_button).to_be_in_viewport(ratio=1)
    expect(table.marked).to_be_in_viewport(ratio=1)
    keys = table.keypad.bounding_box()
    save = table.save_button.bounding_box()
    assert keys
    assert save
    assert keys["y"] + keys["height"] <= save["y"] + 1
    if height > 640:
        assert page.evaluate("scrollY") == 0
    else:
        expect(page.locator(".board .total").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["coralon", "thief", "tally", "ship-captain-crew"])
def test_a_phone_on_its_side_shows_totals_boxes_keys_and_save(table: Table, game: str) -> None:
    page = table.page
    page.set_viewport_size({"width": 844, "height": 390})
    table.seated(game, *CAST)
    if page.locator("form[action$='/bid']").count():
        numbers = page.locator(".key")
        for one in (page.locator(".board"), table.chip("Ann"), numbers.first, table.button("13")):
            expect(one).to_be_in_viewport(ratio=1)
        table.bid("Bea", 5)
        table.open_take()
    shown = [table.marked, table.save_button, *table.keypad.locator("button:visible").all()]
    for one in shown:
        expect(one).to_be_in_viewport(ratio=1)
    for left in (".board .side", ".place"):
        assert max(middles(page.locator(left))) < 844 / 2
    assert overhang(page) == 0
