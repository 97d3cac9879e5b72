"""With the server stopped, pages that were opened open again, each with the scripts it was made for."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.store.database import db
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import sheet
from tests.browser.between import Between, page, redirect_to_login
from tests.browser.clubs.test_joining import show_phones
from tests.browser.conftest import NewPhone
from tests.browser.power import Power
from tests.browser.table import CAST, Table
from tests.conftest import database_of, make_app

pytestmark = pytest.mark.usefixtures("requests_may_fail")

SHOWING = re.compile(r"^Offline: last updated \d\d:\d\d$")

NEWER = "0123456789"

# Pages are kept a moment after they are shown, by a worker that has no state to wait for on the page.
EVENTUALLY = """async (arg) => {
  const isTrue = %s;
  const end = Date.now() + 10_000;
  while (!(await isTrue(arg)) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
  return isTrue(arg);
}"""

# Its name begins with that of the installation.
PAGES = "(await caches.open((await caches.keys()).find((name) => name.endsWith('pages'))))"

IS_KEPT = f"""async ([path, text]) => {{
  const copy = await {PAGES}.match(path);
  return copy !== undefined && (await copy.text()).includes(text);
}}"""

# Scripts are kept as the page fetches them; this is the last of those that say what the phone shows.
SCRIPTS_ARE_KEPT = """async () => {
  const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(caching)).flat().some(({ url }) => url.endsWith("/live/sending.js"));
}"""

KEPT = f"(await {PAGES}.keys()).map((each) => new URL(each.url).pathname)"

ALL_KEPT = f"async (paths) => ((kept) => paths.every((path) => kept.includes(path)))({KEPT})"


def eventually(phone: Page, condition: str, arg: object = None) -> bool:
    """Return whether an asynchronous function of the page returns something true in the next seconds."""
    return bool(phone.evaluate(EVENTUALLY % condition, arg))


def wait_until_kept(phone: Page, path: str, text: str) -> None:
    """Wait until the phone's copy of a page contains a text."""
    assert eventually(phone, IS_KEPT, [path, text])


