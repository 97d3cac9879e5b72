"""What someone is entering or reading is neither lost nor disturbed by what another phone saves."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import check_accessibility, check_page
from tests.browser.live.conftest import DRAFTS, Two, mark
from tests.browser.table import Table, deal


def entered(table: Table) -> list[str]:
    """Return the figures in the form."""
    figures: list[str] = table.page.locator(".place input").evaluate_all("all => all.map((one) => one.value)")
    return figures


def top(element: Locator) -> float:
    """Return how far from the upper edge of the screen it is."""
    return float(element.evaluate("element => element.getBoundingClientRect().top"))


def notice(table: Table) -> Locator:
    return table.page.locator(".notice")


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_a_bid_and_a_hand_saved_elsewhere_are_told_and_what_is_entered_stays(two: Two) -> None:
    one, other = two
    other.page.set_viewport_size({"width": 320, "height": 568})
    other.tap(other.chip("Dee"))
    one.bid("Cal", 4)
    expect(notice(other)).to_contain_text("saved the bid of hand 2: Cal bid 4.")
    other.tap(other.chip("Dee"))
    expect(other.chip("Dee")).to_be_checked()
    check_page(other.page)
    # What comes back from a refusal stays too.
    other.follow(other.button("5"))
    mark(other)
    expect(other.page.get_by_role("alert")).to_contain_text("saved the bid of hand 2 first.")
    one.follow(one.button("Cups"))
    expect(notice(other)).to_contain_text("Cal bid 4 with Cups as trump")
    expect(other.chip("Dee")).to_be_checked()
    other.tap(other.button("Show the saved hand"))
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")

    other.take(5, 4)
    place = top(other.marked)
    one.take(4, 3, 3)
    one.save()
    expect(notice(other)).to_contain_text(re.compile("saved hand 2: Cal bid 4 and made it exactly."))
    expect(other.button("Undo")).to_be_hidden()
    other.expect_totals(0, 5, 4, 0)
    assert entered(other)[2:] == ["5", "4"]
    assert top(other.marked) == pytest.approx(place, abs=1)
    other.tap(other.button("Show the saved hand"))
    expect(notice(other)).to_have_count(0)
    expect(other.page.locator("#due")).to_contain_text("Hand 3")
    expect(other.page.locator("#due")).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (844, 390), (1280, 800)])
def test_what_is_told_of_others_moves_no_key_and_ends_what_was_said_before(
    two: Two, width: int, height: int
) -> None:
    one, other = two
    other.page.set_viewport_size({"width": width, "height": height})
    other.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforebegin', '<p class=flash>Hello</p>')"
    )
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    expect(other.page.locator(".flash")).to_have_count(0)
    other.take(5, 4)
    keys = [other.marked, other.keypad]
    places = [*map(top, keys)]
    one.take(4, 3, 3)
    one.save()
    expect(notice(other)).to_be_visible()
    assert [*map(top, keys)] == pytest.approx(places, abs=1)


def test_trump_and_a_correction_that_do_not_concern_the_figures_say_nothing(two: Two) -> None:
    one, other = two
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.take(4, 3)
    one.follow(one.button("Cups"))
    expect(other.page.locator(".at-play")).to_contain_text("Cups")
    assert entered(other)[2:] == ["4", "3"]
    one.tap(one.page.locator("#hand-1 > summary"))
    one.follow(one.link("Correct hand 1"))
    one.tap(one.fold("More about this hand"))
    one.page.get_by_label("Note").fill("What a hand")
    one.follow(one.button("Save hand 1"))
    expect(other.page.locator("#hand-1 .note")).to_have_text("What a hand")
    expect(notice(other)).to_have_count(0)
    other.enter(3)
    other.save()
    one.expect_totals(0, 5, 4, 0)
    other.page.evaluate("window.mark = 'saved itself'")


def test_a_hand_corrected_elsewhere_is_told_to_someone_who_is_correcting_it(two: Two) -> None:
    one, other = two
    for table in two:
        table.page.goto(f"{table.page.url}/hands/1")
    mark(other)
    other.tap(other.chip("Dee"))
    one.tap(one.chip("4"))
    one.save()
    expect(notice(other)).to_contain_text("corrected hand 1: bid")
    expect(other.chip("Dee")).to_be_checked()
    other.tap(other.button("Show the saved hand"))
    expect(other.chip("Dee")).not_to_be_checked()
    expect(other.chip("4")).to_be_checked()
    assert other.page.evaluate(DRAFTS) == []


def test_a_player_renamed_and_a_game_deleted_elsewhere_are_told(two: Two) -> None:
    one, other = two
    sheet = one.page.url
    other.tap(other.chip("Dee"))
    other.tap(other.fold("More about this hand"))
    other.tap(other.chip("Cups"))
    one.page.goto("/clubs/1/players")
    one.follow(one.link("Cal"))
    one.tap(one.fold("Settings"))
    one.page.get_by_label("New name, on every sheet").fill("Calvin")
    one.follow(one.button("Rename"))
    expect(other.page.locator(".board")).to_contain_text("Calvin")
    expect(notice(other).locator("p")).to_have_text(["Someone has changed this game."])
    one.page.goto(sheet)
    one.change_game()
    one.follow(one.button("Delete game"))
    expect(notice(other)).to_contain_text("This game was deleted.")
    other.tap(other.button("Discard this hand"))
    expect(other.page.locator("#due")).to_have_text("This game was deleted")


def test_a_single_tap_keeps_no_phone_from_going_along_and_is_there_again_if_it_counts(two: Two) -> None:
    one, other = two
    due, waiting = other.page.locator("#due"), other.page.locator(".key.waits")
    other.tap(other.chip("Dee"))
    one.play(deal("Cal", 4, 4, 3, 3))
    expect(due).to_contain_text("Hand 3", timeout=10_000)
    expect(notice(other)).to_have_count(0)
    other.tap(other.button("2"))
    expect(waiting).to_have_count(1)
    one.tap(one.menu)
    one.follow(one.button("End game"))
    expect(due).to_have_text("Bea won", timeout=10_000)
    one.follow(one.button("Undo"))
    expect(waiting).to_have_text(re.compile("^2"))


def test_half_a_hand_stays_below_one_sentence_that_leads_to_the_next_game(two: Two) -> None:
    one, other = two
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.take(5, 4)
    one.take(4, 3, 3)
    one.save()
    one.tap(one.menu)
    one.follow(one.button("End game"))
    one.follow(one.again_button)
    expect(notice(other).get_by_role("link")).to_have_text("Playing now: Coralon")
    expect(notice(other).locator("p")).to_have_text(["The game was ended."])
    assert entered(other)[2:] == ["5", "4"]


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_a_hand_that_had_to_wait_is_shown_beside_theirs_until_someone_decides(two: Two) -> None:
    one, other = two
    conflict, line = other.page.locator(".conflict"), other.page.locator(".connection")
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.open_take()
    other.page.context.set_offline(True)
    other.enter(5, 3, 3)
    other.tap(other.save_button)
    expect(line).to_contain_text("waiting")
    one.take(4, 3, 3)
    one.save()
    other.page.context.set_offline(False)
    expect(conflict).to_contain_text("Mine, not saved yet")
    other.page.reload()
    expect(conflict).to_contain_text("saved hand 2 first.")
    other.expect_totals(0, 5, 4, 0)
    check_accessibility(other.page)
    other.tap(other.button("Enter mine as hand 3"))
    for _ in range(2):
        expect(other.hands).to_have_count(3)
        expect(conflict).to_have_count(0)
        expect(line).to_be_empty()
        other.page.reload()
    mark(other)


def test_what_is_open_and_focused_stays_so_and_an_open_menu_waits_until_it_is_closed(two: Two) -> None:
    one, other = two
    first = other.page.locator("#hand-1 > summary")
    other.tap(first)
    first.focus()
    one.recorded(deal("Cal", 4, 4, 3, 3, 3))
    expect(other.hands).to_have_count(2)
    expect(other.page.locator("#hand-1")).to_have_attribute("open", "")
    expect(first).to_be_focused()
    expect(other.page.locator("#hand-2")).not_to_have_attribute("open", "")

    other.change_game()
    expect(other.button("Remove hand 2")).to_be_visible()
    one.recorded(deal("Cal", 4, 4, 3, 3, 3))
    expect(other.hands).to_have_count(3)
    expect(other.button("Remove hand 2")).to_be_visible()
    other.tap(other.menu)
    expect(other.page.get_by_text("Remove hand 3")).to_have_count(1)
