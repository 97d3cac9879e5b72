"""Everything of a player is in one column and fits: total, box, name above the hands, and each score."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, LONG_NAMES, Table, deal

UPRIGHT, SMALL, ON_ITS_SIDE, WIDE = (390, 844), (320, 640), (844, 390), (1280, 800)
NARROWEST = (320, 568)
NAMES = [*CAST, *(f"Player {number}" for number in range(5, 21))]

MIDDLES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, width } = one.getBoundingClientRect();
  return Math.round(left + width / 2);
})"""

APART = """(keys) => keys.slice(1).every((key, before) => {
  const last = keys[before];
  return key.offsetTop > last.offsetTop || key.offsetLeft >= last.offsetLeft + last.offsetWidth;
})"""
IN_SIGHT = """(all) => all.some((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
})"""
FONT_SIZE = "(one) => parseFloat(getComputedStyle(one).fontSize)"


def middles(page: Page, selector: str) -> list[int]:
    """Return the middle of each element, in pixels from the left edge."""
    found: list[int] = page.evaluate(MIDDLES, selector)
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def write_down(table: Table, *points: int) -> None:
    """Save a round of Tally without the form."""
    table.send(f"{table.page.url}/hands", **{f"points-{seat}": figure for seat, figure in enumerate(points)})
    table.page.reload()


@pytest.mark.parametrize("players", [2, pytest.param(20, marks=pytest.mark.journey)])
def test_totals_boxes_names_and_scores_are_above_one_another(phone: Page, players: int) -> None:
    table = Table(phone)
    table.seated("tally", *NAMES[:players])
    write_down(table, *[(-1000, 100, 7)[seat % 3] for seat in range(players)])
    for size in (UPRIGHT, SMALL, ON_ITS_SIDE, WIDE):
        resize(phone, size)
        totals, names = middles(phone, ".total"), middles(phone, ".names > div")
        assert middles(phone, ".scores > span") == names, size
        assert middles(phone, ".place") == totals, size
        # The hands are beside the totals on a wide screen, in columns of the same width.
        aside = names[0] - totals[0]
        assert [total + aside for total in totals] == pytest.approx(names, abs=1), size
        assert aside > 300 if size == WIDE else aside == 0, size
        assert overhang(phone) == 0, size


@pytest.mark.parametrize("size", [UPRIGHT, SMALL, ON_ITS_SIDE, WIDE])
def test_totals_are_above_the_hands_once_the_large_ones_are_out_of_sight(
    phone: Page, size: tuple[int, int]
) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2), deal("Cal", 4, 5, 4, 2, 2)] * 5)
    resize(phone, size)
    large, small = phone.locator(".board .total"), phone.locator(".names b")
    end = int(phone.evaluate("document.documentElement.scrollHeight - innerHeight"))
    for scrolled in range(0, end, 25):
        phone.evaluate("(top) => scrollTo(0, top)", scrolled)
        phone.wait_for_timeout(50)
        assert not (large.evaluate_all(IN_SIGHT) and small.evaluate_all(IN_SIGHT)), scrolled
    assert small.evaluate_all(IN_SIGHT)


def test_in_large_text_no_totals_are_above_heads_in_several_rows(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    small = phone.locator(".names b")
    heights = "(each) => each.map((total) => total.offsetHeight)"
    assert all(small.evaluate_all(heights))
    for _ in in_large_text(phone):
        assert not any(small.evaluate_all(heights))


def test_names_stay_above_the_hands_which_show_scores_or_totals(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2), deal("Cal", 4, 5, 4, 2, 2)] * 5)
    resize(phone, SMALL)
    first = table.hands.last.locator(".scores > span")
    first.first.evaluate("(score) => score.scrollIntoView({ block: 'end' })")
    assert phone.locator(".names").evaluate("(names) => names.getBoundingClientRect().top") == 0
    shown = "(score) => getComputedStyle(score, '::before').content"
    assert first.nth(1).evaluate(shown) == "none"
    table.tap(phone.get_by_role("checkbox", name="Totals"))
    assert first.nth(1).evaluate(shown) == '"5"'
    phone.reload()
    expect(phone.get_by_role("checkbox", name="Totals")).to_be_checked()
    check_accessibility(phone)
    assert small_targets(phone) == []


def in_large_text(page: Page) -> Iterator[tuple[int, int]]:
    """Enlarge the text of a page, and yield each size of the phone that it is shown on."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for size in (UPRIGHT, SMALL):
        resize(page, size)
        yield size


WHOLE_OR_NONE = "(names) => names.every((one) => one.scrollWidth <= one.clientWidth + 1 || !one.clientWidth)"
"""Whether none of some names is cut."""


@pytest.mark.journey
def test_names_totals_and_keys_are_readable_in_large_text(phone: Page) -> None:
    table = Table(phone)
    table.seated("tally", *LONG_NAMES)
    write_down(table, -1000, 999, 100, 25, 3, 4)
    for size in in_large_text(phone):
        name = phone.locator(".side h2").first.evaluate(FONT_SIZE)
        assert name >= 26, size
        assert phone.locator(".total").first.evaluate(FONT_SIZE) > name, size
        assert phone.locator(".side .brief").evaluate_all(WHOLE_OR_NONE), size
        assert overhang(phone) == 0, size
        keys = phone.locator(".keypad button:visible")
        assert keys.evaluate_all("(keys) => keys.every((key) => key.scrollWidth <= key.clientWidth)"), size
    table.seated("coralon", *LONG_NAMES)
    for size in in_large_text(phone):
        assert overhang(phone) == 0, size
    table.seated("house-of-fortune", *CAST)
    for size in in_large_text(phone):
        assert phone.locator(".spaces .key").evaluate_all(APART), size
    table.follow(phone.locator("header a").first)
    table.follow(phone.locator("a[href$=bank]").first)
    for size in in_large_text(phone):
        keys = phone.locator(".quick .key")
        assert keys.evaluate_all("(keys) => keys.every((key) => key.clientWidth >= 72)"), size
        assert phone.locator("input[name=coins]").evaluate("(typed) => typed.clientWidth >= 160"), size


def test_the_chart_unfolds_until_the_game_is_won_and_its_page_has_it(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, target=9, played=[deal("Bea", 5, 5, 3, 3, 2)])
    chart = phone.get_by_role("img", name="Totals, hand by hand")
    table.tap(table.link("Chart"))
    expect(chart).to_contain_text("Bea 5")
    assert table.link("Chart").get_attribute("aria-expanded") == "true"
    check_accessibility(phone)
    table.tap(table.link("Chart"))
    expect(chart).to_have_count(0)
    table.tap(table.link("Chart"))
    expect(chart).to_contain_text("Bea 5")
    table.play(deal("Bea", 4, 4, 3, 3))
    expect(phone.get_by_role("heading", name="Bea won")).to_be_visible()
    expect(chart).to_have_count(1)
    expect(chart).to_contain_text("Bea 9")
    table.follow(table.link("Chart"))
    expect(phone).to_have_url(re.compile("/chart$"))


LINES = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""On how many lines the text of an element is."""


