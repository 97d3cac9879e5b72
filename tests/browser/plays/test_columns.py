"""Everything of a player is in one column: total, box, name above the hands, and the score of each hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, LONG_NAMES, Table, deal

UPRIGHT, SMALL, ON_ITS_SIDE, WIDE = (390, 844), (320, 640), (844, 390), (1280, 800)
NAMES = [*CAST, *(f"Player {number}" for number in range(5, 21))]

MIDDLES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, width } = one.getBoundingClientRect();
  return Math.round(left + width / 2);
})"""

APART = """(keys) => keys.slice(1).every((key, before) => {
  const last = keys[before];
  return key.offsetTop > last.offsetTop || key.offsetLeft >= last.offsetLeft + last.offsetWidth;
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


@pytest.mark.parametrize("players", [2, 5, 8, 20])
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


def test_names_stay_above_the_hands_which_show_scores_or_totals(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(*[deal("Bea", 5, 5, 3, 3, 2), deal("Cal", 4, 5, 4, 2, 2)] * 5)
    resize(phone, SMALL)
    first = table.hands.last.locator(".scores > span")
    first.first.evaluate("(score) => score.scrollIntoView({ block: 'end' })")
    assert phone.locator(".names").evaluate("(names) => names.getBoundingClientRect().top") == 0
    shown = "(score) => getComputedStyle(score, '::before').content"
    assert first.nth(1).evaluate(shown) == "none"
    table.tap(table.chip("Totals"))
    assert first.nth(1).evaluate(shown) == '"5"'
    phone.reload()
    expect(phone.get_by_role("radio", name="Totals")).to_be_checked()
    check_accessibility(phone)
    assert small_targets(phone) == []


def test_the_chart_unfolds_below_the_totals_and_follows_the_game(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    expect(table.link("Chart")).to_have_count(0)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    table.tap(table.link("Chart"))
    chart = phone.get_by_role("img", name="Totals, hand by hand")
    expect(chart).to_contain_text("Bea 5")
    assert table.link("Chart").get_attribute("aria-expanded") == "true"
    table.tap(table.link("Chart"))
    expect(chart).to_have_count(0)


def test_the_chart_is_a_page_without_javascript(plain_phone: Page) -> None:
    table = Table(plain_phone)
    table.seated("coralon", *CAST)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    table.follow(table.link("Chart"))
    expect(plain_phone.get_by_role("img", name="Totals, hand by hand")).to_be_visible()
    table.follow(table.link("‹ Coralon"))
    table.expect_totals(0, 5, 0, 0)


def in_large_text(page: Page) -> Iterator[tuple[int, int]]:
    """Enlarge the text of a page, and yield each size of the phone that it is shown on."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for size in (UPRIGHT, SMALL):
        resize(page, size)
        yield size


def test_names_totals_and_keys_are_readable_in_large_text(phone: Page) -> None:
    table = Table(phone)
    table.seated("tally", *LONG_NAMES)
    write_down(table, -1000, 999, 100, 25, 3, 4)
    for size in in_large_text(phone):
        name = phone.locator(".side h2").first.evaluate(FONT_SIZE)
        assert name >= 26, size
        assert phone.locator(".total").first.evaluate(FONT_SIZE) > name, size
        # Of the longest names, too, there is more than a letter.
        assert phone.locator(".side .name > span").nth(1).evaluate("(name) => name.clientWidth") > 80, size
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


def test_the_won_page_has_the_chart_the_picture_and_the_coins(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, target=5, wager=1)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    won = phone.get_by_role("region", name="Bea won")
    expect(won).to_be_visible()
    expect(phone.get_by_text("+3 coins")).to_have_count(1)
    expect(won.get_by_text("5", exact=True)).to_have_count(0)
    expect(table.button("Save picture")).to_be_visible()
    table.tap(table.link("Chart"))
    expect(phone.get_by_role("img", name="Totals, hand by hand")).to_be_visible()
    check_accessibility(phone)
    table.follow(table.link("Settle up"))
    phone.go_back()
    table.follow(table.button("Play again"))
    table.expect_totals(0, 0, 0, 0)


LINES = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""On how many lines the text of an element is."""


def test_long_names_are_cut_in_keys_instead_of_broken(phone: Page) -> None:
    Table(phone).seated(
        "coralon", "Maximiliana", "Wolfeschlegelstein", "Christopherson", "Bartholomew", "Bo", "Cy"
    )
    for size in (UPRIGHT, SMALL):
        resize(phone, size)
        keys = phone.get_by_role("group", name="Who won the bid?").locator(".fits")
        assert keys.evaluate_all(f"(keys) => keys.map({LINES})") == [1] * 6, size


@pytest.mark.parametrize("players", [8, 12])
def test_the_mark_of_the_dealer_leaves_the_name_readable(phone: Page, players: int) -> None:
    Table(phone).seated("tally", "Maximiliana", *NAMES[1:players])
    for size in (UPRIGHT, SMALL):
        resize(phone, size)
        name = phone.locator(".side:has(.deals) .name > span").first.bounding_box()
        mark = phone.locator(".side .deals").bounding_box()
        assert name
        assert mark
        assert name["x"] + name["width"] <= mark["x"] + 1 or mark["y"] + mark["height"] <= name["y"] + 1, size
