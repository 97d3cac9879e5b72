"""Two phones that do something at the same moment: it counts as if one had come after the other."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.store.database import Base, db
from scorekeeper.store.models import Club, HandRow, Night, Play, Player, Revision, Transfer
from scorekeeper.web.files import queue
from tests.web.clubs.races import at_once
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import SETTLE, bea_wins
from tests.web.table import CAST, bid, hands, points, start, took, totals

SHEET = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": [{"points": {"Ann": 3}}]}


def count(app: Flask, model: type[Base]) -> int:
    """Return how many rows of a table there are."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(model)) or 0


def no_fault(*phones: Phone) -> None:
    """Check that every phone got an answer."""
    assert [phone.status for phone in phones if phone.status >= 500] == []


@pytest.mark.parametrize("renames_first", [True, False])
def test_a_player_renamed_while_the_first_hand_is_saved_is_on_it(
    app: Flask, coralon: Phone, friend: Phone, renames_first: bool
) -> None:
    path = coralon.path
    coralon.open(f"{path}?whole")
    coralon.open("/players/2")
    friend.open(f"{path}?whole")
    rename = lambda: coralon.tap("Rename", name="Beatrice")  # noqa: E731
    save = lambda: friend.tap("Save hand 1", bidder="Bea", bid=5, **took(3, 5, 3, 2))  # noqa: E731
    at_once(app, *((rename, save) if renames_first else (save, rename)))
    no_fault(coralon, friend)
    coralon.open(path)
    assert "Beatrice" in coralon.page
    assert totals(coralon)["Beatrice"] == 5


def test_players_merged_into_each_other_are_merged_once(app: Flask, owner: Phone) -> None:
    owner.open("/players/1")
    tab = owner.tab().open("/players/2")
    at_once(app, lambda: owner.tap("Merge", person="2"), lambda: tab.tap("Merge", person="1"))
    no_fault(owner, tab)
    with app.app_context():
        merged = db.session.scalars(select(Player.merged_into_id).order_by(Player.id)).all()
    assert merged[:2] == [2, None]
    assert owner.open("/clubs/1/players").status == 200


