"""An evening at a real table, from the first page of the app to the next game."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal


@pytest.mark.journey
@pytest.mark.both_databases
def test_four_players_play_coralon_to_its_winner_and_then_again(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    table.start("Coralon")
    expect(phone.get_by_text("40 to go")).to_have_count(4)

    table.play(deal("Bea", 5, 5, 3, 3))
    table.expect_totals(0, 5, 0, 0)
    expect(phone.locator(".undo span")).to_have_text("Hand 1 saved")
    expect(phone.get_by_role("heading", name="Hand 2 Bea deals")).to_be_visible()

    table.bid("Cal", 4)
    table.follow(table.button("Crowns"))
    expect(phone.locator(".at-play")).to_contain_text("Crowns")
    table.take(6, 2, 4)
    table.save()
    table.expect_totals(4, 6, 6, 2)
    expect(table.hands.first.locator("summary")).to_contain_text("Cal bid 4 and went over")
    expect(table.hands.first.get_by_role("img", name="Crowns")).to_be_visible()

    table.recorded(deal("Dee", 6, 4, 5, 3, 1))
    table.expect_totals(9, 9, 7, 2)
    table.tap(table.hands.first.locator("summary"))
    expect(table.hands.first).to_contain_text("Dee 0: missed the bid of 6 by 2")
    table.tap(table.hands.first.locator("summary"))

    for bidder, tricks in (("Ann", (12, 0, 1, 0)), ("Bea", (13, 0, 0, 0)), ("Ann", (13, 0, 0, 0))):
        table.recorded(deal(bidder, tricks[0], *tricks))
    table.recorded(deal("Bea", 12, 12, 1, 0, 0))
    table.expect_totals(34, 34, 7, 2)
    expect(phone.get_by_text("6 to go")).to_have_count(2)

    table.play(deal("Ann", 5, 6, 6, 1))
    table.expect_totals(40, 40, 8, 2)
    expect(phone.get_by_role("heading", name="Ann won")).to_be_visible()
    expect(phone.get_by_text("Ann wins the tie at 40 as the bidder.")).to_be_visible()
    expect(phone.locator(".side.won .name")).to_have_text("Ann")
    table.change_game()
    table.follow(table.link("Note on this game"))
    phone.get_by_role("textbox").fill("Never bid thirteen twice.")
    table.follow(table.button("Save note"))
    expect(phone.locator(".over .note")).to_have_text("Never bid thirteen twice.")

    table.follow(table.again_button)
    table.expect_totals(0, 0, 0, 0)
    expect(phone.get_by_role("heading", name="Hand 1 Ann deals")).to_be_visible()
    table.follow(phone.get_by_role("link", name="night"))
    finished = phone.get_by_role("region", name="Played 1 game").get_by_role("listitem")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text("Ann won with 40")
    table.follow(phone.get_by_role("region", name="Playing now").get_by_role("link", name="Coralon"))
    expect(phone.get_by_role("heading", name="Hand 1 Ann deals")).to_be_visible()


@pytest.mark.journey
def test_the_same_players_come_again_continue_and_settle_up(phone: Page, page_problems: list[str]) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    phone.goto("/")
    table.follow(table.button("Start a game night"))
    phone.evaluate("window.mark = true")
    guests = phone.locator(".guests bdi")

    # Players are added without another page: from last time, typed, and removed again.
    table.tap(table.button("Same players as last time"))
    expect(guests).to_have_text([*CAST])
    expect(table.button("Same players as last time")).to_have_count(0)
    expect(phone.get_by_role("heading", name="Tonight’s players 4")).to_be_focused()
    field = phone.get_by_label("Someone new")
    field.fill("x" * 41)
    field.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("has 41 characters. Use at most 40.")
    expect(field).to_have_value("x" * 41)
    page_problems.clear()  # a browser notes that the answer was a refusal
    field.fill("Eve, Fay")
    field.press("Enter")
    expect(guests).to_have_text([*CAST, "Eve", "Fay"])
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    expect(phone.get_by_role("alert")).to_have_count(0)
    for name in ("Fay", "Eve"):
        table.tap(table.button(f"Remove {name}"))
        expect(table.button(f"Add {name}")).to_be_visible()
    expect(guests).to_have_text([*CAST])
    assert phone.evaluate("window.mark"), "the page was loaded again"

    table.choose("Coralon")
    phone.get_by_label("Target").fill("5")
    phone.get_by_label("Wager").fill("2")
    table.follow(table.button("Start Coralon"))
    phone.goto("/")
    table.follow(phone.get_by_role("link", name="Continue Coralon"))
    table.play(deal("Bea", 5, 5, 3, 3))
    phone.goto("/")
    expect(phone.get_by_role("link", name="Continue")).to_have_count(0)
    table.follow(phone.locator(".nights a").first)
    table.follow(table.link("Settle up"))
    phone.evaluate("window.mark = true")
    table.tap(table.button("Mark as paid: Cal pays Bea"))
    expect(table.button("Undo: Cal paid Bea")).to_be_focused()
    table.see()
    table.tap(table.button("Undo: Cal paid Bea"))
    for name in ("Ann", "Cal", "Dee"):
        table.see()
        table.tap(table.button(f"Mark as paid: {name} pays Bea"))
        expect(table.button(f"Undo: {name} paid Bea")).to_be_visible()
    expect(phone.get_by_text("Everyone has paid. All settled.")).to_be_visible()
    assert phone.evaluate("window.mark"), "the page was loaded again"


def test_a_night_has_the_time_zone_of_the_phone_that_starts_it(app: Flask, new_phone: NewPhone) -> None:
    phone = new_phone(timezone_id="America/Los_Angeles")
    phone.goto("/")
    phone.get_by_role("button", name="Start a game night").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("night")
    with app.app_context():
        assert db.session.scalar(db.select(Night.time_zone)) == "America/Los_Angeles"


def test_a_list_of_one_name_a_line_is_pasted(phone: Page) -> None:
    table = Table(phone)
    phone.goto("/")
    table.follow(table.button("Start a game night"))
    field = phone.get_by_label("Who’s here?")
    paste = """(field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "Ann\\r\\nBea B.\\n\\n  Cal \\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    field.evaluate(paste)
    expect(field).to_have_value("Ann, Bea B., Cal")
    table.add_players()
    expect(phone.locator(".guests tbody tr")).to_have_count(3)
