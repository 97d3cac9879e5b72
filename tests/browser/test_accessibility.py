"""The checks that other tests rely on find what they should."""

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility import check_accessibility

GOOD = '<!doctype html><html lang="en"><title>Good</title><main><h1>Good</h1><p>Good.</p></main></html>'
BAD = {
    "color-contrast": '<p>Good.</p><p style="color: #999">Pale.</p><p>Good.</p>',
    "image-alt": '<img src="data:,">',
    "label": "<input>",
}


@pytest.fixture
def server() -> str:
    """Return no app: these tests have pages of their own."""
    return "http://scorekeeper.test"


def show(phone: Page, html: str) -> None:
    """Show a page with the same content policy as pages of the app."""
    headers = {"Content-Security-Policy": "default-src 'self'; style-src 'unsafe-inline'; img-src data:"}
    phone.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html", headers=headers))
    phone.goto("/")


def test_inaccessible_page_fails(phone: Page) -> None:
    for rule, shown in BAD.items():
        show(phone, GOOD.replace("<p>Good.</p>", shown))
        with pytest.raises(pytest.fail.Exception, match=rf"- {rule} \("):
            check_accessibility(phone)


def test_a_button_too_small_for_a_thumb_fails(phone: Page) -> None:
    show(phone, GOOD.replace("<p>Good.</p>", '<button style="height: 43px; width: 60px">a</button>'))
    with pytest.raises(pytest.fail.Exception, match="60 by 43"):
        check_accessibility(phone)


def test_text_that_cannot_be_read_in_dark_mode_fails(phone: Page) -> None:
    style = "<style>@media (prefers-color-scheme: dark) { p { color: #777; background: #888 } }</style>"
    show(phone, GOOD.replace("<p>Good.</p>", f"{style}<p>Good.</p>"))
    with pytest.raises(pytest.fail.Exception, match=r"- color-contrast \("):
        check_accessibility(phone)
    assert phone.evaluate("matchMedia('(prefers-color-scheme: light)').matches")


def test_errors_of_a_page_are_problems(phone: Page, page_problems: list[str]) -> None:
    phone.evaluate("setTimeout(() => { throw new Error('thrown') })")
    phone.wait_for_timeout(100)
    phone.evaluate("console.error('complained')")
    show(phone, "<script>'forbidden'</script>")
    phone.wait_for_timeout(100)
    assert [word in " ".join(page_problems) for word in ("thrown", "complained", "script-src")] == [True] * 3
    page_problems.clear()
