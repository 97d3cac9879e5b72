"""The first page: one tap starts a night, or continues one; and the names of the phone and its clubs."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Invitation, Night
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import CAST, start, whole


def clubs(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Club).count()


def test_one_tap_starts_a_night_and_creates_a_club(stranger: Phone, app: Flask) -> None:
    stranger.open("/")
    assert "You play Coralon, Ducks and Geese, Whist or Hazard with real cards and dice." in stranger.page
    stranger.open("/").tap("Start a game night")
    assert stranger.path == "/nights/1"
    assert "Who’s here?" in stranger.page
    assert clubs(app) == 1


def test_the_first_tap_sent_twice_starts_one_night(app: Flask, stranger: Phone) -> None:
    stranger.open("/")
    cookie = stranger.cookie
    stranger.tap("Start a game night")
    stranger.cookie = cookie
    stranger.send("/nights")
    assert stranger.path == "/nights/1"
    assert clubs(app) == 1


def test_the_next_night_belongs_to_the_same_club(app: Flask, owner: Phone) -> None:
    owner.open("/").tap("Start a game night")
    assert owner.path == "/nights/2"
    assert clubs(app) == 1


def test_a_phone_in_two_clubs_chooses_one(app: Flask, owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    owner.open(link_to(stranger, night=2)).tap("Join").open("/")
    owner.tap("Start a game night", club=1)
    with app.app_context():
        newest = db.session.query(Night).order_by(Night.id.desc()).first()
        assert newest
        assert newest.club_id == 1


def test_a_club_without_a_name_is_called_after_its_first_player(owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Eve, Fay")
    owner.open(link_to(stranger, night=2)).tap("Someone else").open("/")
    assert owner.page.texts("label", "chip") == ["Eve’s table", "Ann’s table"]
    stranger.open("/").tap("Save", "/clubs/2", name="Friday").open("/nights/2").tap("Add", name="Gil")
    assert "Friday" in owner.open("/").page.texts("label", "chip")


def test_another_club_cannot_be_chosen(app: Flask, owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").open("/")
    stranger.send("/nights", club=1)
    with app.app_context():
        assert [night.club_id for night in db.session.query(Night).order_by(Night.id)] == [1, 2]


def test_an_empty_night_of_last_week_starts_again_tonight(app: Flask, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    with app.app_context():
        db.session.get_one(Night, 1).started_at -= timedelta(days=7)
        db.session.commit()
    stranger.open("/").tap("Start a game night")
    assert stranger.path == "/nights/1"
    with app.app_context():
        assert now() - db.session.get_one(Night, 1).started_at < timedelta(days=1)


def test_a_night_with_coins_or_a_note_alone_is_kept(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 5)
    owner.open("/nights/1")
    for name in CAST:
        owner.tap(f"Remove {name}")
    assert owner.open("/").tap("Start a game night").path == "/nights/2"
    owner.open("/").tap("Start a game night").tap("Save note", note="Snowed in: nobody came.")
    assert owner.open("/").tap("Start a game night").path == "/nights/3"


# --- Games that are running ---


def test_a_running_game_continues_in_one_tap_and_a_finished_one_does_not(coralon: Phone) -> None:
    path = coralon.path
    assert coralon.open("/").follow("Continue Coralon").path == path
    coralon.tap("End game").open("/")
    assert "Continue" not in coralon.page


def test_every_running_game_is_shown(owner: Phone) -> None:
    for _ in range(4):
        start(owner)
    assert len(owner.open("/").page.one("ul", "playing").all("li")) == 4


def test_a_game_that_nobody_ended_days_ago_is_not_continued(app: Flask, coralon: Phone) -> None:
    with app.app_context():
        db.session.query(Invitation).update({"ends_at": now()})
        db.session.commit()
    assert "Continue" not in coralon.open("/").page


def test_another_clubs_game_is_not_shown(coralon: Phone, stranger: Phone) -> None:
    assert "Coralon" in coralon.open("/").page.one("ul", "playing").text
    assert not stranger.open("/").page.all("ul", "playing")
    assert not [link for link in stranger.page.all("a") if "/nights/" in link["href"]]


def test_a_guest_of_a_night_continues_or_watches_as_they_may(app: Flask, coralon: Phone) -> None:
    keeper = joined(app, link_to(coralon, "keep"), "I’m Bea")
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching")
    assert keeper.open("/").follow("Continue Coralon").path == coralon.path
    assert viewer.open("/").follow("Watch Coralon").path == coralon.path


# --- Nights of the same day ---


def test_nights_of_the_same_day_are_told_apart_by_players_and_note(owner: Phone) -> None:
    owner.open("/").tap("Start a game night").tap("Add", name="Eve, Fay").tap("Save note", note="At Eve’s")
    newer, older = owner.open("/").page.one("ul", "nights").texts("a")
    assert newer.endswith("Eve and Fay At Eve’s")
    assert older.endswith("Ann, Bea, Cal and Dee")


def test_a_night_shows_who_won_the_most_games(owner: Phone) -> None:
    for bidder, tricks in (("Bea", (3, 5, 3, 2)), ("Ann", (5, 3, 3, 2)), ("Bea", (3, 5, 3, 2))):
        whole(start(owner, target=5), bidder, 5, tricks)
    assert owner.open("/").page.one("span", "best").text == "Bea won 2 games"
    whole(start(owner, target=5), "Ann", 5, (5, 3, 3, 2))
    assert owner.open("/").page.one("span", "best").text == "Ann and Bea won 2 games each"
    whole(start(owner, target=5), "Ann", 5, (5, 3, 3, 2)).tap("Delete game")
    assert owner.open("/").page.one("span", "best").text == "Ann and Bea won 2 games each"


# The first visit


def test_a_first_visitor_sees_a_hand_of_a_game(stranger: Phone) -> None:
    page = stranger.open("/").page
    assert "Bea bid 5 and made it exactly: only Bea scores." in page
    assert f"{len(CATALOGUE) - 1} games with their rules" in page.texts("a")
    assert page.texts("h1") == ["Scorekeeper"]
    assert not stranger.tap("Start a game night").open("/").page.all("div", "sample")


# Naming this phone and its clubs


NOBODY_SEES = "Nobody could see this name. Enter one with letters, figures or a picture."
WRONG = {
    "\u2800": NOBODY_SEES,
    "": "Enter a name.",
    "x" * 41: "There is room for 40 characters.",
}


@pytest.mark.parametrize(("name", "sentence"), WRONG.items())
def test_a_bad_name_is_refused_and_stays_in_the_field(owner: Phone, name: str, sentence: str) -> None:
    owner.open("/").tap("Save", "/device", name=name).refused("name", sentence)
    assert [field["value"] for field in owner.page.all("input", name="name")] == [name.strip(), "Ann’s table"]
    owner.open("/").tap("Save", "/clubs/1", name=name).refused("name", sentence)
    assert "Ann’s table" in owner.open("/nights/1/invite?link=club").page


def test_a_phone_has_a_name_and_its_clubs_too(owner: Phone, friend: Phone, stranger: Phone) -> None:
    assert not stranger.open("/").page.all("input", name="name")
    stranger.tap("Start a game night")
    kinds = [phone.open("/").value("name") for phone in (owner, friend, stranger)]
    assert kinds == ["iPhone", "Android phone", "Linux computer"]
    stranger.open("/").tap("Save", "/device", name="  Ann’s   phone ")
    assert stranger.reload().value("name") == "Ann’s phone"
    owner.open("/").tap("Save", "/clubs/1", name="Friday round")
    assert "Friday round" in friend.open("/clubs/1/phones").page


# A night is told in the time of the phone that started it


TUESDAY_IN_LOS_ANGELES = datetime(2026, 11, 25, 1, 14, tzinfo=UTC)


@pytest.fixture
def server_in_utc(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", "UTC")


def begin(app: Flask, owner: Phone, **data: str) -> None:
    owner.open("/").tap("Start a game night", **data)
    with app.app_context():
        night = db.session.query(Night).order_by(Night.id.desc()).first()
        assert night
        night.started_at = TUESDAY_IN_LOS_ANGELES
        db.session.commit()


def times(phone: Phone) -> list[str]:
    """Return when the recent nights began."""
    return [time["datetime"] for time in phone.open("/").page.one("ul", "nights").all("time")]


@pytest.mark.usefixtures("server_in_utc")
def test_a_night_is_named_by_the_day_of_the_phone_that_starts_it(app: Flask, owner: Phone) -> None:
    begin(app, owner, time_zone="America/Los_Angeles")
    assert "2026-11-24T17:14:00-08:00" in times(owner)
    begin(app, owner, time_zone="Mars/Olympus")
    assert "2026-11-25T01:14:00+00:00" in times(owner)


def test_help_begins_with_seven_topics_of_which_the_first_is_open(stranger: Phone) -> None:
    stranger.open("/help")
    assert ["open" in topic.attrs for topic in stranger.page.all("details", "topic")] == [True] + 6 * [False]


def test_what_only_a_host_needs_has_a_page_of_its_own(stranger: Phone) -> None:
    stranger.open("/help")
    assert "scorekeeper backup" not in stranger.page
    stranger.open(stranger.page.one("a", href="/help/hosts")["href"])
    assert "scorekeeper backup" in stranger.page
