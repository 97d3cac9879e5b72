"""The keypad, with which a hand is entered by one thumb."""

import re
from string import ascii_uppercase

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.layout import allow_motion, shifts, unmoved
from tests.browser.table import CAST, LONG_NAMES, Table, deal

ONE_LINE = 28
"""Pixels of a line of the result."""


@pytest.fixture
def table(phone: Page) -> Table:
    allow_motion(phone)
    return Table(phone)


@pytest.fixture
def coralon(table: Table) -> Table:
    """Return a table where Bea bid 5 and the cards have been played."""
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    table.open_take()
    return table


@pytest.mark.journey
def test_the_mark_moves_on_only_possible_keys_can_be_tapped_and_the_last_figure_follows(
    coralon: Table,
) -> None:
    expect(coralon.marked).to_have_text("Bea")
    coralon.expect_keys(*range(14))
    coralon.enter(6)
    expect(coralon.marked).to_have_text("Cal")
    coralon.expect_keys(*range(8))
    coralon.enter(3)
    expect(coralon.marked).to_have_text("Dee")
    coralon.expect_keys(*range(5))
    coralon.enter(3)
    coralon.expect_figures(Bea=6, Cal=3, Dee=3, Ann=1)
    # Once every box is filled the keys fold away.
    expect(coralon.marked).to_have_count(0)
    expect(coralon.keypad).to_be_hidden()
    expect(coralon.preview).to_contain_text("Ann +1: took 1 trick")

    # What follows may be wrong: correcting Ann to two means that the player before her took one less.
    coralon.tap(coralon.figure("Ann"))
    coralon.expect_keys(*range(5))
    coralon.enter(2)
    coralon.expect_figures(Bea=6, Cal=3, Dee=2, Ann=2)
    expect(coralon.preview).to_contain_text("Ann and Dee +2: took 2 tricks")
    coralon.save()
    coralon.expect_totals(2, 6, 3, 2)


@pytest.mark.journey
def test_save_stays_where_it_is_while_a_hand_of_thief_is_entered(table: Table) -> None:
    table.seated("thief", *CAST)
    table.bid("Bea", 5)
    table.open_take()
    with unmoved(table.save_button):
        with unmoved(table.keypad):
            table.enter(4, 4, 3)
            expect(table.preview).to_contain_text("Bea has 4 of 5 so far.")
            table.enter(1)
            expect(table.preview).to_contain_text(
                "Bea +5: took exactly the 5 points bid: 4 tricks and 1 thief"
            )
            table.enter(2, 1)
        table.enter(1)
        expect(table.save_button).to_have_text("Save hand 1")


def test_the_keys_depend_on_red_and_on_the_partner(table: Table) -> None:
    table.seated("up-and-down", *CAST, "Eve")
    table.page.goto(f"{table.page.url}?whole")
    possible = table.keypad.locator("button:enabled")
    partner = table.page.get_by_role("group", name="Who is the leader’s partner?")
    table.tap(table.page.get_by_role("group", name="Who led?").get_by_label("Bea"))
    table.tap(table.page.get_by_text("Red", exact=True))
    table.tap(table.figure("Bea"))
    expect(possible).to_have_text([str(points) for points in range(12)])
    table.tap(table.page.get_by_text("Red", exact=True))
    expect(possible).to_have_text([str(points) for points in range(23)])
    table.tap(partner.get_by_label("Cal"))
    expect(possible).to_have_text([str(points) for points in range(2, 23)])
    table.enter(8)
    expect(possible).to_have_text([str(points) for points in range(4, 15)])
    table.tap(partner.get_by_label("Nobody (plays alone)"))
    expect(possible).to_have_text(["3", "4", "5", "6"])


