"""The hands of a play with their explanations: who, how much, and why."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Summary
from scorekeeper.rules.hand import Line
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import listed, signed


class Row(NamedTuple):
    """A hand that was played, as the list below the totals shows it.

    Attributes:
        number: counted from 1.
        summary: what was played, and how it came out.
        trump, note: as entered.
        scores: one for each side, with their signs.
        spoken: the same in one sentence, for those who hear the page.
        because: the explanation: who, how much, and why.
        dealer: who dealt.
    """

    number: int
    summary: Summary
    trump: str | None
    note: str
    scores: list[str]
    spoken: str
    because: list[tuple[str, str, str]]
    dealer: str


def newest_rows(result: Result, most: int) -> list[Row]:
    """The newest hands for the list, the last one first; a long evening has many, so they come ready."""
    table, sides = result.setup.table, result.setup.sides
    names = [listed(table.names(side)) for side in sides]
    found = []
    for number in range(len(result.hands), len(result.hands) - most, -1):
        played = result.hands[number - 1]
        scores = [signed(played.scores[side[0]]) for side in sides]
        found.append(
            Row(
                number=number,
                summary=result.setup.summary(played),
                trump=getattr(played.hand, "trump", None),
                note=played.hand.note,
                scores=scores,
                spoken=", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True)),
                because=reasons(played.lines, table),
                dealer=table.players[played.dealer],
            )
        )
    return found


def reasons(lines: Sequence[Line], table: Table[Any]) -> list[tuple[str, str, str]]:
    """The explanation of a hand: who, how much, and why; the same for several is said once."""
    return [(together(table, seats), signed(line.amount), str(line.why)) for seats, line in shared(lines)]


def shared(lines: Sequence[Line]) -> list[tuple[tuple[Seat, ...], Line]]:
    """The lines of a hand, each with everybody whom it concerns: the same for several is one line."""
    found: dict[tuple[int, Reason], list[list[Seat]]] = {}
    order: list[tuple[list[Seat], Line]] = []
    for line in lines:
        said = found.setdefault((line.amount, line.why), [])
        # Whoever gets the same twice for the same reason is named twice.
        group = next((seats for seats in said if not set(seats) & set(line.seats)), None)
        if group is None:
            group = []
            said.append(group)
            order.append((group, line))
        group.extend(line.seats)
    return [(tuple(seats), line) for seats, line in order]


def together(table: Table[Any], seats: tuple[Seat, ...]) -> str:
    """Several players by their names, or all of them in a word."""
    return "Everybody" if len(seats) == table.n > 2 else listed(table.names(seats))
