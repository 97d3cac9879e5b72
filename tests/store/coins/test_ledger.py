"""When somebody tampered with what is kept, the bank says what cannot be."""

from typing import Any

import pytest
from sqlalchemy import text, update

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.coins.payment_plan import pay, plan_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Play, Transfer
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Conflict
from tests.store.coins.test_bank import BEA, CAL
from tests.store.purse import Purse
from tests.store.table import PHONE, NewPlay, enter


@pytest.fixture
def played(purse: Purse, new_play: NewPlay) -> Play:
    """A game of Coralon that Bea has won, and with it six coins."""
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    return play


def says(purse: Purse) -> str:
    db.session.commit()
    db.session.expire_all()
    return " ".join(purse.bank.troubles)


def keep(play: Play, place: int, payout: int | None) -> None:
    db.session.execute(update(Chair).where(Chair.place == place).values(payout=payout))


def test_nothing_is_wrong_with_a_night_as_it_was_played(purse: Purse, played: Play) -> None:
    purse.stakes(10)
    assert not says(purse)


def test_coins_that_do_not_add_up(purse: Purse, played: Play) -> None:
    keep(played, 0, 50)
    assert "Coralon, begun at " in says(purse)
    assert (
        "the coins kept with it are not what its hands give, and they add up to 52 instead of nothing."
        in says(purse)
    )
    assert purse.bank.difference == 52


def test_coins_that_add_up_and_are_not_what_the_hands_give(purse: Purse, played: Play) -> None:
    keep(played, 0, 6)
    keep(played, 1, -2)
    assert "the coins kept with it are not what its hands give. Take back" in says(purse)
    assert purse.bank.difference == 0


def test_coins_that_are_missing(purse: Purse, played: Play) -> None:
    keep(played, 2, None)
    assert "are not what its hands give" in says(purse)


def test_a_hand_that_was_written_over(purse: Purse, played: Play) -> None:
    db.session.execute(update(HandRow).values(entry=as_text(CAL)))
    assert "are not what its hands give" in says(purse)


@pytest.mark.parametrize("entry", ["no hand", '{"bidder":"Eve"}'])
def test_a_hand_that_is_none(purse: Purse, played: Play, entry: str) -> None:
    db.session.execute(update(HandRow).values(entry=entry))
    assert "its hands cannot be scored any more." in says(purse)


def test_a_game_that_is_over_by_its_hands_alone(purse: Purse, played: Play) -> None:
    db.session.execute(update(Play).values(ended_at=None))
    assert says(purse).endswith("it is kept as still on, and by its hands it is not.")


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"kind": "theft"}, "is nothing that can be: “theft”."),
        ({"taker_id": 1}, "goes from somebody to themselves."),
        ({"taker_id": "neighbour"}, "is about somebody who does not belong to the club."),
        ({"taker_id": None}, "is a gift with the house, which neither wins nor loses."),
        ({"kind": "stake"}, "is a stake that does not come from the house."),
        ({"kind": "loan", "giver_id": None, "taker_id": None}, "goes from somebody to themselves."),
        ({"coins": -3}, "is about -3 coins."),
    ],
)
def test_an_entry_that_cannot_be(purse: Purse, values: dict[str, Any], why: str) -> None:
    purse.move("gift", "Ann", "Bea", 1)
    other, _ = new_club("Another table")
    eve = get_or_create_player(other, "Eve")
    db.session.execute(text("PRAGMA ignore_check_constraints = ON"))
    values = {column: eve.id if value == "neighbour" else value for column, value in values.items()}
    db.session.execute(update(Transfer).values(**values))
    assert says(purse).endswith(f"on {PHONE} {why} Take it back.")
    db.session.execute(text("PRAGMA ignore_check_constraints = OFF"))


def test_an_impossible_entry_that_was_taken_back_is_no_trouble(purse: Purse) -> None:
    entry = purse.move("gift", "Ann", "Bea", 1)
    db.session.execute(update(Transfer).values(taker_id=None))
    assert says(purse)
    purse.take_back(entry)
    assert not says(purse)


def test_nothing_is_paid_until_it_is_put_right(purse: Purse, played: Play) -> None:
    plan = purse.plan
    keep(played, 0, 6)
    keep(played, 1, -2)
    db.session.commit()
    db.session.expire_all()
    with pytest.raises(Conflict):
        pay(purse.bank, purse.night, plan.since, plan.due[0], PHONE)


def test_what_does_not_add_up_cannot_be_settled(purse: Purse, played: Play) -> None:
    keep(played, 0, 50)
    db.session.commit()
    db.session.expire_all()
    with pytest.raises(ValueError, match="must add up to zero"):
        plan_of(purse.bank)
