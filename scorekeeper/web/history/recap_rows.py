"""The explained hands of a recap, in full on screen and shortened on paper."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Line
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import signed
from scorekeeper.web.plays.scores import PlayedHand, merge_lines, name_group

MAX_LARGE_LETTERS = 4000
"""The number of letters in the hands of a game that fit on one sheet of paper in the larger type."""


class RecapLine(NamedTuple):
    """One line of the explanation of a hand.

    Attributes:
        who, amount, why: in words; ``who`` is empty if it is everyone not named in the line before.
        is_repeated: whether the reason is also beside the next line, or mirrors the line before, so that
            it can be left out on paper.
    """

    who: str
    amount: str
    why: str
    is_repeated: bool


def explain_hands(result: Result) -> list[list[RecapLine]]:
    """Return the explanation of every hand."""
    return [explain_hand(played.lines, result.setup.table) for played in result.hands]


def explain_hand(lines: Sequence[Line], table: Table[Any]) -> list[RecapLine]:
    """Return the explanation of a hand."""
    found = []
    each = [replace(line, seats=seats) for seats, line in merge_lines(lines)]
    first: Line | None = None
    for line, following in zip_longest(each, each[1:]):
        rest = first if first and sorted((*first.seats, *line.seats)) == [*range(table.n)] else None
        who = "" if rest and len(line.seats) > 2 else name_group(table, line.seats)
        mirrored = rest is not None and line.mirrors
        is_repeated = mirrored or (following is not None and line.why == following.why)
        found.append(RecapLine(who, signed(line.amount), str(line.why), is_repeated))
        # A line that mirrors another has none that mirrors it.
        first = None if mirrored else line
    return found


def needs_small_type(rows: Sequence[PlayedHand], because: Sequence[Sequence[RecapLine]]) -> bool:
    """Return whether the hands of a game need the smaller type to fit on one sheet of paper."""
    heads = sum(len(str(row.summary)) + len(row.dealer) + len(row.note) for row in rows)
    lines = (line for lines in because for line in lines)
    reasons = sum(
        len(line.who) + len(line.amount) + len("" if line.is_repeated else line.why) for line in lines
    )
    return heads + reasons > MAX_LARGE_LETTERS
