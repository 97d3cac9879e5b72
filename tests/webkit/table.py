"""The phone on the table in WebKit. Things are found by forms and fields, not by the words on buttons."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import sleep

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    NoSuchFrameException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.layout import SMALL
from tests.browser.table import CAST as CAST
from tests.webkit.browsers import WIDTH

SECONDS = 10  # to wait for a page, which takes a fraction of one
POLL = 0.05
TO_SEE = 0.45  # from when something appears until it takes a tap

NEW_NIGHT = "form[action$='/nights'] button"
NEW_PLAYERS = "form[action$='/players'] input[name=name]"
CHOOSE_GAME = "main a[href$='/games']"
START = "form.start button.primary"
UNDO = "form.undo button"
SAVE = "form.entry .buttons button.primary"


class Table:
    """One phone in WebKit. A tap goes to the middle of an element, and fails if something covers it."""

    def __init__(self, driver: WebDriver, server: str) -> None:
        self.driver = driver
        self.server = server

    # A thumb

    def open(self, path: str) -> None:
        self.driver.get(self.server + path)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def tap(self, what: str | WebElement, seen: float = TO_SEE) -> None:
        """Scroll as far as it takes, which the driver doesn’t always do, and tap something that is seen."""
        tapped = self.find(what) if isinstance(what, str) else what
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", tapped)
        sleep(seen)
        tapped.click()

    def follow(self, what: str | WebElement) -> None:
        """Tap something that leads to another page, or is replaced on this one."""
        tapped = self.find(what) if isinstance(what, str) else what
        self.tap(tapped)
        self.wait(NoSuchFrameException).until(expected.staleness_of(tapped))

    def wait(self, *passing: type[Exception]) -> WebDriverWait[WebDriver]:
        """Return a wait that looks often, and again after exceptions that pass."""
        return WebDriverWait(self.driver, SECONDS, poll_frequency=POLL, ignored_exceptions=passing)

    def choose(self, name: str, value: str | int) -> None:
        """Tap one of a few values."""
        self.tap(f"label:has(> input[name='{name}'][value='{value}'])")

    def fill(self, name: str, text: str) -> None:
        field = self.find(f"[name='{name}']")
        field.clear()
        field.send_keys(text)

    # An evening

    def start(self, game: str, *names: str) -> None:
        """Start a night with these players, and a game with its defaults."""
        self.open("/")
        self.follow(NEW_NIGHT)
        self.find(NEW_PLAYERS).send_keys(", ".join(names))
        self.follow(f"form:has({NEW_PLAYERS.split(' ', 1)[1]}) button")
        self.follow(CHOOSE_GAME)
        self.follow(f"a[href$='/games/{game}']")
        self.follow(START)

    def bid(self, bidder: str, bid: int) -> None:
        self.choose("bidder", CAST.index(bidder))
        self.follow(f"button[name=bid-now][value='{bid}']")

    def take(self, *tricks: int) -> None:
        """Enter the tricks that the keypad cannot work out, the bidder's first."""
        self.tap("details.take > summary")
        self.enter(*tricks)

    def enter(self, *figures: int | str) -> None:
        """Tap keys, by what they say."""
        # The keys may be drawn again while they are read, and move while they come into sight.
        wait = self.wait(StaleElementReferenceException, ElementClickInterceptedException)
        for figure in map(str, figures):
            wait.until(partial(self.tap_key, figure))

    def tap_key(self, says: str, _: object) -> bool:
        """Tap a key of the keypad, and return whether there is one that says this."""
        found = [key for key in self.keys() if key.text == says]
        for key in found[:1]:
            self.tap(key, seen=0)
        return bool(found)

    def keys(self) -> list[WebElement]:
        return self.find_all(".keypad:not([hidden]) button")

    def save(self) -> None:
        self.follow(SAVE)

    def play(self, bidder: str, bid: int, *tricks: int) -> None:
        self.bid(bidder, bid)
        self.take(*tricks)
        self.save()

    # What it shows

    def texts(self, selector: str) -> list[str]:
        return [found.text for found in self.find_all(selector)]

    def expect_texts(self, selector: str, texts: Sequence[str]) -> None:
        """Wait until the selected elements have these texts."""
        with suppress(TimeoutException):
            self.wait(StaleElementReferenceException).until(lambda _: self.texts(selector) == list(texts))
        shown = self.texts(selector)
        assert shown == list(texts), f"{selector} shows {shown}, not {texts}"

    def expect_totals(self, *totals: int) -> None:
        """Wait until the totals have counted up to these, in the order of the seats."""
        self.expect_texts(".board .total", [str(total).replace("-", "−") for total in totals])

    def expect_preview(self) -> None:
        """Wait until the page shows what the hand would score."""
        wait = self.wait(StaleElementReferenceException)
        wait.until(lambda _: self.texts(".look .because li"), "a preview")

    def expect_fitting_page(self) -> None:
        """Check that the page is no wider than the phone, and that everything to tap is large enough."""
        assert self.driver.execute_script("return document.documentElement.scrollWidth") <= WIDTH
        small = self.driver.execute_script(f"return ({SMALL})(44)")
        assert small == []
