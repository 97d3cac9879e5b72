"""Joining by a link, and saying who this phone's owner is."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation, Membership
from scorekeeper.store.models import Phone as PhoneRow
from tests.web.invited import joined, link_to
from tests.web.phone import ANDROID, Phone
from tests.web.table import start, totals, whole

YOU = {"Ann": 0, "Bea (you)": 0, "Cal": 0, "Dee": 0}


def known(app: Flask) -> tuple[int, int]:
    """Return how many phones and memberships there are."""
    with app.app_context():
        return db.session.query(PhoneRow).count(), db.session.query(Membership).count()


@pytest.fixture
def guest(app: Flask, owner: Phone) -> Phone:
    """Return a phone that knows nothing yet."""
    return Phone(app, ANDROID)


def test_opening_a_link_says_what_it_is_for(app: Flask, coralon: Phone, guest: Phone) -> None:
    link, before = link_to(coralon, "keep"), known(app)
    guest.open(link)
    guest.client.head(link)
    assert known(app) == before
    assert guest.open("/nights/1").status == 404
    guest.open(link_to(coralon, "keep"))
    assert guest.page.one("h1").text.startswith("Join ")
    assert "They’re playing Coralon." in guest.page
    assert "you can keep score on it" in guest.page
    assert guest.page.texts("button") == ["I’m Ann", "I’m Bea", "I’m Cal", "I’m Dee", "I’m not playing"]


def test_one_tap_joins_and_leads_to_the_running_game(coralon: Phone, guest: Phone) -> None:
    guest.open(link_to(coralon, "keep")).tap("I’m Bea")
    assert guest.path == "/plays/1"
    assert guest.page.one("p", "flash").text.startswith("You joined ")
    assert guest.page.one("p", "flash").text.endswith(" night as Bea.")
    assert not guest.reload().page.all("p", "flash")


def test_without_a_running_game_a_link_leads_to_the_night(owner: Phone, guest: Phone) -> None:
    start(owner).tap("End game")
    start(owner).tap("Delete game")
    guest.open(link_to(owner, "keep"))
    assert "They’re playing" not in guest.page
    assert guest.tap("I’m Ann").path == "/nights/1"


def test_a_viewer_is_told_that_players_may_answer(coralon: Phone, guest: Phone) -> None:
    coralon.open("/clubs/1/phones").tap("Let players answer there").open("/plays/1")
    guest.open(link_to(coralon, "watch"))
    assert "If you play, you can answer for yourself. You can’t change anything else." in guest.page


def test_a_viewer_is_told_that_they_change_nothing(coralon: Phone, guest: Phone) -> None:
    guest.open(link_to(coralon, "watch"))
    assert "You can’t change anything." in guest.page
    guest.tap("I’m Bea")
    assert totals(guest) == YOU


def test_the_link_to_a_club_leads_to_the_first_page(owner: Phone, guest: Phone) -> None:
    guest.open(link_to(owner))
    assert "Join Ann’s table" in guest.page
    assert guest.tap("I’m Cal").path == "/"
    assert guest.page.one("p", "flash").text == "You joined Ann’s table as Cal."


def test_the_link_to_a_club_leads_to_the_game_that_is_running(coralon: Phone, guest: Phone) -> None:
    assert guest.open(link_to(coralon)).tap("Someone else").path == "/plays/1"


def test_a_club_offers_the_people_who_came_last(owner: Phone, guest: Phone) -> None:
    owner.tap("Add", name=", ".join(f"Guest {number:02}" for number in range(30)))
    owner.open("/").tap("Start a game night").tap("Add", name="Zoe, Guest 29")
    offered = guest.open(link_to(owner)).page.texts("button")
    assert offered[:3] == ["I’m Guest 29", "I’m Zoe", "I’m Ann"]
    assert (len(offered), offered[-1]) == (21, "Someone else")


def test_a_night_without_players_asks_nobody_who_they_are(stranger: Phone, guest: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    night = stranger.path.rsplit("/", 1)[1]
    guest.open(link_to(stranger, "watch", int(night)))
    assert guest.page.texts("button") == ["Join"]
    assert guest.tap("Join").path == stranger.path


def test_a_phone_that_may_do_as_much_already_goes_straight_on(coralon: Phone, guest: Phone) -> None:
    links = [link_to(coralon, link) for link in ("club", "keep", "watch")]
    assert [coralon.open(link).path for link in links] == ["/plays/1"] * 3
    guest.open(links[1]).tap("I’m Bea")
    assert guest.open(links[2]).path == "/plays/1"
    assert guest.open(links[0]).path == links[0]


def test_a_larger_link_keeps_who_the_owner_is(coralon: Phone, guest: Phone) -> None:
    guest.open(link_to(coralon, "watch")).tap("I’m Bea")
    guest.open(link_to(coralon, "keep"))
    assert guest.tap("Join as Bea").status == 200
    assert totals(guest) == YOU


def test_a_phone_is_asked_once_who_its_owner_is_and_greeted_on_the_next_night(
    coralon: Phone, guest: Phone
) -> None:
    guest.open(link_to(coralon, "keep")).tap("I’m Bea")
    coralon.open("/").tap("Start a game night")
    guest.open(link_to(coralon, "keep", night=2))
    assert "Bea" not in guest.page.one(id="who").text
    coralon.open("/nights/2").tap("Add", name="Ann, Bea")
    guest.reload()
    assert guest.page.one(id="who").text == "Welcome back, Bea"
    assert guest.page.one("details").texts("button") == ["I’m Ann", "I’m not playing"]
    assert guest.tap("Join as Bea").path == "/nights/2"
    assert guest.page.one("p", "flash").text.endswith(" night as Bea.")


def test_joining_again_as_someone_else_counts_everywhere(coralon: Phone, guest: Phone) -> None:
    guest.open(link_to(coralon, "keep")).tap("I’m Bea")
    guest.open(link_to(coralon)).tap("I’m Dee")
    assert list(totals(guest)) == ["Ann", "Bea", "Cal", "Dee (you)"]


def test_a_player_who_has_left_cannot_be_chosen(owner: Phone, guest: Phone) -> None:
    guest.open(link_to(owner, "keep"))
    owner.reload().tap("Remove Dee")
    guest.tap("I’m Dee")
    assert guest.status == 422
    assert guest.problems == ["Choose who you are from this list."]
    assert "I’m Dee" not in guest.page.texts("button")
    assert guest.tap("I’m Cal").path == "/nights/1"


def test_a_link_that_never_was_says_whom_to_ask(guest: Phone) -> None:
    assert guest.open("/join/nothing").status == 404
    assert "It may be incomplete, or a host has renewed it. Ask someone at the table" in guest.page


def test_a_renewed_link_says_whom_to_ask(owner: Phone, guest: Phone) -> None:
    link = link_to(owner, "keep")
    guest.open(link)
    owner.open("/nights/1/invite").tap("Renew this link")
    assert guest.tap("I’m Bea").status == 404
    assert "a host has renewed it. Ask someone at the table" in guest.page
    assert guest.open("/nights/1").status == 404


def test_a_link_that_has_ended_says_whom_to_ask(app: Flask, owner: Phone, guest: Phone) -> None:
    link = link_to(owner, "keep")
    with app.app_context():
        db.session.query(Invitation).update({"ends_at": now() - timedelta(hours=1)})
        db.session.commit()
    assert guest.open(link).status == 410
    assert "This link has ended" in guest.page
    assert "ask someone at the table for a new one" in guest.page


def test_the_link_to_a_deleted_night_says_so(owner: Phone, guest: Phone) -> None:
    link = link_to(owner, "keep")
    owner.tap("Delete night")
    assert guest.open(link).status == 410
    assert "was deleted" in guest.page


def test_each_phone_marks_its_own_column(app: Flask, coralon: Phone) -> None:
    link = link_to(coralon, "keep")
    bea, dee = joined(app, link, "I’m Bea"), joined(app, link, "I’m Dee")
    assert list(totals(bea)) == ["Ann", "Bea (you)", "Cal", "Dee"]
    assert list(totals(dee)) == ["Ann", "Bea", "Cal", "Dee (you)"]
    assert list(totals(coralon.reload())) == ["Ann", "Bea", "Cal", "Dee"]


def test_partners_see_which_of_them_they_are(app: Flask, owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    guest = joined(app, link_to(owner, "keep"), "I’m Cal")
    assert list(totals(guest)) == ["Ann and Cal (you)", "Bea and Dee"]


def test_the_history_says_who_entered_a_hand(app: Flask, coralon: Phone) -> None:
    guest = joined(app, link_to(coralon, "keep"), "I’m Bea")
    whole(guest, "Bea", 5, (3, 5, 3, 2))
    assert "Bea (Android phone)" in coralon.open("/plays/1/hands/1").page


def test_people_say_later_who_they_are_on_a_sheet_and_on_the_night(coralon: Phone, owner: Phone) -> None:
    coralon.follow("Say who you are").tap("I’m Bea")
    assert coralon.path == "/plays/1"
    assert totals(coralon) == YOU
    coralon.follow("You’re Bea (change)")
    assert coralon.page.one("button", "chosen").text == "I’m Bea"
    coralon.tap("I’m Ann")
    assert list(totals(coralon)) == ["Ann (you)", "Bea", "Cal", "Dee"]
    owner.open("/plays/1").follow("You’re Ann (change)").tap("I’m not playing")
    owner.open("/nights/1")
    owner.follow("Say who you are").tap("I’m Cal")
    assert owner.path == "/nights/1"
    assert owner.page.one("table", "guests").one("bdi", "own").text == "Cal"
    assert "Cal (you)" in owner.page
    owner.follow("You’re Cal (change)").tap("I’m not playing")
    assert not owner.page.all("bdi", "own")


def test_a_viewer_can_say_later_who_they_are(coralon: Phone, guest: Phone) -> None:
    guest.open(link_to(coralon, "watch")).tap("I’m just watching")
    guest.follow("Say who you are").tap("I’m Bea")
    assert totals(guest) == YOU


def test_a_phone_can_join_several_clubs(friend: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    friend.open(link_to(stranger, night=2)).tap("Join")
    assert [friend.open(f"/nights/{night}").status for night in (1, 2)] == [200, 200]
