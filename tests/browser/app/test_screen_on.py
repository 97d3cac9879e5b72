"""The screen stays on during a game, and saving is felt."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table

# A phone that can do both, and writes down how many locks are held and how often it has buzzed. Its locks end
# as the browser's do.
ABLE = """
const count = (name, by) => {
  const { dataset } = document.documentElement;
  dataset[name] = Number(dataset[name] ?? 0) + by;
};
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  count("held", 1);
  lock.release = async () => {
    count("held", -1);
    lock.dispatchEvent(new Event("release"));
  };
  return lock;
} } });
Object.defineProperty(navigator, "vibrate", { value: () => count("buzzes", 1) });
"""


def expect_count(phone: Page, name: str, times: int) -> None:
    expect(phone.locator("html")).to_have_attribute(f"data-{name}", str(times))


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    phone = new_phone()
    phone.add_init_script(ABLE)
    return phone


@pytest.mark.journey
def test_the_screen_stays_on_until_the_game_is_over_or_someone_switches_it_off(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    expect_count(phone, "held", 1)
    table.tap(table.menu)
    switch = phone.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    check_accessibility(phone)
    table.tap(switch)
    expect_count(phone, "held", 0)
    phone.reload()
    table.tap(table.menu)
    expect(switch).not_to_be_checked()
    expect(phone.locator("html")).not_to_have_attribute("data-held", re.compile(""))
    table.tap(switch)
    expect_count(phone, "held", 1)
    table.tap(table.button("End game"))
    expect(phone.get_by_role("heading", name="No hand was played")).to_be_visible()
    expect_count(phone, "held", 0)


def test_saving_is_felt_and_a_refusal_is_not(phone: Page, page_problems: list[str]) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    expect_count(phone, "buzzes", 1)
    phone.locator("[name=name]").first.fill(" , ")
    table.tap(table.button("Add"))
    expect(phone.get_by_text("Enter a name for every player.")).to_be_visible()
    expect_count(phone, "buzzes", 1)
    page_problems.clear()


# A phone that can't do it, as on a page without https, and refuses to play videos while a test wants it to.
UNABLE = """
Object.defineProperty(navigator, "wakeLock", { value: undefined });
const { play } = HTMLMediaElement.prototype;
HTMLMediaElement.prototype.play = function () {
  if ("refuses" in sessionStorage) return Promise.reject(new DOMException("Tap first", "NotAllowedError"));
  return play.call(this);
};
"""


@pytest.fixture
def unable(new_phone: NewPhone) -> Page:
    phone = new_phone()
    phone.add_init_script(UNABLE)
    return phone


def expect_video(phone: Page, *, playing: bool) -> None:
    """Check that a video plays or doesn't, and that the switch says so."""
    expect(phone.locator(".screen-on")).to_have_attribute("aria-checked", str(playing).lower())
    plays = "[...document.querySelectorAll('video')].some((one) => !one.paused && one.currentTime > 0)"
    phone.wait_for_function(f"() => {plays}" if playing else f"() => !{plays}")


def test_without_https_a_silent_video_keeps_the_screen_on_once_it_is_switched_on(unable: Page) -> None:
    fetched: list[str] = []
    unable.on("response", lambda answer: fetched.append(answer.url.rpartition("/")[2]))
    table = Table(unable)
    table.seated("coralon", *CAST)
    table.tap(table.menu)
    switch = unable.get_by_role("switch", name="Keep the screen on")
    expect(switch).not_to_be_checked()
    assert not {"awake.mp4", "awake.webm"} & set(fetched)
    height = "document.documentElement.scrollHeight"
    before = unable.evaluate(height)
    table.tap(switch)
    expect_video(unable, playing=True)
    assert unable.evaluate(height) == before
    check_accessibility(unable)
    unable.reload()
    expect_video(unable, playing=True)
    unable.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    unable.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect_video(unable, playing=False)
    unable.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect_video(unable, playing=True)
    sheet = unable.url
    unable.goto(f"{sheet}/board")
    expect_video(unable, playing=True)
    table.tap(switch)
    expect_video(unable, playing=False)
    unable.goto(sheet)
    expect_video(unable, playing=False)


def test_a_video_that_was_refused_is_not_shown_as_on_and_starts_with_the_next_tap(unable: Page) -> None:
    table = Table(unable)
    table.seated("coralon", *CAST)
    unable.evaluate("sessionStorage.setItem('refuses', '')")
    table.tap(table.menu)
    switch = unable.get_by_role("switch", name="Keep the screen on")
    table.tap(switch)
    expect(switch).to_have_class(re.compile("refused"))
    expect_video(unable, playing=False)
    unable.evaluate("sessionStorage.removeItem('refuses')")
    table.tap(table.menu)
    expect_video(unable, playing=True)
