"""Reading a bank finds stored data that cannot be true, such as after tampering."""

from typing import Any

import pytest
from sqlalchemy import delete, text, update

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.coins.bank import PostingFault
from scorekeeper.store.coins.payment_plan import pay, plan_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Play, Transfer
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.plays.stored_hands import as_text
from tests.store.coins.test_bank import BEA, CAL
from tests.store.purse import Purse
from tests.store.table import PHONE, NewPlay, enter


@pytest.fixture
def played(purse: Purse, new_play: NewPlay) -> Play:
    """Return a game of Coralon that Bea has won, and six coins with it."""
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    return play


def faults(purse: Purse) -> list[object]:
    """Return what is wrong, read again."""
    db.session.commit()
    db.session.expire_all()
    return [one.fault for one in purse.bank.faulty]


def set_payout(place: int, payout: int | None) -> None:
    db.session.execute(update(Chair).where(Chair.place == place).values(payout=payout))


def test_nothing_is_wrong_with_an_untouched_night(purse: Purse, played: Play) -> None:
    purse.stakes(10)
    assert not faults(purse)
    assert purse.bank.sound


def test_a_game_that_does_not_count_pays_all_the_same(purse: Purse, played: Play) -> None:
    before = purse.bank.won
    assert before[purse.ids["Bea"]] == 6
    played.set_aside = True
    db.session.commit()
    assert purse.bank.won == before


def test_coins_that_do_not_add_up(purse: Purse, played: Play) -> None:
    set_payout(0, 50)
    assert purse.bank.difference == 52
    assert not purse.bank.sound
    with pytest.raises(ValueError, match="must add up to zero"):
        plan_of(purse.bank)
    set_payout(0, -2)
    set_payout(2, None)
    assert purse.bank.difference == 2


@pytest.mark.parametrize("entry", [as_text(CAL), "no hand"])
def test_a_finished_game_pays_what_its_seats_hold(purse: Purse, played: Play, entry: str) -> None:
    before = purse.bank.games
    db.session.execute(update(HandRow).values(entry=entry))
    assert purse.bank.games == before
    assert not faults(purse)


@pytest.mark.parametrize(("entry", "refusal"), [("no hand", "can’t be read"), ('{"bidder":9}', "Bidder")])
def test_a_hand_that_cannot_be_scored(purse: Purse, new_play: NewPlay, entry: str, refusal: str) -> None:
    enter(new_play(target=50, wager=2), CAL)
    db.session.execute(update(HandRow).values(entry=entry))
    assert faults(purse) == [True]
    assert refusal in purse.bank.games[0].refusal


@pytest.mark.sqlite
def test_a_hand_that_is_no_text_can_be_read_as_far_as_it_is(purse: Purse, new_play: NewPlay) -> None:
    enter(new_play(target=50, wager=2), CAL)
    db.session.execute(text("UPDATE hand SET entry = CAST(x'7bff226f7d' AS TEXT)"))
    assert faults(purse) == [True]


def test_a_game_without_seats_pays_nothing(purse: Purse, played: Play) -> None:
    db.session.execute(delete(Chair))
    assert not purse.bank.games


# Elsewhere nothing overrules the constraints that refuse most of these.
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"kind": "theft"}, PostingFault.UNKNOWN_KIND),
        ({"taker_id": 1}, PostingFault.SAME_PARTY),
        ({"taker_id": "neighbour"}, PostingFault.OUTSIDER),
        ({"taker_id": None}, PostingFault.HOUSE_TAKES_PART),
        ({"kind": "stake"}, PostingFault.STAKE_FROM_PLAYER),
        ({"kind": "loan", "giver_id": None, "taker_id": None}, PostingFault.SAME_PARTY),
        ({"coins": -3}, PostingFault.NO_COINS),
        ({"kind": "cost", "in_money": True}, PostingFault.NOT_IN_MONEY),
        ({"earlier_uid": "e" * 32}, PostingFault.NOT_FROM_EARLIER),
        ({"kind": "loan", "giver_id": None, "earlier_uid": "e" * 32}, PostingFault.HOUSE_TAKES_PART),
    ],
)
def test_a_posting_that_cannot_be_true(purse: Purse, values: dict[str, Any], fault: PostingFault) -> None:
    purse.move("gift", "Ann", "Bea", 1)
    other = new_club("Another table")
    eve = get_or_create_player(other, "Eve")
    db.session.execute(text("PRAGMA ignore_check_constraints = ON"))
    values = {column: eve.id if value == "neighbour" else value for column, value in values.items()}
    db.session.execute(update(Transfer).values(**values))
    assert faults(purse) == [fault]
    db.session.execute(text("PRAGMA ignore_check_constraints = OFF"))


def test_an_impossible_posting_does_no_harm_once_undone(purse: Purse) -> None:
    posting = purse.move("gift", "Ann", "Bea", 1)
    db.session.execute(update(Transfer).values(taker_id=None))
    assert faults(purse)
    purse.undo(posting)
    assert not faults(purse)


def test_nothing_can_be_paid_until_the_fault_is_fixed(purse: Purse, played: Play, new_play: NewPlay) -> None:
    plan, running = purse.plan, new_play(target=50, wager=2)
    enter(running, CAL)
    db.session.execute(update(HandRow).where(HandRow.play_id == running.id).values(entry="no hand"))
    assert faults(purse)
    with pytest.raises(Conflict):
        pay(purse.bank, purse.night, plan.since, plan.due[0], PHONE)
