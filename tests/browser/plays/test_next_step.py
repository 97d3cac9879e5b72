"""Nothing is entered for the wrong person, and a form says what it still needs instead of refusing it.

The mark goes to the player whom the others play against. A figure that is left out counts as 0 only after the
page has said so, and never ends a game.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.entries import Person
from scorekeeper.rules.game import Game
from tests.browser.accessibility import check_accessibility
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, Deal, LazyThumb, Table, seat_of

SIZES = ((390, 844), (320, 640), (1280, 800))
SLACK = 3
"""By so many pixels the middle of a box may differ from that of its total."""

SAID = "Ann and Dee are blank and count as 0."

FIVE = (*CAST, "Eva")
FIRST = Deal("Bea", 5, (6, 3, 2, 2))
KEYS = ("jeu-de-tarock", "hazard")
"""A game with a contract, and one with bets."""

LED = [
    (game, name)
    for game in GAMES
    for name, entry in game.entries[game.hand].items()
    if game.key in KEYS and isinstance(entry, Person) and entry.leads
]


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def middles(boxes: Locator) -> list[float]:
    """Return the middle of each element, from the left edge of the screen."""
    found: list[float] = boxes.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({left, right}) => (left + right) / 2)"
    )
    return found


def test_boxes_and_names_stand_below_the_totals_whoever_deals(table: Table) -> None:
    names = (*CAST, "Eve", "Fay")
    table.seated("coralon", *names)
    page = table.page
    for bidder in ("Cal", "Dee"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            totals = middles(page.locator(".board .side"))
            assert middles(page.locator("[data-name=bidder] .chip")) == pytest.approx(totals, abs=SLACK)
        table.bid(bidder, 3)
        table.open_take()
        expect(page.locator(".place")).to_have_text(names)
        expect(table.marked).to_have_text(bidder)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            totals = middles(page.locator(".board .side"))
            assert middles(page.locator(".place")) == pytest.approx(totals, abs=SLACK)
        table.enter(3, 2, 1, 1, 1)
        table.save()
        expect(table.page.locator("[data-name=bidder]")).to_be_visible()


def test_a_number_tapped_first_waits_for_the_player(table: Table) -> None:
    table.seated("coralon", *CAST)
    table.tap(table.button("6"))
    expect(table.button("6")).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator(".problem")).to_have_count(0)
    check_accessibility(table.page)
    table.tap(table.button("5"))
    expect(table.page.locator(".worth")).to_have_text("5: +5 if exact, everyone scores if more, 0 if fewer")
    expect(table.button("6")).not_to_have_attribute("aria-pressed", "true")
    table.tap(table.chip("Ann"))
    expect(table.page.locator(".called")).to_contain_text("Ann bid 5")
    assert table.taps == 3


@pytest.mark.journey
def test_save_says_what_is_missing_and_leads_there(table: Table) -> None:
    table.seated("coralon", *CAST)
    table.page.goto(f"{table.page.url}?whole")
    save = table.page.locator(".buttons .primary")
    expect(save).to_have_text("Tap who won the bid")
    table.tap(save)
    expect(table.chip("Ann")).to_be_focused()
    expect(table.page.locator(".problem")).to_have_count(0)
    table.tap(table.chip("Cal"))
    expect(save).to_have_text("Enter the bid")
    table.tap(table.chip("4"))
    # Where the mark is, it says how many there are so far; elsewhere whose are missing.
    expect(save).to_have_text("0 of 13 tricks")
    table.enter(4)
    expect(save).to_have_text("4 of 13 tricks")
    table.tap(table.figure("Ann"))
    expect(save).to_have_text("Enter Dee’s tricks")
    table.tap(table.figure("Dee"))
    check_accessibility(table.page)
    table.enter(3, 3)
    expect(save).to_have_text("Save hand 1")
    table.save()
    table.expect_totals(0, 0, 4, 0)


@pytest.mark.journey
def test_enter_moves_on_and_saves_only_a_complete_hand(table: Table) -> None:
    """With a real keyboard, from one hand to the next."""
    table.seated("coralon", *CAST)
    keyboard = table.page.keyboard
    table.bid("Cal", 4)
    summary = table.page.locator(".take > summary")
    expect(summary).to_be_focused()
    keyboard.press("Enter")
    table.page.get_by_role("spinbutton", name="Cal").focus()
    for figure, following in (("4", "Dee"), ("3", "Ann")):
        keyboard.type(figure)
        keyboard.press("Enter")
        expect(table.page.get_by_role("spinbutton", name=following)).to_be_focused()
    keyboard.press("Enter")
    expect(table.hands).to_have_count(0)
    expect(table.page.get_by_role("spinbutton", name="Bea")).to_be_focused()
    table.page.get_by_role("spinbutton", name="Ann").focus()
    keyboard.type("3")
    keyboard.press("Enter")
    expect(table.save_button).to_be_focused()
    keyboard.press("Enter")
    expect(table.hands).to_have_count(1)
    expect(table.chip("Ann")).to_be_focused()


def test_the_keyboard_goes_on_where_a_key_was_tapped(table: Table) -> None:
    table.seated("coralon", *CAST)
    keyboard = table.page.keyboard
    table.bid("Bea", 5)
    expect(table.page.locator(".take > summary")).to_be_focused()
    table.open_take()
    expect(table.keypad).to_be_visible()
    keyboard.press("Enter")
    expect(table.page.locator("details.take")).to_have_attribute("open", "")
    expect(table.figure("Bea")).to_be_focused()
    table.enter(2)
    keyboard.press("Enter")
    expect(table.figure("Cal")).to_be_focused()
    expect(table.figure("Cal")).to_have_value("")
    table.enter(4)
    keyboard.type("1")
    table.expect_figures(Bea=2, Cal=4, Dee=1, Ann=6)
    keyboard.press("Enter")
    expect(table.save_button).to_be_focused()
    expect(table.hands).to_have_count(0)


def test_opening_the_tricks_scrolls_no_further_than_needed(table: Table) -> None:
    page = table.page
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    for width, height in ((390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        table.open_take()
        expect(table.keypad).to_be_visible()
        expect(table.save_button).to_be_in_viewport(ratio=1)
        expect(table.marked).to_be_in_viewport(ratio=1)
        keys = table.keypad.bounding_box()
        save = table.save_button.bounding_box()
        assert keys
        assert save
        assert keys["y"] + keys["height"] <= save["y"] + 1
        if height > 640:
            assert page.evaluate("scrollY") == 0
        else:
            expect(page.locator(".board .total").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [*SIZES, (844, 390)])
@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("ducks-and-geese-cutthroat", {}),
        ("tally", {"columns-by": "columns", "columns-0-name": "towns", "columns-1-name": "roads"}),
    ],
)
def test_what_counts_as_zero_and_the_new_totals_are_in_sight_with_the_keys(
    phone: Page, key: str, rules: dict[str, Any], width: int, height: int
) -> None:
    table = LazyThumb(phone)
    phone.set_viewport_size({"width": width, "height": height})
    table.seated(key, *CAST, **rules)
    if key != "tally":
        table.send(f"{phone.url}/bid", number=1, bidder="Cal", bid=6)
        phone.reload()
        table.open_take()
    table.enter(6)
    expect(table.save_button).to_have_text(re.compile(r"^Save with \d blanks as 0$"))
    for one in (
        phone.locator(".left-out"),
        phone.locator(".after"),
        table.marked.locator("input"),
        table.keypad,
    ):
        expect(one).to_be_in_viewport(ratio=1)
    totals, keys = phone.locator(".after").bounding_box(), table.keypad.bounding_box()
    assert totals
    assert keys
    assert totals["y"] + totals["height"] <= keys["y"]


@pytest.fixture
def coralon(table: Table) -> Table:
    table.seated("coralon", *CAST)
    return table


def test_the_mark_follows_the_bidder_and_no_figure_does(coralon: Table) -> None:
    coralon.recorded(FIRST)
    sheet = coralon.page.url
    coralon.page.goto(f"{sheet}/hands/1")
    coralon.tap(coralon.figure("Dee"))
    coralon.tap(coralon.chip("Cal"))
    coralon.expect_figures(Bea=6, Cal=3, Dee=2, Ann=2)
    expect(coralon.marked).to_have_text("Dee")
    coralon.enter(3)
    coralon.expect_figures(Bea=6, Cal=3, Dee=3, Ann=1)

    coralon.page.goto(f"{sheet}/hands/1/insert")
    expect(coralon.marked).to_have_text("Bea")
    coralon.tap(coralon.chip("Dee"))
    expect(coralon.marked).to_have_text("Dee")
    coralon.tap(coralon.chip("5"))
    coralon.enter(5)
    coralon.tap(coralon.chip("Cal"))
    expect(coralon.marked).to_have_text("Cal")
    coralon.tap(coralon.chip("Dee"))
    coralon.tap(coralon.figure("Ann"))
    coralon.enter(3, 3)
    coralon.expect_figures(Dee=5, Ann=3, Bea=3, Cal=2)
    expect(coralon.preview).to_contain_text("Dee +5")


def test_figures_typed_before_the_bidder_stay_and_the_next_empty_box_is_marked(coralon: Table) -> None:
    coralon.page.goto(f"{coralon.page.url}?whole")
    coralon.enter(3)
    coralon.tap(coralon.chip("Bea"))
    coralon.expect_figures(Bea=3)
    expect(coralon.marked).to_have_text("Cal")
    coralon.enter(5, 3)
    coralon.tap(coralon.chip("Dee"))
    coralon.expect_figures(Bea=3, Cal=5, Dee=3, Ann=2)
    expect(coralon.marked).to_have_count(0)


@pytest.mark.parametrize(("game", "name"), LED, ids=[game.key for game, _ in LED])
def test_the_first_figure_is_that_of_the_player_who_leads(
    table: Table, game: Game[Any, Any], name: str
) -> None:
    names = FIVE[: len(TYPICAL[game.key].players)]
    table.seated(game.key, *names)
    table.page.goto(f"{table.page.url}?whole")
    for fold in table.page.locator("details.instead > summary").all():
        table.tap(fold)
    for player in (*names[2:], *names[:2]):
        chip = table.page.locator(f".chip:visible [name={name}][value='{seat_of(player)}']:enabled")
        if not chip.count():
            continue
        table.tap(chip)
        marked = table.marked.get_attribute("data-who") or table.marked.inner_text()
        # The points of a contract are nobody's.
        assert player in marked or not any(one in marked for one in names)


def test_the_line_before_save_says_what_counts_as_zero(phone: Page) -> None:
    table = LazyThumb(phone)
    table.seated("tally", *CAST)
    for name, figure in (("Bea", 7), ("Cal", 5)):
        table.tap(table.figure(name))
        table.enter(figure)
    said = table.panel.get_by_text(SAID)
    expect(said).to_be_in_viewport(ratio=1)
    saves = table.save_button.bounding_box()
    words = said.bounding_box()
    assert saves
    assert words
    assert words["y"] + words["height"] <= saves["y"]
    expect(table.save_button).to_have_text("Save with 2 blanks as 0")
    check_accessibility(phone)
    table.save()
    table.expect_totals(0, 7, 5, 0)


def test_a_figure_that_could_decide_is_asked_for_until_the_game_goes_on(table: Table) -> None:
    table.seated("tally", "Ann", "Bea", target=9)
    table.tap(table.figure("Bea"))
    table.enter(9)
    expect(table.preview).to_have_text("Enter the points of Ann too, or 0: this round ends the game.")
    expect(table.save_button).to_have_text("Enter Ann’s points")
    check_accessibility(table.page)
    table.tap(table.save_button)
    expect(table.marked).to_have_text("Ann")
    table.tap(table.figure("Bea"))
    table.tap(table.key("delete"))
    table.enter(8)
    expect(table.save_button).to_have_text("Save with 1 blank as 0")
