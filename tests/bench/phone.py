"""What people wait for on a slow phone, in a browser whose processor and network are slowed down."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.bench.client import Client, Ours, Raw, coralon_hands
from tests.bench.figures import Line
from tests.bench.pages import fill_floor
from tests.bench.server import serving
from tests.browser.browser import PHONE, launch

SLOWER = 4
"""How many times slower the phone's processor is than this machine's."""

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""Milliseconds, and bytes a second."""

SHORT, LONG = 40, 200
"""Hands on the sheets."""

SAVES, LOADS = 5, 3
"""Hands that are saved and pages that are opened for one figure; odd numbers, as it is the median."""

FIRST_SECONDS = 6
"""Seconds for which requests are counted after a sheet was opened."""

QUIET = 2000
"""Milliseconds after which a page has done what follows a tap."""

RULES = re.compile(r"/engine(/|$)")
"""In the addresses of the rules, which a phone fetches once, and only where they were prepared."""

OBSERVE = """
window.seen = { tasks: [], shifts: 0, paint: 0 };
const observe = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
observe("longtask", ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
observe("layout-shift", ({ hadRecentInput, value }) => (seen.shifts += hadRecentInput ? 0 : value));
observe("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.paint = startTime));
"""
"""Notes long tasks, layout shifts that no tap explains, and the first paint."""

PAINT = """new Promise((done) => {
  const look = () => (seen.paint ? done(seen.paint) : setTimeout(look, 20));
  look();
})"""
"""Returns when something of the page was shown, in milliseconds."""

LOADED = """() => {
  const [opening] = performance.getEntriesByType("navigation");
  return (performance.timeOrigin + opening.loadEventStart) / 1000;
}"""
"""Returns when the page was loaded, in seconds since 1970."""

LOAD_RULES = """async () => {
  const script = document.querySelector("script[type=module][src*='/app.js']").src;
  const scoring = await import(script.replace("app.js", "plays/offline/scoring.js"));
  return scoring.prepare();
}"""
"""Has the page load the rules, with which it keeps the game ready to score without a network."""

AWAIT_TOTALS = """() => {
  const totals = () => [...document.querySelectorAll(".board .total")].map((one) => one.textContent).join();
  const before = totals();
  seen.shifts = 0;
  const note = (done) => {
    const began = performance.now();
    const look = () => {
      if (totals() === before) return requestAnimationFrame(look);
      // The frame that shows them is drawn by then.
      setTimeout(() => done({ began, took: performance.now() - began }));
    };
    requestAnimationFrame(look);
  };
  const once = { capture: true, once: true };
  window.saved = new Promise((done) => addEventListener("click", () => note(done), once));
}"""
"""Begins to wait for the tap on Save, and then for the frame with other totals."""

LONGEST_SINCE = """(began) => Math.max(0, ...seen.tasks
  .filter(({ startTime, duration }) => startTime + duration > began).map(({ duration }) => duration))"""

TYPE = (
    "(input, figure) => { input.value = figure; input.dispatchEvent(new Event('input', { bubbles: true })); }"
)


@dataclass
class SlowPhone:
    """A page on a slow phone.

    Attributes:
        asked: when it has asked for something, in seconds since 1970, by the requests; without the rules.
        received: the bytes of each answer with its headers, as they were sent.
    """

    page: Page
    session: CDPSession
    asked: dict[str, float] = field(default_factory=dict)
    received: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, browser: Browser, client: Client, service_workers: str = "block") -> "SlowPhone":
        """Return a phone that nothing is kept on but the cookies of a client.

        What a service worker fetches, the page has not asked for: with one, less is counted.
        """
        address = f"http://127.0.0.1:{client.connection.port}"
        context = browser.new_context(**PHONE | {"service_workers": service_workers}, base_url=address)
        context.add_cookies(
            [{"name": name, "value": value, "url": address} for name, value in client.cookies.items()]
        )
        page = context.new_page()
        page.add_init_script(OBSERVE)
        session = context.new_cdp_session(page)
        phone = cls(page, session)
        session.on("Network.requestWillBeSent", phone._note_request)
        session.on("Network.loadingFinished", phone._note_answer)
        session.send("Network.enable")
        return phone

    def _note_request(self, event: dict[str, Any]) -> None:
        if not RULES.search(event["request"]["url"]):
            self.asked[event["requestId"]] = event["wallTime"]

    def _note_answer(self, event: dict[str, Any]) -> None:
        self.received[event["requestId"]] = int(event["encodedDataLength"])

    def slow_down(self) -> None:
        """Make the processor and the network slow."""
        self.session.send("Network.emulateNetworkConditions", NETWORK)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def counted(self, until: float) -> tuple[int, int]:
        """Return how many requests there were until then, and the bytes of their answers."""
        some = [request for request, at in self.asked.items() if at < until]
        return len(some), sum(self.received.get(request, 0) for request in some)

    def open(self, path: str) -> float:
        """Open a page, and return after how many milliseconds something of it was shown."""
        self.slow_down()
        self.page.goto(path)
        return float(self.page.evaluate(PAINT))

    def close(self) -> None:
        """Put the phone away."""
        self.page.context.close()


@dataclass(frozen=True)
class Saving:
    """A hand that was entered on a slow phone.

    Attributes:
        wait: milliseconds from the tap on Save to the new totals.
        longest: those of the longest task after the tap.
        shifts: how much the page has moved meanwhile that nobody has tapped.
        requests: how many the hand took from its bid on.
    """

    wait: float
    longest: float
    shifts: float
    requests: int


