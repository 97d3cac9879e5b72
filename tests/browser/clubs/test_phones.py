"""The page of a club's phones, and what each kind of phone is shown."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.clubs.test_joining import show_invitation, shown_link
from tests.browser.conftest import NewPhone
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, LONG_NAMES, Table

OPEN_ALL = "document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"


def show_phones(host: Page, guest: Page, *names: str) -> None:
    """Let a guest join the night of a host, and show the host the club's phones."""
    guest.goto(show_invitation(Table(host), *names))
    Table(guest).follow(guest.get_by_role("button", name=f"I’m {names[1]}"))
    host.goto("/")
    Table(host).follow(host.get_by_role("link", name="Phones"))


def test_the_page_is_accessible(phone: Page, new_phone: NewPhone) -> None:
    show_phones(phone, new_phone(), *CAST)
    check_accessibility(phone)
    phone.evaluate(OPEN_ALL)
    check_accessibility(phone)


def test_the_page_fits_a_narrow_phone_and_a_thumb(phone: Page, new_phone: NewPhone) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    show_phones(phone, new_phone(), *LONG_NAMES)
    phone.evaluate(OPEN_ALL)
    assert (overhang(phone), small_targets(phone)) == (0, [])


def test_a_removed_phone_stops_showing_the_game(
    phone: Page, new_phone: NewPhone, page_problems: list[str]
) -> None:
    guest = new_phone()
    show_phones(phone, guest, *CAST)
    table = Table(phone)
    row = phone.locator(".phones details", has_text="Bea")
    table.tap(row.locator("summary"))
    table.follow(row.get_by_role("button", name="Remove"))
    expect(phone.locator(".phones li")).to_have_count(1)
    # Its page is open, and hears of it at once.
    expect(guest.get_by_text("This phone can no longer see this game")).to_be_visible()
    guest.reload()
    expect(guest.get_by_role("heading", name="Page not found")).to_be_visible()
    page_problems.clear()


@pytest.mark.parametrize("link", ["Just watch", "Keep score too"])
def test_a_guests_pages_are_accessible_and_fit(phone: Page, new_phone: NewPhone, link: str) -> None:
    show_invitation(Table(phone), *LONG_NAMES)
    Table(phone).follow(phone.get_by_role("link", name=link))
    guest = new_phone()
    guest.set_viewport_size({"width": 320, "height": 568})
    guest.goto(shown_link(phone))
    sheet = Table(guest)
    sheet.follow(guest.get_by_role("button", name=f"I’m {LONG_NAMES[2]}"))
    for path in (
        guest.url,
        f"{guest.url}/recap",
        f"{guest.url}/board?qr",
        "/nights/1",
        "/nights/1/invite",
        "/nights/1/bank",
        "/",
    ):
        guest.goto(path)
        check_accessibility(guest)
        assert (overhang(guest), small_targets(guest)) == (0, []), path


def test_what_a_watching_phone_may_not_do_gets_a_clear_page(
    phone: Page, new_phone: NewPhone, page_problems: list[str]
) -> None:
    show_invitation(Table(phone), *CAST)
    Table(phone).follow(phone.get_by_role("link", name="Just watch"))
    guest = new_phone()
    guest.goto(shown_link(phone))
    Table(guest).follow(guest.get_by_role("button", name="I’m Bea"))
    guest.goto("/nights/1/games")
    expect(guest.get_by_role("heading", name="This phone can’t do that")).to_be_visible()
    check_accessibility(guest)
    Table(guest).follow(guest.get_by_role("link", name="Back to the night"))
    expect(guest).to_have_url("/nights/1")
    page_problems.clear()
