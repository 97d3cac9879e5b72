"""The first page: one tap starts a night, or continues one."""

from datetime import timedelta

from flask import Flask

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Invitation, Night
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import CAST


def clubs(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Club).count()


def test_a_new_phone_sees_what_the_app_is_for(stranger: Phone) -> None:
    stranger.open("/")
    assert "Keep score of card and dice games at a real table" in stranger.page


def test_one_tap_starts_a_night_and_creates_a_club(app: Flask, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    assert stranger.path == "/nights/1"
    assert "Who’s here?" in stranger.page
    assert clubs(app) == 1


def test_the_first_tap_sent_twice_starts_one_night(app: Flask, stranger: Phone) -> None:
    stranger.open("/")
    cookie = stranger.client.get_cookie("session")
    assert cookie
    stranger.tap("Start a game night")
    stranger.client.set_cookie("session", cookie.value)
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


def test_a_night_that_everyone_left_keeps_its_coins_and_date(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 5)
    owner.open("/nights/1")
    for name in CAST:
        owner.tap(f"Remove {name}")
    assert owner.open("/").tap("Start a game night").path == "/nights/2"


def test_a_night_with_only_a_note_is_kept(owner: Phone) -> None:
    owner.open("/").tap("Start a game night").tap("Save note", note="Snowed in: nobody came.")
    assert owner.open("/").tap("Start a game night").path == "/nights/3"


def test_recent_nights_are_listed_newest_first(owner: Phone) -> None:
    owner.open("/").tap("Start a game night").open("/")
    recent = owner.page.one("ul", "list").all("a")
    assert [link["href"] for link in recent] == ["/nights/2", "/nights/1"]
    assert "night" in recent[0]


def test_the_browser_stays_signed_in(app: Flask, stranger: Phone) -> None:
    cookie = stranger.open("/").tap("Start a game night").client.get_cookie("session")
    assert cookie
    assert cookie.expires
    assert cookie.expires - now() > timedelta(days=300)

    again = Phone(app)
    again.client.set_cookie("session", cookie.value)
    assert again.open("/nights/1").status == 200


def test_a_forged_cookie_opens_nothing(app: Flask, owner: Phone) -> None:
    cookie = owner.client.get_cookie("session")
    assert cookie
    content, signature = cookie.value.rsplit(".", 1)
    forged = Phone(app)
    forged.client.set_cookie("session", f"{content}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}")
    assert forged.open("/nights/1").status == 404


def test_help_is_one_tap_away(stranger: Phone) -> None:
    stranger.open("/").follow("Help")
    assert "After each save you can undo it for a minute" in stranger.page


def test_a_night_started_twice_by_mistake_is_one_night(stranger: Phone) -> None:
    for _ in range(2):
        stranger.open("/").tap("Start a game night")
    assert len(stranger.open("/").page.one("ul", "list").all("a")) == 1


# --- Games that are running ---


def test_a_running_game_continues_in_one_tap(coralon: Phone) -> None:
    path = coralon.path
    assert coralon.open("/").follow("Continue Coralon").path == path


def test_a_finished_game_is_not_continued(coralon: Phone) -> None:
    coralon.tap("End game").open("/")
    assert "Continue" not in coralon.page


def test_a_game_that_nobody_ended_days_ago_is_not_continued(app: Flask, coralon: Phone) -> None:
    with app.app_context():
        db.session.query(Invitation).update({"ends_at": now()})
        db.session.commit()
    assert "Continue" not in coralon.open("/").page


def test_another_clubs_game_is_not_shown(coralon: Phone, stranger: Phone) -> None:
    assert "Coralon" in coralon.open("/").page.texts("a", "primary")[0]
    assert "Coralon" not in stranger.open("/").page
    assert not [link for link in stranger.page.all("a") if "/nights/" in link["href"]]


def test_a_guest_of_a_night_continues_or_watches_as_they_may(app: Flask, coralon: Phone) -> None:
    keeper = joined(app, link_to(coralon, "keep"), "I’m Bea")
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching")
    assert keeper.open("/").follow("Continue Coralon").path == coralon.path
    assert viewer.open("/").follow("Watch Coralon").path == coralon.path


# --- Nights of the same day ---


def test_nights_of_the_same_day_are_told_apart_by_players_and_note(owner: Phone) -> None:
    owner.open("/").tap("Start a game night").tap("Add", name="Eve, Fay").tap("Save note", note="At Eve’s")
    newer, older = owner.open("/").page.one("ul", "list").texts("a")
    assert newer.endswith("Eve and Fay At Eve’s")
    assert older.endswith("Ann, Bea, Cal and Dee")
