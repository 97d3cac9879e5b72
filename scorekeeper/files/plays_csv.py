"""Reading plays from a table (CSV): separated by commas, semicolons or tabs.

The heading names the columns, in any order and case and in seven languages; those it doesn't name are
unknown, and others are ignored. A title may be above it. There is a row for each player of each play, the
rows of a play one below another::

    date,time,game,player,score,won,team,place,note,id
    2024-11-25,19:30,Azul,Ann,78,yes,,At home,Close!,1
    2024-11-25,19:30,Azul,Bea,71,no,,At home,,1

Only date, game and player are needed. A play ends where its id, date, time or game changes, or where a
player comes again; cells below a date may be blank, as merged ones are. ``won`` is yes or no in one of many
languages, x or nothing, 1 or 0, places such as "1st", or the names of the winners; without it ``rank`` says
who came first, and without that the highest score won. A play of which it can't be understood who won is
left out, and a table of which that is true throughout is refused. A date is "2024-11-25", alone or with a
time, "25.11.2024", "25 Nov 2024", a spreadsheet's number of days, or with slashes, if some day of the table
is beyond the 12th and so tells the order. Instead of players and scores, each player may have a column of
their own.

Read like this, the table of all games that we export ourselves is one of them; it has "Night" for the date,
"Started" for the time, "Total" for the score, "Counts", which may be no, and "Ended", without which a game
isn't finished.

BoardGameGeek itself has plays as XML alone (``files/bgg_plays.py``). What turns them into a table either
keeps the names of its attributes, with a row for each player (date, quantity, length, incomplete, location,
comments; for the game "item name", for the player name, score, win, startposition), or has a row for each
play: the script github.com/lowej004/BGGLoggedPlayImporter writes "Date", "Game", "Location", "Times
Played", "Playtime", "Player 1", "Player 1 Score" and so on, "Winner" and "Comments". Both are read.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import count, islice, takewhile
from typing import NamedTuple

from scorekeeper.files.cells import (
    UNREAD,
    NotUnderstood,
    decimal_mark,
    is_blank,
    plain,
    read_places,
    read_winners,
    read_yes_or_no,
)
from scorekeeper.files.columns import TOTALS, PlaysTable, rows_of
from scorekeeper.files.foreign import (
    LONGEST_TEXT,
    ForeignPlay,
    ForeignPlayer,
    ForeignSeat,
    Remarks,
    Translated,
    check_number,
    translated,
    uid_from,
)
from scorekeeper.files.moments import moment, order_of_slashes, read_clock, read_date, read_minutes
from scorekeeper.files.schema import BadFile
from scorekeeper.files.tables import escape_formula
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.saying import And, Say
from scorekeeper.store.text_order import fold

MOST_WORDS = 5
"""The most words of a column that a refusal repeats."""

Row = Mapping[str, str]


def read_plays(table: PlaysTable, zone: str) -> Translated:
    """Return the plays of a table; ``zone`` is the time zone of their times. Raises BadFile."""
    reader = _Rows(table)
    reader.read_heading()
    for number, cells in enumerate(islice(rows_of(table.text), 1, None), start=table.first):
        reader.read(number, cells)
    plays = [*reader.plays()]
    return translated(plays, reader.players, reader.remarks, zone)


class _Group(NamedTuple):
    """The rows of one play.

    Attributes:
        number: that of its first row, as a spreadsheet counts them.
        row: the first row.
        seats: the seats by the name of each player, without who won.
        won: what is written for each player about who won.
        ranks: in which place each player is said to have come.
        notes: what is written about the play.
        wide: the numbers of rows with more cells than there are columns.
    """

    number: int
    row: Row
    seats: dict[str, ForeignSeat]
    won: dict[str, str]
    ranks: dict[str, str]
    notes: dict[str, None]
    wide: list[int]

    @property
    def called(self) -> Say:
        """The row with its game, as a remark says it; of XML, which has no rows, the id that it has there."""
        game = plain(self.row["game"])[:LONGEST_TITLE] or Say("a game")
        if "xml" in self.row:
            return Say("Play {number} ({game})", number=self.row["xml"][:20], game=game)
        return Say("Row {number} ({game})", number=self.number, game=game)

    def add(self, other: "_Group") -> None:
        """Add the rows of another play to this one."""
        self.seats.update(other.seats)
        self.won.update(other.won)
        self.ranks.update(other.ranks)
        self.notes.update(other.notes)
        self.wide.extend(other.wide)


class _Rows:
    """Rows that are put together as plays.

    Attributes:
        players: everyone in the table by their name.
        remarks: what can't be read, or isn't.
    """

    def __init__(self, table: PlaysTable) -> None:
        self.players: dict[str, ForeignPlayer] = {}
        self.remarks = Remarks()
        self._table = table
        self._has_row_for_each_play = bool(table.players) or table.columns["player"] < 0
        self._groups: list[_Group] = []
        self._above: Row = {}
        self._mark = ""
        self._last: tuple[str, ...] = ()
        self._by_id: dict[tuple[str, ...], _Group] = {}
        self._unread: Counter[str] = Counter()
        self._says_who_won = False
        self._won_by_score: list[_Group] = []

    def read_heading(self) -> None:
        """Say which columns are those of players, and which are not read."""
        if players := [f"“{name[:20]}”" for name in self._table.players]:
            words = "These columns are read as players: {columns}."
            self.remarks.say(words, columns=And(*players))
        read = {*self._table.columns.values(), *self._table.players.values()}
        others = (plain(cell)[:20] for at, cell in enumerate(self._table.heading) if at not in read)
        if quoted := [f"“{name}”" for name in others if name]:
            self.remarks.say("These columns aren’t read: {columns}.", columns=And(*quoted))

    def read(self, number: int, cells: Sequence[str]) -> None:
        """Read a row: a player of the play in the row above, or of the same id, or another play."""
        if not any(cells):
            self._above = {}
            return
        row = self._row(cells)
        is_wide = any(cell.strip() for cell in cells[len(self._table.heading) :])
        if self._has_row_for_each_play:
            self._groups.append(self._play_of(number, row))
            self._groups[-1].wide.extend([number] * is_wide)
            return
        name = plain(row["player"])
        key = _key(row)
        group = self._by_id.get(key) if key[0] else self._groups[-1] if key == self._last else None
        if group is None or name in group.seats:
            group = _Group(number, row, {}, {}, {}, {}, [])
            self._groups.append(group)
            self._by_id[key] = group
        self._last = key
        group.wide.extend([number] * is_wide)
        group.notes[row.get("note", "")] = None
        if name:
            self._seat(group, name, row, "score", row.get("team", ""))
        elif row.get("score") or row.get("won"):
            self.remarks.say("Row {number} has no player, so it isn’t read.", number=number)

    def _row(self, cells: Sequence[str]) -> Row:
        """Return a row, with what cells that are merged downwards have above it."""
        row = {key: _cell(cells, at) for key, at in self._table.columns.items()}
        own = [(name, _cell(cells, at)) for name, at in self._table.players.items()]
        for number, (name, score) in enumerate((each for each in own if not is_blank(each[1])), start=1):
            row |= {f"player{number}": name, f"player{number}score": score}
        about = row["game"] if self._has_row_for_each_play else row["player"]
        if not row["date"] and self._above.get("date") and about and not TOTALS.fullmatch(fold(about)):
            is_same_play = all(row.get(key, "") in ("", self._above.get(key)) for key in ("game", "id"))
            merged = ("date", "game", "time", "id") if is_same_play else ("date", "game")
            row |= {key: row.get(key) or self._above.get(key, "") for key in merged}
        self._above = row
        return row

    def plays(self) -> Iterator[ForeignPlay]:
        """Yield each play that can be read. Raises BadFile if there are too many, or none says who won."""
        self._join_those_apart()
        check_number(self._groups)
        order = order_of_slashes(group.row["date"] for group in self._groups)
        self._mark = decimal_mark(seat.score for group in self._groups for seat in group.seats.values())
        times: Counter[str] = Counter()
        for group in self._groups:
            seats = self._seats(group)
            if seats is not None and (play := self._play(group, seats, order, times)):
                if all(seat.won is None for seat in seats) and not all(
                    is_blank(seat.score) for seat in seats
                ):
                    self._won_by_score.append(group)
                yield play
        self._say_who_won()

    def _join_those_apart(self) -> None:
        """Put players of a table sorted by player together, and leave out games that may lack some."""
        alike: dict[tuple[str, ...], list[_Group]] = {}
        for group in () if self._has_row_for_each_play else self._groups:
            alike.setdefault(_key(group.row), []).append(group)
        joined = set()
        for (uid, *_), (first, *others) in alike.items():
            names = [name for group in (first, *others) for name in group.seats]
            if not uid and len({*names}) == len(names) == 1 + len(others):
                for group in others:
                    first.add(group)
                    joined.add(group.number)
            elif not uid and len({*names}) > 1 and any(len(group.seats) == 1 for group in (first, *others)):
                words = "{group}: which rows are one game can’t be told without an id, so they are left out."
                self.remarks.leave_out(words, group=first.called)
                joined.update(group.number for group in (first, *others))
        self._groups = [group for group in self._groups if group.number not in joined]

    def _say_who_won(self) -> None:
        """Say where the score decides who won. Raises BadFile if nothing in the column for it can be read."""
        if self._unread and not self._says_who_won:
            words = [word for word, _ in self._unread.most_common(MOST_WORDS)]
            raise BadFile.because(
                Say(
                    "The column that says who won has {words}, which can’t be read. Write yes or no there, "
                    "the names of the winners, or 1st, 2nd and so on.",
                    words=And(*words),
                )
            )
        if self._says_who_won:
            for group in self._won_by_score:
                self.remarks.say(
                    "{group}: it isn’t said who won, so the highest score wins.", group=group.called
                )
        elif self._won_by_score:
            self.remarks.say("The table doesn’t say who won, so the highest score wins.")

    def _play(
        self, group: _Group, seats: Sequence[ForeignSeat], order: str, times: Counter[str]
    ) -> ForeignPlay | None:
        """Return a play; None, after saying so, if it isn't finished or its date can't be read."""
        row = group.row
        at = moment(row["date"], row.get("time", ""), order)
        if at is None:
            self.remarks.leave_out(
                "{group}: the date “{date}” can’t be read, so the game is left out.",
                group=group.called,
                date=row["date"][:20],
            )
            return None
        if row.get("ended") == "" or read_yes_or_no(row.get("incomplete", "")):
            self.remarks.leave_out("{group}: the game isn’t finished, so it is left out.", group=group.called)
            return None
        clock = row.get("time", "")
        if not is_blank(clock) and read_clock(clock) is None and read_date(clock, order) is None:
            words = "{group}: the time “{clock}” can’t be read and is left out."
            self.remarks.say(words, group=group.called, clock=clock[:20])
        if (quantity := row.get("times", "")) not in ("", "0", "1"):
            self.remarks.say(
                "{group}: noted {quantity} times, it counts once.", group=group.called, quantity=quantity[:9]
            )
        said = [(seat.player, seat.score, seat.won, seat.team) for seat in seats]
        content = repr((row.get("id", ""), at, plain(row["game"]) or "A game", said))
        times[content] += 1
        return ForeignPlay(
            uid=uid_from(row.get("id", ""), content, times[content]),
            title=row["game"],
            at=at,
            seats=seats,
            minutes=self._minutes(group, at, order),
            mark=self._mark,
            place=row.get("place", ""),
            comment="\n".join(filter(None, group.notes)),
            set_aside=read_yes_or_no(row.get("counts", "")) is False,
        )

    def _seats(self, group: _Group) -> list[ForeignSeat] | None:
        """Return the seats of a play with who won; None, after saying so, if that can't be understood."""
        if group.wide:
            self.remarks.leave_out(
                "{group}: row {row} has more cells than there are columns, so the game is left out. Put "
                "quotes around what has a comma in it.",
                group=group.called,
                row=group.wide[0],
            )
            return None
        try:
            won = read_winners(group.won, self._has_row_for_each_play)
            if any(group.ranks.values()) and all(flag is None for flag in won.values()):
                won = read_places(group.ranks)
        except NotUnderstood as unread:
            self._unread.update(unread.words)
            self.remarks.leave_out(UNREAD, play=group.called, said=And(*unread.words))
            return None
        self._says_who_won |= any(flag is not None for flag in won.values())
        return [replace(seat, won=won[name]) for name, seat in group.seats.items()]

    def _play_of(self, number: int, row: Row) -> _Group:
        """Return a play that has a row alone."""
        group = _Group(number, row, {}, {}, {}, {row.get("note", ""): None}, [])
        for seat in takewhile(lambda seat: {f"player{seat}", f"player{seat}name"} & row.keys(), count(1)):
            name = plain(row.get(f"player{seat}", "") or row.get(f"player{seat}name", ""))
            if name in group.seats:
                self.remarks.say(
                    "{group}: {name} is there twice and counts once.", group=group.called, name=name
                )
            elif name:
                self._seat(group, name, row, f"player{seat}score")
        return group

    def _seat(self, group: _Group, name: str, row: Row, score: str, team: str = "") -> None:
        """Add a player of a row to a play."""
        group.seats[name] = ForeignSeat(name, row.get(score, ""), None, team)
        group.won[name], group.ranks[name] = row.get("won", ""), row.get("rank", "")
        self.players.setdefault(name, ForeignPlayer("", name))

    def _minutes(self, group: _Group, at: date | datetime, order: str) -> int:
        """Return how long a play took; 0 if the table doesn't say."""
        row = group.row
        ended = moment(row.get("ended", ""), "", order)
        if isinstance(at, datetime) and isinstance(ended, datetime):
            return int((ended - at).total_seconds() // 60)
        minutes = read_minutes(row.get("minutes", ""))
        if minutes is None:
            words = "{group}: the duration “{minutes}” can’t be read and is left out."
            self.remarks.say(words, group=group.called, minutes=row["minutes"][:20])
        return minutes or 0


def _key(row: Row) -> tuple[str, ...]:
    """Return what the rows of a play have in common."""
    return tuple(row.get(part, "") for part in ("id", "date", "time", "game"))


def _cell(cells: Sequence[str], at: int) -> str:
    """Return a cell without spaces around it, and without what keeps spreadsheets from evaluating it."""
    cell = cells[at].strip()[:LONGEST_TEXT] if 0 <= at < len(cells) else ""
    return cell[1:] if cell.startswith("'") and escape_formula(cell[1:]) == cell else cell
