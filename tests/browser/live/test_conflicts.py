"""Something waits without a network while another phone changes the same thing, and a person decides."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

SHEET = "/plays/1"
SOON = 20_000
UNTOUCHED = 7000
"""Milliseconds after which a phone that nobody touches would have gone along to the next game."""


def met(phone: Page, new_phone: NewPhone, says: str) -> Table:
    """Return a phone on which this was chosen in the menu without a network, before another saved hand 2."""
    one = Table(phone)
    one.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    other = Table(new_phone(like=phone))
    with other.page.expect_request("**/live?*"):
        other.page.goto(SHEET)
    other.page.context.set_offline(True)
    if says == "End game":
        other.tap(other.menu)
    else:
        other.change_game()
    other.tap(other.button(says))
    expect(line(other)).to_contain_text("waiting", timeout=SOON)
    one.recorded(deal("Cal", 3, 3, 5, 3, 2))
    other.page.context.set_offline(False)
    expect(line(other)).to_contain_text("not saved", timeout=SOON)
    return other


def line(table: Table) -> Locator:
    return table.page.locator(".connection")


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_it_waits_until_someone_taps_again(phone: Page, new_phone: NewPhone) -> None:
    other = met(phone, new_phone, "End game")
    other.page.reload()
    other.tap(line(other).get_by_role("button"))
    kept = other.page.locator("section.waiting")
    expect(kept).to_contain_text("saved hand 2: Cal bid 3")
    check_accessibility(other.page)
    other.tap(kept.get_by_role("button", name="Try again"))
    other.tap(other.button("End game"))
    expect(line(other)).to_be_empty()
    expect(other.page.locator("#due")).to_contain_text("won")


@pytest.mark.usefixtures("requests_may_fail")
def test_in_another_game_it_says_which_game_it_is_about(phone: Page, new_phone: NewPhone) -> None:
    other = met(phone, new_phone, "End game")
    expect(line(other)).to_have_text("End game not saved")
    other.page.goto("/nights/1/games/hazard")
    other.follow(other.button("Start Hazard"))
    expect(line(other)).to_have_text("Coralon: End game not saved")


@pytest.mark.usefixtures("requests_may_fail")
def test_undo_is_never_done_to_something_else(phone: Page, new_phone: NewPhone) -> None:
    other = met(phone, new_phone, "Remove hand 1")
    other.tap(line(other).get_by_role("button"))
    other.tap(other.page.locator("section.waiting").get_by_role("button", name="Discard"))
    expect(line(other)).to_be_empty()
    expect(other.hands).to_have_count(2)


@pytest.mark.usefixtures("requests_may_fail")
def test_a_phone_goes_along_to_the_next_game_only_once_it_is_decided(
    phone: Page, new_phone: NewPhone
) -> None:
    one = Table(phone)
    one.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    one.bid("Cal", 4)
    other = Table(new_phone(like=phone))
    with other.page.expect_request("**/live?*"):
        other.page.goto(SHEET)
    other.open_take()
    other.page.context.set_offline(True)
    other.enter(5, 3, 3)
    other.tap(other.save_button)
    expect(line(other)).to_contain_text("waiting", timeout=SOON)
    one.tap(one.menu)
    one.follow(one.button("End game"))
    one.follow(one.again_button)
    other.page.context.set_offline(False)
    expect(other.button("Continue the game and use mine")).to_be_visible(timeout=SOON)
    other.page.wait_for_timeout(UNTOUCHED)
    expect(other.page).to_have_url(re.compile(f"{SHEET}$"))
    other.tap(other.button("Keep theirs"))
    expect(other.page).to_have_url(one.page.url, timeout=SOON)
    expect(line(other)).to_be_empty()


@pytest.mark.usefixtures("requests_may_fail")
def test_a_bid_to_decide_about_is_followed_by_no_form_for_its_hand(phone: Page, new_phone: NewPhone) -> None:
    one = Table(phone)
    one.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    other = Table(new_phone(like=phone))
    with other.page.expect_request("**/live?*"), other.page.expect_response("**/blank"):
        other.page.goto(SHEET)
    other.page.context.set_offline(True)
    other.tap(other.chip("Cal"))
    other.tap(other.button("5"))
    expect(other.panel.locator(".called")).to_contain_text("Cal", timeout=SOON)
    one.recorded(deal("Dee", 6, 6, 3, 2, 2))
    other.page.context.set_offline(False)
    expect(other.button("Enter mine for hand 3")).to_be_visible(timeout=SOON)
    expect(other.panel).to_have_count(0)
    other.tap(other.button("Enter mine for hand 3"))
    expect(other.panel.locator(".called")).to_contain_text("Cal bid 5")
    expect(line(other)).to_be_empty()


@pytest.mark.usefixtures("requests_may_fail")
def test_house_rules_that_come_back_can_be_changed_further(phone: Page, new_phone: NewPhone) -> None:
    one = Table(phone)
    one.seated("coralon", *CAST)
    other = Table(new_phone(like=phone))
    for part in ("live?*", "version"):
        other.page.route(f"**/{part}", lambda route: route.abort())
    other.page.goto(f"{SHEET}/settings")
    one.recorded(deal("Bea", 5, 5, 3, 3, 2))
    other.page.get_by_label("Target").fill("30")
    other.tap(other.button("Save changes"))
    expect(other.page.get_by_role("alert")).to_contain_text("saved hand 1")
    # It follows the game again, and so sends at once.
    other.page.unroute_all()
    for name in ("Clear seats", "Dee", "Cal", "Bea", "Ann"):
        other.tap(other.page.locator(".seats").get_by_role("button", name=name))
    expect(other.page.locator(".look")).to_contain_text("Dee deals next")
    other.tap(other.button("Save changes"))
    expect(other.page).to_have_url(re.compile(f"{SHEET}$"))
