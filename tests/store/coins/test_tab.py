"""The tab: what is open on the nights of a club, and moving it to the night on which it will be paid."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.coins.bank import LOAN, SETTLEMENT
from scorekeeper.store.coins.payment_plan import pay
from scorekeeper.store.coins.postings import BadPosting
from scorekeeper.store.coins.tab import (
    OpenAmount,
    amounts_on,
    bring,
    bring_all,
    newest_night,
    open_amounts,
    open_before,
    open_nights,
    open_sums,
    takes,
)
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import plays_of_night, start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.rules.cast import CAST as SIX
from tests.store.purse import HOUSE, Purse
from tests.store.table import PHONE, enter
from tests.test_settlement import most_groups

FEW = settings(
    max_examples=settings().max_examples // 4, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def nights_of(club: Club, count: int = 3) -> list[Purse]:
    """Return the banks of new nights of a club, a week apart, the oldest first."""
    purses = []
    for number in range(count):
        night = new_night(club)
        night.started_at = now() - timedelta(weeks=count - number)
        db.session.flush()
        purses.append(Purse(night, SIX))
    return purses


@pytest.fixture
def two(night: Night) -> list[Purse]:
    """Return the banks of two nights; on the first, Bea won 12 from Ann and lent Cal 5."""
    first, second = nights_of(new_club("Friday"), 2)
    first.move("gift", "Ann", "Bea", 12)
    first.move("loan", "Bea", "Cal", 5)
    return [first, second]


def amounts(purse: Purse) -> Sequence[OpenAmount]:
    return open_amounts(purse.night, purse.bank)


def move(to: Purse, *wanted: OpenAmount) -> None:
    bring(to.bank, to.night, wanted, PHONE)
    db.session.commit()
    db.session.expire_all()


def value(purse: Purse, coin_value: int | None, coins: int = 1, currency: str = "€") -> None:
    night = purse.night
    night.coin_value, night.valued_coins, night.currency = coin_value, coins, currency
    db.session.commit()


def test_an_amount_is_due_on_the_night_it_was_moved_to(two: list[Purse]) -> None:
    first, second = two
    move(second, *amounts(first))
    assert (first.open, second.open) == ({}, {"Ann": -12, "Bea": 12})
    assert not first.plan.due
    assert first.won == {"Ann": -12, "Bea": 12}
    assert second.settle() == ["Ann pays Bea 12"]
    assert not open_nights(first.night.club_id)


def test_moving_the_last_amount_repays_the_loans(two: list[Purse]) -> None:
    first, second = two
    move(second, *amounts(first))
    assert not first.bank.debts


def test_undoing_the_move_opens_both_again(two: list[Purse]) -> None:
    first, second = two
    before_it = first.bank.debts
    move(second, *amounts(first))
    version = first.night.version
    second.undo(second.newest)
    db.session.expire_all()
    assert (first.open, second.open, first.bank.debts) == ({"Ann": -12, "Bea": 12}, {}, before_it)
    assert first.night.version == version + 1


def test_an_amount_that_was_left_on_its_night_can_be_moved_again(two: list[Purse]) -> None:
    first, second = two
    for _ in range(2):
        move(second, *amounts(first))
        second.undo(second.newest)
        second.redo(second.newest)
    move(second, *amounts(first))
    assert second.open == {"Ann": -12, "Bea": 12}


def test_an_amount_moved_on_two_phones_is_moved_once(two: list[Purse]) -> None:
    first, second = two
    seen = amounts(first)
    for _ in range(2):
        move(second, *seen)
    assert second.open == {"Ann": -12, "Bea": 12}


def test_an_amount_that_was_paid_is_not_moved(two: list[Purse]) -> None:
    first, second = two
    seen = amounts(first)
    first.settle()
    with pytest.raises(Conflict):
        move(second, *seen)


def test_a_loan_is_moved_where_nothing_else_is_open(night: Night) -> None:
    first, second = nights_of(night.club, 2)
    first.move("loan", "Bea", "Cal", 5)
    first.move("loan", HOUSE, "Cal", 5)
    (loan,) = amounts(first)
    assert (loan.kind, loan.amount) == (LOAN, 5)
    move(second, loan)
    assert [debt.lender for debt in first.bank.debts] == [None]
    assert second.open == {"Bea": 5, "Cal": -5}
    second.undo(second.newest)
    assert amounts(first) == [loan]


def test_loans_stay_while_a_game_is_running(two: list[Purse]) -> None:
    first, second = two
    start_play(first.night.id, "house-of-fortune", {}, [first.ids[name] for name in ("Ann", "Bea")], 0)
    db.session.commit()
    move(second, *amounts(first))
    assert [debt.coins for debt in first.bank.debts] == [5]


def test_both_nights_are_drawn_again(two: list[Purse]) -> None:
    first, second = two
    version = first.night.version
    move(second, *amounts(first))
    assert first.night.version == version + 1


def test_deleting_the_later_night_opens_the_earlier_one_again(two: list[Purse]) -> None:
    first, second = two
    move(second, *amounts(first))
    second.night.deleted_at = now()
    db.session.commit()
    assert first.open == {"Ann": -12, "Bea": 12}


def test_deleting_the_earlier_night_takes_its_amounts_along(two: list[Purse]) -> None:
    first, second = two
    second.move("gift", "Cal", "Dee", 1)
    move(second, *amounts(first))
    first.night.deleted_at = now()
    db.session.commit()
    assert second.open == {"Cal": -1, "Dee": 1}


@pytest.mark.parametrize(
    ("earlier", "later", "possible"),
    [
        (None, None, True),
        ((10, 1, "€"), (25, 2, "€"), True),
        ((10, 1, "€"), (10, 1, "kr"), False),
        ((10, 1, "€"), None, False),
        (None, (10, 1, "€"), False),
    ],
)
def test_amounts_are_moved_only_to_a_night_of_the_same_unit(
    two: list[Purse], earlier: Any, later: Any, possible: bool
) -> None:
    for purse, worth in zip(two, (earlier, later), strict=True):
        value(purse, *(worth or (None,)))
    first, second = two
    (found,) = open_nights(first.night.club_id)
    assert takes(second.night, found.unit) == possible
    newest = newest_night(first.night.club_id, found.unit)
    assert newest is (second if possible else first).night
    if possible:
        move(second, *amounts(first))
        assert second.bank.open == first.bank.net
    else:
        with pytest.raises(Conflict):
            move(second, *amounts(first))


def test_loans_of_coins_that_are_only_counted_are_not_open(night: Night) -> None:
    (first,) = nights_of(night.club, 1)
    first.move("loan", "Bea", "Cal", 5)
    value(first, 0)
    assert not amounts(first)
    assert not open_nights(first.night.club_id)


def test_nights_of_other_people_and_later_ones_are_not_asked_about(night: Night) -> None:
    first, second, third = nights_of(night.club)
    first.move("gift", "Ann", "Bea", 1)
    third.move("gift", "Ann", "Bea", 1)
    ids = first.ids
    assert [one.night for one in open_before(second.night, {ids["Ann"], ids["Bea"]})] == [first.night]
    assert not open_before(second.night, {ids["Ann"], ids["Cal"]})


def test_only_nights_on_which_something_is_open_are_read(two: list[Purse]) -> None:
    first, second = two
    first.settle()
    second.move("gift", "Ann", "Bea", 3)
    club_id, still_open = first.night.club_id, second.night.id
    db.session.expunge_all()
    read: set[int] = set()

    def note(night: Night, _: object) -> None:
        read.add(night.id)

    event.listen(Night, "load", note)
    try:
        assert [one.night.id for one in open_nights(club_id)] == [still_open]
        newest = newest_night(club_id, None)
    finally:
        event.remove(Night, "load", note)
    assert (newest and newest.id, read) == (still_open, {still_open})


# --- Against brute force ---

NAMES = st.sampled_from(SIX)
COINS = st.integers(1, 40)
WHICH = st.integers(0, 20)
VALUES = st.sampled_from([None, (10, 1), (100, 3), (0, 1)])
HAPPENED = st.one_of(
    st.tuples(st.sampled_from(["gift", "side bet", "loan"]), NAMES, NAMES, COINS),
    st.tuples(st.just("game"), COINS, COINS),
    st.tuples(st.just("pay"), WHICH),
    st.tuples(st.just("move"), WHICH, st.integers(0, 2)),
    st.tuples(st.just("undo"), WHICH),
    st.tuples(st.just("correct"), WHICH),
    st.tuples(st.just("delete")),
    st.tuples(st.just("restore")),
)
STEPS = st.lists(st.tuples(st.integers(0, 2), HAPPENED), min_size=3, max_size=14)


def happen(purses: Sequence[Purse], which: int, step: tuple[Any, ...]) -> None:
    """Let something happen on a night, if it can."""
    purse = purses[which]
    night = purse.night
    match step:
        case ("delete",):
            night.deleted_at = now()
        case ("restore",):
            night.deleted_at = None
        case _ if night.deleted_at:
            return
        case ("game", lost, won):
            seats = [purse.ids[name] for name in SIX[:4]]
            play = start_play(night.id, "lansquenet", {}, seats, 0)
            enter(play, {"collected": {"Bea": lost}, "standing": {"Cal": won}, "result": "players"})
            commands.end_play(Sheet.of(play))
        case ("correct", number) if plays := plays_of_night(night):
            play = plays[number % len(plays)]
            play.deleted_at = None if play.deleted_at else now()
        case ("pay", number) if due := purse.plan.due:
            pay(purse.bank, night, purse.plan.since, due[number % len(due)], PHONE)
        case ("undo", number) if postings := purse.bank.postings:
            purse.undo(postings[number % len(postings)])
        case ("move", number, to) if to != which and (found := amounts(purse)):
            later = purses[to]
            if not later.night.deleted_at:
                with suppress(Conflict):
                    bring(later.bank, later.night, found[: 1 + number % len(found)], PHONE)
        case (kind, giver, taker, coins):
            with suppress(BadPosting):
                purse.move(kind, giver, taker, coins)
    db.session.commit()
    db.session.expire_all()


def own_sums(purse: Purse) -> Counter[int]:
    """Return what is open of a night's own, wherever it was moved: what was won without what was paid."""
    sums = Counter(purse.bank.won)
    for posting in purse.bank.counting:
        if posting.counts_as == SETTLEMENT or (posting.kind == LOAN and posting.other):
            sign = -1 if posting.kind == SETTLEMENT else 1
            sums[posting.giver or 0] += sign * posting.coins
            sums[posting.taker or 0] -= sign * posting.coins
    return sums


