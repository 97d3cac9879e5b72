"""With the server stopped, or updated, the sheet goes on: hands wait, and the next one is asked for."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.app.offline import TO_SEND, Offline
from tests.browser.app.test_offline_copies import NEWER, newer, wait_until_kept
from tests.browser.power import Power
from tests.browser.table import CAST, deal
from tests.web.changed_rules import ChangeRules, change_rules, update

__all__ = ["change_rules", "newer"]

pytestmark = pytest.mark.usefixtures("requests_may_fail")


@pytest.fixture
def table(phone: Page) -> Offline:
    """Return the sheet of a game, with all that it fetches in advance."""
    table = Offline(phone)
    table.seated("coralon", *CAST)
    wait_until_kept(phone, f"{phone.url}/blank", "{number}")
    wait_until_kept(phone, phone.url, "Who won the bid?")
    return table


@pytest.mark.journey
def test_three_hands_are_entered_without_a_server_and_are_there_once(table: Offline, power: Power) -> None:
    power.off()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    expect(table.rows).to_have_text(["Hand 1, waiting to be sent"])
    expect(table.row(1)).to_contain_text("Bea, 5")
    table.ask_for(2)
    table.tap(table.panel.get_by_role("radio", name="Cal").first)

    # What was tapped is there again after a reload, for that hand alone.
    table.page.reload()
    expect(table.panel.get_by_role("radio", name="Cal").first).to_be_checked()
    table.tap(table.panel.get_by_role("button", name="4", exact=True))
    expect(table.panel.locator(".called")).to_contain_text("Cal")
    expect(table.rows).to_have_text(["Bid of hand 2, waiting to be sent", "Hand 1, waiting to be sent"])
    check_accessibility(table.page)
    for count in (5, 3):
        table.tap(table.panel.locator(".keypad").get_by_role("button", name=str(count), exact=True))
    table.page.reload()
    expect(table.panel.locator(".called")).to_have_text(re.compile("^Hand 2 Cal(, | bid )4$"))
    expect(table.panel.get_by_role("spinbutton", name="Cal")).to_have_value("5")
    expect(table.panel.locator(".place.marked")).to_contain_text("Ann")
    table.tap(table.panel.locator(".keypad").get_by_role("button", name="3", exact=True))
    table.tap(table.panel.get_by_role("button", name="Save hand 2"))
    table.ask_for(3)
    table.page.reload()
    table.ask_for(3)
    expect(table.panel.get_by_role("radio", name="Cal").first).not_to_be_checked()
    table.enter_hand(deal("Ann", 3, 2, 4, 3))
    expect(table.rows).to_have_count(3)
    table.expect_totals(0, 0, 0, 0)

    power.on()
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    table.expect_totals(3, 11, 8, 7)
    expect(table.hands).to_have_count(3)
    expect(table.panel.locator("h2")).to_contain_text("Hand 4")


AS_IN_1_0 = """async () => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.endsWith("outbox"));
  const done = (request) => new Promise((then) => (request.onsuccess = () => then(request.result)));
  const database = await done(indexedDB.open(name));
  const store = database.transaction("actions", "readwrite").objectStore("actions");
  for (const action of await done(store.getAll())) {
    const { number, seats, revision, ahead } = Object.fromEntries(action.fields);
    const others = action.fields.filter(([name]) => !/^(number|seats|revision|ahead)$/.test(name));
    const version = [number, seats, ahead ? "ahead" : revision].join(".");
    await done(store.put({ ...action, fields: [...others, ["version", version]] }));
  }
  database.close();
}"""
"""Keeps what waits as version 1.0 kept it, which had one text for what a form was drawn from."""


def test_hands_that_wait_since_version_1_0_can_be_changed_and_are_sent(table: Offline, power: Power) -> None:
    power.off()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    table.ask_for(2)
    table.enter_hand(deal("Cal", 4, 4, 3, 3))
    table.ask_for(3)
    table.page.evaluate(AS_IN_1_0)
    table.page.reload()
    table.ask_for(3)
    table.see()
    table.tap(table.row(2).locator("summary"))
    table.tap(table.row(2).get_by_role("button", name="Change"))
    table.tap(table.panel.get_by_role("radio", name="3", exact=True))
    table.tap(table.panel.get_by_role("button", name="Save hand 2"))
    table.ask_for(3)
    power.on()
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    expect(table.hands).to_have_count(2)


def test_an_answer_that_waits_leaves_the_hand_to_be_entered(table: Offline, power: Power) -> None:
    table.send("/nights/1/me", player=1)
    table.page.goto(table.page.url)
    table.bid("Bea", 5)
    table.tap(table.button("Ask the table"))
    expect(table.page.locator(".doubt")).to_have_text("Nobody has answered yet.")
    wait_until_kept(table.page, f"{table.page.url}/blank", "{number}")
    power.off()
    table.tap(table.page.locator("[data-part=question]").get_by_role("button", name="4", exact=True))
    expect(table.rows).to_have_text(["Answer for hand 1, waiting to be sent"])
    table.take(5, 2, 2)
    table.tap(table.panel.get_by_role("button", name="Save hand 1"))
    table.ask_for(2)


def test_what_waits_can_be_changed_or_discarded_and_a_whole_hand_starts_with_its_bidder(
    table: Offline, power: Power
) -> None:
    power.off()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    table.ask_for(2)
    table.enter_hand(deal("Cal", 4, 4, 3, 3))
    table.ask_for(3)
    table.tap(table.row(2).locator("summary"))
    table.tap(table.row(2).get_by_role("button", name="Change"))
    table.tap(table.panel.get_by_role("radio", name="3", exact=True))
    table.tap(table.panel.get_by_role("button", name="Save hand 2"))
    table.ask_for(3)
    table.see()
    table.tap(table.row(1).locator("summary"))
    table.tap(table.row(1).get_by_role("button", name="Discard"))
    expect(table.rows).to_have_text(["Hand 1, waiting to be sent"])
    table.ask_for(2)

    table.tap(table.panel.locator("summary", has_text="More about this hand"))
    table.tap(table.panel.get_by_role("button", name="Enter the whole hand at once"))
    table.tap(table.panel.get_by_role("radio", name="Dee"))
    table.tap(table.panel.get_by_role("radio", name="5", exact=True))
    for count in (5, 3, 3):
        table.tap(table.panel.locator(".keypad").get_by_role("button", name=str(count), exact=True))
    figures = table.panel.get_by_role("spinbutton").evaluate_all("all => all.map(one => one.value)")
    assert figures == ["3", "3", "2", "5"]

    power.on()
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    expect(table.hands).to_have_count(1)
    expect(table.hands.locator(".what")).to_contain_text("Cal bid 3 and went over")


def is_sheet(address: str, method: str) -> bool:
    return (urlsplit(address).path, method) == ("/plays/1", "GET")


def test_hands_arrive_once_and_the_page_changes_only_after_what_is_being_entered(
    table: Offline, phone: Page, power: Power, newer: Flask
) -> None:
    power.off()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    table.ask_for(2)
    table.enter_hand(deal("Cal", 4, 4, 3, 3))
    table.ask_for(3)
    table.tap(table.panel.get_by_role("radio", name="Dee").first)

    with phone.expect_response(lambda answer: is_sheet(answer.url, answer.request.method), timeout=TO_SEND):
        power.on(newer)
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    expect(table.panel.get_by_role("radio", name="Dee").first).to_be_checked()
    table.tap(table.panel.get_by_role("button", name="3", exact=True))
    expect(phone.locator(f"body[data-app='{NEWER}']")).to_have_count(1, timeout=TO_SEND)
    expect(phone.locator(".called")).to_contain_text("Dee bid 3")
    expect(table.hands).to_have_count(2)
    table.expect_totals(0, 5, 4, 0)


def test_hands_that_wait_during_an_update_that_would_have_ended_the_game_are_saved(
    app: Flask, table: Offline, power: Power, change_rules: ChangeRules
) -> None:
    """By the rules that come meanwhile, Bea has won with the first hand, and so with each that waits."""
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)], target=10)
    wait_until_kept(table.page, f"{table.page.url}/blank", "{number}")
    power.off()
    for number, hand in enumerate((deal("Cal", 4, 4, 3, 3), deal("Ann", 4, 4, 3, 3)), start=2):
        table.enter_hand(hand)
        table.ask_for(number + 1)
    change_rules(points=lambda amount: 10 if amount in (4, 5) else amount)
    update(app)

    power.on()
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    table.expect_totals(10, 10, 10, 0)
    asks = table.page.get_by_role("region", name="Is the game over?")
    expect(asks).to_contain_text(
        "over with hand 1: Bea wins with 10. If you end it there, hands 2 and 3 won’t count."
    )
    check_accessibility(table.page)
    table.tap(asks.get_by_role("button", name="End it there"))
    expect(table.hands).to_have_count(1)
    expect(table.panel.locator("h2").first).to_contain_text("Bea won")
