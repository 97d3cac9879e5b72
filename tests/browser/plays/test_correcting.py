"""A hand that was entered wrongly is corrected or undone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.layout import allow_motion, shifts, unmoved
from tests.browser.table import CAST, Table, deal


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a table after four hands of Coralon."""
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(
        deal("Bea", 5, 5, 3, 3, 2),
        deal("Cal", 4, 3, 5, 3, 2),
        deal("Dee", 6, 4, 5, 2, 2),
        deal("Ann", 2, 9, 1, 1, 2),
    )
    table.expect_totals(17, 10, 3, 7)
    return table


def test_a_hand_three_hands_back_is_corrected(table: Table) -> None:
    phone = table.page
    first = phone.locator("#hand-1")
    table.tap(first.locator("summary"))
    table.follow(table.link("Correct hand 1"))

    # The page shows what would change before anything is saved.
    table.tap(table.figure("Bea"))
    table.enter(6)
    expect(table.preview).to_contain_text("Bea +6 took 6 tricks, 1 over the bid of 5")
    expect(table.preview.locator(".totals")).to_have_text(
        "Ann 17 18 Bea 10 11 Cal 3 6 Dee 7 10", use_inner_text=True
    )
    table.save()
    table.expect_totals(18, 11, 6, 10)
    expect(first.locator("summary")).to_contain_text("over")

    # Both values stay in the history.
    table.tap(first.locator("summary"))
    table.follow(table.link("Correct hand 1"))
    history = phone.get_by_role("region", name="History").get_by_role("listitem")
    expect(history.filter(has_text="Entered").last).to_contain_text("Ann 2, Bea 5, Cal 3, Dee 3")
    expect(history.filter(has_text="Corrected")).to_contain_text("Ann 1, Bea 6, Cal 3, Dee 3")
    table.follow(table.link("‹ Coralon"))

    table.follow(table.button("Undo"))
    table.expect_totals(17, 10, 3, 7)
    table.follow(table.button("Redo"))
    table.expect_totals(18, 11, 6, 10)


def test_a_correction_that_ends_the_game_says_what_happens_to_later_hands(table: Table) -> None:
    table.recorded(deal("Ann", 13, 13, 0, 0, 0), deal("Dee", 6, 4, 4, 3, 2), deal("Bea", 5, 5, 3, 3, 2))
    table.expect_totals(34, 18, 5, 7)
    table.tap(table.page.locator("#hand-6 summary"))
    table.follow(table.link("Correct hand 6"))
    for name, tricks in {"Dee": 0, "Bea": 0, "Ann": 10}.items():
        table.tap(table.figure(name))
        table.enter(tricks)
    expect(table.preview).to_contain_text("Ann wins with 40.")
    expect(table.preview).to_contain_text("The game ends with hand 6, so hand 7 will be removed.")
    table.save()
    expect(table.page.get_by_role("heading", name="Ann won")).to_be_visible()
    expect(table.hands).to_have_count(6)

    table.follow(table.button("Undo"))
    table.expect_totals(34, 18, 5, 7)
    expect(table.hands).to_have_count(7)


def test_the_last_hand_is_undone_and_redone(table: Table) -> None:
    table.tap(table.menu)
    table.follow(table.button("Remove hand 4"))
    table.expect_totals(8, 9, 2, 5)
    expect(table.hands).to_have_count(3)
    table.tap(table.menu)
    table.follow(table.button("Restore hand 4"))
    table.expect_totals(17, 10, 3, 7)


def test_a_bid_is_changed_before_the_play(table: Table) -> None:
    table.bid("Bea", 5)
    table.follow(table.link("Change the bid"))
    table.bid("Dee", 6)
    expect(table.page.get_by_role("heading", name="Dee bid 6")).to_be_visible()


def test_undo_disappears_after_its_minute_and_keeps_its_room(phone: Page) -> None:
    phone.clock.install()
    allow_motion(phone)
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    undo = table.button("Undo")
    with unmoved(phone.locator(".panel")):
        phone.clock.run_for("00:55")
        expect(undo).to_be_visible()
        phone.clock.run_for("00:06")
        expect(undo).to_be_hidden()
    assert shifts(phone) == []


def test_opening_the_sheet_again_does_not_prolong_undo(phone: Page) -> None:
    phone.clock.install()
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    phone.clock.run_for("00:55")
    phone.reload()
    expect(table.button("Undo")).to_be_visible()
    phone.clock.run_for("00:06")
    expect(table.button("Undo")).to_be_hidden()
    phone.reload()
    expect(table.button("Undo")).to_be_hidden()


def test_a_phone_that_opens_the_sheet_later_is_not_offered_undo(table: Table, new_phone: NewPhone) -> None:
    expect(table.button("Undo")).to_be_visible()
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    expect(other.hands).to_have_count(4)
    expect(other.button("Undo")).to_be_hidden()
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(other.page.locator(".undo")).to_contain_text("Hand 5 saved")
    expect(other.button("Undo")).to_be_visible()


def test_a_game_that_is_continued_later_offers_to_undo_no_hand(table: Table, new_phone: NewPhone) -> None:
    table.tap(table.menu)
    table.follow(table.button("End game"))
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    other.follow(other.button("Continue this game"))
    expect(other.page.locator(".undo")).to_contain_text("Hand 4 saved")
    expect(other.button("Undo")).to_be_hidden()
    other.play(deal("Bea", 5, 5, 3, 3))
    expect(other.button("Undo")).to_be_visible()


@pytest.mark.usefixtures("requests_may_fail")
def test_an_undo_in_the_history_that_is_too_late_leads_to_the_sheet(table: Table) -> None:
    table.page.goto(f"{table.page.url}/history")
    table.page.locator("input[name=change]").evaluate("(input) => { input.value = 1 }")
    table.page.get_by_role("button", name="Undo").first.tap()
    expect(table.page.locator("link[href*='plays/sheet']")).to_have_count(1)
    expect(table.page.locator(".problem")).to_be_visible()
