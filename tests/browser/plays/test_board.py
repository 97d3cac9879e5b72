"""The board for the room on tablets, televisions and phones."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.layout import overhang, small_targets, unmoved
from tests.browser.table import CAST, LONG_NAMES, Table, deal

TV, FULL_HD = (1280, 720), (1920, 1080)
TABLET, UPRIGHT = (1024, 768), (768, 1024)
PHONE, SMALL_PHONE = (390, 844), (320, 568)
SCREENS = (TV, FULL_HD, TABLET, UPRIGHT, PHONE, SMALL_PHONE)

# What is drawn outside its side of the board, is cut off, or lies over something else in it.
OUTSIDE = """() => [...document.querySelectorAll(".side")].flatMap((side) => {
  const place = side.getBoundingClientRect();
  const shown = [...side.children].filter((one) => one.checkVisibility());
  let end = place.top;
  return shown.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const above = end;
    end = bottom;
    return top < above - 1 || bottom > place.bottom + 1 || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.outerHTML.slice(0, 120));
})"""

PLACES = """() => [...document.querySelectorAll(".side")].map((side) => {
  const { x, y, width, height } = side.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
# The smallest text, as a part of the height of the screen.
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && !one.closest(".sr"))
  .filter((one) => [...one.childNodes].some(({ data }) => data?.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight"""

NAMES = [*LONG_NAMES, *CAST, "Eva", "Finn", "Gus", "Hanna", "Ida", "Jonas", "Karla", "Leo", "Mia", "Nils"]


def show(table: Table, screen: tuple[int, int], sheet: str = "") -> None:
    """Open the board of a game, usually the one on the sheet that is open, on a screen of this size."""
    resize(table.page, screen)
    table.page.goto((sheet or table.page.url).partition("?")[0] + "/board")


def resize(page: Page, screen: tuple[int, int]) -> None:
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})


def expect_fit(page: Page) -> None:
    """Check that the board that is open fits every screen."""
    players = page.locator(".side").count()
    for screen in SCREENS:
        resize(page, screen)
        assert (overhang(page), page.evaluate(OUTSIDE)) == (0, []), (players, screen)


COURSE = "document.querySelector('.course').getBoundingClientRect().height / innerHeight"


def figure_height(page: Page) -> float:
    """Return the size of the totals' font, as a part of the height of the screen."""
    size: float = page.locator(".total").first.evaluate(
        "(total) => parseFloat(getComputedStyle(total).fontSize) / innerHeight"
    )
    return size


def write_down(table: Table, *points: int) -> None:
    """Save a round of Tally without the form."""
    table.send(f"{table.page.url}/hands", **{f"points-{seat}": figure for seat, figure in enumerate(points)})


@pytest.mark.journey
def test_the_totals_of_four_fill_the_screen(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 6, 3, 2, 2), deal("Ann", 7, 8, 2, 2, 1)])
    show(table, TV)
    for screen, least in ((TV, 0.2), (FULL_HD, 0.2), (TABLET, 0.15), (UPRIGHT, 0.12), (PHONE, 0.1)):
        resize(phone, screen)
        assert figure_height(phone) > least, screen
        # On a television the course has half the width to itself.
        assert screen not in (TV, FULL_HD) or phone.evaluate(COURSE) > 0.35
        # Nobody can scroll a television.
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight"), screen
    # Large text still fits a tablet.
    resize(phone, UPRIGHT)
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    assert (overhang(phone), phone.evaluate(OUTSIDE)) == (0, [])


def test_nothing_overflows_on_any_screen(phone: Page) -> None:
    table = Table(phone)
    for players in (2, 5, 20):
        table.seated("tally", *NAMES[:players])
        write_down(table, *[(-99, 100000, 7)[seat % 3] for seat in range(players)])
        show(table, TV)
        expect(phone.locator(".side")).to_have_count(players)
        expect_fit(phone)
    # Partners have longer names, and points to go.
    table.seated("coralon-partners", *LONG_NAMES[:4])
    show(table, TV)
    expect_fit(phone)


@pytest.mark.journey
def test_sides_stay_in_their_places_when_a_bid_or_a_hand_arrives(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 6, 3, 2, 2)] * 3)
    sheet = phone.url
    before = places(table, sheet)
    table.bid("Ann", 2)
    table.follow(table.button("Crowns"))
    assert places(table, sheet) == before
    table.take(2, 4, 4)
    table.save()
    assert places(table, sheet) == before


