"""What the phone cannot keep is sent once and in order all the same, and is kept once there is room."""

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.live.test_outbox import SOON, bid_offline, lend_offline, line, opened, seated, switched_off
from tests.browser.power import Power
from tests.browser.table import Table

FILL = """() => {
  window.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
CLEAR = "() => (IDBObjectStore.prototype.put = window.put)"
MISSING = "Object.defineProperty(window, 'indexedDB', { value: %s })"

pytestmark = pytest.mark.usefixtures("requests_may_fail")


@pytest.fixture
def coins(phone: Page) -> Table:
    """Return the coins page of a night."""
    table = seated(phone)
    coins = opened(phone.context, "/nights/1/bank")
    # The list of what waits is fetched a moment after the page, with what it needs.
    coins.page.wait_for_event("response", lambda answer: answer.url.endswith("/offline/course.js"))
    table.page.close()
    return coins


def test_what_is_sent_without_access_waits_until_there_is_access_again(phone: Page, power: Power) -> None:
    table = seated(phone)
    switched_off(power, table)
    bid_offline(table, "Bea", 5)
    cookies = phone.context.cookies()
    # As when the server was given another secret key.
    phone.context.clear_cookies()
    power.on()
    ended = phone.get_by_role("heading", name="This phone can no longer see this game")
    expect(ended).to_be_visible(timeout=SOON)
    assert "Bea" not in phone.locator("body").inner_text()
    expect(phone.get_by_text("What you entered stays on this phone")).to_be_visible()
    check_accessibility(phone)
    phone.reload()
    why = phone.locator("section.waiting .problem")
    expect(why).to_contain_text("This phone was removed, or its link was renewed or has ended")

    phone.context.clear_cookies()
    for cookie in cookies:
        phone.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": power.address}])
    phone.goto("/plays/1")
    expect(phone.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)
    expect(line(table)).to_be_empty()


def test_a_form_is_empty_once_what_waits_was_changed_with_it(coins: Table, power: Power) -> None:
    switched_off(power, coins)
    lend_offline(coins, "Ann", 9)
    coins.tap(coins.button("Coins waiting to be sent"))
    coins.tap(coins.button("Change"))
    field = coins.page.get_by_label("Coins", exact=True)
    expect(field).to_have_value("9")
    field.fill("10")
    coins.tap(coins.button("Record"))
    expect(field).to_have_value("")
    expect(line(coins)).to_have_text("Offline: Coins waiting to be sent")
    power.on()
    expect(coins.page.locator(".entries li")).to_have_text(re.compile("10 coins"), timeout=SOON)


def amounts(coins: Table) -> list[str]:
    """Return the coins that were lent, the last first."""
    return re.findall(r"(\d) coins?", coins.page.locator(".entries").inner_text())


def test_what_found_no_room_is_kept_with_the_next_entry(coins: Table, power: Power) -> None:
    switched_off(power, coins)
    coins.page.evaluate(FILL)
    lend_offline(coins, "Ann", 1)
    expect(coins.page.get_by_role("alert")).to_have_count(1)
    coins.page.evaluate(CLEAR)
    lend_offline(coins, "Ann", 2, before=1)
    expect(coins.page.get_by_role("alert")).to_have_count(0)
    power.on()
    coins.page.reload()
    expect(line(coins)).to_be_empty(timeout=SOON)
    expect(coins.page.locator(".entries li")).to_have_count(2)
    assert amounts(coins) == ["2", "1"]


def test_a_change_that_found_no_room_replaces_what_was_kept(coins: Table, power: Power) -> None:
    switched_off(power, coins)
    lend_offline(coins, "Ann", 5)
    coins.page.evaluate(FILL)
    coins.tap(coins.button("Coins waiting to be sent"))
    coins.tap(coins.button("Change"))
    expect(coins.page.get_by_label("Coins", exact=True)).to_have_value("5")
    coins.page.get_by_label("Coins", exact=True).fill("6")
    coins.tap(coins.button("Record"))
    expect(coins.page.get_by_role("alert")).to_have_count(1)
    power.on()
    expect(line(coins)).to_be_empty(timeout=SOON)
    expect(coins.page.locator(".entries li")).to_have_count(1)
    assert amounts(coins) == ["6"]
    coins.page.reload()
    expect(line(coins)).to_be_empty()
    assert amounts(coins) == ["6"]


@pytest.mark.parametrize("value", ["undefined", "null"])
def test_a_private_window_warns_before_it_is_left(phone: Page, power: Power, value: str) -> None:
    phone.context.add_init_script(MISSING % value)
    table = seated(phone)
    switched_off(power, table)
    bid_offline(table, "Bea", 5)
    expect(phone.get_by_role("alert")).to_contain_text("Keep this page open")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    phone.on("dialog", stay)
    phone.close(run_before_unload=True)
    power.on()
    expect(phone.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)
    assert asked == ["beforeunload"]
