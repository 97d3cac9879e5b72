"""Who pays whom at the end of a night."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.settlement import Payment, roughness, settle
from tests.rules.cast import ANN, BEA, CAL, DEE, EVE, FAY
from tests.rules.sheets import cases, each

Balances = tuple[int, ...]


def even(figures: Sequence[int]) -> Balances:
    """Return the figures and one more, so that they add up to zero."""
    return (*figures, -sum(figures))


def balances(most: int, least: int = 0) -> st.SearchStrategy[Balances]:
    """Return what people won and lost: small figures, which fit with others, round ones, and any others."""
    figures = st.one_of(
        st.integers(-9, 9), st.integers(-12, 12).map(lambda fives: 5 * fives), st.integers(-(10**9), 10**9)
    )
    return st.lists(figures, min_size=max(least - 1, 0), max_size=most - 1).map(even)


def paid(net: dict[str, int]) -> list[tuple[str, int, str]]:
    """Return who pays how much to whom."""
    return [(payment.debtor, payment.amount, payment.creditor) for payment in settle(net).payments]


# What is true of every settlement


@given(net=balances(15))
def test_everyone_is_even_afterwards(net: Balances) -> None:
    left = list(net)
    for payment in settle(dict(enumerate(net))).payments:
        left[payment.debtor] += payment.amount
        left[payment.creditor] -= payment.amount
    assert not any(left)


@given(net=balances(15))
def test_coins_go_from_those_who_owe_to_those_who_are_owed(net: Balances) -> None:
    for payment in settle(dict(enumerate(net))).payments:
        assert net[payment.debtor] < 0 < net[payment.creditor]
        assert payment.amount > 0


@given(net=balances(15))
def test_nobody_pays_the_same_person_twice(net: Balances) -> None:
    pairs = [(payment.debtor, payment.creditor) for payment in settle(dict(enumerate(net))).payments]
    assert len(set(pairs)) == len(pairs)


@given(net=balances(18), data=st.data())
def test_the_order_of_people_does_not_matter(net: Balances, data: st.DataObject) -> None:
    people = list(enumerate(net))
    assert settle(dict(data.draw(st.permutations(people)))) == settle(dict(people))


@given(net=balances(12))
def test_people_who_are_even_make_no_difference(net: Balances) -> None:
    people = dict(enumerate(net))
    assert settle(people | {99: 0}) == settle(people)


# The fewest payments, against everything that could be done


@given(net=balances(8))
def test_up_to_eight_people_need_as_many_payments(net: Balances) -> None:
    settlement = settle(dict(enumerate(net)))
    uneven = tuple(figure for figure in net if figure)
    assert len(settlement.payments) == len(uneven) - most_groups(uneven)
    assert settlement.fewest


def most_groups(net: Balances) -> int:
    """Return the largest number of groups that add up to zero; the first person's may be any."""
    if not net:
        return 0
    rest = range(1, len(net))
    return max(
        1 + most_groups(tuple(net[place] for place in rest if place not in others))
        for size in range(len(net))
        for others in combinations(rest, size)
        if net[0] + sum(net[place] for place in others) == 0
    )


@given(groups=st.lists(balances(5, least=2), min_size=2, max_size=3), data=st.data())
def test_groups_that_add_up_to_zero_are_found(groups: list[Balances], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations([figure for group in groups for figure in group]))
    settlement = settle(dict(enumerate(mixed)))
    assert len(settlement.payments) <= sum(max(0, sum(map(bool, group)) - 1) for group in groups)
    assert settlement.fewest


def test_no_group_breaks_up_others() -> None:
    # 4, 8 and 12 would be a group as well, but there would be no other.
    net = (3, 1, -4, -8, -2, 10, -5, -7, 12)
    assert len(settle(dict(enumerate(net))).payments) == 6


@given(net=balances(6))
def test_up_to_six_people_pay_the_roundest_amounts(net: Balances) -> None:
    payments = settle(dict(enumerate(net))).payments
    rough = sum(roughness(payment.amount) for payment in payments)
    assert (len(payments), rough) == least(tuple(sorted(figure for figure in net if figure)))


@cache
def least(net: Balances) -> tuple[int, int]:
    """Return the fewest payments and their least roughness over every order of settling."""
    if not net:
        return 0, 0
    ways = []
    for owing, owed in {(low, high) for low in net for high in net if low < 0 < high}:
        coins = min(-owing, owed)
        rest = list(net)
        rest.remove(owing)
        rest.remove(owed)
        rest += [figure for figure in (owing + coins, owed - coins) if figure]
        payments, rough = least(tuple(sorted(rest)))
        ways.append((1 + payments, roughness(coins) + rough))
    return min(ways)


# Nights as they were


