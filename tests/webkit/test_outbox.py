"""What is entered in WebKit without a network waits on the phone, and counts once."""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from flask import Flask
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.network import Network
from tests.browser.power import Power
from tests.web.phone import Phone
from tests.webkit.table import CAST, SAVE, SECONDS, Table

ROWS = ".pending summary > span"
LINE = ".connection"
FETCHED = "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith(arguments[0]))"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"


class Offline(Table):
    """A phone at a table where the server can be switched off."""

    def seated(self) -> None:
        """Start a game, and wait for the forms that the sheet fetches in advance."""
        self.start("coralon", *CAST)
        self.until_fetched("/blank")

    def until_fetched(self, file: str) -> None:
        """Wait for what the page fetches a moment after it has loaded."""
        self.until(lambda: self.driver.execute_script(FETCHED, file))

    def until(self, holds: Callable[[], object]) -> None:
        wait = WebDriverWait(self.driver, 2 * SECONDS, ignored_exceptions=[StaleElementReferenceException])
        wait.until(lambda _: holds())

    def tap_here(self, selector: str) -> None:
        """Tap something in the panel that is shown."""
        wait = WebDriverWait(self.driver, SECONDS, ignored_exceptions=[StaleElementReferenceException])
        self.tap(wait.until(lambda _: self.shown(selector)))

    def shown(self, selector: str) -> WebElement | Literal[False]:
        return next((found for found in self.find_all(f".now {selector}") if found.is_displayed()), False)

    def bid_here(self, bidder: str, bid: int) -> None:
        self.tap_here(f"label:has(> input[name='bidder'][value='{CAST.index(bidder)}'])")
        self.tap_here(f"button[name=bid-now][value='{bid}']")

    def enter_hand(self, bidder: str, bid: int, *tricks: int) -> None:
        """Enter a hand in the panel for those to come, and wait until it asks for the next."""
        number = len(self.find_all(".hand")) + len(self.find_all(ROWS)) + 1
        self.bid_here(bidder, bid)
        self.until(lambda: self.texts(".ahead .called"))
        self.enter(*tricks)
        self.tap_here("form.entry .buttons button.primary")
        self.until(lambda: self.texts(".ahead h2")[0].startswith(f"Hand {number + 1}"))

    def reopen(self) -> None:
        """Close the window, and open its address in a new one."""
        address, old = self.driver.current_url, self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        new = self.driver.current_window_handle
        self.driver.switch_to.window(old)
        self.driver.close()
        self.driver.switch_to.window(new)
        self.driver.get(address)

    def other_phone(self, app: Flask) -> Phone:
        """Return another phone with the same rights."""
        phone = Phone(app)
        for cookie in self.driver.get_cookies():
            phone.client.set_cookie(cookie["name"], cookie["value"])
        return phone


@pytest.fixture
def table(webkit: WebKitGTK, network: Network) -> Iterator[Offline]:
    yield Offline(webkit, f"http://127.0.0.1:{network.port}")
    webkit.delete_all_cookies()


def test_three_hands_are_entered_without_a_server_and_arrive_once(table: Offline, power: Power) -> None:
    table.seated()
    power.off()
    table.enter_hand("Bea", 5, 5, 3, 3)
    table.expect_texts(ROWS, ["Hand 1, waiting to be sent"])
    table.enter_hand("Cal", 4, 4, 3, 3)
    table.enter_hand("Dee", 3, 3, 4, 3)
    table.expect_texts(ROWS, [f"Hand {number}, waiting to be sent" for number in (3, 2, 1)])
    power.on()
    table.reopen()
    table.until(lambda: len(table.find_all(".hand")) == 3)
    table.expect_texts(ROWS, [])
    table.expect_totals(0, 5, 4, 3)
    table.expect_texts("#due", ["Hand 4 Dee deals, Ann bids first"])


def test_an_answer_lost_on_the_way_saves_one_hand(table: Offline, network: Network) -> None:
    table.seated()
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    table.expect_preview()
    network.loses_answers = True
    table.tap(SAVE)
    table.expect_texts(ROWS, ["Hand 1, waiting to be sent"])
    network.loses_answers = False
    table.until(lambda: table.find_all(".hand"))
    table.expect_texts(ROWS, [])
    table.driver.refresh()
    assert len(table.find_all(".hand")) == 1
    table.expect_totals(0, 5, 0, 0)


def test_two_windows_send_each_entry_once(table: Offline, power: Power) -> None:
    table.seated()
    sheet = table.driver.current_window_handle
    table.driver.switch_to.new_window("window")
    table.open("/nights/1/bank")
    table.until_fetched("/live/following.js")
    table.tap("#record > summary")
    power.off()
    table.choose("taker", 1)
    table.fill("coins", "7")
    table.tap("form.happened .line button")
    # The driver takes what may be cut short for hidden.
    table.until(lambda: "waiting" in (table.find(LINE).get_attribute("textContent") or ""))
    coins = table.driver.current_window_handle
    table.driver.switch_to.window(sheet)
    table.enter_hand("Bea", 5, 5, 3, 3)
    power.on()
    table.until(lambda: table.find_all(".hand"))
    table.expect_totals(0, 5, 0, 0)
    table.driver.close()
    table.driver.switch_to.window(coins)
    table.expect_texts(LINE, [""])
    table.until(lambda: len(table.find_all(".entries li")) == 1)


def test_a_hand_that_another_phone_saved_is_shown_beside_mine(
    table: Offline, power: Power, app: Flask
) -> None:
    table.seated()
    power.off()
    table.enter_hand("Bea", 5, 5, 3, 3)
    other = table.other_phone(app).open("/plays/1")
    other.tap("4", form="/bid", bidder="Cal")
    other.tap("Save hand 1", **{"tricks-2": "4", "tricks-3": "3", "tricks-0": "3", "tricks-1": "3"})
    power.on()
    table.until(lambda: table.find_all(".conflict"))
    table.expect_texts(".conflict h2", ["Theirs: Linux computer", "Mine, not saved yet"])
    buttons = table.find_all(".conflict button")
    table.tap(next(button for button in buttons if button.text.startswith("Enter mine as")))
    table.until(lambda: len(table.find_all(".hand")) == 2)
    table.expect_totals(0, 5, 4, 0)
    table.expect_texts(ROWS, [])


def test_without_storage_there_is_a_warning_and_the_form_still_works(table: Offline, power: Power) -> None:
    table.seated()
    table.driver.execute_script(FULL)
    table.play("Bea", 5, 5, 3, 3)
    table.expect_totals(0, 5, 0, 0)
    assert not table.find_all("#unkept")
    power.off()
    table.bid_here("Cal", 4)
    table.until(lambda: "Keep this page open" in table.find("#unkept").text)
    power.on()
    table.until(lambda: "Cal bid 4" in " ".join(table.find(".called").text.split()))
    table.expect_texts("#unkept", [])
