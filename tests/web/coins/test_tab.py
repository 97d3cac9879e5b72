"""The tab: what wasn't paid on one night is included on a later one, by members, and can be undone."""

import pytest
from flask import Flask

from tests.web.conftest import Scene
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import SETTLE, record

TAB, LATER = "/clubs/1/tab", "/nights/2/bank/settle"


def play_two_nights(scene: Scene) -> None:
    """Let Ann lose 12 to Bea and Cal 5 to Dee, and begin another night without Dee."""
    phone = scene.owner
    record(phone, "gift", "Ann", "Bea", 12)
    record(phone, "gift", "Cal", "Dee", 5)
    phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal").open(LATER)


@pytest.fixture
def later(scene: Scene, owner: Phone) -> Phone:
    """Return the owner's phone on the page for settling up on a second night."""
    scene.after(play_two_nights)
    return owner


def earlier(phone: Phone, page: str = LATER) -> list[str]:
    """Return what the page says about earlier nights."""
    found = phone.open(page).page.all("section", **{"data-part": "earlier"})
    return [row.all("span")[0].text for row in found[0].all("li")] if found else []


def paying(phone: Phone, page: str = LATER) -> list[str]:
    """Return who pays whom."""
    found = phone.open(page).page.one("section", **{"data-part": "pay"}).all("li")
    return [row.all("span")[0].text for row in found]


def test_amounts_between_people_of_both_nights_are_listed(later: Phone) -> None:
    (row,) = earlier(later)
    assert row.startswith("Ann owes Bea 12 coins ")
    later.follow(row.removeprefix("Ann owes Bea 12 coins "))
    assert later.path == SETTLE


