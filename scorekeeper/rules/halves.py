"""Points that end in a half. They are counted in halves and written as 25½; all others are whole numbers.

A float would turn every total into 25.0, and let a third of a point pass for one.
"""

from functools import total_ordering
from typing import Any, cast


@total_ordering
class Half:
    """A number of points that ends in a half; what it comes to with others is whole again, or another one.

    Attributes:
        halves: the number of halves, which is odd.
    """

    __slots__ = ("halves",)

    def __init__(self, halves: int) -> None:
        self.halves = halves

    def __str__(self) -> str:
        sign, whole = "-" if self.halves < 0 else "", abs(self.halves) // 2
        return f"{sign}{whole or ''}½"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return f"+{self}" if "+" in spec and self.halves > 0 else str(self)

    def __add__(self, other: Any) -> int:
        return from_halves(self.halves + in_halves(other))

    def __sub__(self, other: Any) -> int:
        return from_halves(self.halves - in_halves(other))

    def __rsub__(self, other: Any) -> int:
        return from_halves(in_halves(other) - self.halves)

    def __mul__(self, times: int) -> int:
        return from_halves(self.halves * times)

    def __truediv__(self, other: Any) -> float:
        return self.halves / in_halves(other)

    def __rtruediv__(self, other: Any) -> float:
        return in_halves(other) / self.halves

    def __floordiv__(self, other: Any) -> int:
        return self.halves // in_halves(other)

    def __neg__(self) -> int:
        return from_halves(-self.halves)

    def __abs__(self) -> int:
        return from_halves(abs(self.halves))

    def __float__(self) -> float:
        return self.halves / 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Half) and other.halves == self.halves

    def __lt__(self, other: Any) -> bool:
        return self.halves < in_halves(other)

    def __hash__(self) -> int:
        return hash(self.halves / 2)

    __radd__, __rmul__ = __add__, __mul__


def from_halves(halves: int) -> int:
    """Return the points that so many halves are; those that end in a half calculate like an int."""
    return cast(int, Half(halves)) if halves % 2 else halves // 2


def in_halves(figure: Any) -> int:
    """Return the number of halves of some points."""
    return figure.halves if isinstance(figure, Half) else int(2 * figure)


def as_number(figure: Any) -> int | float:
    """Return points as JSON and databases have them: 25.5."""
    return figure.halves / 2 if isinstance(figure, Half) else figure


def read_points(number: Any) -> int:
    """Return the points of a number that is whole or ends in .5."""
    return from_halves(int(number * 2))
