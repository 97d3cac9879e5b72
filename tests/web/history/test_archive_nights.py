"""All nights of a club, also those without a game."""

from datetime import timedelta

from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.history.paging import PAGE_SIZE
from scorekeeper.store.models import Night
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import CAST, start, whole

NIGHTS = "/clubs/1/nights"


def listed(phone: Phone) -> list[str]:
    return phone.page.one("ul", "nights").texts("li")


def test_a_night_without_games_is_listed(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 5)
    owner.open("/nights/1").tap("Save note", note="Only bets.").open("/").follow("Archive").follow("Nights")
    assert owner.path == NIGHTS
    (only,) = listed(owner)
    assert only.endswith("no games Ann, Bea, Cal and Dee Only bets.")
    assert owner.follow(only.partition(",")[0]).path == "/nights/1"


def test_players_who_left_are_named(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    owner.open("/nights/1")
    for name in CAST:
        owner.tap(f"Remove {name}")
    assert listed(owner.open(NIGHTS))[0].endswith("1 game Ann, Bea, Cal and Dee")


def test_the_newest_nights_come_first_one_page_at_a_time(app: Flask, owner: Phone) -> None:
    with app.app_context():
        first = db.session.get_one(Night, 1)
        # Imported later and all at once: nights are in order of their evenings, then of their ids.
        earlier = first.started_at - timedelta(days=3)
        db.session.add_all(Night(club_id=1, started_at=earlier, note=f"n{at}") for at in range(PAGE_SIZE))
        db.session.commit()
    notes = [line.rpartition(" ")[2] for line in listed(owner.open(NIGHTS))]
    assert notes == ["Dee", *(f"n{at}" for at in range(PAGE_SIZE - 1, 0, -1))]
    assert [line.rpartition(" ")[2] for line in listed(owner.follow("Older"))] == ["n0"]
    assert "Older nights" in owner.page.texts("h2")
    assert len(listed(owner.follow("Newer"))) == PAGE_SIZE
    assert owner.follow("Older").follow("Newest").path == NIGHTS


def test_a_page_without_nights_says_so_and_leads_to_the_newest(owner: Phone) -> None:
    owner.open(f"{NIGHTS}?before=0-1")
    assert "No older nights." in owner.page
    assert len(listed(owner.follow("Newest"))) == 1
    owner.open("/nights/1").tap("Delete night")
    assert "No nights yet." in owner.open(NIGHTS).page
