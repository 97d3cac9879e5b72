"""The pages of a night for coins are accessible and fit, and say why an entry was refused."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table, deal


def chip(table: Table, name: str, value: str) -> Locator:
    return table.page.get_by_role("group", name=name).get_by_role("radio", name=value, exact=True)


def with_a_gift(table: Table) -> str:
    """Make Ann give Bea 7 coins, and return the address of the coins page."""
    night, token = table.gathered(*CAST)
    table.send(f"{night}/bank", token, kind="gift", giver=1, taker=2, coins=7)
    return f"{night}/bank"


@pytest.mark.parametrize("scripted", [True, False])
def test_a_refusal_is_in_view(new_phone: NewPhone, page_problems: list[str], scripted: bool) -> None:
    table = Table(new_phone(java_script_enabled=scripted))
    table.page.goto(f"{with_a_gift(table)}?record")
    table.follow(table.button("20"))
    expect(table.page.get_by_text("Choose who gets the coins.")).to_be_in_viewport()
    table.tap(chip(table, "To", "Ann"))
    table.page.get_by_label("Coins", exact=True).fill("many")
    table.follow(table.button("Record"))
    expect(table.page.get_by_text("Enter a whole number")).to_be_in_viewport()
    if scripted:
        table.tap(chip(table, "What happened?", "Side bet"))
        expect(chip(table, "From", "The house")).to_be_hidden()
    assert len(page_problems) == 2, page_problems  # both were refused
    page_problems.clear()


def test_how_to_pay_someone_is_copied_as_it_was_typed_and_stays_open(phone: Page) -> None:
    line = "Bea Example\nhttps://example.org/" + 60 * "pay" + "?to=bea"
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    phone.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', "
        "{ value: { writeText: async (text) => { window.copied = text; } } })"
    )
    bank = with_a_gift(table)
    phone.goto("/players/2")
    table.send(bank, kind="gift", giver=3, taker=2, coins=4)
    table.send("/players/2/pay-me", pay_me=line)
    phone.goto(f"{bank}/settle")
    table.tap(table.fold("How to pay Bea"))
    table.tap(table.button("Copy"))
    expect(table.button("Copied")).to_be_visible()
    assert phone.evaluate("window.copied") == line
    check_page(phone)
    table.tap(phone.get_by_role("button", name="Mark as paid").first)
    expect(phone.get_by_role("button", name="Undo")).to_have_count(1)
    expect(phone.get_by_role("link", name="https://example.org/")).to_be_visible()


@pytest.mark.journey
def test_the_coin_pages_are_accessible_and_fit_a_small_phone(phone: Page) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    table.seated("coralon", *LONG_NAMES[:4], target=5, wager=10)
    table.recorded(deal(LONG_NAMES[1], 5, 5, 3, 3, 2))
    phone.goto("/nights/1/bank")
    table.tap(table.fold("Hand out stakes"))
    phone.get_by_label("Coins each").fill("20")
    table.follow(table.button("Hand out"))
    table.follow(phone.get_by_role("button", name="Undo: ").first)
    for path in ("?record", "/settle", "/players/1"):
        phone.goto(f"/nights/1/bank{path}")
        if path == "/settle":
            table.tap(phone.get_by_role("button", name="Mark as paid").first)
            expect(phone.get_by_role("button", name="Undo")).to_have_count(1)
            table.tap(phone.get_by_label("Through one person"))
            expect(phone.get_by_role("group", name="Who collects and pays out?")).to_be_visible()
            table.tap(table.fold("What are coins worth?"))
            table.tap(table.fold("Show as text"))
            text = phone.get_by_label("Who pays whom, as a text")
            assert text.evaluate("all => all.scrollHeight <= all.clientHeight"), "the text is cut off"
        check_page(phone)
