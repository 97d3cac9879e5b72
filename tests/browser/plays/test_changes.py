"""A game is put right as on paper: a forgotten hand, another target, swapped names; undone for a minute."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.layout import allow_motion, overhang, shifts, small_targets, unmoved
from tests.browser.table import CAST, Table, deal


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a table after three hands of Coralon."""
    table = Table(phone)
    table.seated("coralon", *CAST, target=40)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2), deal("Cal", 4, 5, 3, 3, 2), deal("Dee", 2, 5, 3, 3, 2))
    return table


def open_hand(table: Table, number: int, change: str) -> None:
    """Open the page that changes a hand, and check it."""
    table.tap(table.page.locator(f"#hand-{number} summary"))
    table.follow(table.link(f"Correct hand {number}"))
    table.follow(table.link(change))
    check_page(table)


def check_page(table: Table) -> None:
    check_accessibility(table.page)
    assert overhang(table.page) == 0
    assert small_targets(table.page) == []


def undo_and_redo(table: Table, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Undo and redo the change just made: the totals follow, and each state has its own words."""
    said = []
    for button, totals in (("Undo", after), ("Redo", before), ("Undo", after)):
        table.expect_totals(*totals)
        said.append(table.page.locator("form.undo span").inner_text())
        expect(table.button(button)).to_be_visible()
        if len(said) < 3:
            table.follow(table.button(button))
    assert len(set(said)) == 3


def test_a_game_is_put_right_and_every_change_undone_and_redone(table: Table) -> None:
    phone = table.page
    recorded, inserted, swapped = (6, 10, 7, 8), (9, 10, 7, 8), (9, 12, 5, 8)
    table.expect_totals(*recorded)

    # A hand was forgotten between the first and the second.
    open_hand(table, 2, "Insert a hand before this one")
    table.tap(table.chip("Ann"))
    table.tap(table.chip("3"))
    for name, tricks in (("Ann", 3), ("Bea", 5), ("Cal", 3)):
        table.tap(table.figure(name))
        table.enter(tricks)
    expect(table.preview).to_contain_text("Then Cal dealt hand 3.")
    table.follow(table.button("Insert hand 2"))
    undo_and_redo(table, recorded, inserted)

    # From the third hand on, Bea's scores were written in Cal's column.
    open_hand(table, 3, "Swap names")
    for name in ("Bea", "Cal"):
        table.tap(phone.get_by_role("checkbox", name=name, exact=True))
    table.tap(table.chip("Hands 3 to 4"))
    expect(table.preview.locator(".totals")).to_have_text(
        "Ann 9 Bea 10 12 Cal 7 5 Dee 8", use_inner_text=True
    )
    table.follow(table.button("Swap names"))
    undo_and_redo(table, inserted, swapped)

    # The game was to be played to 5 only.
    table.tap(table.menu)
    table.follow(table.link("Change the game"))
    check_page(table)
    phone.get_by_label("Target").fill("5")
    expect(table.preview).to_contain_text("Bea wins with 5.")
    expect(table.preview).to_contain_text("hands 2, 3 and 4 will be removed")
    table.follow(table.button("Save changes"))
    expect(phone.get_by_role("heading", name="Bea won")).to_be_visible()
    table.follow(table.button("Undo"))
    table.expect_totals(*swapped)

    table.tap(table.menu)
    table.follow(table.link("History"))
    check_page(table)
    expect(phone.locator(".log b").first).to_have_text("Target is 40 again")


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
    # Opening the sheet again does not prolong it.
    phone.reload()
    expect(table.hands).to_have_count(1)
    expect(undo).to_be_hidden()


def test_a_phone_that_opens_the_sheet_later_is_not_offered_undo(table: Table, new_phone: NewPhone) -> None:
    expect(table.button("Undo")).to_be_visible()
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    expect(other.hands).to_have_count(3)
    expect(other.button("Undo")).to_be_hidden()
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(other.page.locator(".undo")).to_contain_text("Hand 4 saved")
    expect(other.button("Undo")).to_be_visible()


def test_a_game_that_is_continued_later_offers_to_undo_no_hand(table: Table, new_phone: NewPhone) -> None:
    table.tap(table.menu)
    table.follow(table.button("End game"))
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    other.follow(other.button("Continue this game"))
    expect(other.page.locator(".undo")).to_contain_text("Hand 3 saved")
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
