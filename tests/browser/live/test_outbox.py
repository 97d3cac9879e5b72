"""What is entered waits on the phone until the server has it, whatever goes away, and counts once."""

import os
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, Route, expect

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.web import submissions
from tests.browser.accessibility import check_accessibility, check_page
from tests.browser.browser import ARGUMENTS, PHONE, find_browser, sandboxed
from tests.browser.layout import overhang
from tests.browser.power import Power
from tests.browser.table import CAST, Table, deal

SOON = 15_000  # milliseconds
OFFLINE = re.compile("^Offline: ")
WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})"
"""As on plain http."""

BLOCKED = """Object.defineProperty(window, "indexedDB", {
  get() { throw new DOMException("blocked", "SecurityError"); },
})"""
FILL = """() => {
  window.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
CLEAR = "() => (IDBObjectStore.prototype.put = window.put)"

pytestmark = pytest.mark.usefixtures("requests_may_fail")


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a sheet of Coralon."""
    return seated(phone)


@pytest.fixture
def coins(phone: Page) -> Table:
    """Return the coins page of a night."""
    coins = Table(phone)
    night, _ = coins.gathered(*CAST)
    # The list of what waits is fetched once the page has loaded, before this.
    with (
        phone.expect_request("**/live?*"),
        phone.expect_response(lambda answer: answer.url.endswith("/live/following.js")),
    ):
        phone.goto(f"{night}/bank")
    return coins


def seated(page: Page) -> Table:
    table = Table(page)
    with page.expect_request("**/live?*"):
        table.seated("coralon", *CAST)
    return table


def opened(context: BrowserContext, address: str) -> Table:
    """Return another page of the same phone, once it follows its game or night."""
    table = Table(context.new_page())
    with table.page.expect_request("**/live?*"):
        table.page.goto(address)
    return table


def line(table: Table) -> Locator:
    return table.page.locator(".connection")


def switched_off(power: Power, *tables: Table) -> None:
    power.off()
    for table in tables:
        expect(line(table)).to_have_text(OFFLINE)


def bid_offline(table: Table, bidder: str, bid: int) -> None:
    table.tap(table.chip(bidder))
    table.tap(table.button(str(bid)))


def lend(coins: Table, name: str, number: int | str) -> None:
    """Record a loan on the coins page, whose form is behind a fold."""
    if coins.page.locator("#record:not([open])").count():
        coins.tap(coins.fold("Add a loan"))
    coins.tap(coins.page.get_by_role("group", name="To").get_by_role("radio", name=name, exact=True))
    coins.page.get_by_label("Coins", exact=True).fill(str(number))
    coins.tap(coins.button("Record"))


def lend_offline(coins: Table, name: str, number: int | str, before: int = 0) -> None:
    """Record a loan on the coins page, before which this many entries wait already."""
    lend(coins, name, number)
    says = f" and {before} more waiting" if before else "Coins waiting"
    expect(line(coins)).to_contain_text(says)


def killed(profile: Path) -> None:
    """Kill the browser that uses a profile, so that it has no time to do anything."""
    command = ["ps", "-ww", "-eo", "pid,args"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    pids = [int(each.split()[0]) for each in listed.splitlines() if f"--user-data-dir={profile}" in each]
    assert pids
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


@pytest.mark.journey
def test_entries_outlast_server_and_browser_and_arrive_in_order(
    browser: Browser, power: Power, tmp_path: Path
) -> None:
    def start() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path,
            executable_path=find_browser(),
            args=ARGUMENTS,
            chromium_sandbox=sandboxed(),
            base_url=power.address,
            **PHONE,
        )

    context = start()
    table = seated(context.new_page())
    coins = opened(context, "/nights/1/bank")
    switched_off(power, table, coins)
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_have_text("Offline: Bid of hand 1 waiting to be sent")
    for number in (1, 2, 3):
        lend_offline(coins, "Ann", number, before=number)
    # A browser saves cookies only every half minute.
    cookies = context.cookies()
    killed(tmp_path)

    power.on()
    context = start()
    for cookie in cookies:
        context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": power.address}])
    coins = opened(context, "/nights/1/bank")
    expect(line(coins)).to_be_empty(timeout=SOON)
    said = coins.page.locator(".entries li")
    expect(said).to_have_count(3)
    assert [re.findall(r"(\d) coins?", each) for each in said.all_inner_texts()] == [["3"], ["2"], ["1"]]
    coins.page.goto("/plays/1")
    expect(coins.page.locator(".called")).to_contain_text("Bea bid 5")
    context.close()


@pytest.mark.journey
def test_an_answer_lost_twice_saves_one_hand(table: Table) -> None:
    page = table.page
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if "look" in (route.request.post_data or ""):
            return route.continue_()
        if len(lost) == 2:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    page.route("**/hands", lose)
    table.tap(table.save_button)
    expect(line(table)).to_have_text("Hand 1 waiting to be sent Try again")
    # It waits 2 and 4 seconds before it tries again.
    expect(line(table)).to_be_empty(timeout=40_000)
    assert lost == [200, 204]
    expect(table.hands).to_have_count(1)
    table.expect_totals(0, 5, 0, 0)
    page.reload()
    expect(table.hands).to_have_count(1)


