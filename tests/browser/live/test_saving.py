"""Saving leaves the page where it is: Back leaves it in one step, and a failing network loses nothing."""

import re
import sqlite3
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.live.conftest import Two
from tests.browser.table import CAST, Table, deal
from tests.conftest import database_of

LISTEN = """() => {
  window.said = [];
  const note = ({ target }) => {
    const region = (target.closest ? target : target.parentElement).closest("[aria-live], [role=status]");
    if (region?.textContent) window.said.push(region.textContent);
  };
  new MutationObserver((changes) => changes.forEach(note)).observe(document.body, {
    childList: true, subtree: true, characterData: true,
  });
}"""
"""Notes what a screen reader would announce."""


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a sheet of Coralon that was opened from its night."""
    table = Table(phone)
    table.seated("coralon", *CAST)
    phone.goto("/nights/1")
    table.follow(phone.locator("main a[href='/plays/1']").first)
    return table


def unless_preview(answer: Callable[[Route], object]) -> Callable[[Route], object]:
    """Return how to answer the requests that save something."""
    return lambda route: route.continue_() if "look" in (route.request.post_data or "") else answer(route)


def test_back_leaves_the_sheet_in_one_step_after_any_number_of_hands(table: Table) -> None:
    for bidder in ("Bea", "Cal"):
        table.play(deal(bidder, 5, 5, 3, 3))
    table.page.set_viewport_size({"width": 320, "height": 480})
    table.tap(table.page.locator("#hand-2 > summary"))
    table.follow(table.link("Correct hand 2"))
    table.tap(table.chip("6"))
    table.save()
    expect(table.page.locator(".undo")).to_contain_text("orrect")
    for shown in (".undo", ".total >> nth=0"):
        expect(table.page.locator(shown)).to_be_in_viewport()
    table.page.go_back()
    expect(table.page).to_have_url(re.compile("/nights/1$"))
    table.page.go_forward()
    expect(table.hands).to_have_count(2)


@pytest.mark.journey
def test_a_hand_is_saved_without_asking_for_the_sheet_again(table: Table) -> None:
    table.play(deal("Bea", 5, 5, 3, 3))
    asked: list[str] = []

    def note(request: Request) -> None:
        if "look" not in (request.post_data or ""):
            asked.append(f"{request.method} {urlsplit(request.url).path}")

    table.page.on("request", note)
    table.hands.evaluate("row => (row.stays = true)")
    table.play(deal("Cal", 4, 4, 3, 3))
    table.expect_totals(0, 5, 4, 0)
    expect(table.hands).to_have_count(2)
    # Only the new hand was put into the list.
    assert table.hands.evaluate_all("rows => rows.map((row) => row.stays ?? false)") == [False, True]
    assert "GET /plays/1" not in asked
    saves = [each for each in asked if each.startswith("POST")]
    assert saves == ["POST /plays/1/bid", "POST /plays/1/hands"]
    # What the phone has put together is what the server would have drawn.
    rows = table.hands.all_inner_texts()
    table.page.reload()
    assert table.hands.all_inner_texts() == rows


@pytest.mark.journey
def test_a_slow_network_says_saving_and_nothing_moves(table: Table) -> None:
    page = table.page
    waiting: list[Route] = []
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    before = page.locator(".board").bounding_box()
    page.route("**/hands", unless_preview(waiting.append))
    table.tap(table.save_button)
    expect(page.locator(".connection")).to_have_text("Saving…")
    assert page.locator(".board").bounding_box() == before
    waiting.pop().continue_()
    expect(table.hands).to_have_count(1)
    expect(page.locator(".connection")).to_be_empty()


@pytest.fixture
def impatient(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app wait for a moment only while others write."""
    monkeypatch.setitem(app.config, "BUSY_SECONDS", 0.1)


@pytest.mark.usefixtures("impatient", "requests_may_fail")
def test_a_hand_saved_while_the_database_is_busy_arrives_once_by_itself(app: Flask, table: Table) -> None:
    page = table.page
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    other = sqlite3.connect(database_of(app), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table.tap(table.save_button)
    expect(page.locator(".connection")).to_have_text("Busy, trying again. Hand 1 is waiting")
    check_accessibility(page)
    other.execute("ROLLBACK")
    other.close()
    table.expect_totals(0, 5, 0, 0)
    expect(table.hands).to_have_count(1)
    expect(page.locator(".connection")).to_be_empty()


def test_what_happened_is_announced_once_here_and_once_on_other_phones(two: Two) -> None:
    one, other = two
    for table in two:
        table.page.evaluate(LISTEN)
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    one.take(4, 3, 3)
    one.save()
    other.expect_totals(0, 5, 4, 0)
    for table in two:
        table.page.wait_for_timeout(500)
    heard = [
        [words for words in table.page.evaluate("said") if re.search("saved|deals[.]", words)]
        for table in two
    ]
    assert heard[0] == ["Bid saved.", "Hand 2 saved. Ann 0, Bea 5, Cal 4, Dee 0."]
    assert [re.sub("^.* saved", "saved", words) for words in heard[1]] == [
        "saved the bid of hand 2: Cal bid 4.",
        "Cal bid 4 and made it exactly. Cal, 36 to go. Cal deals.",
    ]
    expect(one.page).to_have_title("Hand 2 saved · Coralon · Scorekeeper")
