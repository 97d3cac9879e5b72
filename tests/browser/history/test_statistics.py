"""The statistics pages in a browser."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.layout import overhang
from tests.browser.table import LONG_NAMES, Table, deal

PAGES = {
    "statistics": 3,
    "statistics/records": 0,
    "statistics/players/2": 1,
    "statistics/games/coralon": 2,
    "recap?since=": 0,
}
"""The pages, and how many courses and shares each draws."""

BROKEN = """(names) => names
    .filter((name) => name.clientWidth < 4 * parseFloat(getComputedStyle(name).fontSize))
    .map((name) => name.innerText)"""


def test_every_statistics_page_has_accessible_charts(phone: Page) -> None:
    table = Table(phone)
    played = [deal(name, 5, 5, 1, 1, 1, 1, 0) for name in LONG_NAMES[1:3]] * 3
    for _ in range(2):  # coins are drawn from one night to another
        table.seated("coralon", *LONG_NAMES, wager=3, played=played)
        table.send(f"{phone.url}/stop")
    table.seated("up-and-down", *LONG_NAMES[:5])
    led: dict[str, str | int] = {
        "leader": LONG_NAMES[1],
        "partner": LONG_NAMES[2],
        "points-0": 12,
        "points-1": 10,
    }
    table.send(f"{phone.url}/hands", number=1, whole="on", **led)
    table.send(f"{phone.url}/stop")
    phone.set_viewport_size({"width": 320, "height": 568})
    found = []
    for path in PAGES:
        phone.goto(f"/clubs/1/{path}")
        expect(phone.locator(".course .drawn, .share-line")).to_have_count(PAGES[path])
        if "players" in path:
            expect(phone.get_by_role("region", name="Partners for a single hand")).to_be_visible()
        check_page(phone)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        found += [f"{path}: “{name}” in large text" for name in phone.locator(".sums a").evaluate_all(BROKEN)]
        if pixels := overhang(phone):
            found.append(f"{path}: {pixels} pixels too wide in large text")
    assert not found, "\n".join(found)