def enter_too_few_points(table: Table) -> None:
    """Enter points that don't decide a hand of Bishop yet."""
    table.seated("bishop", *CAST, "Eve")
    table.send(f"{table.page.url}/bid", number=1, bidder="Cal", bid=6, block="war")
    table.page.reload()
    table.tap(table.page.locator(".take > summary"))
    table.tap(table.chip("Dee"))
    table.tap(table.fold("Enter points instead"))
    table.enter(4, 3)


def test_a_refusal_disappears_once_the_entry_is_changed(table: Table, page_problems: list[str]) -> None:
    enter_too_few_points(table)
    table.save()
    page_problems.clear()  # a browser notes that the answer was a refusal
    refused = table.page.get_by_text("4 to 3 doesn’t decide it yet")
    expect(refused).to_be_visible()
    table.tap(table.figure("Ann, Bea and Eve"))
    with unmoved(table.save_button):
        table.enter(5)
        expect(table.preview).to_contain_text("Missed")
    expect(refused.first).to_be_hidden()
    assert not table.page.locator("[aria-invalid], [aria-describedby^=wrong-]").count()


def test_save_stays_under_the_thumb_when_the_result_is_longer_than_the_keys(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.seated("chevalier", *LONG_NAMES[:4])
    table.bid(LONG_NAMES[1], 11)
    on_its_way: list[Route] = []
    table.page.route("**/hands", lambda route: on_its_way.append(route))
    with table.page.expect_request("**/hands"):
        table.take(4, 1, 3)
    table.save_button.scroll_into_view_if_needed()
    with unmoved(table.save_button):
        on_its_way.pop().continue_()
        expect(table.preview).to_contain_text("missed the bid of 11")


def test_going_back_restores_what_was_typed_for_this_hand_only(table: Table) -> None:
    table.seated("tally", "Ann", "Bea")
    table.enter(4)
    table.follow(table.link("Your own game"))
    table.page.go_back()
    table.expect_figures(Ann=4)
    table.tap(table.key("Next"))
    table.enter(2)
    table.save()
    table.follow(table.link("Your own game"))
    table.page.go_back()
    expect(table.save_button).to_have_text("Enter points")
    expect(table.figure("Ann")).to_have_value("")


@pytest.fixture
def crowd(phone: Page) -> Table:
    """Return a table of twenty players with a small phone, so that not all figures are on the screen."""
    phone.set_viewport_size({"width": 320, "height": 568})
    table = Table(phone)
    table.seated("tally", *ascii_uppercase[:20])
    return table


def test_the_keys_stay_in_sight_with_their_place_and_the_result_with_twenty_players(crowd: Table) -> None:
    crowd.tap(crowd.page.locator("[name=points-1]"))
    with unmoved(crowd.keypad):
        for place in range(1, 10):
            expect(crowd.marked.locator(f"[name=points-{place}]")).to_be_in_viewport(ratio=1)
            marked, keys = crowd.marked.bounding_box(), crowd.keypad.bounding_box()
            assert marked
            assert keys
            assert marked["y"] + marked["height"] <= keys["y"]
            crowd.tap(crowd.key("Next"))
    crowd.tap(crowd.key(7))
    first = crowd.panel.locator(".left-out")
    expect(first).to_have_text("19 players are blank and count as 0.")
    line, save = first.bounding_box(), crowd.save_button.bounding_box()
    assert line
    assert save
    assert line["y"] + ONE_LINE <= save["y"]


def test_the_result_is_in_sight_when_the_last_figure_is_far_above_it(crowd: Table) -> None:
    for place in (*range(2, 20), 0):
        crowd.page.locator(f"[name=points-{place}]").evaluate(
            "(input) => { input.value = 7; input.dispatchEvent(new Event('input')); }"
        )
    crowd.tap(crowd.page.locator("[name=points-1]"))
    with unmoved(crowd.save_button):
        crowd.enter(7)
        crowd.tap(crowd.key("Next"))
        expect(crowd.preview.locator("li")).to_have_text("Everyone +7: as entered")
        expect(crowd.preview.locator("li")).to_be_in_viewport(ratio=1)


def test_after_scrolling_past_a_place_the_keys_say_what_they_fill(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.seated("lansquenet", *CAST)
    table.tap(table.key(4))
    table.page.evaluate("scrollBy(0, 110)")
    with unmoved(table.key(2)):
        table.tap(table.key(2))
    expect(table.marked.locator("input")).not_to_be_in_viewport()
    told = table.page.locator(".told").first
    expect(told).to_be_in_viewport(ratio=1)
    expect(told).to_have_text("Coins lost during the round: Bea")
    expect(told).to_have_attribute("data-figure", "42")
    table.page.set_viewport_size({"width": 320, "height": 240})
    table.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(told).not_to_be_in_viewport()


def test_the_keys_cover_no_box_when_they_say_what_they_fill(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.seated("lansquenet", *LONG_NAMES[:4])
    table.tap(table.page.locator(".panel .more > summary").first)
    table.tap(table.page.locator(".panel [name=standing-2]"))
    expect(table.page.locator(".told").first).to_contain_text(re.compile(f": {LONG_NAMES[2]}$"))
    expect(table.marked.locator("input")).to_have_attribute("name", "standing-2")


@pytest.mark.journey
def test_once_it_is_tapped_who_bids_each_number_says_the_total_and_nothing_moves(table: Table) -> None:
    table.seated("coralon", *CAST, target=6, played=[deal("Ann", 2, 2, 4, 4, 3)])
    keys = table.page.locator("[data-name=bid] .key")
    expect(keys.nth(3).locator(".if-made")).to_have_text("")
    opened = shifts(table.page)
    table.tap(table.chip("Bea"))
    expect(keys.nth(3).locator(".if-made")).to_have_text("5")
    expect(keys.nth(4)).to_have_class(re.compile("wins"))
    expect(table.page.locator(".outcomes b")).to_have_text(["only Bea", "everyone", "all but Bea"])
    assert shifts(table.page) == opened

    expect(table.page.locator(".whose")).to_have_text("Bea’s total if exact")
    # So does a number under the finger.
    line = table.page.locator(".worth")
    keys.nth(4).dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(line).to_have_text("6: +6 if exact, everyone scores if more, 0 if fewer")
    expect(line).to_be_in_viewport(ratio=1)
    assert shifts(table.page) == opened


def test_a_bid_that_is_not_saved_by_a_tap_says_what_it_is_worth_once_it_is_chosen(table: Table) -> None:
    table.seated("baronet", *CAST)
    table.tap(table.chip("Bea"))
    line = table.page.locator(".worth")
    table.tap(table.page.locator("[data-name=bid] .chip").nth(5))
    expect(line).to_have_text("6: +8 if made (+18 alone), −8 if missed (−18 alone)")
    table.seated("jeu-de-tarock", *CAST)
    table.tap(table.page.locator("[data-name=contract] .chip").nth(1))
    expect(line).to_have_text("Garde: +150 if just made, −156 if missed by 1, plus extras")
    # Next leads nowhere from the only empty box.
    expect(table.key("Next")).to_be_disabled()
    table.tap(table.key(4))
    expect(table.key("Next")).to_be_enabled()
    table.tap(table.key("delete"))
    expect(table.key("Next")).to_be_disabled()


def test_what_blanks_count_as_leaves_no_empty_band_above_the_keys(table: Table) -> None:
    table.seated("tally", "Ann", "Bea")
    table.enter(9)
    expect(table.page.locator(".in-sight .left-out")).to_be_visible()
    table.tap(table.key("Next"))
    with unmoved(table.keypad):
        table.enter(8)
        expect(table.page.locator(".left-out")).to_have_count(0)
    above, stage = (table.page.locator(part).bounding_box() for part in (".in-sight", ".stage"))
    assert above
    assert stage
    assert above["y"] == stage["y"]