CUT = """(line) => [...line.querySelectorAll("span")]
  .filter((words) => words.scrollWidth > words.clientWidth).map((words) => words.textContent)"""
"""Returns the words of the line that are cut off."""


def test_the_line_says_why_the_server_cannot_save(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StorageError(StorageFault.FULL_OR_READ_ONLY)

    monkeypatch.setattr(submissions, "keep_answer", fail)
    table.tap(table.chip("Bea"))
    table.tap(table.button("5"))
    expect(line(table)).to_have_text("Server can’t save: Bid of hand 1 waiting Try again")
    for width, text in ((390, "100%"), (320, "100%"), (320, "200%")):
        table.page.set_viewport_size({"width": width, "height": 640})
        table.page.evaluate("(size) => (document.documentElement.style.fontSize = size)", text)
        assert overhang(table.page) == 0
        cut = line(table).evaluate(CUT)
        assert cut == [], f"cut off at {width} px with text of {text}"
    table.page.evaluate("document.documentElement.style.fontSize = ''")
    monkeypatch.undo()
    table.tap(line(table).get_by_role("button", name="Try again"))
    expect(line(table)).to_be_empty(timeout=SOON)
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5")


def test_two_tabs_send_each_entry_once_and_in_order(new_phone: Callable[[], Page], power: Power) -> None:
    page = new_phone()
    page.context.add_init_script(WITHOUT_LOCKS)
    table = seated(page)
    coins = opened(page.context, "/nights/1/bank")
    sent: list[str] = []
    page.context.on(
        "response", lambda answer: sent.append(answer.url) if answer.request.method == "POST" else None
    )
    switched_off(power, table, coins)
    bid_offline(table, "Bea", 5)
    lend_offline(coins, "Ann", 7, before=1)
    lend_offline(coins, "Bea", 8, before=2)
    power.on()
    for each in (table, coins):
        expect(line(each)).to_be_empty(timeout=SOON)
    expect(table.page.locator(".called")).to_contain_text("Bea bid 5")
    expect(coins.page.locator(".entries li")).to_have_count(2)
    assert [url.removeprefix(power.address) for url in sent] == ["/plays/1/bid", *["/nights/1/bank"] * 2]


@pytest.mark.journey
def test_what_is_refused_later_is_shown_and_can_be_changed(coins: Table, power: Power) -> None:
    page = coins.page
    switched_off(power, coins)
    lend_offline(coins, "Ann", "many")
    power.on()
    expect(line(coins)).to_have_text("Coins not saved", timeout=SOON)
    for path in ("/", "/nights/1/bank"):
        page.goto(path)
        expect(line(coins)).to_have_text("Coins not saved")
    coins.tap(coins.button("Coins not saved"))
    waits = page.locator("section.waiting")
    expect(waits).to_contain_text("Ann, many")
    expect(waits.locator(".problem")).to_contain_text("coins")
    check_page(page)
    coins.tap(coins.button("Change"))
    amount = page.get_by_label("Coins", exact=True)
    expect(amount).to_have_value("many")
    amount.fill("4")
    # The draft still says what it replaces.
    page.reload()
    expect(amount).to_have_value("4")
    coins.tap(coins.button("Record"))
    expect(page.locator(".entries li")).to_have_text(re.compile("4 coins"))
    expect(line(coins)).to_be_empty()
    page.reload()
    expect(line(coins)).to_be_empty()


def test_without_storage_there_is_a_warning_and_the_page_keeps_the_entry(phone: Page, power: Power) -> None:
    phone.context.add_init_script(BLOCKED)
    table = seated(phone)
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(table.hands).to_have_count(1)
    expect(phone.get_by_role("alert")).to_have_count(0)
    switched_off(power, table)
    bid_offline(table, "Cal", 4)
    expect(phone.get_by_role("alert")).to_contain_text("Keep this page open")
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    check_accessibility(phone)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    phone.on("dialog", stay)
    phone.close(run_before_unload=True)
    power.on()
    expect(phone.locator(".called")).to_contain_text("Cal bid 4", timeout=SOON)
    expect(phone.get_by_role("alert")).to_have_count(0)
    assert asked == ["beforeunload"]


def test_a_page_that_lost_the_network_while_loading_keeps_what_is_entered(phone: Page, power: Power) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    phone.route("**/live/main.js", lambda route: route.abort())
    phone.reload()
    power.off()
    bid_offline(table, "Bea", 5)
    expect(line(table)).to_have_text("Offline: tap again when the network is back")
    expect(table.chip("Bea")).to_be_checked()
    phone.unroute_all()
    power.on()
    table.tap(table.button("5"))
    expect(phone.locator(".called")).to_contain_text("Bea bid 5")


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
    expect(coins.page.get_by_label("Coins", exact=True)).to_have_value("")
    power.on()
    expect(line(coins)).to_be_empty(timeout=SOON)
    expect(coins.page.locator(".entries li")).to_have_count(1)
    assert amounts(coins) == ["6"]
    coins.page.reload()
    expect(line(coins)).to_be_empty()
    assert amounts(coins) == ["6"]
