"""Tables for spreadsheets: CSV as RFC 4180 has it, in UTF-8 with the mark by which spreadsheets know that."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from re import fullmatch
from typing import TypeAlias

from scorekeeper.rules.engine import Result

Cell: TypeAlias = str | int | None
Row: TypeAlias = Sequence[Cell]

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
"""How a text begins that a spreadsheet would take for a formula."""


def as_csv(header: Sequence[str], rows: Iterable[Row]) -> bytes:
    """A table with its header, as a file."""
    text = StringIO()
    writer = csv.writer(text)
    for row in (header, *rows):
        writer.writerow([safe(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def safe(cell: Cell) -> Cell:
    """A cell that does nothing in a spreadsheet but stand there: a name may be anything, also a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA) and not fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", cell):
        return "'" + cell
    return cell


def hands_table(result: Result) -> tuple[Sequence[str], list[Row]]:
    """The hands of a game: who dealt, what was played and with whom, what everybody got and has after it."""
    game, table = result.setup.game, result.setup.table
    header = (
        *("Hand", "Dealer", "What", "How it came out", "Trump"),
        *table.players,
        *(f"{name}, total" for name in table.players),
        "Note",
    )
    rows: list[Row] = []
    for number, played in enumerate(result.hands, start=1):
        rows.append(
            (
                number,
                table.players[played.dealer],
                game.describe(table, played),
                game.outcomes[played.outcome].words,
                getattr(played.hand, "trump", None) or "",
                *played.scores,
                *played.totals,
                played.hand.note,
            )
        )
    return header, rows
