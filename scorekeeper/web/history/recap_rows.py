"""The hands of a game as its page explains them, on the screen and more shortly on paper."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Line
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import signed
from scorekeeper.web.plays.hand_rows import PlayedHand, merge_lines, name_group

ROOMY = 4000
"""Letters in the hands of a game for which one sheet of paper has room in a larger type."""


class RecapLine(NamedTuple):
    """One line of the explanation of a hand.

    Attributes:
        who, amount, why: in words; nobody is named where it is all others than those of the line before.
        said: whether the reason stands beside it already, so that paper can do without it: with the next
            line, or with the one before, which it mirrors.
    """

    who: str
    amount: str
    why: str
    said: bool


def told(result: Result) -> list[list[RecapLine]]:
    """The explanation of every hand."""
    return [reasons(played.lines, result.setup.table) for played in result.hands]


def reasons(lines: Sequence[Line], table: Table[Any]) -> list[RecapLine]:
    """The explanation of a hand. Several who are all but those of the line before are not named again."""
    found = []
    each = [replace(line, seats=seats) for seats, line in merge_lines(lines)]
    first: Line | None = None
    for line, following in zip_longest(each, each[1:]):
        rest = first if first and sorted((*first.seats, *line.seats)) == [*range(table.n)] else None
        who = "" if rest and len(line.seats) > 2 else name_group(table, line.seats)
        mirrored = rest is not None and line.mirrors
        said = mirrored or (following is not None and line.why == following.why)
        found.append(RecapLine(who, signed(line.amount), str(line.why), said))
        # What mirrors a line is no first one itself.
        first = None if mirrored else line
    return found


def long(rows: Sequence[PlayedHand], because: Sequence[Sequence[RecapLine]]) -> bool:
    """Whether the hands of a game need the smaller type to stand on one sheet of paper."""
    heads = sum(len(str(row.summary)) + len(row.dealer) + len(row.note) for row in rows)
    lines = (line for lines in because for line in lines)
    told = sum(len(line.who) + len(line.amount) + len("" if line.said else line.why) for line in lines)
    return heads + told > ROOMY
