"""Numbers of a request: what the pages wrote is read, and nothing else."""

import pytest

from scorekeeper.store.database import LARGEST_ID, LARGEST_SUM
from scorekeeper.web.requests import numbers_in, read_number


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("12", 12), ("007", 7), (str(LARGEST_ID), LARGEST_ID)]
)
def test_a_number_in_digits_is_read(text: str, number: int) -> None:
    assert read_number(text) == number


NO_NUMBERS = (
    *("", "x", "-1", "+5", " 1", "1 ", "1\n", "1_0", "1.0", "1e3", "0x1", "²", "١٢", "½", "NaN"),
    *(str(LARGEST_ID + 1), "9" * 20, "9" * 5000),
)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="doesn’t come from a page"):
        read_number(text)


def test_sums_of_coins_may_be_larger_than_ids() -> None:
    assert read_number(str(LARGEST_SUM), LARGEST_SUM) == LARGEST_SUM
    with pytest.raises(ValueError, match="doesn’t come from a page"):
        read_number(str(LARGEST_SUM + 1), LARGEST_SUM)


def test_a_field_has_each_number_once() -> None:
    assert numbers_in(["3", "x", "1", "3"]) == [3, 1]
    assert numbers_in(None) == []
