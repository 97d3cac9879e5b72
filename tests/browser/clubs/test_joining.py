"""Inviting a second phone: the code is shown on one, and the other joins, and sees what it may."""

import re
from base64 import b64encode
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.qr_code import QUIET_ZONE, encoded
from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table, deal

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
NO_SHARING = "delete Navigator.prototype.share;"

OPEN_ALL = "document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"

# Whether the middle of each module of a code is dark, row by row.
READ_MODULES = """
async ([picture, size]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const at = (module) => Math.floor(((module + 0.5) * width) / size);
  const places = [...Array(size).keys()];
  return places.map((y) => places.map((x) => Number(context.getImageData(at(x), at(y), 1, 1).data[0] < 128)));
}
"""


def show_invitation(table: Table, *names: str) -> str:
    """Start a game, show the link for keeping score, and return its path."""
    table.seated("coralon", *names)
    table.tap(table.menu)
    table.follow(table.link("Invite"))
    return shown_link(table.page)


def shown_link(phone: Page) -> str:
    """Return the path of the link on the page."""
    return urlsplit(phone.locator(".link").inner_text()).path


@pytest.mark.journey
def test_a_guest_is_on_the_sheet_within_one_tap_where_the_own_column_is_marked(
    phone: Page, new_phone: NewPhone
) -> None:
    table, guest = Table(phone), Table(new_phone())
    guest.page.goto(show_invitation(table, *CAST))
    guest.follow(guest.button("I’m Bea"))
    assert guest.taps == 1
    expect(guest.page.get_by_role("status").first).to_have_text(re.compile("^You joined .* night as Bea.$"))
    own = guest.page.get_by_role("heading", name="Bea (you)")
    expect(own).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_text("You joined")).to_have_count(0)

    # The mark changes no size, and stays when another phone saves.
    phone.goto(guest.page.url)
    sizes = "all => all.map(side => side.getBoundingClientRect().toJSON())"
    sides = [one.locator(".side").evaluate_all(sizes) for one in (phone, guest.page)]
    assert sides[0] == sides[1]
    table.recorded(deal("Bea", 5, 5, 4, 2, 2))
    guest.expect_totals(0, 5, 0, 0)
    expect(own).to_be_visible()
    expect(phone.get_by_role("heading", name="(you)")).to_have_count(0)