@pytest.fixture
def newer(app: Flask, power: Power, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield another version of the app, with the same data: its files have other addresses."""
    monkeypatch.setattr("scorekeeper.app.versioned", lambda folder: f"/static/{NEWER}")
    newer = make_app(database_of(app))
    # What one app has drawn is not for the other, which usually is in another process.
    monkeypatch.setattr(sheet, "_fragments", RecentCache(500, lambda *_: 1))
    yield newer
    power.off()
    with newer.app_context():
        db.engine.dispose()


@pytest.mark.journey
def test_a_sheet_shows_its_newest_hand_without_a_server(phone: Page, power: Power) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    wait_until_kept(phone, "/plays/1", "Who won the bid?")
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    table.save()
    wait_until_kept(phone, "/plays/1", "made it exactly")
    phone.goto("/games/coralon")
    power.off()

    phone.goto("/games/coralon")
    expect(phone.get_by_text(SHOWING)).to_be_visible()
    phone.goto("/plays/1")
    table.expect_totals(0, 5, 0, 0)
    expect(phone.get_by_text(SHOWING)).to_be_visible()
    table.tap(table.chip("Cal"))
    post = "fetch('/plays/1/bid', { method: 'POST' }).then(() => 'answered', () => 'failed')"
    assert phone.evaluate(post) == "failed"
    phone.goto("/games/tarock")
    expect(phone.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(phone.get_by_role("heading", name="On this phone")).to_be_visible()
    links = phone.get_by_role("link", name=re.compile(r" \d\d:\d\d$")).all()
    assert {link.evaluate("(link) => link.pathname") for link in links} >= {"/", "/plays/1"}


def test_a_game_kept_as_data_is_not_read_as_a_page(phone: Page, power: Power) -> None:
    Table(phone).seated("coralon", "<b style=a:b>", "<img src=x onerror=f()>", *CAST[2:])
    wait_until_kept(phone, "/plays/1", "Who won the bid?")
    phone.goto("/plays/1/engine.json")
    wait_until_kept(phone, "/plays/1/engine.json", "onerror")
    power.off()

    # The test fails for anything that the browser reports.
    phone.goto("/games/tarock")
    expect(phone.get_by_role("link", name=re.compile(r"^Coralon .* \d\d:\d\d$"))).to_be_visible()


def test_pages_of_two_versions_never_mix(
    phone: Page, power: Power, newer: Flask, page_problems: list[str]
) -> None:
    version = "document.body.dataset.app"
    table = Table(phone)
    table.seated("coralon", *CAST)
    wait_until_kept(phone, "/plays/1", "Who won the bid?")
    phone.goto("/games/coralon")
    wait_until_kept(phone, "/games/coralon", "Goal")
    phone.goto("/plays/1")
    power.off()
    power.on(newer)

    # The answer was drawn for other scripts than those of the page, which makes room for it.
    table.bid("Bea", 5)
    phone.wait_for_function(f"() => {version} === '{NEWER}'")
    # The page that has gone may have asked for one more of its own files, which the newer app doesn't have.
    page_problems[:] = [problem for problem in page_problems if "/static/" not in problem]
    expect(phone.get_by_role("heading", name="Hand 1 Bea bid 5")).to_be_visible()
    assert eventually(
        phone, f"async () => (await caches.keys()).some((name) => name.endsWith('files {NEWER}'))"
    )
    wait_until_kept(phone, "/plays/1", "Bea bid 5")
    power.off()

    phone.goto("/plays/1")
    assert phone.evaluate(version) == NEWER
    table.open_take()
    phone.goto("/games/coralon")
    expect(phone.get_by_text(SHOWING)).to_be_visible()
    assert NEWER not in phone.content()
    assert phone.evaluate("getComputedStyle(document.querySelector('.bar')).display") == "grid"


@pytest.mark.journey
def test_a_removed_phone_keeps_nothing_of_the_club(
    phone: Page, new_phone: NewPhone, page_problems: list[str]
) -> None:
    host = new_phone()
    show_phones(host, phone, *CAST)
    wait_until_kept(phone, "/plays/1", "Totals")
    phone.goto("/nights/1")
    phone.goto("/games/coralon")
    phone.goto("/plays/1")
    assert eventually(phone, ALL_KEPT, ["/", "/nights/1", "/plays/1", "/games/coralon"])

    row = host.locator(".phones details", has_text="Bea")
    Table(host).tap(row.locator("summary"))
    Table(host).follow(row.get_by_role("button", name="Remove"))
    assert eventually(phone, f"async () => !({KEPT}).includes('/plays/1')")
    phone.goto("/")
    assert eventually(phone, f"async () => !({KEPT}).includes('/nights/1')")
    assert eventually(phone, ALL_KEPT, ["/", "/games/coralon"])
    page_problems.clear()


def test_what_a_phone_has_kept_stays_when_something_in_between_answers(
    between: Between, new_phone: NewPhone
) -> None:
    phone = new_phone(service_workers="allow")
    table = Table(phone)
    table.seated("coralon", *CAST)
    wait_until_kept(phone, "/plays/1", "Who won the bid?")
    assert eventually(phone, SCRIPTS_ARE_KEPT)
    for status in ("404 Not Found", "500 Internal Server Error"):
        between.answers = page(status)
        phone.reload()
        expect(phone.get_by_text(SHOWING)).to_be_visible()
        expect(table.chip("Bea")).to_be_visible()
    # Where people can sign in, they see where.
    for answer in (redirect_to_login, page("403 Forbidden")):
        between.answers = answer
        phone.goto("/plays/1")
        expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
        assert eventually(phone, ALL_KEPT, ["/", "/plays/1"])
    between.answers = None
    phone.goto("/plays/1")
    expect(table.chip("Bea")).to_be_visible()


SAID = """async ([then, now]) => {
  const script = document.querySelector("script[src*='app.js']").src;
  const { saidBriefly } = await import(script.replace("app.js", "app/main.js"));
  return saidBriefly(new Date(then), new Date(now));
}"""


@pytest.mark.parametrize(
    ("locale", "recent", "long_ago"),
    [("de-AT", "Sonntag, 20:15", "3. Mai, 20:15"), ("en-US", "Sunday, 20:15", "May 3, 20:15")],
)
def test_days_are_written_in_the_language_of_the_phone(
    new_phone: NewPhone, locale: str, recent: str, long_ago: str
) -> None:
    phone = new_phone(locale=locale)
    phone.goto("/")
    told = [phone.evaluate(SAID, ["2026-05-03T20:15", f"2026-05-{day}"]) for day in ("06", "20")]
    assert told == [recent, long_ago]
