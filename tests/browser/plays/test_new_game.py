"""Taking seats by tapping the players in order."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table


@pytest.mark.parametrize("width", [320, 360, 390])
def test_all_games_to_choose_from_are_as_high(phone: Page, width: int) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(f"{night}/games")
    heights = "rows => rows.map((row) => row.getBoundingClientRect().height)"
    assert set(phone.locator("main li:visible").evaluate_all(heights)) == {56}


def test_house_rules_name_the_players_who_are_seated(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST, "Eva")
    phone.goto(f"{night}/games/bishop")
    target, seats = phone.get_by_label("Target"), phone.locator(".seats .pad")
    expect(target).to_have_attribute("placeholder", "21")
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(target).to_have_attribute("placeholder", "25")

    phone.goto(f"{night}/games/whist")
    expect(phone.get_by_label("Ann and Cal")).to_be_visible()
    table.tap(seats.get_by_role("button", name="Eva"))
    expect(phone.get_by_text("All 4 seats are taken.")).to_be_visible()
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(phone.get_by_label("Second and fourth")).to_be_visible()


def test_an_optional_choice_is_cleared_by_another_tap(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games/nobles-estate")
    table.tap(table.chip("All to the most stones"))
    table.tap(table.chip("All to the most stones"))
    expect(phone.get_by_role("radio", name="All to the most stones")).not_to_be_checked()
    table.follow(table.button("Start Noble’s Estate"))
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()


@pytest.mark.journey
def test_seat_one_deals_first_until_someone_else_is_chosen(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games/coralon")
    seats = phone.locator(".seats .pad")
    ann, bea = phone.get_by_role("radio", name="Ann"), phone.get_by_role("radio", name="Bea")
    expect(ann).to_be_checked()
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(bea).to_be_checked()
    table.tap(seats.get_by_role("button", name="Ann"))
    table.tap(table.chip("Ann"))
    expect(ann).to_be_checked()
    table.tap(table.button("Clear seats"))
    for name in reversed(CAST):
        table.tap(seats.get_by_role("button", name=name))
    expect(phone.get_by_role("radio", name=CAST[-1])).to_be_checked()


def test_starting_again_lets_seat_one_deal(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    form = f"{night}/games/coralon"
    phone.goto(form)
    table.tap(table.chip("Cal"))
    phone.wait_for_function("() => Object.keys(localStorage).some((name) => name.startsWith('draft '))")
    phone.goto(form)
    table.tap(table.button("Start again"))
    expect(table.chip("Ann")).to_be_checked()
    table.tap(phone.locator(".seats .pad").get_by_role("button", name="Ann"))
    expect(table.chip("Bea")).to_be_checked()


def test_a_draw_is_shown_on_another_phone_as_it_is_made(new_phone: NewPhone) -> None:
    host = Table(new_phone(reduced_motion="no-preference"))
    night, _ = host.gathered(*CAST)
    other = new_phone(like=host.page, reduced_motion="no-preference")
    with other.expect_request("**/live?*"):
        other.goto(night)
    host.page.goto(f"{night}/games/coralon")
    host.tap(host.button("Draw who deals first"))
    for page in (host.page, other):
        expect(page.locator(".lots.drawing .lit")).to_be_visible()
    for page in (host.page, other):
        expect(page.get_by_role("heading", name="deals first")).to_be_visible()
    dealers = [page.locator(".lots .drawn").inner_text() for page in (host.page, other)]
    assert dealers[0] == dealers[1]
    expect(host.page.get_by_role("radio", name=dealers[0])).to_be_checked()


ROWS = """pad => {
  const keys = [...pad.children].map((key) => key.getBoundingClientRect()).filter(({ width }) => width);
  const rows = [...new Set(keys.map(({ top }) => top))].map((top) => keys.filter((key) => key.top === top));
  return rows.map((row) => [row.length, Math.round(pad.clientWidth - row.at(-1).right + row[0].left)]);
}"""
"""For each row of a pad, how many keys it has, and how many pixels they leave empty."""


@pytest.mark.parametrize(("players", "rows"), [(3, [3]), (4, [2, 2]), (5, [2, 2, 1])])
def test_players_fill_one_row_or_are_two_by_two(phone: Page, players: int, rows: list[int]) -> None:
    night, _ = Table(phone).gathered(*["Ann", "Bea", "Cal", "Dee", "Eva"][:players])
    phone.goto(f"{night}/games/coralon")
    for pad in (".seats .pad", ".chips .pad"):
        assert phone.locator(pad).evaluate(ROWS) == [[keys, 0] for keys in rows]


def test_six_players_start_without_scrolling(phone: Page) -> None:
    night, _ = Table(phone).gathered(*CAST, "Eva", "Fay")
    phone.goto(f"{night}/games/coralon")
    expect(phone.get_by_role("button", name="Start Coralon")).to_be_in_viewport(ratio=1)
