"""An answer of something between the phone and the app is none: what was entered waits."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.between import NOT_FOR_THE_PROXY, Between, page, redirect_to_login
from tests.browser.layout import overhang
from tests.browser.live.test_outbox import SOON, bid_offline, lend, line, opened, seated
from tests.browser.table import Table

ANSWERS = {
    "a redirect to sign in": redirect_to_login,
    "a page that promises to be back": page("503 Service Unavailable"),
}


@pytest.fixture
def table(between: Between, phone: Page) -> Table:
    """Return a sheet of Coralon."""
    return seated(phone)


@pytest.mark.journey
def test_what_was_entered_waits_until_the_app_itself_answers(table: Table, between: Between) -> None:
    page = table.page
    coins = opened(page.context, "/nights/1/bank")
    for number, (what, answer) in enumerate(ANSWERS.items(), start=1):
        print(what)  # pytest shows the last one if it fails
        between.answers = answer
        lend(coins, "Ann", number)
        says = "Coins waiting" if number == 1 else f"Coins and {number - 1} more waiting"
        expect(line(coins)).to_contain_text(f"{says} to be sent", timeout=SOON)
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_contain_text(f"{len(ANSWERS)} more waiting to be sent", timeout=SOON)
    between.answers = None
    expect(page.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)
    expect(line(table)).to_be_empty(timeout=SOON)
    coins.page.reload()
    expect(coins.page.locator(".entries li")).to_have_count(len(ANSWERS))


def test_what_a_proxy_drops_from_answers_does_not_matter(table: Table, between: Between) -> None:
    between.drops = NOT_FOR_THE_PROXY
    bid_offline(table, "Bea", 5)
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5")
    expect(line(table)).to_be_empty()


def test_an_answer_that_was_cut_short_is_asked_for_again(table: Table, between: Between) -> None:
    between.cuts = "/bid"
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_contain_text("Bid of hand 1 waiting to be sent")
    between.cuts = ""
    expect(line(table)).to_be_empty(timeout=SOON)
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5")


def test_after_a_while_the_page_asks_to_be_opened_again_to_sign_in(table: Table, between: Between) -> None:
    page = table.page
    page.clock.install()
    page.reload()
    between.answers = redirect_to_login
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_contain_text("Bid of hand 1 waiting to be sent")
    warning = page.get_by_text("Something between this phone and Scorekeeper is answering")
    expect(warning).to_have_count(0)
    page.clock.run_for(12_000)
    expect(warning).to_contain_text("open the page again to sign in")
    check_accessibility(page)
    assert overhang(page) == 0
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    between.answers = None
    page.goto("/plays/1")
    expect(page.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)
    expect(warning).to_have_count(0)


def test_a_preview_shows_no_page_to_sign_in(table: Table, between: Between) -> None:
    table.bid("Bea", 5)
    table.open_take()
    expect(table.key(5)).to_be_visible()
    between.answers = page("200 OK")
    table.enter(5, 3, 3)
    expect(table.page.locator(".look")).to_have_text("Scored once it is sent.")
