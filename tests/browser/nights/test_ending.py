"""Ending a night on a small phone, page by page, with another phone that shows the night."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import LONG_NAMES, Table, deal


def test_a_night_is_ended_left_in_the_middle_and_ended_again(phone: Page, new_phone: NewPhone) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    table, names = Table(phone), LONG_NAMES[:4]
    table.seated("coralon", *names, target=5, wager=10)
    table.recorded(deal(names[1], 5, 5, 3, 3, 2))
    table.follow(table.again_button)
    table.recorded(deal(names[1], 2, 2, 4, 4, 3))
    phone.goto("/nights/1")
    other = new_phone(like=phone)
    other.goto("/nights/1")

    table.follow(table.button("End the night"))
    expect(table.button("Next: count the coins")).to_be_in_viewport()
    check_page(phone, "unfinished games")
    table.tap(table.button("End it early (Coralon)"))
    expect(phone.get_by_text("All games are finished.")).to_be_visible()
    table.tap(table.button("Undo"))
    expect(table.button("End it early (Coralon)")).to_be_visible()
    table.tap(table.button("End it early (Coralon)"))
    expect(phone.get_by_text("All games are finished.")).to_be_visible()
    check_page(phone, "no unfinished games")

    table.follow(table.link("Night"))
    goes_on = "Go on ending the night: unfinished games"
    expect(other.get_by_role("link", name=goes_on)).to_be_in_viewport()
    check_page(phone, "night, being ended")
    table.follow(phone.get_by_role("link", name=goes_on))
    while (onward := phone.get_by_role("button", name="Next:")).count():
        table.follow(onward)
        check_page(phone)
    expect(phone.get_by_text("The night has ended.")).to_be_in_viewport()
    expect(other.get_by_role("link", name="The night has ended")).to_be_visible()
