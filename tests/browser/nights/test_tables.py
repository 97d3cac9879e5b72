"""Several tables on a night, each with a phone of its own that keeps score there."""

from time import monotonic
from urllib.parse import urldefrag, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table, deal, token_in

IN_TIME = 20
"""Seconds in which another phone takes the place of one that was lost."""


def make_tables(host: Table, *names: str) -> str:
    """Make tables on the night whose page is open, and return the address of the page with their codes."""
    host.tap(host.menu)
    host.follow(host.link("Play at several tables"))
    for number, name in enumerate(names, start=1):
        host.page.get_by_label("Name or number").fill(name)
        host.tap(host.button("New table"))
        expect(host.page.locator(".codes li")).to_have_count(number)
    return urldefrag(host.page.url).url


def joins(table: Table, host: Table, address: str) -> None:
    """Let a phone join by the link of a table, which the host opens."""
    host.page.goto(address)
    host.follow(host.link("Invite"))
    table.page.goto(urlsplit(host.page.locator(".link").inner_text()).path)
    table.follow(table.button("I’m not playing"))


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_each_table_keeps_its_own_score_and_a_lost_phone_is_replaced(
    phone: Page, new_phone: NewPhone
) -> None:
    host, one, two = Table(phone), Table(new_phone()), Table(new_phone())
    host.sit_down(*CAST)
    tables = make_tables(host, "", "")
    for number, table in enumerate((one, two), start=1):
        joins(table, host, f"{tables}/{number}")
    one.follow(one.link("Start a game at Table 1"))
    one.follow(one.page.get_by_role("link", name="Coralon").first)
    one.follow(one.button("Start Coralon"))
    one.play(deal("Bea", 5, 5, 3, 3))
    sheet = one.page.url

    two.page.goto(sheet)
    expect(two.page.locator(".hand")).to_have_count(1)
    expect(two.save_button).to_have_count(0)
    token = token_in(two.page.request.get("/").text())
    assert two.page.request.post(f"{sheet}/stop", form={"csrf_token": token}).status == 403

    one.tap(one.menu)
    one.tap(one.button("End game"))
    one.tap(one.again_button)
    expect(one.page.get_by_role("heading", name="Hand 1")).to_be_visible()
    expect(one.page.locator(".bar .back")).to_have_text("Table 1")

    began, new = monotonic(), Table(new_phone(fresh=True))
    host.page.goto(tables)
    host.follow(host.link("Table 1"))
    host.follow(host.link("Invite"))
    new.page.goto("/join")
    new.page.get_by_label("type the six digits").fill(host.page.locator(".code").inner_text())
    new.follow(new.button("Join"))
    new.follow(new.button("I’m not playing"))
    assert new.page.url == one.page.url
    assert monotonic() - began < IN_TIME
    new.play(deal("Cal", 4, 4, 3, 3))


def test_the_pages_of_tables_are_accessible_and_fit(phone: Page) -> None:
    host = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 568})
    host.sit_down(*LONG_NAMES)
    night = urldefrag(phone.url).url
    tables = make_tables(host, "", "By the window of the kitchen")
    check_page(phone)
    host.follow(host.link("By the window of the kitchen"))
    host.tap(host.fold("Change this table"))
    check_page(phone)
    address = phone.url
    host.follow(host.link("Start a game at By the window of the kitchen"))
    check_page(phone)
    phone.goto(f"{night}/games/coralon?table={address.rpartition('/')[2]}")
    check_page(phone)
    host.follow(host.button("Start Coralon"))
    check_page(phone)
    phone.goto(f"{tables}/1")
    host.tap(host.fold("Change this table"))
    check_page(phone)
    host.follow(host.button("Move"))
    check_page(phone)
    host.follow(host.link("Invite"))
    check_page(phone)


def test_tables_are_added_one_after_another_and_renamed_on_the_same_page(phone: Page) -> None:
    host = Table(phone)
    host.sit_down(*CAST)
    make_tables(host)
    name, names = phone.get_by_label("Name or number"), phone.locator(".codes a b")
    host.tap(name)
    for number, typed in enumerate(("Kitchen", "Garden", "Attic", "Cellar"), start=1):
        phone.keyboard.type(typed)
        phone.keyboard.press("Enter")
        expect(names).to_have_count(number)
        expect(name).to_have_value("")
        expect(name).to_be_focused()
    for number in (5, 6):
        host.tap(host.button("New table"))
        expect(names).to_have_count(number)
    expect(names).to_have_text(["Kitchen", "Garden", "Attic", "Cellar", "Table 1", "Table 2"])

    host.follow(host.link("Garden"))
    host.tap(host.fold("Change this table"))
    name.fill("Balcony")
    host.tap(host.button("Rename"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Balcony")
