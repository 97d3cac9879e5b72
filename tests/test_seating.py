"""Who sits at which table, and who sits out."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.seating import Round, Sides, seat_people, table_sizes

FOUR = range(4, 5)


def alone(players: int) -> list[list[int]]:
    """Return the sides of a game without partners."""
    return [[seat] for seat in range(players)]


def across(players: int) -> list[list[int]]:
    """Return the sides of a game in which those who sit across are partners."""
    return [[seat, seat + players // 2] for seat in range(players // 2)]


def tonight(counts: Counter[tuple[int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return these counts as those of tonight."""
    return {two: (times, 0) for two, times in counts.items()}


def rounds_of(people: int, allowed: range, chance: Random, sides: Sides = alone) -> Iterator[Round[int]]:
    """Yield the rounds of an evening, in which everyone plays what was drawn."""
    met: Counter[tuple[int, int]] = Counter()
    partnered: Counter[tuple[int, int]] = Counter()
    sat_out: dict[int, int] = {}
    number = 0
    while True:
        drawn = seat_people(range(people), allowed, sides, tonight(met), tonight(partnered), sat_out, chance)
        yield drawn
        number += 1
        sat_out |= dict.fromkeys(drawn.out, number)
        for table in drawn.tables:
            met.update(permutations(table, 2))
            for side in sides(len(table)):
                partnered.update(permutations([table[seat] for seat in side], 2))


def meetings(rounds: list[Round[int]], people: int) -> list[int]:
    """Return how often each two people have met."""
    met = Counter(
        frozenset(two) for drawn in rounds for table in drawn.tables for two in combinations(table, 2)
    )
    return [met[frozenset(two)] for two in combinations(range(people), 2)]


@pytest.mark.parametrize(
    ("people", "allowed", "sizes"),
    [
        (18, FOUR, [4, 4, 4, 4]),
        (17, range(3, 6), [5, 4, 4, 4]),
        (8, range(3, 7), [4, 4]),
        (7, range(3, 7), [4, 3]),
        (6, range(2, 21), [3, 3]),
        (13, range(4, 7), [5, 4, 4]),
        (7, range(4, 7), [6]),
        (11, range(5, 6), [5, 5]),
        (14, range(4, 7, 2), [6, 4, 4]),
        (6, range(2, 3), [2, 2, 2]),
        (3, FOUR, []),
    ],
)
def test_tables_are_even_and_as_few_as_possible_sit_out(
    people: int, allowed: range, sizes: list[int]
) -> None:
    assert table_sizes(people, allowed) == sizes


@given(st.integers(4, 40), st.integers(2, 6), st.integers(0, 4), st.integers(0, 99))
def test_everyone_has_one_place_and_sits_out_in_turn(people: int, fewest: int, more: int, seed: int) -> None:
    allowed = range(fewest, fewest + more + 1)
    times = Counter(dict.fromkeys(range(people), 0))
    for drawn in islice(rounds_of(people, allowed, Random(seed)), 3):
        placed = [one for table in drawn.tables for one in table]
        assert sorted([*placed, *drawn.out]) == [*range(people)]
        assert {len(table) for table in drawn.tables} <= {*allowed}
        times.update(drawn.out)
        assert max(times.values()) - min(times.values()) <= 1 or not drawn.tables


@pytest.mark.parametrize("seed", range(5))
def test_sixteen_people_meet_once_or_twice_in_eight_rounds(seed: int) -> None:
    rounds = [*islice(rounds_of(16, FOUR, Random(seed)), 8)]
    assert {*meetings(rounds, 16)} == {1, 2}


def test_partners_change_before_anyone_has_the_same_one_again() -> None:
    rounds = islice(rounds_of(4, FOUR, Random(1), across), 3)
    partners = [frozenset(table[:3:2]) for drawn in rounds for table in drawn.tables]
    assert len({*partners, *(frozenset(range(4)) - two for two in partners)}) == 6


def test_a_meeting_of_tonight_weighs_more_than_many_before() -> None:
    met = {(0, 1): (1, 0), (2, 3): (1, 0), (0, 2): (0, 50), (1, 3): (0, 50), (0, 3): (0, 60), (1, 2): (0, 60)}
    both = met | {(other, one): times for (one, other), times in met.items()}
    drawn = seat_people(range(4), range(2, 3), alone, both, {}, {}, Random(1))
    assert {frozenset(table) for table in drawn.tables} == {frozenset({0, 2}), frozenset({1, 3})}


def test_those_who_sat_out_last_play_and_the_longest_ago_sits_out() -> None:
    drawn = seat_people("ABCDE", FOUR, alone, {}, {}, {"A": 2, "B": 1, "C": 5, "D": 4, "E": 3}, Random(1))
    assert drawn.out == ["B"]
