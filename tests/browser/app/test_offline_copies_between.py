"""What a phone has kept stays when something in between answers; people can sign in there."""

import pytest
from playwright.sync_api import expect

from tests.browser.app.test_offline_copies import ALL_KEPT, SHOWING, eventually, wait_until_kept
from tests.browser.between import Between, page, redirect_to_login
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table


@pytest.fixture
def table(between: Between, new_phone: NewPhone) -> Table:
    """Return a sheet of Coralon on a phone that keeps what it opens."""
    table = Table(new_phone(service_workers="allow"))
    table.seated("coralon", *CAST)
    wait_until_kept(table.page, "/plays/1", "Who won the bid?")
    return table


@pytest.mark.parametrize("status", ["404 Not Found", "500 Internal Server Error"])
def test_an_error_page_of_a_proxy_shows_what_the_phone_has_kept(
    table: Table, between: Between, status: str
) -> None:
    between.answers = page(status)
    table.page.reload()
    expect(table.page.get_by_text(SHOWING)).to_be_visible()
    expect(table.chip("Bea")).to_be_visible()
    assert eventually(table.page, ALL_KEPT, ["/", "/plays/1"])


@pytest.mark.parametrize("answer", [redirect_to_login, page("403 Forbidden")])
def test_someone_who_opens_a_page_can_sign_in_and_loses_nothing(
    table: Table, between: Between, answer: object
) -> None:
    between.answers = answer  # type: ignore[assignment]
    table.page.reload()
    expect(table.page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert eventually(table.page, ALL_KEPT, ["/", "/plays/1"])
    between.answers = None
    table.page.goto("/plays/1")
    expect(table.chip("Bea")).to_be_visible()
