"""An evening on three phones and the board: everyone sees what happens, whoever saves it."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"
OFFLINE = re.compile(r"^Offline: last updated \d\d:\d\d$")
OVER = re.compile("This phone can no longer see this (game|night)")
SOON = 5000  # milliseconds within which a page catches up


class Evening(NamedTuple):
    """Three phones with the same sheet, and the board on a tablet."""

    host: Table
    keeper: Table
    viewer: Table
    board: Page

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.host.page, self.keeper.page, self.viewer.page, self.board)

    def expect_totals(self, *totals: int) -> None:
        for table in self[:3]:
            table.expect_totals(*totals)
        expect(self.board.locator(".total")).to_have_text([str(total) for total in totals])


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


def line(page: Page) -> Locator:
    """Return the line that says that the page can't follow."""
    return page.locator(".connection")


def due(page: Page) -> Locator:
    """Return what is asked or said below the totals, on a sheet or the board."""
    return page.locator("#due, .news h2").first


def expect_bid(evening: Evening, said: str) -> None:
    for table in evening[:3]:
        expect(table.page.locator(".called")).to_contain_text(said)
    expect(evening.board.get_by_role("heading", name=said)).to_be_visible()


@pytest.mark.both_databases
def test_everyone_sees_the_game_from_its_first_bid_to_its_end(evening: Evening) -> None:
    host, keeper, viewer, _ = evening
    keeper.bid("Bea", 5)
    expect_bid(evening, "Bea bid 5")
    host.follow(host.button("Crowns"))
    for table in evening[:3]:
        expect(table.page.locator(".at-play")).to_contain_text("Crowns")
    expect(evening.board.locator(".trump")).to_have_text("Crowns")

    # The viewer is out of reach while two hands are saved.
    viewer.page.context.set_offline(True)
    expect(line(viewer.page)).to_have_text(OFFLINE)
    host.take(5, 3, 3)
    host.save()
    keeper.expect_totals(0, 5, 0, 0)
    keeper.play(deal("Cal", 4, 4, 3, 3))
    host.expect_totals(0, 5, 4, 0)
    viewer.expect_totals(0, 0, 0, 0)
    viewer.page.context.set_offline(False)
    expect(viewer.hands).to_have_count(2, timeout=SOON)
    expect(line(viewer.page)).to_be_empty()
    evening.expect_totals(0, 5, 4, 0)

    # The host saves the hand that the keeper is entering.
    host.bid("Dee", 6)
    expect_bid(evening, "Dee bid 6")
    keeper.take(5, 4)
    host.take(6, 3, 2)
    host.save()
    notice = keeper.page.locator(".notice")
    expect(notice).to_contain_text("iPhone saved hand 3: Dee bid 6 and made it exactly.")
    keeper.expect_figures(Dee=5, Ann=4)
    evening.expect_totals(0, 5, 4, 6)
    keeper.tap(keeper.button("Show the saved hand"))
    expect(notice).to_have_count(0)
    expect(due(keeper.page)).to_contain_text("Hand 4")

    keeper.play(deal("Bea", 12, 12, 1))
    host.play(deal("Bea", 9, 9, 2, 1))
    for page in evening.pages:
        expect(due(page)).to_have_text("Bea won")
    host.tap(host.menu)
    host.follow(host.button("Delete game"))
    for page in evening.pages[1:]:
        expect(due(page)).to_have_text("This game was deleted")


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
