"""What wasn't paid on one night is paid on the next: the pages are accessible and fit a small phone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.table import LONG_NAMES, Table


def test_an_amount_is_left_on_the_tab_and_included_on_the_next_night(phone: Page) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    first, token = table.gathered(*LONG_NAMES[:4])
    table.send(f"{first}/bank", token, kind="gift", giver=1, taker=2, coins=1_234_567)
    table.send(f"{first}/bank", token, kind="gift", giver=3, taker=4, coins=5)
    phone.goto(f"{first}/bank/settle")
    table.follow(table.button("Leave unpaid"))
    expect(phone.get_by_text("1234572 coins stay unpaid.")).to_be_visible()
    second, _ = table.gathered(*LONG_NAMES[:4])
    phone.goto(f"{second}/bank/settle")
    check_page(phone)
    table.tap(phone.get_by_role("button", name=re.compile("^Include: ")).first)
    expect(phone.get_by_role("button", name="Mark as paid")).to_have_count(1)
    check_page(phone)
    phone.goto(f"{first}/bank/settle")
    expect(phone.get_by_text("moved to")).to_be_visible()
    check_page(phone)
    phone.goto("/clubs/1/tab")
    check_page(phone)
    table.follow(table.button("Settle everything"))
    expect(phone.get_by_role("button", name="Mark as paid")).to_have_count(2)
