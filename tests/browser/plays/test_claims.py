"""Phones at a table, each with its own player's figures, and one of them keeps the score."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility, check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Deal, Table, deal

Joined = Callable[..., Table]

SAID = "Bea says hand 1 is wrong"

SAID_AT_ONCE = 1000
"""Milliseconds until a wrong sum is named on another phone."""


@pytest.fixture
def keeper(phone: Page) -> Table:
    """Return Ann's phone, on which the score is kept."""
    return Table(phone)


@pytest.fixture
def join(keeper: Table, new_phone: NewPhone) -> Joined:
    """Return a function that seats everyone, and one that lets the phone of a player in."""

    def join(name: str, right: str = "Invite") -> Table:
        host, other = keeper.page, Table(new_phone())
        night = host.evaluate("document.querySelector('.back').pathname")
        link = host.request.get(f"{night}/invite?link={'keep' if right == 'Invite' else 'watch'}").text()
        other.page.goto(re.findall(r"/join/[\w-]+", link)[0])
        other.follow(other.button(f"I’m {name}"))
        other.taps = 0
        with other.page.expect_request("**/live?*"):
            other.page.goto(host.url)
        return other

    return join


def seat(keeper: Table, game: str, *played: Deal) -> None:
    """Start a game on Ann's phone."""
    keeper.seated(game, *CAST, played=played)
    night = keeper.page.evaluate("document.querySelector('.back').pathname")
    keeper.send(f"{night}/me", player=1)
    with keeper.page.expect_request("**/live?*"):
        keeper.page.reload()


def question(table: Table) -> Locator:
    return table.page.locator("[data-part=question]")


def pad(table: Table, of: str) -> Locator:
    return question(table).get_by_role("group", name=re.compile(of, re.IGNORECASE))


def say(table: Table, of: str, figure: int) -> None:
    expect(pad(table, of)).to_be_visible()
    table.see()
    table.tap(pad(table, of).get_by_role("button", name=str(figure), exact=True))
    expect(question(table)).to_contain_text(re.compile(rf"You said.*{figure}"))


def box(table: Table, name: str) -> Locator:
    """Return a box of the form of the hand."""
    return table.page.locator(f".take [name={name}]")


def doubt(table: Table) -> Locator:
    return table.page.locator(".doubt")


def change(table: Table, of: str, figure: int) -> None:
    table.tap(question(table).locator("summary"))
    say(table, of, figure)


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_four_phones_say_what_they_took_and_the_keeper_saves(keeper: Table, join: Joined) -> None:
    seat(keeper, "ducks-and-geese-cutthroat")
    bea, cal, dee = (join(name) for name in ("Bea", "Cal", "Dee"))
    keeper.bid("Bea", 4)
    keeper.tap(keeper.button("Ask the table"))
    expect(doubt(dee)).to_have_text("Nobody has answered yet.")
    check_accessibility(bea.page)
    say(keeper, "ducks", 0)
    say(keeper, "geese", 0)
    keeper.open_take()
    say(bea, "tricks", 3)
    say(bea, "ducks", 2)
    say(bea, "geese", 0)
    say(cal, "ducks", 2)
    say(cal, "geese", 0)
    expect(doubt(keeper)).to_have_text("Dee hasn’t answered.")
    expect(box(keeper, "tricks")).to_have_value("3")
    check_accessibility(bea.page)

    dee.tap(pad(dee, "ducks").get_by_role("button", name="2", exact=True))
    wrong = "That makes 6 ducks, but there are only 5: Bea, Cal or Dee? Dee: geese to come."
    expect(doubt(keeper)).to_have_text(wrong, timeout=SAID_AT_ONCE)
    say(dee, "geese", 0)
    assert [table.taps for table in (bea, cal, dee)] == [3, 2, 2]
    check_accessibility(keeper.page)
    change(dee, "ducks", 1)
    expect(doubt(keeper)).to_have_text("Everyone has answered.")
    expect(box(keeper, "ducks-3")).to_have_value("1")

    # What the keeper enters stays, whatever is said later.
    keeper.tap(box(keeper, "ducks-2"))
    keeper.enter(1)
    change(cal, "ducks", 0)
    change(dee, "ducks", 2)
    expect(box(keeper, "ducks-3")).to_have_value("2")
    expect(box(keeper, "ducks-2")).to_have_value("1")
    expect(doubt(keeper)).to_contain_text("Ducks: Cal said 0, not 1.")

    # Nobody waits for a phone without a network, and what it says then does no harm.
    bea.page.context.set_offline(True)
    bea.tap(question(bea).locator("summary"))
    bea.tap(pad(bea, "tricks").get_by_role("button", name="4", exact=True))
    expect(bea.page.locator(".connection")).to_contain_text("Offline")
    keeper.save()
    keeper.expect_totals(0, 5, 1, 2)
    bea.page.context.set_offline(False)
    bea.expect_totals(0, 5, 1, 2)
    expect(question(bea)).to_be_empty()
    expect(bea.page.locator(".connection")).to_be_empty()