def test_what_is_included_is_paid_tonight(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins")
    assert paying(later) == ["Ann pays Bea 12 coins"]
    assert " from " in earlier(later)[0]


def test_coins_that_are_included_keep_a_value(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins")
    later.tap("Save", valued="1", value="0", currency="€")
    later.refused("value", "Coins of earlier nights are included, so coins need a value.")
    later.tap("Save", valued="1", value="0.25", currency="€")
    assert paying(later) == ["Ann pays Bea €3.00"]


def test_what_was_moved_is_not_paid_on_the_earlier_night(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins").open(SETTLE)
    (moved, due) = paying(later, SETTLE)
    assert " moved to " in moved
    assert due == "Cal pays Dee 5 coins"
    assert not later.page.all("button", "ticked")


def test_what_was_paid_is_owed_no_more(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins").tap("Mark as paid: Ann pays Bea")
    assert earlier(later)[0].startswith("Ann owed Bea 12 coins from ")


def test_undo_leaves_it_on_its_night(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins").tap("Undo: Ann owes Bea 12 coins")
    assert (later.path, paying(later)) == (LATER, [])
    assert len(paying(later, SETTLE)) == 2
    assert earlier(later)[0].startswith("Ann owes Bea 12 coins")


def test_several_amounts_are_included_at_once(later: Phone) -> None:
    later.open("/nights/2").tap("Add", name="Dee").open(LATER).tap("Include all")
    assert paying(later) == ["Ann pays Bea 12 coins", "Cal pays Dee 5 coins"]
    assert later.open("/nights/2/bank").page.one("form", "undo").one("span").text == (
        "2 amounts of earlier nights included"
    )


def test_what_was_paid_since_is_not_included(later: Phone, friend: Phone) -> None:
    _, theirs = friend.open(LATER).filled("Include: Ann owes Bea 12 coins")
    later.open(SETTLE).tap("Mark as paid: Ann pays Bea")
    assert friend.replay("/nights/2/bank/tab", theirs).status == 409
    assert friend.problems == ["Some of these amounts aren’t open any more, so nothing was included."]


def test_a_made_up_amount_is_not_included(later: Phone) -> None:
    assert later.send("/nights/2/bank/tab", amount="x").status == 409


def test_an_amount_in_another_unit_is_listed_with_the_reason(later: Phone) -> None:
    later.open(SETTLE).tap("Save", value="0.10", currency="€")
    assert "1 can’t be included In €: coins have no value tonight." in later.open(LATER).page
    assert not later.page.all("button", text="Include all")
    later.tap("Save", value="0.20", currency="€").tap("Include: Ann owes Bea €1.20")
    assert paying(later) == ["Ann pays Bea €1.20"]


def test_a_guest_of_the_night_sees_nothing_of_other_nights(later: Phone, app: Flask) -> None:
    assert earlier(joined(app, link_to(later), "Someone else"))
    guest_of_night = joined(app, link_to(later, "keep", night=2), "I’m not playing")
    assert not earlier(guest_of_night)
    later.open(LATER).tap("Include: Ann owes Bea 12 coins")
    assert earlier(guest_of_night)
    section = guest_of_night.page.one("section", **{"data-part": "earlier"})
    assert not section.all("a")


def test_leaving_it_on_the_tab_leads_to_the_night_and_says_how_much(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 12)
    record(owner, "gift", "Cal", "Dee", 5)
    owner.open(SETTLE).tap("Leave unpaid")
    assert owner.path == "/nights/1"
    assert "17 coins stay unpaid." in owner.page


def test_leaving_it_on_the_tab_goes_on_ending_the_night(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 12)
    owner.open("/nights/1").tap("End the night").open(SETTLE).tap("Leave unpaid")
    assert owner.path == "/nights/1/recap"


def test_a_deleted_night_says_that_amounts_are_open_again(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins").open("/nights/2").tap("Delete night")
    said = "An amount of an earlier night was to be paid here: it’s unpaid again"
    assert said in later.page
    assert paying(later, SETTLE)[0] == "Ann pays Bea 12 coins"


def test_deleting_a_night_draws_those_with_its_amounts_again(later: Phone) -> None:
    later.tap("Include: Ann owes Bea 12 coins")
    before = later.open("/nights/1/version").page.text
    later.open("/nights/2").tap("Delete night")
    assert later.open("/nights/1/version").page.text != before


# --- The tab of the club ---


def test_the_tab_says_who_is_ahead_and_behind_over_all_nights(later: Phone) -> None:
    record(later, "gift", "Bea", "Cal", 2)
    later.open("/nights/2/bank").tap("Record", kind="gift", giver=2, taker=1, coins=3)
    later.open(TAB)
    assert later.page.one("h2", "title").text == "12 coins unpaid on 2 nights"
    rows = [row.text.split() for row in later.page.one("tbody").all("tr")]
    assert rows == [["Bea", "+7"], ["Dee", "+5"], ["Cal", "−3"], ["Ann", "−9"]]


def test_every_open_night_leads_to_its_payments(later: Phone) -> None:
    later.open(TAB)
    (night,) = later.page.one("section", **{"aria-labelledby": "nights"}).all("a")
    assert night.texts("small") == ["Ann owes Bea 12 coins", "Cal owes Dee 5 coins"]
    assert later.open(night["href"]).path == SETTLE


def test_everything_is_settled_on_the_newest_night(later: Phone) -> None:
    assert "2 payments settle everything." in later.open(TAB).page
    later.tap("Settle everything")
    assert later.path == LATER
    assert paying(later) == ["Ann pays Bea 12 coins", "Cal pays Dee 5 coins"]
    assert later.open(SETTLE).page.one("h2", "apart").text == "Who pays whom 0 of 2 paid"
    assert "Nothing is left to pay on this night." in later.page


def test_what_is_settled_by_now_is_not_settled_again(later: Phone) -> None:
    _, sent = later.open(TAB).filled("Settle everything")
    record(later, "gift", "Bea", "Ann", 12)
    record(later, "gift", "Dee", "Cal", 5)
    later.replay(TAB, sent)
    assert later.path == TAB
    assert "Nobody owes anything" in later.page
    assert "Everything is settled by now." in later.page


@pytest.mark.parametrize("page", ["/", "/nights/1", "/clubs/1/archive", "/clubs/1/nights"])
def test_the_tab_is_found_with_the_other_pages_of_the_club(owner: Phone, page: str) -> None:
    assert owner.open(page).follow("Unpaid").path == TAB


@pytest.fixture
def lost(later: Phone) -> Phone:
    """Return the phone on the later night, after the night whose amount is included there was deleted."""
    later.tap("Include: Ann owes Bea 12 coins").open("/nights/1").tap("Delete night")
    return later


def test_an_amount_of_a_deleted_night_says_that_it_does_not_count(lost: Phone) -> None:
    row = lost.open("/nights/2/bank").page.one("section", **{"data-part": "history"}).one("li")
    assert row.one("s").text == "Ann owes Bea 12 coins, from an earlier night"
    assert row.one("small").text.endswith(" night was deleted")
    assert not row.all("button")
    assert not paying(lost)


def test_coins_are_recorded_where_an_amount_of_a_deleted_night_was_included(lost: Phone) -> None:
    lost.open("/nights/2/bank").tap("Record", kind="gift", giver=1, taker=2, coins=3)
    assert lost.status == 200
    assert paying(lost) == ["Ann pays Bea 3 coins"]


def test_restoring_the_night_lets_its_amount_count_again(lost: Phone) -> None:
    lost.open("/nights/1").tap("Restore")
    assert paying(lost) == ["Ann pays Bea 12 coins"]
