"""The script of every page, static/app.js: a form is sent once, even with a poor network."""

from playwright.sync_api import Page

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
    Table(phone).seated("tally", *CAST)
    phone.evaluate(COUNT)
    tap = "document.querySelector('.panel form').requestSubmit()"
    for _ in range(2):
        phone.evaluate(tap)
    assert phone.evaluate("sent") == 1
    phone.clock.fast_forward(7000)
    phone.evaluate(tap)
    assert phone.evaluate("sent") == 2
