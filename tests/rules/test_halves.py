"""Points that end in a half: what they come to with others, and how they are written."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.halves import Half, as_number, from_halves, read_points
from scorekeeper.rules.words import figure, signed
from tests.rules.sheets import cases

COUNTS = st.integers(-(10**10), 10**10)


@given(COUNTS, COUNTS, st.integers(-1000, 1000))
def test_halves_calculate_as_fractions_do(one: int, other: int, times: int) -> None:
    exact, exact_other = Fraction(one, 2), Fraction(other, 2)
    a, b = from_halves(one), from_halves(other)
    assert as_number(a + b) == exact + exact_other
    assert as_number(a - b) == exact - exact_other
    assert as_number(sum([a, b, 1])) == exact + exact_other + 1
    assert as_number(times * a) == times * exact
    assert as_number(-a) == -exact
    assert as_number(abs(a)) == abs(exact)
    assert (a < b, a == b, a >= b) == (exact < exact_other, exact == exact_other, exact >= exact_other)
    if times:
        assert a // times == exact // times
    if other:
        assert abs(Fraction(a / b) - exact / exact_other) <= abs(exact / exact_other) / 10**12


@given(COUNTS)
def test_points_are_read_as_they_are_written_in_json(halves: int) -> None:
    assert read_points(as_number(from_halves(halves))) == from_halves(halves)
    assert isinstance(from_halves(halves), Half) == bool(halves % 2)


@cases(
    "halves, written, gained",
    {
        "whole": (50, "25", "+25"),
        "a half more": (51, "25½", "+25½"),
        "half a point": (1, "½", "+½"),
        "half a point lost": (-1, "−½", "−½"),
        "below zero": (-51, "−25½", "−25½"),
    },
)
def test_halves_are_written_behind_whole_points(halves: int, written: str, gained: str) -> None:
    assert (figure(from_halves(halves)), signed(from_halves(halves))) == (written, gained)
