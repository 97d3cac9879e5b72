"""Two phones with the same game open."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

Two = tuple[Table, Table]

DRAFTS = "() => Object.keys(localStorage).filter((name) => name.startsWith('draft '))"
"""Returns what the phone keeps of what is being typed."""


@pytest.fixture
def one(phone: Page) -> Table:
    """Return a phone on which the score of a game of Coralon is kept."""
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    return table


@pytest.fixture
def two(one: Table, new_phone: NewPhone) -> Iterator[Two]:
    """Yield a phone on which the score of a game of Coralon is kept, and one that shows the same sheet.

    The one that shows it must not have been reloaded when the test is over, unless it forgets its mark.
    """
    other = beside(one, new_phone, one.page.url)
    yield one, other
    assert other.page.evaluate("window.mark ?? 'unmarked'") != "unmarked", "The page was reloaded."


def beside(table: Table, new_phone: NewPhone, address: str) -> Table:
    """Return another phone that shows a page of the same club, and marks it so that a reload is noticed."""
    other = Table(new_phone(like=table.page))
    # It follows what others save once it has loaded.
    with other.page.expect_request("**/live?*"):
        other.page.goto(address)
    mark(other)
    return other


def mark(table: Table) -> None:
    """Mark the page that is open, so that a reload is noticed."""
    table.page.evaluate("window.mark = 'open since then'")