@FEW
@given(steps=STEPS)
def test_a_night_adds_to_the_tab_what_is_its_own_whatever_is_moved_deleted_or_corrected(
    night: Night, steps: list[tuple[int, tuple[Any, ...]]]
) -> None:
    purses = nights_of(new_club("Friday"))
    for step in steps:
        happen(purses, *step)
        there = [purse for purse in purses if not purse.night.deleted_at]
        expected: Counter[int] = Counter()
        shown: Counter[int] = Counter()
        for purse in there:
            assert purse.bank.sound
            expected.update(own_sums(purse))
            shown.update(purse.bank.open)
        assert {who: shown[who] for who in shown if shown[who]} == {
            who: expected[who] for who in expected if expected[who]
        }


@FEW
@given(steps=STEPS, values=st.tuples(VALUES, VALUES, VALUES))
def test_the_sums_of_the_tab_are_those_of_its_nights(
    night: Night, steps: list[tuple[int, tuple[Any, ...]]], values: tuple[Any, ...]
) -> None:
    purses = nights_of(new_club("Friday"))
    for purse, worth in zip(purses, values, strict=True):
        value(purse, *(worth or (None,)))
    for step in steps:
        happen(purses, *step)
    found = {one.night.id: one for one in open_nights(purses[0].night.club_id)}
    for one, bank, some in amounts_on([purse.night for purse in purses]):
        sums: Counter[int] = Counter()
        for amount in some:
            sums[amount.creditor] += amount.amount
            sums[amount.debtor] -= amount.amount
        if one.deleted_at or not some:
            assert one.id not in found
        else:
            assert found[one.id].sums == sums
            assert some[0].kind == LOAN or sums == {who: left for who, left in bank.open.items() if left}


