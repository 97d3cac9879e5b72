"""A page that follows others says when it can’t, and catches up by itself."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper import __version__
from tests.browser.accessibility import check_accessibility
from tests.browser.live.conftest import Two, mark
from tests.browser.table import Table

OFFLINE = re.compile(r"^Offline: last updated \d\d:\d\d$")
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


pytestmark = pytest.mark.usefixtures("requests_may_fail")


def line(table: Table) -> Locator:
    return table.page.locator(".connection")


@pytest.mark.journey
def test_a_phone_that_lost_its_network_says_so_and_what_it_saves_waits(two: Two) -> None:
    _, other = two
    other.page.context.set_offline(True)
    expect(line(other)).to_have_text(OFFLINE)
    check_accessibility(other.page)
    place = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
    before = other.page.evaluate(place)
    other.tap(other.chip("Cal"))
    other.tap(other.button("4"))
    expect(line(other)).to_have_text("Offline: Bid of hand 2 waiting to be sent")
    assert other.page.evaluate(place) == before  # nothing moves under a thumb
    other.page.context.set_offline(False)
    for table in two:
        expect(table.page.locator(".called")).to_contain_text("Cal bid 4")
    expect(line(other)).to_be_empty()
    mark(other)


def test_a_lost_answer_is_noticed_and_a_reachable_server_within_two_seconds(two: Two) -> None:
    one, other = two

    def fail(route: Route) -> None:
        route.abort()

    for part in ("live?*", "version"):
        other.page.route(f"**/plays/1/{part}", fail)
    other.page.evaluate("dispatchEvent(new Event('online'))")
    expect(line(other)).to_have_text(OFFLINE)
    one.bid("Cal", 4)
    for part in ("live?*", "version"):
        other.page.unroute(f"**/plays/1/{part}", fail)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4", timeout=5000)
    expect(line(other)).to_be_empty()


@pytest.mark.journey
def test_a_phone_without_a_stream_asks_now_and_then(two: Two) -> None:
    one, other = two
    other.page.route("**/live?*", lambda route: route.fulfill(status=503, headers={"Retry-After": "5"}))
    other.page.evaluate("dispatchEvent(new Event('online'))")
    other.page.wait_for_timeout(300)
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4", timeout=15_000)
    expect(line(other)).to_be_empty()


def test_a_page_that_is_not_visible_holds_no_stream_and_catches_up_when_it_is(two: Two) -> None:
    one, other = two
    other.page.evaluate(HIDE, True)
    one.bid("Cal", 4)
    other.page.wait_for_timeout(500)
    expect(other.page.locator(".called")).to_have_count(0)
    other.page.evaluate(HIDE, False)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")


def test_a_phone_whose_right_has_ended_shows_nothing_more_and_asks_no_more(two: Two) -> None:
    _, other = two
    asked = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=403, headers={"Scorekeeper-Version": __version__})

    other.page.route(re.compile(r"/plays/1/(live|version)"), refuse)
    other.page.evaluate("dispatchEvent(new Event('online'))")
    ended = other.page.get_by_role("heading", name="This phone can no longer see this game")
    expect(ended).to_be_visible()
    expect(other.page.locator(".board")).to_have_count(0)
    check_accessibility(other.page)
    other.page.evaluate("dispatchEvent(new Event('online'))")
    other.page.wait_for_timeout(500)
    assert len(asked) == 1