@dataclass(frozen=True)
class Opening:
    """A sheet that was opened on a slow phone: requests and the bytes of their answers, with headers."""

    first: tuple[int, int]
    in_six_seconds: tuple[int, int]


def phone() -> Iterator[Line]:
    """Measure saving a hand and opening a sheet on a slow phone."""
    hands = coralon_hands(LONG + SAVES)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [stack.enter_context(serving(name, Path(folder))) for name in ("floor", "ours")]
        floor, client = map(Client, ports)
        browser = launch(stack.enter_context(sync_playwright()))
        short, long = (begin(client, hands[:many]) for many in (SHORT, LONG))
        fill_floor(floor, client.get(short).raw)
        page = len(floor.get("/").sent)
        sheet = open_sheet(browser, client, short)
        paint = median(first_paint(browser, client, long) for _ in range(LOADS))
        floor_paint = median(first_paint(browser, floor, "/") for _ in range(LOADS))
        form = median(submit_floor(browser, floor) for _ in range(LOADS))
        saved = {
            many: save_hands(browser, client, path, hands[many : many + SAVES])
            for path, many in ((short, SHORT), (long, LONG))
        }
        browser.close()
    of_floor, both = "the floor's page", "the floor's form and page"
    for many, most in ((SHORT, 400), (LONG, 600)):
        wait = median(one.wait for one in saved[many])
        yield Line(f"slow phone: saving after {many} hands", wait, "ms", wait / form, both, most)
    longest = median(one.longest for one in saved[LONG])
    yield Line("  longest task after the tap", longest, "ms", longest / form, both, most=150)
    every = [one for some in saved.values() for one in some]
    yield Line("  how far the page moves by itself", max(one.shifts for one in every), "", most=0)
    asked = median(one.requests for one in every)
    yield Line("  what a hand asks for", asked, "requests", asked / 2, both, most=3)
    yield Line(f"  first paint of {LONG} hands", paint, "ms", paint / floor_paint, of_floor, most=1300)
    for when, (requests, size), (most, kilobytes) in (
        ("first load of a sheet", sheet.first, (12, 32)),
        ("its first six seconds", sheet.in_six_seconds, (25, 70)),
    ):
        yield Line(f"  {when}", requests, "requests", requests / 1, of_floor, most)
        yield Line("    with headers", size / 1000, "KB", size / page, of_floor, kilobytes)


def begin(client: Client, hands: list[Raw]) -> str:
    """Return the sheet of a new game with these hands."""
    game = Ours.begun(client)
    game.fill(hands)
    return game.play


def open_sheet(browser: Browser, client: Client, path: str) -> Opening:
    """Return what a phone asks for when it opens a sheet for the first time."""
    phone = SlowPhone.of(browser, client)
    phone.open(path)
    phone.page.wait_for_timeout(1000 * FIRST_SECONDS + QUIET)
    first = phone.counted(phone.page.evaluate(LOADED))
    opening = Opening(first, phone.counted(min(phone.asked.values()) + FIRST_SECONDS))
    phone.close()
    return opening


def first_paint(browser: Browser, client: Client, path: str) -> float:
    """Return after how many milliseconds a phone that opens a page for the first time shows something."""
    phone = SlowPhone.of(browser, client)
    paint = phone.open(path)
    phone.close()
    return paint


def submit_floor(browser: Browser, floor: Client) -> float:
    """Return how many milliseconds pass from a tap on the floor's button until its page is there again."""
    phone = SlowPhone.of(browser, floor)
    phone.open("/")
    phone.page.locator("textarea").fill("A row")
    phone.page.evaluate("addEventListener('submit', () => (sessionStorage.tapped = Date.now()))")
    with phone.page.expect_navigation():
        phone.page.locator("button").tap()
    paint = phone.page.evaluate(PAINT)
    milliseconds = paint + float(phone.page.evaluate("performance.timeOrigin - sessionStorage.tapped"))
    phone.close()
    return milliseconds


def save_hands(browser: Browser, client: Client, path: str, hands: list[Raw]) -> list[Saving]:
    """Return what it takes a phone with the rules to save hands, one after another.

    Its service worker keeps the page, which is a task after each of them.
    """
    phone = SlowPhone.of(browser, client, service_workers="allow")
    phone.page.goto(path)
    phone.page.evaluate(LOAD_RULES)
    phone.page.wait_for_timeout(1000 * FIRST_SECONDS)
    phone.slow_down()
    saved = [save_hand(phone, hand) for hand in hands]
    phone.close()
    return saved


def save_hand(phone: SlowPhone, hand: Raw) -> Saving:
    """Bid, look what the hand scores, and save it, as thumbs do."""
    page = phone.page
    phone.asked.clear()
    page.locator(f".now label:has([name=bidder][value='{hand['bidder']}'])").tap()
    page.locator(f".now [name=bid-now][value='{hand['bid']}']").tap()
    page.locator(".now details.take > summary").tap()
    page.wait_for_timeout(QUIET)
    for seat, taken in hand["tricks"].items():
        page.locator(f".now [name='tricks-{seat}']").evaluate(TYPE, taken)
    page.locator(".now .look .after").first.wait_for()
    page.wait_for_timeout(QUIET)
    page.evaluate(AWAIT_TOTALS)
    page.locator(".now .look ~ * .primary, .now .primary").last.tap()
    saved = page.evaluate("saved")
    page.wait_for_timeout(QUIET)
    longest = page.evaluate(LONGEST_SINCE, saved["began"])
    return Saving(saved["took"], longest, page.evaluate("seen.shifts"), len(phone.asked))
