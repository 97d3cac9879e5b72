"""Settling up: who pays whom, until everyone and the house are at zero."""

import pytest

from scorekeeper.store.coins.bank import SETTLEMENT
from scorekeeper.store.coins.payment_plan import pay
from scorekeeper.store.database import db
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.store.coins.test_bank import over
from tests.store.purse import HOUSE, Purse
from tests.store.table import PHONE, correct, enter


@pytest.fixture
def evening(purse: Purse) -> Purse:
    """Return the bank after the example in its docstring."""
    purse.stakes(20, "Ann", "Bea", "Cal")
    seats = [purse.ids[name] for name in ("Ann", "Bea", "Cal")]
    play = start_play(purse.night.id, "lansquenet", {}, seats, 2)
    enter(play, {"collected": {"Ann": 20}, "standing": {}, "result": "bank"})
    purse.move("loan", "Bea", "Ann", 10)
    enter(play, {"collected": {"Ann": 10, "Bea": 5}, "standing": {}, "result": "bank"})
    over(play)
    purse.move("side bet", "Cal", "Bea", 3)
    return purse


def test_the_example_of_the_bank(evening: Purse) -> None:
    assert evening.named(evening.bank.book) == {"Bea": 8, "Cal": 52}
    assert evening.won == {"Ann": -30, "Bea": -2, "Cal": 32}
    assert (evening.bank.lent, evening.bank.difference) == (60, 0)
    assert evening.settle() == ["Ann pays Cal 30", "Bea pays Cal 2"]
    assert (evening.open, evening.bank.lent) == ({}, 0)


def test_loans_are_open_until_the_last_payment(evening: Purse) -> None:
    plan = evening.plan
    pay(evening.bank, evening.night, plan.since, plan.due[0], PHONE)
    db.session.commit()
    assert len(evening.bank.debts) == 4
    pay(evening.bank, evening.night, plan.since, plan.due[1], PHONE)
    db.session.commit()
    assert not evening.bank.debts


@pytest.mark.parametrize("which", [0, 1])
def test_undoing_any_payment_opens_the_loans_again(evening: Purse, which: int) -> None:
    before = evening.bank.debts
    evening.settle()
    evening.undo([posting for posting in evening.bank.postings if posting.kind == SETTLEMENT][which])
    assert evening.bank.debts == before
    assert len(evening.settle()) == 1
    assert (evening.open, evening.bank.lent) == ({}, 0)


def test_undoing_a_payment_leaves_a_loan_that_was_repaid_by_itself(evening: Purse) -> None:
    evening.move("repayment", "Ann", "Bea", 10)
    evening.settle()
    evening.undo(next(posting for posting in evening.bank.postings if posting.kind == SETTLEMENT))
    assert all(debt.lender is None for debt in evening.bank.debts)


def test_a_running_game_keeps_the_coins_that_were_borrowed(evening: Purse) -> None:
    seats = [evening.ids[name] for name in ("Ann", "Bea")]
    play = start_play(evening.night.id, "lansquenet", {}, seats, 0)
    enter(play, {"collected": {"Bea": 4}, "standing": {}, "result": "bank"})
    evening.settle()
    assert len(evening.bank.debts) == 4
    over(play)
    assert evening.settle() == ["Bea pays Ann 4"]
    assert (evening.open, evening.bank.lent) == ({}, 0)


def test_an_undone_repayment_is_not_redone_beyond_what_is_owed(purse: Purse) -> None:
    purse.move("loan", "Ann", "Bea", 5)
    repayment = purse.move("repayment", "Bea", "Ann", 5)
    purse.undo(repayment)
    purse.move("repayment", "Bea", "Ann", 2)
    purse.redo(repayment)
    assert [debt.coins for debt in purse.bank.debts] == [3]


def test_loans_may_be_repaid_before_settling(evening: Purse) -> None:
    evening.repay_all()
    assert evening.bank.lent == 0
    assert evening.settle() == ["Ann pays Cal 30", "Bea pays Cal 2"]
    assert evening.open == {}


def test_a_loan_alone_is_repaid_and_nobody_pays(purse: Purse) -> None:
    purse.move("loan", "Ann", "Bea", 5)
    assert not purse.plan.payments
    purse.repay_all()
    assert not purse.book


def test_a_payment_made_stays_in_place_and_the_others_stay_the_same(evening: Purse) -> None:
    before = evening.plan
    pay(evening.bank, evening.night, before.since, before.due[1], PHONE)
    db.session.commit()
    after = evening.plan
    assert [payment for payment, _ in after.payments] == [payment for payment, _ in before.payments]
    assert [paid is not None for _, paid in after.payments] == [False, True]
    assert (after.since, after.fewest) == (0, True)


def test_a_payment_no_longer_due_is_refused(evening: Purse) -> None:
    plan = evening.plan
    evening.move("gift", "Cal", "Ann", 1)
    with pytest.raises(Conflict):
        pay(evening.bank, evening.night, plan.since, plan.due[0], PHONE)


def test_after_settling_the_night_can_continue_and_be_settled_again(evening: Purse) -> None:
    old = evening.plan
    evening.settle()
    evening.move("gift", "Cal", "Ann", 1)
    assert evening.plan.since
    with pytest.raises(Conflict):
        pay(evening.bank, evening.night, old.since, old.due[0], PHONE)
    assert evening.settle() == ["Cal pays Ann 1"]
    assert not evening.open


def test_after_a_correction_only_the_difference_is_due(purse: Purse) -> None:
    seats = [purse.ids[name] for name in ("Ann", "Bea")]
    play = start_play(purse.night.id, "lansquenet", {}, seats, 0)
    enter(play, {"collected": {"Bea": 4}, "standing": {}, "result": "bank"})
    over(play)
    assert purse.settle() == ["Bea pays Ann 4"]
    correct(play, 1, {"collected": {"Bea": 6}, "standing": {}, "result": "bank"})
    assert purse.settle() == ["Bea pays Ann 2"]
    correct(play, 1, {"collected": {"Bea": 1}, "standing": {}, "result": "bank"})
    assert purse.settle() == ["Ann pays Bea 5"]
    assert not purse.open


def test_a_continued_game_is_no_longer_settled(purse: Purse) -> None:
    seats = [purse.ids[name] for name in ("Ann", "Bea")]
    play = start_play(purse.night.id, "lansquenet", {}, seats, 0)
    enter(play, {"collected": {"Bea": 4}, "standing": {}, "result": "bank"})
    over(play)
    commands.continue_play(Sheet.of(play))
    db.session.commit()
    assert not purse.plan.payments
    assert purse.book == {"Ann": 4, "Bea": -4}
    assert not purse.won


def test_the_house_repays_what_it_owes(purse: Purse) -> None:
    loan = purse.move("loan", HOUSE, "Ann", 5)
    purse.move("repayment", "Ann", HOUSE, 5)
    purse.undo(loan)
    assert (purse.bank.lent, purse.bank.difference) == (-5, 0)
    assert [(debt.debtor, debt.coins) for debt in purse.bank.debts] == [(None, 5)]
    purse.repay_all()
    assert (purse.book, purse.bank.lent) == ({}, 0)
