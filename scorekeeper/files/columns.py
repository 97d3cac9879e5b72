"""The rows of a table (CSV), and which of its columns has what; ``files/plays_csv.py`` describes it."""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from scorekeeper.files.schema import BadFile
from scorekeeper.rules.saying import Say

MAX_CELLS = 1_000_000
"""The most cells in a table: ten columns for the players of as many plays as a file may have."""

LONGEST_HEADING = 10_000
"""Characters in which a heading ends."""

COLUMNS = {
    "date": ("date", "night", "day", "playdate"),
    "time": ("time", "started", "start", "starttime"),
    "ended": ("ended",),
    "minutes": ("minutes", "length", "playtime", "duration", "durationmin"),
    "game": ("game", "gamename", "itemname", "item", "title", "boardgame", "objectname"),
    "player": ("player", "playername", "name"),
    "score": ("score", "total", "points", "playerscore"),
    "won": ("won", "win", "winner"),
    "team": ("team",),
    "place": ("place", "location"),
    "note": ("note", "comment", "comments"),
    "id": ("id", "playid", "uuid"),
    "times": ("quantity", "timesplayed"),
    "incomplete": ("incomplete",),
    "counts": ("counts",),
}
"""Our word for each column, and what it may be called, without spaces and in small letters."""

NEEDED = ("date", "game", "player")

OF_PLAYER = re.compile("player([0-9]{1,2})(name|score)?")
"""A column of a player in a table with a row for each play."""


def find_columns(text: str) -> dict[str, int] | None:
    """Return which column of a table has what; None for what isn't a table of plays.

    Raises BadFile where a needed column is missing.
    """
    heading = next(rows_of(text[:LONGEST_HEADING]), [])
    called = [re.sub(r"[\W_]", "", cell).casefold() for cell in heading]
    columns = {
        key: called.index(next(name for name in names if name in called))
        for key, names in COLUMNS.items()
        if any(name in called for name in names)
    }
    columns |= {name: at for at, name in enumerate(called) if OF_PLAYER.fullmatch(name)}
    if "player1" in columns or "player1name" in columns:
        columns.setdefault("player", -1)
    missing = [key for key in NEEDED if key not in columns]
    if len(missing) == len(NEEDED) or len(called) < len(NEEDED):
        return None
    if missing:
        raise BadFile.because(
            Say(
                "This table has no column “{missing}”. Name its columns in the first row: date, game, "
                "player, score and won.",
                missing=missing[0],
            )
        )
    return columns


def rows_of(text: str) -> Iterator[list[str]]:
    separator = _separator(text)
    if text.count(separator) + text.count("\n") > MAX_CELLS:
        raise BadFile.because(
            Say("The table has more than {most} cells. Import it in parts.", most=f"{MAX_CELLS:,}")
        )
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error:
        raise BadFile.because(Say("The table is damaged: a cell doesn’t end, or is too long.")) from None


def _separator(text: str) -> str:
    return max(",;\t", key=text.partition("\n")[0].count)
