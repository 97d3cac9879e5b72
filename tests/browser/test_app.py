"""What every page has: a link past the bar, and forms that are sent once, even with a poor network."""

from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table

COUNT = """() => {
  window.sent = 0;
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) window.sent += 1;
    event.preventDefault();
  });
}"""


def test_a_form_is_sent_once_and_again_if_no_answer_comes(phone: Page) -> None:
    phone.clock.install()
    Table(phone).sit_down(*CAST)
    phone.goto("/nights/1/games/coralon")
    phone.evaluate(COUNT)
    tap = "document.querySelector('form.start').requestSubmit()"
    for _ in range(2):
        phone.evaluate(tap)
    assert phone.evaluate("sent") == 1
    phone.clock.fast_forward(7000)
    phone.evaluate(tap)
    assert phone.evaluate("sent") == 2


def test_the_first_link_leads_past_the_bar_to_the_content(phone: Page) -> None:
    Table(phone).seated("coralon", *CAST)
    phone.keyboard.press("Tab")
    skip = phone.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    assert phone.evaluate("document.querySelector('main').contains(document.activeElement)")