def test_long_names_are_their_shortest_beginning_in_keys(phone: Page) -> None:
    Table(phone).seated(
        "coralon", "Maximiliana", "Wolfeschlegelstein", "Christopherson", "Bartholomew", "Bo", "Cy"
    )
    for size in (UPRIGHT, SMALL):
        resize(phone, size)
        keys = phone.get_by_role("group", name="Who won the bid?").locator(".brief")
        assert keys.all_inner_texts() == ["Max", "Wol", "Chris", "Bar"], size
        assert keys.evaluate_all(f"(keys) => keys.map({LINES})") == [1] * 4, size
        assert keys.evaluate_all(WHOLE_OR_NONE), size


def test_the_mark_of_the_dealer_leaves_the_name_readable(phone: Page) -> None:
    Table(phone).seated("tally", "Maximiliana", *NAMES[1:12])
    for size in (UPRIGHT, SMALL):
        resize(phone, size)
        name = phone.locator(".side:has(.deals) .name > span").first.bounding_box()
        mark = phone.locator(".side .deals").bounding_box()
        assert name
        assert mark
        assert name["x"] + name["width"] <= mark["x"] + 1 or mark["y"] + mark["height"] <= name["y"] + 1, size


FONTS = ("DejaVu Sans", "Noto Sans")
"""A wide font and an ordinary one; where one is missing, the browser's default is tested instead."""

NINE_DIGITS = "999999999"

OVERFLOWING = """() => [...document.querySelectorAll(".total, .scores > *, .place input, .keypad button")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.outerHTML.slice(0, 90)}: ${one.scrollWidth} in ${one.clientWidth}`)"""

BROKEN = """() => [...document.querySelectorAll(".total, .scores > *")]
  .filter((one) => {
    // A total after a hand is drawn before its score.
    const styles = [getComputedStyle(one), getComputedStyle(one, "::before")];
    const sizes = styles.map(({ fontSize }) => parseFloat(fontSize));
    return one.getBoundingClientRect().height > 1.6 * Math.max(...sizes);
  })
  .map((one) => one.outerHTML)"""


IN_FONT = """(font) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { font-family: '${font}' !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
"""Shows everything on a page in one font."""


def expect_fit(table: Table) -> None:
    page = table.page
    for font in FONTS:
        page.evaluate(IN_FONT, font)
        assert (overhang(page), page.evaluate(OVERFLOWING), page.evaluate(BROKEN)) == (0, [], []), font


def test_nine_digits_fit_their_places_and_the_totals(phone: Page) -> None:
    table = Table(phone)
    resize(phone, NARROWEST)
    table.seated("tally", *LONG_NAMES)
    for place in table.page.locator(".place input").all():
        place.fill(NINE_DIGITS)
    expect_fit(table)
    table.save()
    table.tap(table.hands.first.locator("summary"))
    expect_fit(table)


def test_a_hundred_and_a_thousand_down_are_on_one_line(phone: Page) -> None:
    table = Table(phone)
    resize(phone, NARROWEST)
    table.seated("tally", *NAMES, target=500)
    write_down(table, *[(100, -1000, 7)[seat % 3] for seat in range(20)])
    expect_fit(table)
    table.tap(phone.get_by_role("checkbox", name="Totals"))
    expect_fit(table)


def test_the_line_that_says_what_each_side_needs_fits_every_screen_and_one_tap_hides_it(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, target=14, played=[deal("Ann", 2, 5, 5, 1, 2), deal("Bea", 2, 4, 2, 2, 5)])
    line = phone.locator(".needs p")
    for size in (UPRIGHT, SMALL, ON_ITS_SIDE, WIDE):
        resize(phone, size)
        expect(line).to_contain_text("Ann needs at least 4 to win")
        panel, below = phone.locator(".now").bounding_box(), line.bounding_box()
        assert panel
        assert below
        # It moves nothing of the form when it comes and goes.
        assert below["y"] >= panel["y"] + panel["height"] or below["x"] >= panel["x"] + panel["width"]
        assert (overhang(phone), small_targets(phone)) == (0, [])
    check_accessibility(phone)
    table.tap(phone.get_by_role("button", name="Hide what each side needs"))
    expect(line).to_have_count(0)
    table.change_game()
    table.tap(phone.get_by_role("button", name="Show what each side needs"))
    expect(line).to_contain_text("Ann needs at least 4 to win")
