"""A cost is shared with a few taps on a small phone, in money and by parts."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.table import LONG_NAMES, Table


def test_a_cost_is_shared_on_a_small_phone(phone: Page) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    night, _ = table.gathered(*LONG_NAMES[:4])
    bank = f"{night}/bank"
    phone.goto(bank)
    table.follow(phone.get_by_role("link", name="Shared cost"))
    table.tap(phone.get_by_role("group", name="Who paid?").get_by_role("radio").nth(1))
    currency = phone.get_by_label("Currency")
    table.tap(phone.get_by_role("radio", name="Coins"))
    expect(currency).to_be_hidden()
    table.tap(phone.get_by_role("radio", name="Money"))
    currency.fill("€")
    phone.get_by_label("How much?").fill("40,01")
    phone.get_by_label("What for?").fill("pizza")
    table.tap(phone.get_by_role("group", name="Who shares it?").get_by_role("checkbox").first)
    table.tap(phone.locator("summary", has_text="Not in equal parts"))
    phone.get_by_role("spinbutton").nth(1).fill("2")
    check_page(phone)
    table.follow(table.button("Save cost"))
    expect(phone.locator("form.undo")).to_contain_text("paid €40.01 for pizza, shared by")
    expect(phone.locator("form.undo")).to_contain_text("(€20.01)")
    check_page(phone)
    phone.goto(f"{bank}/settle")
    expect(phone.get_by_role("columnheader", name="pizza")).to_be_attached()
    check_page(phone)
