"""With the server stopped, pages that were opened open again, each with the scripts it was made for."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app.conftest import Stoppable
from tests.browser.table import CAST, Table

pytestmark = pytest.mark.usefixtures("requests_may_fail")

IS_KEPT = """async ([url, text]) => {
  const copy = await (await caches.open("pages")).match(url);
  return copy !== undefined && (await copy.text()).includes(text);
}"""


def wait_until_kept(phone: Page, url: str, text: str) -> None:
    """Wait until the copy of a page contains a text."""
    phone.wait_for_function(f"({IS_KEPT})", arg=[url, text])


def test_a_sheet_shows_its_newest_hand_without_a_server(phone: Page, stoppable: Stoppable) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    sheet = phone.url
    wait_until_kept(phone, sheet, "Who won the bid?")
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    table.save()
    table.expect_totals(0, 5, 0, 0)
    wait_until_kept(phone, sheet, "made it exactly")
    phone.goto("/games/coralon")
    stoppable.stop()

    phone.goto("/games/coralon")
    expect(phone.get_by_text(re.compile(r"^Offline: showing \d\d:\d\d$"))).to_be_visible()
    phone.goto(sheet)
    table.expect_totals(0, 5, 0, 0)
    expect(phone.get_by_text(re.compile(r"^Offline: showing \d\d:\d\d$"))).to_be_visible()
    table.tap(table.chip("Cal"))  # its scripts work
    phone.goto("/games/tarock")
    expect(phone.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(phone.get_by_role("heading", name="On this phone")).to_be_visible()
    kept = phone.get_by_role("link", name=re.compile(r" \d\d:\d\d$"))
    assert {"/", "/games/coralon", "/plays/1"} <= {
        link.evaluate("(link) => link.pathname") for link in kept.all()
    }
