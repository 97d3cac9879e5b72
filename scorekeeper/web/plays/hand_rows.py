"""The hands of a play as pages list them: who scored how much, and why."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Summary
from scorekeeper.rules.hand import Line, Reason
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import listed, signed


class PlayedHand(NamedTuple):
    """A hand as the list below the totals shows it.

    Attributes:
        number: counted from 1.
        summary: what was played, and how it came out.
        trump, note: as entered.
        scores: one for each side, with their signs.
        spoken: the same in one sentence, for screen readers.
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


def newest_rows(result: Result, most: int) -> list[PlayedHand]:
    """Return up to ``most`` hands, newest first."""
    table, sides = result.setup.table, result.setup.sides
    names = [listed(table.names(side)) for side in sides]
    found = []
    for number in range(len(result.hands), len(result.hands) - most, -1):
        played = result.hands[number - 1]
        scores = [signed(played.scores[side[0]]) for side in sides]
        found.append(
            PlayedHand(
                number=number,
                summary=result.setup.summary(played),
                trump=getattr(played.hand, "trump", None),
                note=played.hand.note,
                scores=scores,
                spoken=", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True)),
                because=explain_lines(played.lines, table),
                dealer=table.players[played.dealer],
            )
        )
    return found


def explain_lines(lines: Sequence[Line], table: Table[Any]) -> list[tuple[str, str, str]]:
    """Return who scored how much in a hand, and why, with one line for players who scored the same."""
    return [
        (name_group(table, seats), signed(line.amount), str(line.why)) for seats, line in merge_lines(lines)
    ]


def merge_lines(lines: Sequence[Line]) -> list[tuple[tuple[Seat, ...], Line]]:
    """Return the lines of a hand with their seats, those of the same amount and reason as one."""
    found: dict[tuple[int, Reason], list[list[Seat]]] = {}
    order: list[tuple[list[Seat], Line]] = []
    for line in lines:
        said = found.setdefault((line.amount, line.why), [])
        # A player who gets the same twice for the same reason is named twice.
        group = next((seats for seats in said if not set(seats) & set(line.seats)), None)
        if group is None:
            group = []
            said.append(group)
            order.append((group, line))
        group.extend(line.seats)
    return [(tuple(seats), line) for seats, line in order]


def name_group(table: Table[Any], seats: tuple[Seat, ...]) -> str:
    """Return the names of players, or "Everyone"."""
    return "Everyone" if len(seats) == table.n > 2 else listed(table.names(seats))
