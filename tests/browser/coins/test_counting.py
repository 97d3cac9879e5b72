"""Counting the coins on a phone: a figure of the book at a tap, a correction, and what is then there."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table

COUNT = "/nights/1/bank/count"


@pytest.mark.journey
def test_what_was_typed_stays_until_the_book_agrees(phone: Page) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    table.gathered(*LONG_NAMES[:4])
    phone.goto(COUNT)
    check_page(phone)
    names = LONG_NAMES[:4]
    table.tap(phone.get_by_role("button", name=f"{names[0]}: 0 is right"))
    expect(phone.get_by_label(names[0], exact=True)).to_have_value("0")
    phone.get_by_label(names[1], exact=True).fill("3")
    phone.get_by_label(names[2], exact=True).fill("-3")
    table.follow(table.button("The rest are right"))
    expect(phone.get_by_role("heading", name="The count is off")).to_be_in_viewport()
    table.tap(table.fold("Accept the count"))
    check_page(phone)
    table.tap(phone.get_by_role("button", name="Record: ").first)
    expect(phone.get_by_role("heading", name="All coins are here.")).to_be_in_viewport()
    expect(phone.get_by_label(names[1], exact=True)).to_have_value("3")
    check_page(phone)


def test_the_count_is_checked_without_scripts(new_phone: NewPhone) -> None:
    table = Table(new_phone(java_script_enabled=False))
    table.gathered(*CAST)
    phone = table.page
    phone.goto(COUNT)
    table.follow(phone.get_by_role("button", name="Ann: 0 is right"))
    expect(phone.get_by_label("Ann", exact=True)).to_have_value("0")
    phone.get_by_label("Bea", exact=True).fill("0")
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Enter the coins of Cal and Dee.")).to_be_visible()