@FEW
@given(steps=STEPS, worth=VALUES)
def test_everything_is_settled_at_once_with_the_fewest_payments(
    night: Night, steps: list[tuple[int, tuple[Any, ...]]], worth: Any
) -> None:
    purses = nights_of(new_club("Friday"))
    for purse in purses:
        value(purse, *(worth or (None,)))
    for which, step in steps:
        # What was paid already may be part of the plan, which then isn't the shortest for the rest.
        if step[0] not in ("pay", "delete", "loan"):
            happen(purses, which, step)
    club_id, last = purses[0].night.club_id, purses[-1]
    for unit, sums in open_sums(open_nights(club_id)).items():
        bring_all(last.night, unit, PHONE)
        db.session.commit()
        db.session.expire_all()
        uneven = tuple(sums.values())
        assert len(last.plan.due) == len(uneven) - most_groups(uneven)
        last.settle()
    assert [purse.open for purse in purses] == [{}, {}, {}]
    assert not [purse.plan.due for purse in purses if purse.plan.due]
    assert not open_nights(club_id)


def test_an_amount_of_a_deleted_night_is_apart_from_those_included_with_it(night: Night) -> None:
    first, second, third = nights_of(night.club)
    for purse, coins in ((first, 12), (second, 5)):
        purse.move("gift", "Ann", "Bea", coins)
    move(third, *amounts(first), *amounts(second))
    first.night.deleted_at = now()
    db.session.commit()
    assert [[one.coins for one in tap] for tap in third.bank.taps] == [[12], [5]]
    assert [one.lost_night is not None for (one,) in third.bank.taps] == [True, False]
    third.undo(third.newest)
    assert not third.open