def places(table: Table, sheet: str) -> list[object]:
    """Return where the sides are on each screen; all text is to be read from three metres on wide ones."""
    found = []
    show(table, TV, sheet)
    for screen in SCREENS:
        resize(table.page, screen)
        found.append(table.page.evaluate(PLACES))
        assert screen not in (TV, FULL_HD, TABLET) or table.page.evaluate(SMALLEST) >= 1 / 40.01, screen
    table.page.goto(sheet)
    return found


def test_the_board_is_accessible(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 6, 3, 2, 2)])
    table.bid("Cal", 4)
    table.follow(table.button("Crowns"))
    show(table, TV)
    for screen in (TV, SMALL_PHONE):
        resize(phone, screen)
        expect(phone.get_by_role("heading", name="Hand 2 Cal bid 4")).to_be_visible()
        check_accessibility(phone)
        assert small_targets(phone) == [], screen


AWAKE = """
window.asked = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { asked += 1; } } });
"""


def test_the_screen_is_kept_awake_and_links_fade_until_someone_moves(phone: Page) -> None:
    table = Table(phone)
    phone.clock.install()
    table.seated("coralon", *CAST)
    phone.add_init_script(AWAKE)
    show(table, TV)
    phone.wait_for_function("() => asked === 1")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.evaluate("asked") == 2
    back = table.link("Game")
    expect(back).to_have_css("opacity", "1")
    phone.clock.run_for(5000)
    expect(back).to_have_css("opacity", "0")
    phone.keyboard.press("Tab")  # to the link that skips the bar
    phone.keyboard.press("Tab")
    expect(back).to_have_css("opacity", "1")
    table.follow(back)
    table.expect_totals(0, 0, 0, 0)


def test_it_shifts_a_little_while_nobody_is_near_so_that_nothing_burns_in(phone: Page) -> None:
    table = Table(phone)
    phone.clock.install()
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 6, 3, 2, 2)])
    show(table, TV)
    total = phone.locator(".total").first
    places = [total.bounding_box()]
    for _ in range(9):
        phone.clock.fast_forward(3 * 60 * 1000)
        phone.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
        places.append(total.bounding_box())
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert overhang(phone) == 0
    assert len({str(place) for place in places}) == 9
    assert places[0] == places[-1]
    phone.clock.fast_forward("02:50")
    with unmoved(total):
        for at in range(7):
            phone.mouse.move(300, 300 + at)
            phone.clock.run_for(3000)


def test_an_overlay_lets_the_picture_through_around_one_panel_and_goes_on_with_the_next_game(
    new_phone: NewPhone, phone: Page
) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, target=10)
    stream = new_phone(like=phone)
    stream.goto(f"{phone.url}/board?overlay")
    for screen in (TV, FULL_HD):
        resize(stream, screen)
        for element in ("html", "body", "main"):
            expect(stream.locator(element)).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        assert overhang(stream) == 0
        assert stream.evaluate(
            "[...document.querySelectorAll('.side')].every((side) => side.scrollWidth <= side.clientWidth)"
        )
        panel = stream.locator(".room").bounding_box()
        assert panel
        assert panel["height"] < screen[1] / 4
        assert panel["width"] > screen[0] * 0.9
    check_accessibility(stream)
    stream.evaluate("window.stays = true")
    table.bid("Ann", 13)
    expect(stream.get_by_role("heading", name="Hand 1 Ann bid 13")).to_be_visible()
    table.take(13)
    table.save()
    expect(stream.get_by_role("heading", name="Ann won")).to_be_visible()
    table.follow(table.again_button)
    expect(stream).to_have_url(f"{phone.url}/board?overlay=")
    expect(stream.get_by_role("heading", name="Hand 1, Bea deals Cal bids first")).to_be_visible()
    assert stream.evaluate("stays")
