"""A night at a path of an address with https, behind a proxy: it is all there as it is at the top of one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.app.offline import PREPARE, TO_SEND, Offline
from tests.browser.browser import ARGUMENTS, PHONE, find_browser, sandboxed
from tests.browser.server import free_port
from tests.browser.table import CAST, Deal, deal
from tests.proxies.servers import App, SignIn, caddyfile, certificate, missing, nginx_conf, proxy_running, run

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed here: {', '.join(missing())}")

SOON, SLOW = 20_000, 120_000
"""Milliseconds: for a proxy and two servers on a busy machine, and for Python to start on a phone."""

ANN = {"username": "ann", "password": "secret of the tests"}
IN_CONTROL = "() => navigator.serviceWorker.controller?.scriptURL"
PAGES = "`/scores/${document.documentElement.dataset.installation} pages`"
IS_KEPT = f"async url => Boolean(await (await caches.open({PAGES})).match(url))"
NAMES = "async () => [...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name)]"


class Place(NamedTuple):
    """The app behind a proxy, and a browser that trusts its certificate."""

    address: str
    app: App
    running: ExitStack
    browser: Browser
    sign_in: SignIn

    def new_phone(self, **options: Any) -> Page:
        context = self.browser.new_context(**{**PHONE, "service_workers": "allow", **options})
        return context.new_page()


Start = Callable[..., Place]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Yield a function that starts the app behind a proxy with a login of some kind."""
    with ExitStack() as all_of_it:

        def start(proxy: str, login: str = "") -> Place:
            known_by, port = certificate(tmp_path), free_port()
            app, running, sign_in = App(tmp_path / "data", port), ExitStack(), SignIn()
            all_of_it.enter_context(running)
            running.enter_context(app.served())
            asked = all_of_it.enter_context(sign_in.served())
            write = caddyfile if proxy == "caddy" else nginx_conf
            config = write(port, app.port, tmp_path, login.format(asked=asked))
            all_of_it.enter_context(proxy_running(proxy, config, tmp_path))
            trusting = (
                f"--ignore-certificate-errors-spki-list={known_by}",
                "--host-resolver-rules=MAP home.example 127.0.0.1",
            )
            playwright = all_of_it.enter_context(sync_playwright())
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=[*ARGUMENTS, *trusting], chromium_sandbox=sandboxed()
            )
            all_of_it.callback(browser.close)
            return Place(app.public, app, running, browser, sign_in)

        yield start


def begin(place: Place, **options: Any) -> Offline:
    """Start a game of Coralon on a new phone."""
    table = Offline(place.new_phone(**options))
    table.page.set_default_timeout(SOON)
    table.scores = True
    table.page.goto(place.address)
    assert table.page.url == f"{place.address}/"
    super(Offline, table).follow(table.button("Start a game night"))
    table.page.get_by_label("Who’s here?").fill(", ".join(CAST))
    table.add_players()
    for step in (table.link("Start a game"), table.page.get_by_role("link", name="Coralon").first):
        super(Offline, table).follow(step)
    super(Offline, table).follow(table.page.locator("form.start button.primary"))
    return table


def invite(place: Place, table: Offline, **options: Any) -> Offline:
    """Return another phone, which has opened the invitation and sees the sheet."""
    sheet = table.page.url
    with table.page.context.expect_page() as opened:
        table.page.evaluate(f"window.open('{place.address}/nights/1/invite?play=1')")
    link = opened.value.locator("p.link").inner_text()
    opened.value.close()
    assert link.startswith(f"{place.address}/join/")
    other = Offline(place.new_phone(**options))
    other.page.set_default_timeout(SOON)
    other.page.goto(link)
    super(Offline, other).follow(other.button("I’m Bea"))
    expect(other.page).to_have_url(sheet)
    return other


def enter(table: Offline, hand: Deal) -> None:
    """Enter a hand, with or without the server."""
    table.enter_bid(hand.bidder, hand.bid)
    table.open_take()
    table.enter_tricks(hand)


