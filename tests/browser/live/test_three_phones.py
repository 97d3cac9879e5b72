"""Three phones and the board, let in by links: what each may still see once the host has taken that back."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"
OVER = re.compile("This phone can no longer see this (game|night)")


class Evening(NamedTuple):
    """Three phones with the same sheet, and the board on a tablet."""

    host: Table
    keeper: Table
    viewer: Table
    board: Page


@pytest.fixture
def evening(phone: Page, new_phone: NewPhone, page_problems: list[str]) -> Iterator[Evening]:
    """Yield a game of Coralon to 20; everyone but the host joined by the links of the night.

    Nobody's page may be loaded a second time except by what is tapped on it.
    """
    host = Table(new_phone(user_agent=IPHONE))
    host.seated("coralon", *CAST, target=20)
    sheet = host.page.url
    host.tap(host.menu)
    host.follow(host.link("Invite"))
    to_keep = link_on(host.page)
    host.follow(host.link("Just watch"))
    to_watch = link_on(host.page)
    with following(host.page):
        host.page.goto(sheet)

    keeper = joined(Table(new_phone(user_agent=ANDROID)), to_keep, "I’m Bea")
    viewer = joined(Table(phone), to_watch, "I’m just watching")
    board = joined(Table(new_phone()), to_watch, "I’m just watching").page
    board.set_viewport_size({"width": 1280, "height": 720})
    with following(board):
        board.goto(f"{sheet}/board")
    for page in (viewer.page, board):
        page.evaluate("window.stays = true")
    yield Evening(host, keeper, viewer, board)
    assert [page.evaluate("window.stays") for page in (viewer.page, board)] == [True, True]
    # What fails while there is no network or no server, and when a right has ended.
    page_problems[:] = [problem for problem in page_problems if "Failed to load resource" not in problem]


def link_on(page: Page) -> str:
    """Return the path of the link that a page shows as a code."""
    return urlsplit(page.locator(".link").inner_text()).path


def joined(table: Table, link: str, who: str) -> Table:
    """Join by a link, on the page that asks who the owner of the phone is."""
    table.page.goto(link)
    with following(table.page):
        table.follow(table.button(who))
    return table


def following(page: Page) -> AbstractContextManager[object]:
    """Wait until the page that is opened in the block follows its game or night."""
    return page.expect_request("**/live?*")


@pytest.mark.journey
@pytest.mark.both_databases
def test_a_phone_that_was_removed_and_those_of_a_renewed_link_see_nothing_more(evening: Evening) -> None:
    host, keeper, viewer, board = evening
    host.page.goto("/")
    host.follow(host.link("Phones"))
    host.tap(host.fold("Bea"))
    host.follow(host.button("Remove"))
    expect(keeper.page.locator("main")).to_contain_text(OVER)
    host.tap(host.page.locator("#links summary", has_text="watch"))
    host.follow(host.button("Renew link"))
    for page in (viewer.page, board):
        expect(page.locator("main")).to_contain_text(OVER)
        assert not set(CAST) & set(page.locator("body").inner_text().split())