@cases(
    "net, payments",
    {
        "nobody": ({}, []),
        "one who is even": ({ANN: 0}, []),
        "all are even": (each(0, 0, 0), []),
        "one owes another": (each(-7, 7), [(ANN, 7, BEA)]),
        "one is owed by all": (each(-2, 6, -2, -2), [(ANN, 2, BEA), (CAL, 2, BEA), (DEE, 2, BEA)]),
        "one owes all": (each(3, -6, 3), [(BEA, 3, ANN), (BEA, 3, CAL)]),
        "the largest debts come first": (
            each(-1, -20, -3, 24),
            [(BEA, 20, DEE), (CAL, 3, DEE), (ANN, 1, DEE)],
        ),
        "exact opposites settle with each other": (each(-8, 5, 8, -5), [(ANN, 8, CAL), (DEE, 5, BEA)]),
        "equal balances go by name": (each(4, 4, -4, -4), [(CAL, 4, ANN), (DEE, 4, BEA)]),
        # If always the largest debtor paid the largest creditor, it would take four.
        "the largest do not settle first where it costs a payment": (
            each(-6, 4, 2, -5, 5),
            [(ANN, 4, BEA), (ANN, 2, CAL), (DEE, 5, EVE)],
        ),
    },
)
def test_who_pays_whom(net: dict[str, int], payments: list[tuple[str, int, str]]) -> None:
    assert paid(net) == payments


@cases(
    "net, payments",
    {
        # The other way is 25, 5 and 5.
        "tens where they can be": (each(-30, -5, 25, 10), [(ANN, 20, CAL), (ANN, 10, DEE), (BEA, 5, CAL)]),
        # The other way is 23, 7 and 8.
        "one rough payment less": (each(-23, -15, 30, 8), [(ANN, 15, CAL), (ANN, 8, DEE), (BEA, 15, CAL)]),
        # Two groups of three would pay 7, 3, 17 and 3.
        "round amounts decide between groups": (
            each(7, 3, -10, -3, -17, 20),
            [(EVE, 7, ANN), (EVE, 10, FAY), (CAL, 10, FAY), (DEE, 3, BEA)],
        ),
    },
)
def test_round_amounts_are_preferred(net: dict[str, int], payments: list[tuple[str, int, str]]) -> None:
    assert sorted(paid(net)) == sorted(payments)


@cases(
    "coins, rough",
    {"a ten": (10, 0), "tens": (120, 0), "a five": (5, 1), "fives": (35, 1), "neither": (12, 2)},
)
def test_tens_are_rounder_than_fives(coins: int, rough: int) -> None:
    assert roughness(coins) == rough


def test_people_can_be_numbers_names_or_both() -> None:
    assert settle({2: -5, 1: 5}).payments == (Payment(debtor=2, creditor=1, amount=5),)
    some_of_each: dict[str | int, int] = {ANN: -5, 1: -5, BEA: 10}
    assert [payment.debtor for payment in settle(some_of_each).payments] == [1, ANN]


@cases(
    "net, total",
    {"coins are missing": ((-3, 2), "-1"), "coins too many": ((-3, 4), "1"), "one alone": ((5,), "5")},
)
def test_balances_that_do_not_add_up_to_zero_are_refused(net: Balances, total: str) -> None:
    with pytest.raises(ValueError, match=f"The balances must add up to zero, not to {total}\\."):
        settle(dict(enumerate(net)))


# Great companies

SIXTEEN = even([3**power for power in range(15)])
"""No part of these adds up to zero, and no two are equal."""


def test_fifteen_unrelated_balances_are_certain() -> None:
    settlement = settle(dict(enumerate(even(SIXTEEN[:14]))))
    assert (len(settlement.payments), settlement.fewest) == (14, True)


def test_sixteen_unrelated_balances_are_not_certain() -> None:
    settlement = settle(dict(enumerate(SIXTEEN)))
    assert (len(settlement.payments), settlement.fewest) == (15, False)


@cases(
    "net, payments",
    {
        "many lost the same": (even([-2] * 29), 29),
        "winners and losers by threes": ([-20] * 10 + [10] * 20, 20),
        "sixteen with nothing in common, and their opposites": (
            [*SIXTEEN, *(-figure for figure in SIXTEEN)],
            16,
        ),
        "fifteen with nothing in common, and two opposites": ((*even(SIXTEEN[:14]), 10**9, -(10**9)), 15),
    },
)
def test_more_people_are_certain_if_balances_are_equal_or_opposite(net: Balances, payments: int) -> None:
    settlement = settle(dict(enumerate(net)))
    assert (len(settlement.payments), settlement.fewest) == (payments, True)


@pytest.mark.parametrize("threes", [8, 20])
def test_small_groups_are_found_among_any_number(threes: int) -> None:
    net: list[int] = []
    for power in range(threes):
        net += even([10**9 - 7**power, 10**9 + 3 * 7**power])
    assert len(settle(dict(enumerate(net))).payments) == 2 * threes


@pytest.mark.parametrize("people", [17, 20, 30, 60])
def test_any_number_of_people_is_even_afterwards(people: int) -> None:
    random = Random(people)
    net = even([random.choice([-1, 1]) * random.randint(1, 10**9) for _ in range(people - 1)])
    left = list(net)
    payments = settle(dict(enumerate(net))).payments
    for payment in payments:
        assert net[payment.debtor] < 0 < net[payment.creditor]
        left[payment.debtor] += payment.amount
        left[payment.creditor] -= payment.amount
    assert not any(left)
    assert len(payments) < people
