"""An evening at a real table, from the first page of the app to the next game."""

from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table, deal


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
    expect(phone.get_by_role("heading", name="Cal bid 4")).to_contain_text("Crowns")
    table.take(6, 2, 4)
    table.save()
    table.expect_totals(4, 6, 6, 2)
    expect(table.hands.first.locator("summary")).to_contain_text("Cal bid 4 and went over")
    expect(table.hands.first.get_by_role("img", name="Crowns")).to_be_visible()

    table.play(deal("Dee", 6, 4, 5, 3))
    table.expect_totals(9, 9, 7, 2)
    table.tap(table.hands.first.locator("summary"))
    expect(table.hands.first).to_contain_text("Dee 0 no score: missed the bid of 6 by 2")
    table.tap(table.hands.first.locator("summary"))

    # One player takes every trick, so the others take none: that is one tap.
    table.play(deal("Ann", 12, 12, 0, 1), deal("Bea", 13, 13), deal("Ann", 13, 13), deal("Bea", 12, 12, 1))
    table.expect_totals(34, 34, 7, 2)
    expect(phone.get_by_text("6 to go")).to_have_count(2)

    table.play(deal("Ann", 5, 6, 6, 1))
    table.expect_totals(40, 40, 8, 2)
    expect(phone.get_by_role("heading", name="Ann won")).to_be_visible()
    expect(phone.get_by_text("Ann wins the tie at 40 as the bidder.")).to_be_visible()
    expect(phone.locator(".side.won .name")).to_have_text("Ann")
    phone.get_by_label("Note on this game").fill("Never bid thirteen twice.")
    table.follow(table.button("Save note"))
    expect(phone.get_by_label("Note on this game")).to_have_value("Never bid thirteen twice.")

    table.follow(table.button("Play again"))
    table.expect_totals(0, 0, 0, 0)
    expect(phone.get_by_role("heading", name="Hand 1 Ann deals")).to_be_visible()
    table.follow(phone.get_by_role("link", name="night"))
    games = phone.get_by_role("region", name="Tonight’s games").get_by_role("listitem")
    expect(games).to_have_count(2)
    expect(games.filter(has_text="Ann won")).to_contain_text("Bea 40")