def test_a_double_tap_answers_one_question_and_what_was_asked_before_waits_below(
    keeper: Table, join: Joined
) -> None:
    seat(keeper, "ducks-and-geese-cutthroat")
    bea = join("Bea")
    keeper.bid("Cal", 4)
    keeper.tap(keeper.button("Ask the table"))
    expect(pad(bea, "Bea, how many ducks")).to_be_visible()
    expect(question(bea).get_by_role("group")).to_have_count(1)
    expect(bea.page.locator(".take")).to_have_css("position", "static")
    key = pad(bea, "ducks").get_by_role("button", name="1", exact=True).bounding_box()
    assert key
    place = key["x"] + key["width"] / 2, key["y"] + key["height"] / 2
    bea.page.touchscreen.tap(*place)
    expect(pad(bea, "Bea, how many geese")).to_be_visible()
    bea.page.touchscreen.tap(*place)
    bea.see()
    expect(question(bea)).to_contain_text("You said 1 duck.")
    expect(keeper.page.locator(".said li").nth(1)).to_have_text(re.compile("Bea 1 duck\\s*$"))


def test_the_keeper_types_over_what_a_player_said(keeper: Table, join: Joined) -> None:
    seat(keeper, "tally")
    bea = join("Bea")
    keeper.tap(keeper.button("Ask the table"))
    question(bea).get_by_label("Bea, what did you score?").fill("25")
    bea.tap(question(bea).get_by_role("button", name="Send"))
    figure = keeper.page.locator(".panel [name=points-1]")
    expect(figure).to_have_value("25")
    keeper.tap(figure)
    keeper.enter(2, 5, 5)
    expect(figure).to_have_value("255")
    expect(doubt(keeper)).to_have_text("Ann, Cal and Dee haven’t answered. Bea said 25, not 255.")

    # A question that is over leaves the phone, also where an answer was being typed.
    cal = join("Cal")
    question(cal).get_by_label("Cal, what did you score?").fill("3")
    keeper.tap(keeper.button("Stop asking"))
    expect(question(cal)).to_be_empty()
    expect(cal.page.get_by_text("Show the saved hand")).to_have_count(0)


def flags(table: Table) -> Locator:
    return table.page.locator("#objections .flag")


def test_a_hand_that_is_not_right_is_corrected_or_said_to_be_right(keeper: Table, join: Joined) -> None:
    seat(keeper, "coralon", deal("Bea", 5, 5, 3, 3, 2))
    bea = join("Bea")
    keeper.bid("Cal", 4)
    keeper.open_take()
    keeper.enter(4)
    before = [keeper.keypad.bounding_box(), keeper.figure("Cal").bounding_box()]
    bea.tap(bea.button("Not right?"))
    expect(keeper.page.locator("#changed")).to_have_text(f"{SAID}.")
    expect(keeper.page.locator(".bar h1")).to_have_css("opacity", "0")
    expect(bea.page.locator(".own-figure .key").first).to_be_focused()
    check_page(bea.page)
    bea.tap(bea.page.locator(".own-figure").get_by_role("button", name="4", exact=True))
    for table in (keeper, bea):
        expect(flags(table)).to_have_text(f"{SAID}: 4 tricks, not 5")
        expect(table.hands.first).to_contain_text("Bea: 4 tricks, not 5")
    expect(keeper.page.locator("#changed")).to_have_text(f"{SAID}: 4 tricks, not 5.")
    # Nothing has moved below the thumb of the one who keeps score, and nothing is lost.
    assert [keeper.keypad.bounding_box(), keeper.figure("Cal").bounding_box()] == before
    keeper.expect_figures(Cal=4)
    check_page(keeper.page)
    keeper.follow(keeper.page.locator(".flagged"))
    keeper.expect_figures(Bea=4)
    check_page(keeper.page)
    keeper.figure("Ann").fill("3")
    keeper.figure("Dee").fill("3")
    keeper.follow(keeper.save_button)
    for table in (keeper, bea):
        expect(flags(table)).to_have_count(0)
        expect(table.page.locator(".flagged")).to_have_count(0)
        expect(table.page.locator(".bar h1")).to_have_css("opacity", "1")
        expect(table.hands.first).not_to_contain_text("Bea: 4")
    bea.tap(bea.button("Not right?"))
    keeper.tap(keeper.button("It’s right"))
    for table in (keeper, bea):
        expect(flags(table)).to_have_count(0)
    expect(bea.button("Not right?")).to_be_visible()