@pytest.mark.parametrize("color_scheme", ["dark"])
def test_the_code_is_as_wide_as_the_phone_and_has_every_module_of_the_link(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    table = Table(phone)
    show_invitation(table, *CAST)
    table.follow(table.button("I’m not playing"))
    code, link = phone.get_by_role("img", name="QR code"), phone.locator(".link")
    box = code.bounding_box()
    assert box
    assert (box["x"], box["width"], box["height"]) == (0, 320, 320)
    assert box["y"] + box["height"] <= 568
    assert link.evaluate("link => link.scrollWidth <= link.clientWidth")
    expected = [
        [int(dark) for dark in row] for row in encoded(link.inner_text()).matrix_iter(border=QUIET_ZONE)
    ]
    picture = b64encode(code.screenshot()).decode()
    assert phone.evaluate(READ_MODULES, [f"data:image/png;base64,{picture}", len(expected)]) == expected


def test_the_link_is_shared(phone: Page) -> None:
    phone.add_init_script("navigator.share = async ({ url }) => { window.shared = url; }")
    link = show_invitation(Table(phone), *CAST)
    phone.get_by_role("button", name="Share", exact=True).tap()
    assert urlsplit(phone.evaluate("shared")).path == link


def test_a_browser_that_cannot_share_only_copies(phone: Page) -> None:
    phone.add_init_script(
        f"{NO_SHARING} Object.defineProperty(navigator, 'clipboard', "
        "{ value: { writeText: async (text) => { window.copied = text; } } })"
    )
    link = show_invitation(Table(phone), *CAST)
    expect(phone.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    phone.get_by_role("button", name="Copy link").tap()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    assert urlsplit(phone.evaluate("copied")).path == link


def test_a_link_that_cannot_be_copied_is_selected(phone: Page) -> None:
    phone.add_init_script(NO_SHARING + NO_CLIPBOARD)
    show_invitation(Table(phone), *CAST)
    phone.get_by_role("button", name="Copy link").tap()
    expect(phone.get_by_role("button", name="Selected: copy it now")).to_be_visible()
    assert phone.evaluate("getSelection().toString()") == phone.locator(".link").inner_text()


def test_the_pages_are_accessible_and_fit(phone: Page, new_phone: NewPhone, page_problems: list[str]) -> None:
    table, guest = Table(phone), new_phone()
    link, sheet = show_invitation(table, *LONG_NAMES), phone.url
    for one in (phone, guest):
        one.set_viewport_size({"width": 320, "height": 568})
    check_page(phone)
    table.tap(table.fold("Renew this link"))
    check_page(phone)
    table.follow(phone.get_by_role("link", name="Just watch"))
    to_watch = shown_link(phone)
    table.follow(phone.get_by_role("link", name="to the club"))
    check_page(phone)
    guest.goto(to_watch)
    Table(guest).follow(guest.get_by_role("button", name=f"I’m {LONG_NAMES[2]}"))
    check_page(guest)
    guest.goto("/nights/1/bank")
    check_page(guest)
    # What it may not do gets a clear page.
    guest.goto("/nights/1/games")
    expect(guest.get_by_role("heading", name="This phone can’t do that")).to_be_visible()
    check_page(guest)
    guest.goto(link)
    check_page(guest)
    guest.get_by_text(f"I’m not {LONG_NAMES[2]}").tap()
    check_page(guest)
    guest.get_by_role("button", name=f"I’m {LONG_NAMES[1]}").tap()
    guest.wait_for_url("**/plays/*")
    check_page(guest)
    guest.goto(re.sub("invite.*", "me", sheet))
    check_page(guest)
    guest.goto("/join/nothing")
    check_page(guest)
    phone.goto("/")
    table.follow(phone.get_by_role("link", name="Phones"))
    check_page(phone)
    phone.evaluate(OPEN_ALL)
    check_page(phone)
    page_problems.clear()


def show_phones(host: Page, guest: Page, *names: str) -> None:
    """Let a guest join the night of a host, and show the host the club's phones."""
    guest.goto(show_invitation(Table(host), *names))
    Table(guest).follow(guest.get_by_role("button", name=f"I’m {names[1]}"))
    host.goto("/")
    Table(host).follow(host.get_by_role("link", name="Phones"))


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_a_friend_who_opens_the_address_joins_by_six_figures_on_a_telephones_keypad(
    phone: Page, new_phone: NewPhone
) -> None:
    table, guest = Table(phone), Table(new_phone(fresh=True))
    guest.page.goto("/")
    check_page(guest.page)
    field = guest.page.get_by_label("type the six digits")
    expect(field).to_have_attribute("inputmode", "numeric")
    # What is asked is in sight, on a small phone too.
    guest.page.set_viewport_size({"width": 320, "height": 640})
    for asked in (guest.button("Join"), guest.button("Start a game night")):
        expect(asked).to_be_in_viewport(ratio=1)
    show_invitation(table, *CAST)
    field.fill("123 45")
    guest.follow(guest.button("Join"))
    check_page(guest.page)
    field.fill(phone.locator(".code").inner_text())
    guest.follow(guest.button("Join"))
    guest.follow(guest.button("I’m Bea"))
    expect(guest.page.get_by_role("heading", name="Bea (you)")).to_be_visible()


def test_new_figures_are_shown_once_the_last_have_ended(phone: Page) -> None:
    phone.clock.install()
    show_invitation(Table(phone), *CAST)
    code = phone.locator(".code")
    shown = code.inner_text()

    def ten_minutes_later(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(shown, "123 456"))

    phone.route(phone.url, ten_minutes_later)
    phone.clock.run_for("09:50")
    expect(code).to_have_text(shown)
    phone.clock.run_for("00:15")
    expect(code).to_have_text("123 456")
