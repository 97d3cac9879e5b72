"""Reading plays from a table (CSV): separated by commas, semicolons or tabs, in UTF-8.

The heading names the columns, in any order and case; those it doesn't name are unknown, and others are
ignored. There is a row for each player of each play, the rows of a play one below another::

    date,time,game,player,score,won,team,place,note,id
    2024-11-25,19:30,Azul,Ann,78,yes,,At home,Close!,1
    2024-11-25,19:30,Azul,Bea,71,no,,At home,,1

Only date, game and player are needed. A play ends where its id, date, time or game changes, or where a player
comes again. ``won`` is yes or no, true or false, x or nothing, 1 or 0, or the winner's name; without it the
highest score won. A date
is "2024-11-25", alone or with a time, "25.11.2024", or with slashes, if some day of the table is beyond the
12th and so tells the order.

Read like this, the table of all games that we export ourselves is one of them; it has "Night" for the date,
"Started" for the time, "Total" for the score, and "Ended", without which a game isn't finished.

BoardGameGeek itself has plays as XML alone. What turns them into a table either keeps the names of its
attributes, with a row for each player (date, quantity, length, incomplete, location, comments; for the game
"item name", for the player name, score, win, startposition), or has a row for each play: the script
github.com/lowej004/BGGLoggedPlayImporter writes "Date", "Game", "Location", "Times Played", "Playtime",
"Player 1", "Player 1 Score" and so on, "Winner" and "Comments". Both are read.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from io import StringIO
from itertools import count
from typing import NamedTuple

from scorekeeper.files.foreign import (
    LONGEST_TEXT,
    ForeignPlay,
    ForeignPlayer,
    ForeignSeat,
    Translated,
    check_number,
    plain,
    translated,
    uid_from,
)
from scorekeeper.files.schema import BadFile
from scorekeeper.files.tables import escape_formula

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
}
"""Our word for each column, and what it may be called, without spaces and in small letters."""

NEEDED = ("date", "game", "player")

OF_PLAYER = re.compile("player([0-9]{1,2})(name|score)?")
"""A column of a player in a table with a row for each play."""

YES = ("yes", "y", "true", "1", "x", "won", "win")

DOTS, SLASHES = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})"), re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

Row = Mapping[str, str]


def find_columns(text: str) -> dict[str, int] | None:
    """Return which column of a table has what; None for what isn't a table of plays.

    Raises BadFile where a needed column is missing.
    """
    heading = next(_rows(text[:LONGEST_HEADING]), [])
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
            f"This table has no column “{missing[0]}”. Name its columns in the first row: date, game, "
            "player, score and won."
        )
    return columns


def read_plays(text: str, columns: Mapping[str, int], zone: str) -> Translated:
    """Return the plays of a table; ``zone`` is the time zone of their times. Raises BadFile."""
    reader = _Rows(columns)
    rows = _rows(text)
    next(rows)
    for cells in rows:
        if any(cells):
            reader.read(cells)
    plays = [*reader.plays()]
    return translated(plays, reader.players, reader.remarks, zone)


def _rows(text: str) -> Iterator[list[str]]:
    separator = _separator(text)
    if text.count(separator) + text.count("\n") > MAX_CELLS:
        raise BadFile.because(f"The table has more than {MAX_CELLS:,} cells. Import it in parts.")
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error:
        raise BadFile.because("The table is damaged: a cell doesn’t end, or is too long.") from None


def _separator(text: str) -> str:
    return max(",;\t", key=text.partition("\n")[0].count)


class _Group(NamedTuple):
    """The rows of one play: the first of them, and its seats with the name of each player."""

    row: Row
    seats: dict[str, ForeignSeat]
    notes: dict[str, None]


class _Rows:
    """Rows that are put together as plays.

    Attributes:
        players: everyone in the table by their name.
        remarks: what could not be read.
    """

    def __init__(self, columns: Mapping[str, int]) -> None:
        self.players: dict[str, ForeignPlayer] = {}
        self.remarks: list[str] = []
        self._columns = columns
        self._groups: list[_Group] = []
        self._last: tuple[str, ...] = ()

    def read(self, cells: Sequence[str]) -> None:
        """Read a row: a player of the play in the row above, or another play."""
        row = {key: _cell(cells, at) for key, at in self._columns.items()}
        if self._columns["player"] < 0:
            self._groups.append(_Group(row, self._seats_of(row), {row.get("note", ""): None}))
            return
        name = plain(row["player"])
        key = tuple(row.get(part, "") for part in ("id", "date", "time", "game"))
        if key != self._last or name in self._groups[-1].seats:
            self._groups.append(_Group(row, {}, {}))
            self._last = key
        group = self._groups[-1]
        group.notes[row.get("note", "")] = None
        if name:
            won = _flag(row.get("won", ""), name)
            group.seats[name] = ForeignSeat(name, row.get("score", ""), won, row.get("team", ""))
            self.players.setdefault(name, ForeignPlayer("", name))

    def plays(self) -> Iterator[ForeignPlay]:
        """Yield each play that is finished and has a date. Raises BadFile if there are too many."""
        check_number(self._groups)
        order = self._order_of_slashes()
        times: Counter[str] = Counter()
        for group in self._groups:
            row = group.row
            what = plain(row["game"]) or "A game"
            at = _moment(row["date"], row.get("time", ""), order)
            if at is None:
                self.remarks.append(
                    f"{what}: the date “{row['date'][:20]}” can’t be read, so the game is left out."
                )
                continue
            if row.get("ended") == "" or row.get("incomplete") in YES:
                self.remarks.append(f"{what}, {at:%-d %B %Y}: it isn’t finished, so it is left out.")
                continue
            if (quantity := row.get("times", "")) not in ("", "0", "1"):
                self.remarks.append(f"{what}, {at:%-d %B %Y}: noted {quantity[:9]} times, it counts once.")
            said = [(seat.player, seat.score, seat.won, seat.team) for seat in group.seats.values()]
            content = repr((row.get("id", ""), at, what, said))
            times[content] += 1
            yield ForeignPlay(
                uid=uid_from(row.get("id", ""), content, times[content]),
                title=row["game"],
                at=at,
                seats=[*group.seats.values()],
                minutes=self._minutes(row, at, order),
                place=row.get("place", ""),
                comment="\n".join(filter(None, group.notes)),
            )

    def _seats_of(self, row: Row) -> dict[str, ForeignSeat]:
        """Return the seats of a play that has a row alone."""
        seats: dict[str, ForeignSeat] = {}
        for number in count(1):
            name = plain(row.get(f"player{number}", "") or row.get(f"player{number}name", ""))
            if f"player{number}" not in row and f"player{number}name" not in row:
                return seats
            if name and name not in seats:
                won = _flag(row.get("won", ""), name)
                seats[name] = ForeignSeat(name, row.get(f"player{number}score", ""), won)
                self.players.setdefault(name, ForeignPlayer("", name))
        return seats

    def _minutes(self, row: Row, at: date | datetime, order: str) -> int:
        """Return how long a play took; 0 if the table doesn't say."""
        ended = _moment(row.get("ended", ""), "", order)
        if isinstance(at, datetime) and isinstance(ended, datetime):
            return int((ended - at).total_seconds() // 60)
        minutes = row.get("minutes", "")
        return int(minutes) if re.fullmatch("[0-9]{1,6}", minutes) else 0

    def _order_of_slashes(self) -> str:
        """Return what comes first in dates with slashes: the day ("d") or the month ("m").

        It is empty if there are none. Raises BadFile if they can be read in both ways.
        """
        found = [match for group in self._groups if (match := SLASHES.match(group.row["date"]))]
        orders = [
            "d" if int(day) > 12 else "m"
            for day, month, _ in map(re.Match.groups, found)
            if int(day) > 12 or int(month) > 12
        ]
        if found and len({*orders}) != 1:
            raise BadFile.because(
                f"A date such as {found[0][0]} can be read in two ways. Write dates as 2024-11-25."
            )
        return orders[0] if orders else ""


def _cell(cells: Sequence[str], at: int) -> str:
    """Return a cell without spaces around it, and without what keeps spreadsheets from evaluating it."""
    cell = cells[at].strip()[:LONGEST_TEXT] if 0 <= at < len(cells) else ""
    return cell[1:] if cell.startswith("'") and escape_formula(cell[1:]) == cell else cell


def _flag(text: str, name: str) -> bool | None:
    """Return whether a player won; a cell may also name the winners. None if it is empty."""
    if not text:
        return None
    return text.casefold() in YES or name.casefold() in _names(text)


def _names(text: str) -> set[str]:
    return {plain(name).casefold() for name in text.split(",")}


def _moment(day: str, clock: str, order: str) -> date | datetime | None:
    """Return the day of a play, with the time if it has one that isn't midnight; None if it can't be read."""
    at = _date(day, order)
    other = _date(clock, order)
    if isinstance(other, datetime):
        return other
    if isinstance(at, datetime) or at is None:
        return at
    with suppress(ValueError):
        there = time.fromisoformat(clock).replace(tzinfo=None)
        return at if there == time() else datetime.combine(at, there)
    return at


def _date(text: str, order: str) -> date | datetime | None:
    """Return a date, with its time if it has one; None if it can't be read."""
    if dots := DOTS.match(text):
        text = f"{dots[3]}-{dots[2]:>02}-{dots[1]:>02}{text[dots.end() :]}"
    elif (slashes := SLASHES.match(text)) and order:
        day, month = (slashes[1], slashes[2]) if order == "d" else (slashes[2], slashes[1])
        text = f"{slashes[3]}-{month:>02}-{day:>02}{text[slashes.end() :]}"
    with suppress(ValueError):
        at = datetime.fromisoformat(text.replace("/", "-")).replace(tzinfo=None)
        return at if at.time() != time() else at.date()
    return None
