"""A sheet is handed over to another phone while the server is stopped, and becomes one game later."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.phone.preparing import is_prepared
from tests.browser.accessibility import check_accessibility
from tests.browser.app.offline import TO_SEND, Offline
from tests.browser.app.test_offline_copies import wait_until_kept
from tests.browser.power import Power
from tests.browser.table import CAST, deal
from tests.phone.engine import FOLDER, SLOW, open_engine

pytestmark = [
    pytest.mark.usefixtures("requests_may_fail"),
    pytest.mark.skipif(
        not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers"
    ),
]


def wait_until_all_kept(phone: Page, sheet: str) -> None:
    """Wait until a phone has all that it goes on with."""
    for path, text in (("/blank", "{number}"), ("", "Who won the bid?"), ("/engine.json", "coralon")):
        wait_until_kept(phone, f"{sheet}{path}", text)
    # The style comes along with the script that hands over.
    expect(phone.locator("link[href*=shown_link]")).to_be_attached(timeout=SLOW)


def hand_over(table: Offline) -> str:
    """Show the sheet as a code, and return the address in it."""
    table.tap(table.page.locator(".menu > summary"))
    table.tap(table.page.get_by_role("button", name="Hand over"))
    expect(table.page.get_by_role("img", name="QR code of this sheet").locator("svg")).to_be_visible()
    check_accessibility(table.page)
    address = table.page.get_by_role("textbox", name="Link to this sheet").input_value()
    table.tap(table.page.get_by_role("button", name="Done"))
    return address


FORGET_WHAT_WAITS = """async () => {
  for (const { name } of await indexedDB.databases()) {
    if (name === "engine") continue;
    const { result } = await new Promise((done) => {
      Object.assign(indexedDB.open(name), { onsuccess: ({ target }) => done(target) });
    });
    const stores = [...result.objectStoreNames];
    const change = result.transaction(stores, "readwrite");
    for (const store of stores) change.objectStore(store).clear();
    await new Promise((done) => (change.oncomplete = done));
    result.close();
  }
  localStorage.clear();
  sessionStorage.clear();
}"""


@pytest.mark.journey
def test_a_sheet_goes_on_on_another_phone(phone_with_engine: Page, power: Power) -> None:
    """It is the same browser, which has forgotten what waited: Python starts on a new one for half a minute.

    What both phones send is there once: tests/web/plays/test_saving_handed_over.py.
    """
    ann = Offline(phone_with_engine)
    ann.seated("coralon", *CAST)
    open_engine(ann.page)
    wait_until_all_kept(ann.page, "/plays/1")
    power.off()

    ann.enter_hand(deal("Bea", 5, 5, 3, 3))
    expect(ann.rows).to_have_count(1)
    ann.enter_hand(deal("Cal", 4, 4, 3, 3))
    ann.enter_bid("Dee", 3)
    address = hand_over(ann)
    expect(ann.page.get_by_text("Handed over: go on there")).to_be_visible()

    bea = ann
    bea.page.evaluate(FORGET_WHAT_WAITS)
    section = bea.page.locator(".handing-over")
    bea.page.goto("about:blank")
    bea.page.goto(address)
    expect(section.locator("h2")).to_have_text("Take over 2 hands from the other phone?", timeout=SLOW)
    expect(section).to_contain_text("2 are not sent yet.")
    check_accessibility(bea.page)
    bea.tap(section.get_by_role("button", name="Take over"))
    expect(bea.page.get_by_text("2 hands taken over from the other phone.")).to_be_visible()
    expect(bea.rows).to_have_text(
        ["Bid of hand 3, waiting to be sent", "Hand 2, waiting to be sent", "Hand 1, waiting to be sent"]
    )
    bea.expect_totals(0, 5, 4, 0)
    expect(bea.panel.locator(".called")).to_contain_text("Dee")
    bea.enter_tricks(deal("Dee", 3, 3, 3, 4))
    expect(bea.rows).to_have_count(3)
    bea.page.goto(address)
    expect(section).to_contain_text("This phone has everything that the other phone has.")

    power.on()
    expect(bea.rows).to_have_count(0, timeout=TO_SEND)
    expect(bea.hands).to_have_count(3)
