"""Two phones save at the same moment: one is first, the other is told, and nothing is lost."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Revision
from scorekeeper.store.sheets import Sheet
from tests.web.phone import Phone
from tests.web.table import bid, took

ROUNDS = 5


@pytest.fixture
def phones(app: Flask) -> list[Phone]:
    """Two phones of a club, each on the sheet of the same game."""
    owner = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    friend = Phone(app).open(owner.page.one("input", "link")["value"])
    owner.open("/nights/1/games/coralon").tap("Start Coralon", target=1000)
    return [owner, friend]


def at_once(*actions: Callable[[], object]) -> None:
    """Do all of it at the same moment."""
    together = Barrier(len(actions))

    def when_all_are_ready(action: Callable[[], object]) -> None:
        together.wait()
        action()

    threads = [Thread(target=when_all_are_ready, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_one_of_two_different_hands_is_saved_and_the_other_is_a_conflict(
    app: Flask, phones: list[Phone]
) -> None:
    for number in range(1, ROUNDS + 1):
        bid(phones[0].open("/plays/1"), "Bea", 5)
        tricks = [(3, 5, 3, 2), (2, 6, 3, 2)]
        forms = [
            phone.open("/plays/1").filled(f"Save hand {number}", **took(*count))[1]
            for phone, count in zip(phones, tricks, strict=True)
        ]
        at_once(
            lambda: phones[0].replay("/plays/1/hands", forms[0]),
            lambda: phones[1].replay("/plays/1/hands", forms[1]),
        )
        assert sorted(phone.status for phone in phones) == [200, 409]
        with app.app_context():
            assert len(Sheet.of(db.session.get_one(Play, 1)).entries) == number


def test_the_same_hand_from_both_is_saved_once(app: Flask, phones: list[Phone]) -> None:
    bid(phones[0].open("/plays/1"), "Bea", 5)
    forms = [phone.open("/plays/1").filled("Save hand 1", **took(3, 5, 3, 2))[1] for phone in phones]
    at_once(
        lambda: phones[0].replay("/plays/1/hands", forms[0]),
        lambda: phones[1].replay("/plays/1/hands", forms[1]),
    )
    assert [phone.status for phone in phones] == [200, 200]
    with app.app_context():
        assert db.session.query(Revision).count() == 2, "the bid, and the hand"


def test_different_games_are_saved_side_by_side(app: Flask, phones: list[Phone]) -> None:
    phones[1].open("/nights/1/games/coralon").tap("Start Coralon")
    paths = ["/plays/1", "/plays/2"]
    for phone, path in zip(phones, paths, strict=True):
        phone.open(path)
    at_once(
        *(
            (lambda phone=phone, path=path: bid(phone, "Bea", 5))  # type: ignore[misc]
            for phone, path in zip(phones, paths, strict=True)
        )
    )
    assert ["Bea plays 5" in phone.page for phone in phones] == [True, True]
    with app.app_context():
        assert db.session.query(Revision).count() == 2