def test_the_same_new_name_is_one_player(app: Flask, owner: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    at_once(app, lambda: owner.tap("Add", name="Eve"), lambda: friend.tap("Add", name="eve"))
    no_fault(owner, friend)
    assert count(app, Player) == len(CAST) + 1


def test_the_same_game_is_started_once(app: Flask, owner: Phone, friend: Phone) -> None:
    for phone in (owner, friend):
        phone.open("/nights/1/games/coralon")
    at_once(app, lambda: owner.tap("Start Coralon"), lambda: friend.tap("Start Coralon"))
    no_fault(owner, friend)
    assert count(app, Play) == 1


def test_the_same_payment_is_marked_once(app: Flask, owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    for phone in (owner, friend):
        phone.open(SETTLE)
    pay = "Mark as paid: Ann pays Bea"
    at_once(app, lambda: owner.tap(pay), lambda: friend.tap(pay))
    no_fault(owner, friend)
    assert count(app, Transfer) == 1


def test_the_first_night_is_started_once(app: Flask, stranger: Phone) -> None:
    tab = stranger.open("/").tab().open("/")
    at_once(app, lambda: stranger.tap("Start a game night"), lambda: tab.tap("Start a game night"))
    no_fault(stranger, tab)
    assert (count(app, Club), count(app, Night)) == (1, 1)


def test_the_first_night_of_a_club_is_started_once(app: Flask, owner: Phone, friend: Phone) -> None:
    with app.app_context():
        db.session.connection(execution_options={"writes": True})
        db.session.get_one(Night, 1).note = "Last week"
        db.session.commit()
    for phone in (owner, friend):
        phone.open("/")
    at_once(app, lambda: owner.send("/nights", club=1), lambda: friend.send("/nights", club=1))
    no_fault(owner, friend)
    assert count(app, Night) == 2


def previewed(phone: Phone, path: str) -> Phone:
    """Choose a file on a page that imports one."""
    return phone.open(path).send_file("Preview", "mine.json", json.dumps(SHEET).encode())


def test_the_same_file_creates_one_club(app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    # As in two processes: each of them reads one file at a time.
    monkeypatch.setattr(queue, "_reading", Semaphore(2))
    tab = previewed(previewed(stranger, "/import").tab(), "/import")
    at_once(app, lambda: stranger.tap("Create club"), lambda: tab.tap("Create club"))
    no_fault(stranger, tab)
    assert (count(app, Club), count(app, Play)) == (1, 1)


def test_a_page_drawn_while_a_hand_is_saved_shows_one_state(app: Flask, owner: Phone, friend: Phone) -> None:
    path = points(start(owner, "Tally"), 1, 2, 3, 4).path
    before = version_and_hands(friend.open(path))
    owner.open(path)
    at_once(app, lambda: friend.open(path), lambda: points(owner, 4, 3, 2, 1), until="FROM hand")
    no_fault(owner, friend)
    assert version_and_hands(friend) in (before, version_and_hands(owner.open(path)))


def version_and_hands(phone: Phone) -> tuple[str, int]:
    """Return what version of a game a page says that it shows, and how many hands it does show."""
    return phone.page.one("body")["data-version"], len(hands(phone))


def test_eight_phones_enter_every_hand_once(app: Flask, owner: Phone) -> None:
    path = start(owner, "Tally").path
    phones = [owner, *(joined(app, link_to(owner), "Someone else") for _ in range(7))]

    def enter(number: int) -> list[int]:
        phone, answers = phones[number], []
        for hand in range(2):
            while True:
                points(phone.open(path), number, hand, 0, 0)
                answers.append(phone.status)
                if phone.status == 200:
                    break
        return answers

    with ThreadPoolExecutor(len(phones)) as pool:
        answers = [status for some in pool.map(enter, range(len(phones))) for status in some]
    assert max(answers) < 500
    with app.app_context():
        entries = db.session.scalars(select(HandRow.entry)).all()
    said = [tuple(json.loads(entry or "")["points"].values())[:2] for entry in entries]
    assert sorted(said) == [(number, hand) for number in range(8) for hand in range(2)]


@pytest.mark.parametrize("other", [(3, 5, 3, 2), (2, 6, 3, 2)], ids=["the same hand", "another hand"])
def test_a_hand_from_both_phones_is_saved_once(
    app: Flask, coralon: Phone, friend: Phone, other: tuple[int, ...]
) -> None:
    bid(coralon, "Bea", 5)
    friend.open("/plays/1")
    tricks = (3, 5, 3, 2)
    mine, theirs = took(*tricks), took(*other)
    at_once(app, lambda: coralon.tap("Save hand 1", **mine), lambda: friend.tap("Save hand 1", **theirs))
    assert (coralon.status, friend.status) == (200, 200 if other == tricks else 409)
    assert totals(friend.open("/plays/1"))["Bea"] == 5
    assert count(app, Revision) == 2, "the bid, and the hand"


def test_undo_on_both_phones_undoes_once(app: Flask, coralon: Phone, friend: Phone) -> None:
    bid(coralon, "Bea", 5)
    friend.open("/plays/1")
    at_once(app, lambda: coralon.tap("Undo"), lambda: friend.tap("Undo"))
    no_fault(coralon, friend)
    assert count(app, Revision) == 2, "the bid, and that it was undone"


@pytest.mark.parametrize("saves_first", [True, False])
def test_of_a_hand_saved_and_its_bid_undone_the_first_counts_and_the_other_is_kept(
    app: Flask, coralon: Phone, friend: Phone, saves_first: bool
) -> None:
    bid(coralon, "Bea", 5)
    friend.open("/plays/1")
    save = lambda: coralon.tap("Save hand 1", **took(3, 5, 3, 2))  # noqa: E731
    undo = lambda: friend.tap("Undo")  # noqa: E731
    at_once(app, *((save, undo) if saves_first else (undo, save)))
    assert (coralon.status, friend.status) == ((200, 409) if saves_first else (409, 200))
    if not saves_first:
        # What was entered is still there, to be saved with a bid.
        coralon.tap("Save hand 1", bidder="Bea", bid=5)
    assert len(hands(coralon.open("/plays/1"))) == 1
