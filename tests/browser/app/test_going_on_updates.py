"""The app is updated while hands wait on a phone: they arrive once, and what is being entered stays."""

from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.app.offline import Offline
from tests.browser.app.test_going_on import table
from tests.browser.app.test_offline_copies import NEWER, newer
from tests.browser.power import Power
from tests.browser.table import deal

__all__ = ["newer", "table"]

pytestmark = pytest.mark.usefixtures("requests_may_fail")

SENT = 40_000  # milliseconds


def is_sheet(address: str, method: str) -> bool:
    return (urlsplit(address).path, method) == ("/plays/1", "GET")


def test_hands_arrive_once_and_the_page_changes_only_after_what_is_being_entered(
    table: Offline, phone: Page, power: Power, newer: Flask
) -> None:
    power.off()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    table.ask_for(2)
    table.enter_hand(deal("Cal", 4, 4, 3, 3))
    table.ask_for(3)
    table.tap(table.panel.get_by_role("radio", name="Dee").first)

    with phone.expect_response(lambda answer: is_sheet(answer.url, answer.request.method), timeout=SENT):
        power.on(newer)
    expect(table.rows).to_have_count(0, timeout=SENT)
    expect(table.panel.get_by_role("radio", name="Dee").first).to_be_checked()
    table.tap(table.panel.get_by_role("button", name="3", exact=True))
    expect(phone.locator(f"body[data-app='{NEWER}']")).to_have_count(1, timeout=SENT)
    expect(phone.locator(".called")).to_contain_text("Dee bid 3")
    expect(table.hands).to_have_count(2)
    table.expect_totals(0, 5, 4, 0)
