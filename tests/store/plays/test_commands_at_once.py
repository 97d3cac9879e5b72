"""Two phones save at the same moment: the first one wins, the other is told, and nothing is lost."""

from threading import Barrier, Thread

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Revision, Transfer
from scorekeeper.store.plays.sheet import Sheet
from tests.web.invited import joined, link_to
from tests.web.phone import Fields, Phone
from tests.web.purse import BANK
from tests.web.table import bid, took

ROUNDS = 5


@pytest.fixture
def phones(app: Flask) -> list[Phone]:
    """Return two phones of a club, each on the sheet of the same game."""
    owner = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    friend = joined(app, link_to(owner), "Someone else")
    owner.open("/nights/1/games/coralon").tap("Start Coralon", target=1000)
    return [owner, friend]


def at_once(phones: list[Phone], path: str, forms: list[Fields], other: str = "") -> list[int]:
    """Send a form from each phone at the same moment, and return the status of each answer.

    The last phone sends its form to the ``other`` address, if there is one.
    """
    together = Barrier(len(phones))

    def send(phone: Phone, form: Fields) -> None:
        together.wait()
        phone.replay(other if other and phone is phones[-1] else path, form)

    threads = [Thread(target=send, args=each) for each in zip(phones, forms, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [phone.status for phone in phones]


def test_one_of_two_different_hands_is_saved_and_the_other_is_a_conflict(
    app: Flask, phones: list[Phone]
) -> None:
    for number in range(1, ROUNDS + 1):
        bid(phones[0].open("/plays/1"), "Bea", 5)
        forms = [
            phone.open("/plays/1").filled(f"Save hand {number}", **took(*tricks))[1]
            for phone, tricks in zip(phones, [(3, 5, 3, 2), (2, 6, 3, 2)], strict=True)
        ]
        assert sorted(at_once(phones, "/plays/1/hands", forms)) == [200, 409]
        with app.app_context():
            assert len(Sheet.of(db.session.get_one(Play, 1)).entries) == number


def test_the_same_hand_from_both_is_saved_once(app: Flask, phones: list[Phone]) -> None:
    bid(phones[0].open("/plays/1"), "Bea", 5)
    forms = [phone.open("/plays/1").filled("Save hand 1", **took(3, 5, 3, 2))[1] for phone in phones]
    assert at_once(phones, "/plays/1/hands", forms) == [200, 200]
    with app.app_context():
        assert db.session.query(Revision).count() == 2, "the bid, and the hand"


def test_undo_on_both_undoes_once(app: Flask, phones: list[Phone]) -> None:
    for number in range(1, ROUNDS + 1):
        bid(phones[0].open("/plays/1"), "Bea", 5)
        forms = [phone.open("/plays/1").filled("Undo")[1] for phone in phones]
        assert at_once(phones, "/plays/1/undo", forms) == [200, 200]
        with app.app_context():
            assert Sheet.of(db.session.get_one(Play, 1)).bidding is None
            assert db.session.query(Revision).count() == 2 * number, "each bid, and that it was undone"


def test_of_a_hand_saved_and_its_bid_undone_only_the_first_counts(app: Flask, phones: list[Phone]) -> None:
    for number in range(1, ROUNDS + 1):
        bid(phones[0].open("/plays/1"), "Bea", 5)
        saving = phones[0].open("/plays/1").filled(f"Save hand {number}", **took(3, 5, 3, 2))[1]
        undoing = phones[1].open("/plays/1").filled("Undo")[1]
        saved, undone = at_once(phones, "/plays/1/hands", [saving, undoing], "/plays/1/undo")
        assert {saved, undone} == {200, 409}
        if undone == 200:
            # What was entered is still there, to be saved with a bid.
            assert phones[0].value("tricks-1") == "5"
            phones[0].tap(f"Save hand {number}", bidder="Bea", bid=5)
        with app.app_context():
            assert len(Sheet.of(db.session.get_one(Play, 1)).entries) == number


def test_all_phones_can_add_the_same_player_at_once(app: Flask, phones: list[Phone]) -> None:
    for name in ("Eve", "Fay", "Gil"):
        forms = [phone.open("/nights/1").filled("Add", name=name)[1] for phone in phones]
        assert at_once(phones, "/nights/1/players", forms) == [200, 200]
    assert phones[0].reload().page.one("ul", "guests").texts("span")[4:] == ["Eve", "Fay", "Gil"]


def test_a_payment_marked_by_both_is_made_once(app: Flask, phones: list[Phone]) -> None:
    phones[0].open(BANK).tap("Record", kind="gift", giver=1, taker=2, coins=7)
    forms = [phone.open(f"{BANK}/settle").filled("Mark as paid: Ann pays Bea")[1] for phone in phones]
    assert at_once(phones, f"{BANK}/pay", forms) == [200, 200]
    with app.app_context():
        assert [row.kind for row in db.session.query(Transfer)] == ["gift", "settlement"]
