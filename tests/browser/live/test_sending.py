"""What waits is sent by game and night: an entry that fails, or another tab, holds up nothing else."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper

import pytest
from flask import Flask
from playwright.sync_api import Error, Page, Route, expect
from werkzeug.exceptions import InternalServerError, TooManyRequests

from scorekeeper.domain import StorageError, StorageFault
from tests.browser.live.test_outbox import (
    SOON,
    WITHOUT_LOCKS,
    bid_offline,
    lend,
    lend_offline,
    line,
    opened,
    seated,
    switched_off,
)
from tests.browser.power import Power
from tests.browser.table import Table

pytestmark = pytest.mark.usefixtures("requests_may_fail")

FAILED = "Something went wrong"
HASTY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (done, milliseconds) => setTimeout(done, milliseconds / 10);
}"""
"""Lets a page wait for a tenth of the time only."""


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a sheet of Coralon."""
    return seated(phone)


class Failing:
    """A view that fails, until it is told not to, and counts how often it was asked."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch, endpoint: str, error: Exception) -> None:
        self.error: Exception | None = error
        self.asked = 0
        self.view = app.view_functions[endpoint]
        update_wrapper(self, self.view)
        monkeypatch.setitem(app.view_functions, endpoint, self)

    def __call__(self, **args: int) -> object:
        self.asked += 1
        if self.error:
            raise self.error
        return self.view(**args)


@pytest.mark.journey
def test_an_entry_that_the_server_fails_at_holds_up_no_other(
    table: Table, power: Power, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = StorageError(StorageFault.OTHER, "database disk image is malformed")
    Failing(app, monkeypatch, "saving.save_bid", error)
    coins = opened(table.page.context, "/nights/1/bank")
    switched_off(power, table, coins)
    bid_offline(table, "Bea", 5)
    lend_offline(coins, "Ann", 20, before=1)
    power.on()
    expect(coins.page.locator(".entries li")).to_have_count(1, timeout=SOON)
    expect(line(table)).to_have_text("Database failing: Bid of hand 1 waiting Try again")


def test_an_entry_that_fails_again_and_again_is_set_aside_and_can_be_tried_again(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = table.page
    failing = Failing(app, monkeypatch, "saving.save_bid", InternalServerError())
    page.evaluate(HASTY)
    bid_offline(table, "Bea", 5)
    not_saved = table.button("Bid of hand 1 not saved")
    expect(not_saved).to_be_visible(timeout=SOON)
    assert failing.asked == 4
    row = page.locator(".pending details")
    table.tap(row.locator("summary"))
    expect(row).to_contain_text(FAILED)
    table.tap(not_saved)
    listed = page.locator("section.waiting li")
    expect(listed.locator("p").first).to_have_text("Bea, 5")
    expect(listed).to_contain_text(FAILED)
    expect(listed.get_by_role("button")).to_have_text(["Try again", "Change", "Discard"])
    failing.error = None
    table.tap(listed.get_by_role("button", name="Try again"))
    expect(page.locator(".called")).to_contain_text("Bea bid 5")
    expect(line(table)).to_be_empty()


def test_a_busy_server_is_asked_again_when_it_says(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = TooManyRequests(retry_after=4)
    failing = Failing(app, monkeypatch, "saving.save_bid", busy)
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_contain_text("Bid of hand 1 is waiting")
    failing.error = None
    table.page.evaluate("dispatchEvent(new Event('online'))")
    table.page.wait_for_timeout(2000)
    assert failing.asked == 1
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)


def test_an_entry_that_never_gets_an_answer_holds_up_no_other(table: Table, power: Power) -> None:
    coins = opened(table.page.context, "/nights/1/bank")
    switched_off(power, table, coins)
    bid_offline(table, "Bea", 5)
    lend_offline(coins, "Ann", 20, before=1)

    def drop(route: Route) -> None:
        route.abort()

    table.page.context.route("**/bid", drop)
    power.on()
    expect(coins.page.locator(".entries li")).to_have_count(1, timeout=SOON)
    table.page.context.unroute_all()
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5", timeout=40_000)


def test_entries_outlast_a_storage_that_is_emptied(table: Table, power: Power) -> None:
    page = table.page
    switched_off(power, table)
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_have_text("Offline: Bid of hand 1 waiting to be sent")
    session = page.context.new_cdp_session(page)
    session.send(
        "Storage.clearDataForOrigin", {"origin": power.address, "storageTypes": "indexeddb,local_storage"}
    )
    session.detach()
    page.wait_for_timeout(1000)
    expect(line(table)).to_have_text("Offline: Bid of hand 1 waiting to be sent")
    page.close()
    power.on()
    table = opened(page.context, "/plays/1")
    expect(table.page.locator(".called")).to_contain_text(re.compile("Bea bid 5"), timeout=SOON)


def test_the_browser_is_asked_once_to_keep_what_waits(table: Table, power: Power) -> None:
    table.page.evaluate(
        "() => { navigator.storage.persist = () => (window.asked = (window.asked ?? 0) + 1); }"
    )
    switched_off(power, table)
    assert table.page.evaluate("window.asked ?? 0") == 0
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_have_text("Offline: Bid of hand 1 waiting to be sent")
    assert table.page.evaluate("window.asked") == 1


HELD = """navigator.locks.request("outbox", () => new Promise(() => {})).catch(() => {});
const timeout = AbortSignal.timeout;
AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 30);"""
"""A tab that the phone has stopped in the middle of its work; patience ends sooner."""

LEASED = f"""{WITHOUT_LOCKS};
localStorage.setItem("outbox lease", JSON.stringify({{ holder: "another tab", until: Date.now() + %s }}));"""
NO_LEASE = f"""{WITHOUT_LOCKS};
Storage.prototype.setItem = function (key) {{
  if (key === "outbox lease") throw new DOMException("full", "QuotaExceededError");
}};"""

OTHERS = {
    "the lock of a stopped tab": HELD,
    "the lease of a killed tab": LEASED % 2000,
    "a lease of before the clock was set back": LEASED % 3_600_000,
    "no room for a lease": NO_LEASE,
}


def test_nothing_waits_forever_for_another_tab(phone: Page) -> None:
    coins = seated(phone)
    for number, (holds, script) in enumerate(OTHERS.items(), start=1):
        print(holds)  # pytest shows the last one if it fails
        phone.goto("/nights/1/bank")
        phone.evaluate(f"() => {{ {script} }}")
        lend(coins, "Ann", number)
        expect(phone.locator(".entries li")).to_have_count(number, timeout=SOON)


def test_another_tab_sends_what_a_killed_tab_was_sending(new_phone: Callable[[], Page]) -> None:
    page = new_phone()
    page.context.add_init_script(WITHOUT_LOCKS)
    seated(page)
    killed, other = (opened(page.context, "/nights/1/bank") for _ in range(2))
    page.close()
    with killed.page.expect_request(lambda request: request.method == "POST"):
        killed.page.route("**/bank", lambda route: None)
        lend(killed, "Ann", 7)
    other.page.bring_to_front()
    with suppress(Error):
        killed.page.goto("chrome://crash", timeout=SOON / 15)
    expect(other.page.locator(".entries li")).to_have_count(1, timeout=2 * SOON)
