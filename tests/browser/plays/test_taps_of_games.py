"""What is special about the forms of single games; test_every_game.py taps a typical hand of each."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import allow_motion, unmoved
from tests.browser.table import CAST, Table, seat_of

FIVE = (*CAST, "Eva")


@pytest.fixture
def table(phone: Page) -> Table:
    allow_motion(phone)
    return Table(phone)


def choose(table: Table, name: str, value: str) -> None:
    table.tap(table.page.locator(f".panel [name='{name}'][value='{seat_of(value)}']"))


def test_the_tricks_left_are_those_of_clean_and_poisoned_together(table: Table) -> None:
    table.seated("chevalier", *CAST)
    table.bid("Bea", 7)
    expect(table.page.locator(".take > summary")).to_have_text("Enter tricks")
    table.open_take()
    asked = table.page.locator("[data-name=clean] > legend")
    expect(asked).to_contain_text("How many clean tricks did each side take?")
    expect(table.page.locator(".buttons .primary")).to_have_text("Enter clean tricks")
    table.enter(4)
    table.expect_keys(*range(1, 7))  # five tricks at most can be poisoned
    table.enter(3)
    expect(table.page.locator(".left")).to_have_text(["3 left", "3 left"])
    table.enter(1)
    poisoned = table.page.locator("[name='poisoned-1']")
    expect(poisoned).to_have_value("2")
    expect(table.preview).to_contain_text("missed the bid of 7 by 3")
    # Overruling the last figure means that the one before was wrong.
    table.tap(poisoned)
    table.enter(0)
    expect(table.page.locator("[name='poisoned-0']")).to_have_value("3")
    expect(table.preview).to_contain_text("for sweeping every Seven")


def test_the_sides_of_a_whole_hand_are_named_after_bidder_and_partner(table: Table) -> None:
    table.seated("bishop", *FIVE)
    table.page.goto(f"{table.page.url}?whole")
    partners = table.page.locator("fieldset[data-name='partner'] .chip:has(:enabled)")
    sides = table.page.locator("fieldset[data-name='points'] .place")
    expect(partners).to_have_count(6)
    choose(table, "partner", "Cal")
    choose(table, "bidder", "Cal")
    expect(partners).to_have_text(["Ann", "Bea", "Dee", "Eva", "Nobody (plays alone)"])
    table.tap(table.fold("Enter points instead"))
    expect(sides).to_have_text(["Cal", "Others"])
    choose(table, "partner", "Dee")
    expect(sides).to_have_text(["Cal and Dee", "Ann, Bea and Eva"])


def test_the_cards_left_in_a_whole_hand_depend_on_the_bid(table: Table) -> None:
    table.seated("ducks-and-geese", *CAST, zero_bids="on")
    table.page.goto(f"{table.page.url}?whole")
    choose(table, "bidder", "Cal")
    choose(table, "bid", "5")
    table.enter(1)
    table.expect_keys(*range(5))  # of four cards in a trick
    choose(table, "bid", "0")
    table.expect_keys(*range(4))  # a partner sits out


def test_the_cards_left_in_a_whole_hand_depend_on_the_bidder(table: Table) -> None:
    table.seated("ducks-and-geese-cutthroat", *CAST)
    table.page.goto(f"{table.page.url}?whole")
    choose(table, "bidder", "Cal")
    choose(table, "bid", "5")
    table.enter(0)
    geese = table.page.locator("fieldset[data-name='geese'] .place")
    expect(geese.filter(has_text="Cal").locator("input")).to_have_value("0")
    choose(table, "bidder", "Dee")
    expect(geese.filter(has_text="Cal").locator("input")).to_have_value("")
    expect(geese.filter(has_text="Dee").locator("input")).to_have_value("0")


@pytest.mark.journey
def test_cards_are_counted_for_one_player_at_a_time(table: Table) -> None:
    table.seated("tarock", *CAST)
    table.tap(table.fold("Enter cards instead"))
    bea, cal = (table.page.locator(".players button").filter(has_text=name) for name in ("Bea", "Cal"))
    suited = table.page.locator("[name$='-suited']:visible")
    expect(suited).to_have_count(1)
    table.enter(2, 1, 0, 0, 0)
    for key in (9, "Next"):
        table.tap(table.key(key))
    expect(bea).to_have_text("Bea 19½", use_inner_text=True)
    # Cal is next, and only one bout is left.
    expect(cal).to_have_attribute("aria-pressed", "true")
    expect(table.keypad.locator("button:enabled")).to_have_text(["0", "1"])
    table.enter(1)
    for name in ("Dee", "Ann"):
        # Cards of some players alone cannot be saved.
        table.tap(table.button(f"Enter {name}’s kings"))
        table.enter(1)
    expect(table.preview).to_contain_text("19½ card points, the most")
    table.tap(bea)
    expect(table.page.locator("[name='cards-1-suited']")).to_have_value("9")
    table.save()
    table.expect_totals(-1, 3, -1, -1)


def test_card_points_beyond_the_deck_cannot_be_typed(table: Table) -> None:
    table.seated("tarock", *CAST)
    for key in (8, 0, "Next", 5):
        table.tap(table.key(key))
    expect(table.page.locator(".left")).to_have_text("at most 85½")
    expect(table.key(1)).to_be_disabled()
    table.tap(table.key("and a half"))
    expect(table.key(1)).to_be_disabled()


def shoot(table: Table, main: int) -> None:
    """Start a game of Hazard in which Ann has the bank and Bea shoots."""
    table.seated("hazard", *CAST)
    choose(table, "bank", "Ann")
    choose(table, "shooter", "Bea")
    choose(table, "main", str(main))


def test_the_rolls_of_hazard_say_at_once_what_they_mean(table: Table) -> None:
    shoot(table, 7)
    table.follow(table.button("Save the bets"))
    table.tap(table.page.locator(".take > summary"))
    says = table.page.locator(".says")
    expect(says).to_have_text("7 or 11 wins; 2, 3 or 12 loses")
    for roll, meaning in ((5, "5 is the chance: 5 wins, 7 loses"), (9, "Keep rolling: 5 wins, 7 loses")):
        table.enter(roll)
        expect(says).to_have_text(meaning)
    table.enter(5)
    expect(says).to_have_text("5: the shooter wins")
    expect(table.keypad).to_be_hidden()
    expect(table.preview.get_by_text("Shooter wins")).to_be_hidden()
    table.tap(table.page.locator(".sequence input"))
    expect(table.keypad.locator("button:not([disabled])")).to_have_count(1)
    table.tap(table.key("delete"))
    expect(says).to_have_text("Keep rolling: 5 wins, 7 loses")
    table.enter(7)
    expect(says).to_have_text("7: the shooter loses")
    table.save()
    expect(table.hands).to_have_count(1)


def test_a_bet_of_hazard_is_a_tap_on_its_place_and_its_coins(table: Table) -> None:
    shoot(table, 7)
    expect(table.page.locator(".bets .line-for:visible")).to_have_count(len(CAST) - 1)
    expect(table.page.locator(".bets [name='bets-1-lose']")).to_be_hidden()
    before = table.taps
    table.enter(5)
    table.tap(table.page.locator("[name='bets-2-lose']"))
    table.enter(3)
    table.tap(table.key("and another"))
    table.enter(4)
    assert table.taps - before == 5
    table.follow(table.button("Save the bets"))
    table.tap(table.page.locator(".take > summary"))
    table.enter(11)
    expect(table.preview.locator(".paid li")).to_have_text(["Cal pays Ann 7", "Ann pays Bea 5"])
    table.save()
    table.expect_totals(2, 5, -7, 0)
    # The bank stays, and the winner shoots again.
    expect(table.page.locator("[name=bank][value='0']")).to_be_checked()
    expect(table.page.locator("[name=shooter][value='1']")).to_be_checked()


def test_a_special_roll_is_tapped_in_the_line_of_the_player(table: Table) -> None:
    table.seated("ship-captain-crew", *CAST, special_rolls="on")
    lines = table.page.locator(".lines .line-for")
    with unmoved(table.save_button):
        with unmoved(table.keypad):
            table.tap(table.button("Drunks (+2)"))
            expect(lines.first).to_contain_text("Drunks (+2)")
            table.enter(9)
            table.tap(table.button("Withdrew"))
            expect(lines.nth(1).get_by_role("textbox")).to_have_value("–")
            table.enter(10)
        table.enter(7)
        expect(table.preview).to_contain_text("Bea, Cal and Dee pay Ann 1 each")
    table.save()
    table.expect_totals(3, -1, -1, -1)


def test_the_banker_is_asked_for_no_stake_and_sells_to_another_player(table: Table) -> None:
    table.seated("lansquenet", *CAST)
    bank = table.page.locator("form.entry[data-dealer]").get_attribute("data-dealer")
    stakes = table.page.locator("fieldset[data-name='collected'] .place:visible")
    expect(stakes).to_have_count(len(CAST) - 1)
    expect(stakes.filter(has_text=CAST[int(bank or 0)])).to_have_count(0)
    table.tap(table.fold("Who buys the bank?"))
    offered = table.page.locator("[name=sold_to]").evaluate_all("all => all.map(one => one.value)")
    assert sorted([bank, *offered]) == ["0", "1", "2", "3"]


def test_words_on_a_key_do_not_break_on_a_narrow_phone(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 844})
    table.seated("ducks-and-geese", *CAST, zero_bids="on")
    usual, words = table.button("3").bounding_box(), table.button("Double zero").bounding_box()
    assert usual
    assert words
    assert words["height"] == usual["height"]
