"""Whatever the browser's storage does, the page goes on: it saves, and follows what others save."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.live.conftest import beside
from tests.browser.live.test_outbox import bid_offline, line, seated, switched_off
from tests.browser.power import Power
from tests.browser.table import Table

pytestmark = pytest.mark.usefixtures("requests_may_fail")

REFUSALS = {
    "is null": "Object.defineProperty(window, name, { value: null })",
    "throws": "Object.defineProperty(window, name, { get() { throw new Error(); } })",
    "can't be read": "Storage.prototype.getItem = () => { throw new Error(); }",
    "is full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    "takes nothing away": "Storage.prototype.removeItem = () => { throw new Error(); }",
    "gives back garbage": "Storage.prototype.getItem = () => '{\"until\":'",
}
"""What a browser's storage of texts may do; also without locks, for which tabs use it as well."""

EACH = """for (const name of ["localStorage", "sessionStorage"]) %s;
Object.defineProperty(Navigator.prototype, "locks", { value: undefined });"""


@pytest.mark.parametrize("script", REFUSALS.values(), ids=REFUSALS)
def test_storage_that_refuses_stops_neither_saving_nor_following(
    one: Table, new_phone: NewPhone, script: str
) -> None:
    page = one.page
    other = beside(one, new_phone, page.url)
    page.add_init_script(EACH % script)
    with page.expect_request("**/live?*"):
        page.reload()
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.tap(other.button("Undo"))
    expect(one.chip("Cal")).to_be_visible()


DEAF = """const deaf = new Proxy(() => deaf, { get: () => deaf, set: () => true });
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (store, mode, how) {
  return %s.includes(mode) ? deaf : transaction.call(this, store, mode, how);
};"""
SILENCES = {
    "never answers a write": DEAF % '["readwrite"]',
    "never answers a read": DEAF % '["readonly"]',
    "never answers at all": DEAF % '["readonly", "readwrite"]',
    "never opens": "IDBFactory.prototype.open = () => ({});",
    "doesn't open": "IDBFactory.prototype.open = () => { throw new Error(); };",
    "is null": "Object.defineProperty(window, 'indexedDB', { value: null });",
    "is full": "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };",
}
"""What the browser's database may do."""

SOON = 3000
"""Milliseconds for which a hand may be on its way, whatever storage does."""


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(script, id=what, marks=[pytest.mark.journey] if what == "never answers at all" else [])
        for what, script in SILENCES.items()
    ],
)
def test_a_hand_is_sent_from_memory_whatever_the_database_does(
    phone: Page, power: Power, script: str
) -> None:
    phone.add_init_script(script)
    table = seated(phone)
    bid_offline(table, "Bea", 5)
    expect(phone.locator(".called")).to_contain_text("Bea bid 5", timeout=SOON)
    table.tap(table.button("Undo"))
    expect(table.chip("Cal")).to_be_visible(timeout=SOON)
    assert phone.locator("#unkept").count() == 0

    switched_off(power, table)
    bid_offline(table, "Cal", 4)
    expect(line(table)).to_have_text("Offline: Bid of hand 1 waiting to be sent", timeout=SOON)
    expect(phone.locator("#unkept")).to_contain_text("isn’t stored on this phone")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    phone.once("dialog", stay)
    phone.close(run_before_unload=True)
    phone.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    power.on()
    expect(phone.locator(".called")).to_contain_text("Cal bid 4", timeout=5 * SOON)
    expect(phone.locator("#unkept")).to_have_count(0)


LATER = """const waiting = [];
window.answer = () => waiting.splice(0).forEach((each) => each());
const { set } = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
  set(done) { set.call(this, () => waiting.push(done)); },
});"""
"""A database that does everything and tells nobody, until it is asked to."""


def test_what_is_discarded_while_the_database_is_silent_does_not_return(phone: Page, power: Power) -> None:
    phone.add_init_script(LATER)
    table = seated(phone)
    switched_off(power, table)
    bid_offline(table, "Bea", 5)
    waiting = table.button("Bid of hand 1 waiting to be sent")
    table.tap(waiting)
    table.tap(table.button("Discard"))
    expect(waiting).to_have_count(0)
    phone.evaluate("window.answer()")
    phone.wait_for_timeout(500)
    expect(waiting).to_have_count(0)
    power.on()
    other = Table(phone.context.new_page())
    with other.page.expect_request("**/live?*"):
        other.page.goto("/plays/1")
    other.page.wait_for_timeout(500)
    expect(other.page.locator(".called")).to_have_count(0)
