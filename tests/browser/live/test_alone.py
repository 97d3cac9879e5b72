"""What waits is sent although another tab keeps the lock or the lease, or the phone keeps neither."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.live.test_outbox import SOON, WITHOUT_LOCKS, opened, seated
from tests.browser.table import Table

HELD = """navigator.locks.request("outbox", () => new Promise(() => {})).catch(() => {});
const timeout = AbortSignal.timeout;
AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 30);"""
"""A tab that the phone has stopped in the middle of its work; patience ends sooner."""

LEASED = f"""{WITHOUT_LOCKS};
localStorage.setItem("outbox lease", JSON.stringify({{ holder: "another tab", until: Date.now() + %s }}));"""
FULL = f"""{WITHOUT_LOCKS};
Storage.prototype.setItem = function (key) {{
  if (key === "outbox lease") throw new DOMException("full", "QuotaExceededError");
}};"""

pytestmark = pytest.mark.usefixtures("requests_may_fail")


def lend(coins: Table, number: int) -> None:
    coins.tap(coins.page.get_by_role("group", name="To").get_by_role("radio", name="Ann", exact=True))
    coins.page.get_by_label("Coins", exact=True).fill(str(number))
    coins.tap(coins.button("Record"))


@pytest.mark.parametrize(
    "script",
    [HELD, LEASED % 2000, LEASED % 3_600_000, FULL],
    ids=[
        "lock of a stopped tab",
        "lease of a killed tab",
        "lease before the clock was set back",
        "no room",
    ],
)
def test_nothing_waits_forever_for_another_tab(phone: Page, script: str) -> None:
    seated(phone)
    phone.goto("/nights/1/bank")
    phone.evaluate(f"() => {{ {script} }}")
    coins = Table(phone)
    lend(coins, 7)
    expect(phone.locator(".entries li")).to_have_count(1, timeout=SOON)


@pytest.mark.parametrize("script", ["", WITHOUT_LOCKS], ids=["with locks", "without locks"])
def test_another_tab_sends_what_a_killed_tab_was_sending(new_phone: Callable[[], Page], script: str) -> None:
    page = new_phone()
    page.context.add_init_script(script or ";")
    seated(page)
    killed, other = (opened(page.context, "/nights/1/bank") for _ in range(2))
    page.close()
    with killed.page.expect_request(lambda request: request.method == "POST"):
        killed.page.route("**/bank", lambda route: None)
        lend(killed, 7)
    other.page.bring_to_front()
    with suppress(Error):
        killed.page.goto("chrome://crash", timeout=SOON / 15)
    expect(other.page.locator(".entries li")).to_have_count(1, timeout=2 * SOON)
