"""Shared costs: who pays which share, once for each form, undone and redone together."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.domain import MAX_COINS
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.postings import BadPosting, SharedCost
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.plays.sheet import Conflict
from tests.store.purse import Purse
from tests.store.table import CAST, PHONE

ALL = dict.fromkeys(CAST, 1)

FEW = settings(
    max_examples=settings().max_examples // 4, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def shares(purse: Purse, tap: int = -1) -> dict[str, int]:
    """Return everyone's share of a cost; the newest if it isn't said which."""
    return {purse.bank.names[share.taker or 0]: share.coins for share in purse.bank.taps[tap]}


def test_a_cost_is_shared_equally_by_those_who_take_part(purse: Purse) -> None:
    purse.cost("Bea", 9, {"Ann": 1, "Bea": 1, "Cal": 1, "Dee": 0}, "pizza")
    assert shares(purse) == {"Ann": 3, "Bea": 3, "Cal": 3}
    assert purse.open == {"Ann": -3, "Bea": 6, "Cal": -3}
    assert (purse.won, purse.book) == ({}, {})


def test_the_payer_need_not_share_it(purse: Purse) -> None:
    purse.cost("Bea", 10, {"Ann": 1, "Cal": 4})
    assert purse.open == {"Ann": -2, "Bea": 10, "Cal": -8}


def test_odd_cents_go_to_one_player_after_another(purse: Purse) -> None:
    for expected in ("Ann", "Bea", "Cal", "Dee", "Ann"):
        purse.cost("Bea", 9, ALL)
        assert shares(purse) == {name: 3 if name == expected else 2 for name in CAST}


def test_a_cost_that_was_undone_had_its_turn_and_redone_it_is_the_same(purse: Purse) -> None:
    purse.cost("Bea", 9, ALL)
    purse.undo(purse.newest)
    assert purse.open == {}
    purse.redo(purse.newest)
    assert shares(purse) == shares(purse, 0)
    purse.cost("Bea", 9, ALL)
    assert shares(purse)["Bea"] == 3


def test_a_share_of_nothing_is_left_out(purse: Purse) -> None:
    purse.cost("Bea", 1, ALL)
    assert shares(purse) == {"Ann": 1}
    assert purse.bank.sound


def test_a_form_records_one_cost_once(purse: Purse) -> None:
    uid = new_uid()
    purse.cost("Bea", 9, ALL, uid=uid)
    purse.cost("Cal", 9, ALL)
    purse.cost("Bea", 9, ALL, uid=uid)
    assert len(purse.bank.taps) == 2
    with pytest.raises(Conflict):
        purse.cost("Bea", 8, ALL, uid=uid)


@pytest.mark.parametrize(
    ("cost", "field"),
    [
        (SharedCost(99, 5, {1: 1}), "payer"),
        (SharedCost(1, 5, {}), "to"),
        (SharedCost(1, 5, {1: 0}), "to"),
        (SharedCost(1, 5, {1: 1, 99: 1}), "to"),
        (SharedCost(1, 0, {1: 1}), "amount"),
        (SharedCost(1, MAX_COINS + 1, {1: 1}), "amount"),
        (SharedCost(1, 5, {1: 1}, in_money=True), "unit"),
    ],
)
def test_an_impossible_cost_is_refused(purse: Purse, cost: SharedCost, field: str) -> None:
    with pytest.raises(BadPosting) as refused:
        postings.record_cost(purse.bank, purse.night, new_uid(), cost, PHONE)
    assert refused.value.field == field
    assert not purse.bank.postings


PARTS = st.dictionaries(st.sampled_from(CAST), st.integers(0, 5)).filter(lambda parts: any(parts.values()))


@FEW
@given(
    costs=st.lists(st.tuples(st.sampled_from(CAST), st.integers(1, 10_000), PARTS), min_size=1, max_size=4),
    value=st.sampled_from([None, 0, 7]),
)
def test_shares_add_up_and_differ_by_at_most_one_for_equal_parts(
    purse: Purse, costs: list[tuple[str, int, dict[str, int]]], value: int | None
) -> None:
    purse.night.coin_value = value
    before = len(purse.bank.taps)
    for payer, amount, parts in costs:
        purse.cost(payer, amount, parts)
        found = shares(purse)
        assert sum(found.values()) == amount
        assert found.keys() <= {name for name, part in parts.items() if part}
        for part in set(parts.values()) - {0}:
            equal = [found.get(name, 0) for name in parts if parts[name] == part]
            assert max(equal) - min(equal) <= 1
        assert sum(purse.bank.open.values()) == sum(purse.bank.costs.values()) == 0
    kept = purse.bank.costs
    db.session.expire_all()
    assert purse.bank.costs == kept
    for tap in purse.bank.taps[before:]:
        purse.undo(tap[0])
    assert not any(purse.bank.costs.values())