def get_ready(table: Offline) -> None:
    """Wait until the phone has all that it goes on with."""
    page = table.page
    page.wait_for_function(IN_CONTROL, timeout=SLOW)
    for kept in (page.url, f"{page.url}/blank", f"{page.url}/engine.json"):
        for _ in range(100):
            if page.evaluate(IS_KEPT, kept):
                break
            page.wait_for_timeout(200)
    page.set_default_timeout(SLOW)
    assert page.evaluate(PREPARE)
    page.set_default_timeout(SOON)


LOGINS = {
    "caddy": ("caddy", ""),
    "nginx": ("nginx", ""),
    "basic auth of caddy": ("caddy", "basicauth {{\nann {hashed}\n}}"),
}


FORWARD_AUTH = "forward_auth 127.0.0.1:{asked} {{\nuri /\n}}"


@pytest.mark.parametrize("kind", [*LOGINS])
def test_a_night_behind_a_proxy(start: Start, kind: str) -> None:
    proxy, login = LOGINS[kind]
    if "{hashed}" in login:
        hashed = run("caddy", "hash-password", "--plaintext", ANN["password"]).decode().strip()
        login = login.replace("{hashed}", hashed)
    options = {"http_credentials": ANN} if "basic" in kind else {}
    place = start(proxy, login)
    table = begin(place, **options)
    other = invite(place, table, **options)

    # A hand is on the other phone at once, and the app can be installed.
    enter(table, deal("Bea", 5, 5, 3, 3))
    for each in (table, other):
        expect(each.hands).to_have_count(1, timeout=SOON)
    get_ready(table)
    assert table.page.evaluate(IN_CONTROL) == f"{place.address}/service-worker.js"
    browser = table.page.context.new_cdp_session(table.page)
    assert browser.send("Page.getAppManifest")["errors"] == []
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert all("/scores/" in name for name in table.page.evaluate(NAMES))

    # Without the server, the page opens and the rules on the phone score the next hand.
    place.running.close()
    table.page.reload()
    enter(table, deal("Cal", 5, 4, 4, 3))
    table.tap(table.row(2).locator("summary"))
    expect(table.row(2).locator(".change .after")).to_be_visible(timeout=SLOW)

    # It is sent once the server is back.
    place.running.enter_context(place.app.served())
    for each in (table, other):
        expect(each.hands).to_have_count(2, timeout=TO_SEND)
        expect(each.page.locator(".pending")).to_have_count(0)


def note_questions(page: Page) -> list[str]:
    """Return a list to which each page is added for which the browser asks for a password; it gets none."""
    asked: list[str] = []
    browser = page.context.new_cdp_session(page)

    def go_on(event: Any) -> None:
        browser.send("Fetch.continueRequest", {"requestId": event["requestId"]})

    def refuse(event: Any) -> None:
        asked.append(event["request"]["url"])
        refused = {"requestId": event["requestId"], "authChallengeResponse": {"response": "CancelAuth"}}
        browser.send("Fetch.continueWithAuth", refused)

    browser.on("Fetch.requestPaused", go_on)
    browser.on("Fetch.authRequired", refuse)
    browser.send("Fetch.enable", {"handleAuthRequests": True})
    return asked


@pytest.mark.parametrize("status", [302, 401], ids=["a page on another server", "a refusal"])
def test_what_was_entered_waits_until_someone_has_signed_in_again(start: Start, status: int) -> None:
    place = start("caddy", FORWARD_AUTH)
    table = begin(place)
    sheet = table.page.url
    get_ready(table)
    place.sign_in.lets_in, place.sign_in.status = False, status
    enter(table, deal("Bea", 5, 5, 3, 3))
    expect(table.rows).to_have_text(["Hand 1, waiting to be sent"], timeout=SOON)
    expect(table.page.get_by_text("open the page again to sign in")).to_be_visible(timeout=SOON)
    asked = note_questions(table.page)
    table.page.goto(sheet)
    # A browser asks for a password only if it opens the page itself, not its service worker.
    assert bool(asked) == (status == 401)
    expect(table.page.get_by_role("heading", name="Please sign in")).to_be_visible(timeout=SOON)
    place.sign_in.lets_in = True
    table.page.goto(sheet)
    expect(table.hands).to_have_count(1, timeout=SOON)
    expect(table.page.locator(".pending")).to_have_count(0, timeout=SOON)
