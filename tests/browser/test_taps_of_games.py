"""What a hand costs in the games that promise few taps: counted from the sheet back to the sheet."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table

FIVE = (*CAST, "Eva")
FEW = 12


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def choose(table: Table, name: str, value: str) -> None:
    table.tap(table.page.locator(f".panel [name='{name}'][value='{value}']"))


def tap_to_save(table: Table, name: str, value: str) -> None:
    table.follow(table.page.locator(f".panel button[name='{name}-now'][value='{value}']"))


def test_a_hand_of_ducks_and_geese(table: Table) -> None:
    table.seated("ducks-and-geese", *CAST)
    table.bid("Bea", 9)
    table.take(4, 3, 1, 2, 1)
    expect(table.preview).to_contain_text("made the bid of 9 with 4 tricks, 3 ducks and 2 geese")
    table.save()
    table.expect_totals(2, 9)
    assert table.taps <= FEW


def test_a_hand_that_is_forfeited_costs_one_tap(table: Table) -> None:
    table.seated("ducks-and-geese", *CAST)
    table.follow(table.button("Forfeit"))
    table.expect_totals(0, 3)
    assert table.taps == 1


def test_a_hand_of_chevalier_with_a_sweep(table: Table) -> None:
    table.seated("chevalier", *CAST)
    table.bid("Bea", 7)
    table.take(3, 2, 5)
    expect(table.preview).to_contain_text("having swept every Seven")
    table.save()
    table.expect_totals(2, 13)
    assert table.taps <= FEW


def test_a_hand_of_up_and_down(table: Table) -> None:
    table.seated("up-and-down", *FIVE)
    tap_to_save(table, "leader", "Bea")
    table.tap(table.page.locator(".take > summary"))
    choose(table, "partner", "Dee")
    expect(table.page.locator(".places .place")).to_have_text(["Bea and Dee", "Cal, Eva and Ann"])
    table.enter(9, 6)
    expect(table.preview).to_contain_text("Cal pays Bea and Dee 1 each")
    table.save()
    table.expect_totals(28, 33, 28, 33, 28)
    assert table.taps <= FEW


def test_a_hand_of_bishop_that_was_made_is_a_large_button(table: Table) -> None:
    table.seated("bishop", *FIVE)
    choose(table, "bidder", "Bea")
    choose(table, "bid", "6")
    tap_to_save(table, "block", "war")
    table.tap(table.page.locator(".take > summary"))
    choose(table, "partner", "Dee")
    choose(table, "made", "yes")
    table.save()
    table.expect_totals(0, 6, 0, 6, 0)
    assert table.taps <= FEW


def test_a_roll_of_house_of_fortune_costs_one_tap_and_is_taken_back_with_one(table: Table) -> None:
    table.seated("house-of-fortune", *CAST)
    for number, roll in enumerate((5, 5, 7), start=1):
        expect(table.page.locator("#due")).to_contain_text(f"{CAST[number - 1]}’s turn")
        tap_to_save(table, "roll", str(roll))
        assert table.taps == number
    expect(table.page.locator("button[value='7'] .lies")).to_contain_text("5")
    table.expect_totals(-2, 0, -2, -1)
    table.follow(table.page.locator(".panel").get_by_role("button", name="Take back hand 3"))
    table.expect_totals(-2, 0, -1, -1)
    assert table.taps == 4


def test_the_rolls_of_hazard_say_at_once_what_they_mean(table: Table) -> None:
    table.seated("hazard", *CAST)
    choose(table, "bank", "Ann")
    choose(table, "shooter", "Bea")
    choose(table, "main", "7")
    table.follow(table.button("Save the stakes"))
    table.tap(table.page.locator(".take > summary"))
    table.enter(5)
    expect(table.preview).to_contain_text("5 is the chance, and neither it nor 7 has come yet: roll on")
    table.enter(9, 5)
    expect(table.preview).to_contain_text("Shooter wins")
    table.enter(4)
    expect(table.preview).to_contain_text("the 5 decided it, and nothing is rolled after that")
    table.tap(table.key("delete"))
    expect(table.preview).to_contain_text("Shooter wins")
    table.save()
    expect(table.hands).to_have_count(1)


def test_whoever_has_the_bank_is_asked_for_no_stake(table: Table) -> None:
    table.seated("lansquenet", *CAST)
    stakes = table.page.locator("fieldset[data-name='collected'] .place:visible")
    expect(stakes).to_have_count(len(CAST) - 1)
    bank = table.page.locator("form.entry[data-dealer]").get_attribute("data-dealer")
    expect(stakes.filter(has_text=bank)).to_have_count(0)
