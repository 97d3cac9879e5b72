"""Seasons in a browser: making one at the table, trying other rules, and a page that fits every phone."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.layout import overhang
from tests.browser.table import LONG_NAMES, Table, deal


def test_a_season_is_made_looked_at_and_closed_on_a_phone(phone: Page) -> None:
    table = Table(phone)
    for winner in LONG_NAMES[1:3]:
        table.seated("coralon", *LONG_NAMES, played=[deal(winner, 5, 5, 1, 1, 1, 1, 0)])
        table.send(f"{phone.url}/stop")
    phone.goto("/clubs/1/statistics")
    table.follow(table.link("Seasons"))
    check_page(phone)
    table.follow(table.link("New season"))
    phone.get_by_label("Name").fill("Autumn")
    expect(phone.get_by_label("Points for first place")).to_be_visible()
    table.tap(table.chip("Games won"))
    expect(phone.get_by_label("Points for first place")).to_be_hidden()
    check_page(phone)
    table.follow(table.button("Save"))
    expect(phone.locator(".season .blocks path")).to_have_count(2)
    check_page(phone)
    table.tap(table.fold("What if games counted differently?"))
    table.tap(table.chip("Places"))
    table.follow(table.button("Show"))
    expect(phone.locator("#what-if table")).to_be_visible()
    check_page(phone)
    table.follow(table.button("Close the season"))
    expect(phone.get_by_text("Closed on")).to_be_visible()
    check_page(phone)


def test_the_table_of_a_season_fits_every_phone(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *LONG_NAMES, played=[deal(LONG_NAMES[1], 5, 5, 1, 1, 1, 1, 0)])
    table.send(f"{phone.url}/stop")
    phone.goto("/clubs/1/seasons/new")
    phone.get_by_label("Name").fill("The long season of nineteen hundred and ninety-nine")
    table.follow(table.button("Save"))
    found = []
    for width, height in ((320, 640), (390, 844), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        for size in ("100%", "200%"):
            phone.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            if pixels := overhang(phone):
                found.append(f"{width} at {size}: {pixels} pixels too wide")
    assert not found, "\n".join(found)
