"""The caller: what a phone speaks of a game, in order, complete, and nothing that is old."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Revision
from tests.web.phone import Phone
from tests.web.table import bid, took, whole

EXACT = (3, 5, 3, 2)
BEA_5 = "Bea bid 5 and made it exactly. Bea, 35 to go. Bea deals."


def called(phone: Phone, after: str = "0") -> list[str]:
    """Return what is called of the first game after the news of this id."""
    return [told["sentence"] for told in phone.client.get(f"/plays/1/said?after={after}").get_json()]


def newest(phone: Phone) -> str:
    return phone.open("/plays/1").page.one(id="news")["data-change"]


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Return a sheet with one hand."""
    return whole(coralon, "Bea", 5, EXACT)


def test_every_hand_is_called_once_and_with_what_was_left_then(played: Phone) -> None:
    whole(played, "Cal", 4, (3, 3, 5, 2))
    second = "Cal bid 4 and went over. Bea, 32 to go; Cal 35; Ann 37; Dee 38. Cal deals."
    assert called(played) == [BEA_5, second]
    assert called(played, "1") == [second]
    assert called(played, newest(played)) == []


def test_what_is_called_is_what_screen_readers_get(played: Phone) -> None:
    assert called(played) == [played.page.one(id="news").text]


def test_a_bid_is_not_called(played: Phone) -> None:
    bid(played, "Cal", 4).tap("Crowns")
    assert called(played) == [BEA_5]


def test_a_hand_saved_after_its_bid_is_called(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(*EXACT))
    assert called(coralon) == [BEA_5]


def test_a_correction_is_called_as_one_instead_of_what_was_wrong(played: Phone) -> None:
    correction = "Correction of hand 1: Bea bid 4 and went over. Bea, 35 to go; Ann and Cal 37; Dee 38."
    before = newest(played)
    played.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    assert called(played) == called(played, before) == [correction]
    undone = newest(played)
    played.open("/plays/1").tap("Undo")
    assert called(played, undone) == [
        "Correction of hand 1 undone: Bea bid 5 and made it exactly. Bea, 35 to go; Ann, Cal and Dee 40."
    ]


def test_a_removal_and_undoing_it_are_called(played: Phone) -> None:
    before = newest(played)
    played.open("/plays/1").tap("Remove hand 1")
    assert called(played, before) == ["Hand 1 removed."]
    before = newest(played)
    played.open("/plays/1").tap("Undo")
    assert called(played, before)[0].startswith("Hand 1 put back: Bea bid 5")


def test_a_hand_that_is_undone_to_its_bid_is_called(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(*EXACT))
    assert called(coralon.tap("Undo")) == ["Hand 1 undone."]


def test_the_winner_is_called_with_the_last_hand(played: Phone) -> None:
    for _ in range(4):
        whole(played, "Bea", 10, (1, 10, 1, 1))
    assert called(played)[-1] == (
        "Bea bid 10 and made it exactly. And Bea wins the game, with 45 points, 45 ahead of Ann, Cal and Dee!"
    )


def test_the_end_is_called_once(played: Phone) -> None:
    before = newest(played)
    played.open("/plays/1").tap("End game")
    assert called(played, before) == [
        "The game was ended. And Bea wins the game, with 5 points, 5 ahead of Ann, Cal and Dee!"
    ]
    assert called(played, newest(played)) == []


def test_what_is_older_than_a_minute_is_not_called(app: Flask, played: Phone) -> None:
    with app.app_context():
        db.session.execute(update(Revision).values(at=now() - timedelta(minutes=2)))
        db.session.commit()
    whole(played, "Cal", 4, (3, 3, 4, 3))
    assert called(played) == ["Cal bid 4 and made it exactly. Cal, 36 to go. Cal deals."]


def test_no_more_than_twenty_hands_are_called(played: Phone) -> None:
    for _ in range(20):
        whole(played, "Bea", 13, (0, 12, 1, 0))
    assert len(called(played)) == 20


def test_an_id_from_nowhere_calls_nothing(played: Phone) -> None:
    assert called(played, "nowhere") == []
