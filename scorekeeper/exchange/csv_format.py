"""Tables for spreadsheets: CSV (RFC 4180) in UTF-8 with a byte order mark."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TypeAlias

from scorekeeper.rules.engine import Result
from scorekeeper.rules.words import capital

Cell: TypeAlias = str | int | None
CsvRow: TypeAlias = Sequence[Cell]

FORMULA = re.compile(r"""[\s"']*[=+\-@＝＋－＠]""")
"""What a text starts with that a spreadsheet would take for a formula."""

NUMBER = re.compile(r"\s?[+-]?[0-9]+(\.[0-9]+)?")

CELL_START = re.compile(r"(?<=[;\t\r\n])")
"""Where a spreadsheet that separates cells otherwise than by commas begins another one inside a text."""


def csv_bytes(header: Sequence[str], rows: Iterable[CsvRow]) -> bytes:
    """Return the file of a table with its header."""
    text = StringIO()
    csv.writer(text).writerows([escape_formula(cell) for cell in row] for row in (header, *rows))
    return BOM_UTF8 + text.getvalue().encode()


def escape_formula(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet evaluates: a name may be anything, even a formula."""
    if not isinstance(cell, str):
        return cell
    pieces = [
        "'" + piece if FORMULA.match(piece) and not NUMBER.fullmatch(piece) else piece
        for piece in CELL_START.split(cell)
    ]
    # Some drop a tab or the end of a line at the start, and look again.
    return ("'" if cell.startswith(("\t", "\r", "\n")) else "") + "".join(pieces)


def hands_table(result: Result) -> tuple[Sequence[str], list[CsvRow]]:
    """Return the hands of a game with a header: dealer, bid and outcome, and everyone's score and total."""
    game, table = result.setup.game, result.setup.table
    header = (
        *(capital(game.hand_noun.one), "Dealer", "Description", "Outcome", "Trump"),
        *table.players,
        *(f"{name}, total" for name in table.players),
        "Note",
    )
    rows: list[CsvRow] = []
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
