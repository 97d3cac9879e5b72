"""A sheet is handed over to another phone while the server is stopped, and both become one game later."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.phone.preparing import is_prepared
from tests.browser.accessibility import check_accessibility
from tests.browser.app.offline import TO_SEND, Offline
from tests.browser.app.test_offline_copies import wait_until_kept
from tests.browser.conftest import NewPhone
from tests.browser.power import Power
from tests.browser.table import CAST, deal
from tests.phone.engine import FOLDER, SLOW, open_engine

pytestmark = [
    pytest.mark.usefixtures("requests_may_fail"),
    pytest.mark.skipif(
        not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers"
    ),
]


def wait_until_all_kept(phone: Page, sheet: str) -> None:
    """Wait until a phone has all that it goes on with."""
    for path, text in (("/blank", "{number}"), ("", "Who won the bid?"), ("/engine.json", "coralon")):
        wait_until_kept(phone, f"{sheet}{path}", text)


def hand_over(table: Offline) -> str:
    """Show the sheet as a code, and return the address in it."""
    table.tap(table.page.locator(".menu > summary"))
    table.tap(table.page.get_by_role("button", name="Hand over"))
    expect(table.page.get_by_role("img", name="QR code of this sheet").locator("svg")).to_be_visible()
    check_accessibility(table.page)
    address = table.page.get_by_role("textbox", name="Link to this sheet").input_value()
    table.tap(table.page.get_by_role("button", name="Done"))
    return address


def test_a_sheet_goes_on_on_another_phone_and_each_hand_is_there_once(
    phone_with_engine: Page, new_phone: NewPhone, power: Power
) -> None:
    ann = Offline(phone_with_engine)
    ann.seated("coralon", *CAST)
    bea = Offline(new_phone(like=ann.page, service_workers="allow"))
    bea.page.set_default_timeout(SLOW)
    bea.page.goto(ann.page.url)
    open_engine(bea.page)
    wait_until_all_kept(bea.page, "/plays/1")
    # It has the night open when the next game begins.
    bea.page.goto("/nights/1")
    ann.page.goto("/nights/1/games/coralon")
    ann.follow(ann.page.get_by_role("button", name="Start Coralon"))
    expect(ann.page).to_have_url(re.compile("/plays/2"))
    open_engine(ann.page)
    for table in (ann, bea):
        wait_until_all_kept(table.page, "/plays/2")
    power.off()

    ann.enter_hand(deal("Bea", 5, 5, 3, 3))
    expect(ann.rows).to_have_count(1)
    ann.enter_hand(deal("Cal", 4, 4, 3, 3))
    ann.enter_bid("Dee", 3)
    address = hand_over(ann)
    expect(ann.page.get_by_text("Handed over: go on there")).to_be_visible()

    section = bea.page.locator(".handing-over")
    bea.page.goto("about:blank")
    bea.page.goto(address)
    expect(section.locator("h2")).to_have_text("Take over 2 hands from the other phone?", timeout=SLOW)
    expect(section).to_contain_text("2 are not sent yet.")
    check_accessibility(bea.page)
    bea.tap(section.get_by_role("button", name="Take over"))
    expect(bea.page.get_by_text("2 hands taken over from the other phone.")).to_be_visible()
    expect(bea.rows).to_have_text(
        ["Bid of hand 3, waiting to be sent", "Hand 2, waiting to be sent", "Hand 1, waiting to be sent"]
    )
    bea.expect_totals(0, 5, 4, 0)
    expect(bea.panel.locator(".called")).to_contain_text("Dee")
    bea.enter_tricks(deal("Dee", 3, 3, 3, 4))
    expect(bea.rows).to_have_count(3)
    bea.page.goto(address)
    expect(section).to_contain_text("This phone has everything that the other phone has.")

    power.on()
    for table in (ann, bea):
        expect(table.rows).to_have_count(0, timeout=TO_SEND)
        expect(table.hands).to_have_count(3)
