"""Two people at the table keep score, each on their own phone."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table


@pytest.fixture
def two(phone: Page, new_phone: NewPhone) -> tuple[Table, Table]:
    """Return two phones that show the same hand of Coralon, ready for the tricks."""
    one, other = Table(phone), Table(new_phone())
    one.seated("coralon", *CAST)
    sheet = phone.url
    one.bid("Bea", 5)
    one.tap(one.menu)
    one.follow(one.link("Invite"))
    # The link names this machine in the network; the tests are served to this machine alone.
    other.page.goto(urlsplit(phone.locator(".link").inner_text()).path)
    other.follow(other.button("I’m not playing"))
    for table in (one, other):
        table.page.goto(sheet)
        table.open_take()
    return one, other


def test_the_same_hand_saved_on_both_is_entered_once(two: tuple[Table, Table]) -> None:
    for table in two:
        table.enter(5, 3, 3)
    for table in two:
        table.tap(table.save_button)  # without waiting for the answer
    for table in two:
        table.expect_totals(0, 5, 0, 0)
        expect(table.hands).to_have_count(1)


def test_a_different_hand_saved_a_moment_later_is_refused(
    two: tuple[Table, Table], page_problems: list[str]
) -> None:
    one, other = two
    one.enter(5, 3, 3)
    other.enter(4, 3, 3)
    one.save()
    other.save()
    expect(other.page.get_by_role("alert")).to_contain_text("Someone has already entered this hand")
    expect(other.page.locator(".conflict")).to_contain_text("Mine, not saved yet")
    for table in two:
        table.expect_totals(0, 5, 0, 0)
        expect(table.hands).to_have_count(1)
    # From then on the sheet follows the other phone again, and still shows what was not saved.
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    expect(other.page.locator(".conflict")).to_contain_text("Mine, not saved yet")
    assert all("409" in problem for problem in page_problems)
    page_problems.clear()


@pytest.mark.usefixtures("requests_may_fail")
def test_a_hand_that_had_to_wait_is_shown_beside_theirs_until_someone_decides(
    two: tuple[Table, Table],
) -> None:
    one, other = two
    conflict = other.page.locator(".conflict")
    other.page.context.set_offline(True)
    other.enter(4, 3, 3)
    other.tap(other.save_button)
    expect(other.page.locator(".connection")).to_contain_text("waiting")
    one.enter(5, 3, 3)
    one.save()
    other.page.context.set_offline(False)
    expect(conflict).to_contain_text("Mine, not saved yet")
    other.page.reload()
    expect(conflict).to_contain_text("Someone has already entered this hand")
    check_accessibility(other.page)
    other.tap(other.button("Mine is another hand"))
    for _ in range(2):
        expect(other.hands).to_have_count(2)
        expect(conflict).to_have_count(0)
        expect(other.page.locator(".connection")).to_be_empty()
        other.page.reload()
