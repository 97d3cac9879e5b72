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
    expect(phone.get_by_role("heading", name="Nobody won")).to_be_visible()
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
