"""Any other game, named by its players: points, or columns that count by weight (no rule text)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Annotated, Any, NamedTuple
from unicodedata import category

from scorekeeper.rules.entries import LARGEST, Count, EachSeat, Entry, LeftOut, Record, Several, Switch, Text
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Played, Reason, Scored
from scorekeeper.rules.house import PointsRules
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.lessons import own
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import ROUND, figure, listed, lowered, signed, spelled

MOST_NAMES = 3
"""The most players whose names fit in a list of rounds; more of them are counted."""

UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""The Unicode categories of what can't stand in a line: control characters, halves and breaks."""

MOST_COLUMNS = 12
LONGEST_COLUMN = 24
LARGEST_WEIGHT = 1_000
LARGEST_FIGURE = LARGEST // LARGEST_WEIGHT
"""No figure times its weight is beyond what a sheet can hold."""


class OwnColumn(NamedTuple):
    """A thing that is counted for each player, and how many points one of it is worth."""

    name: str
    weight: int

    def __str__(self) -> str:
        return self.name if self.weight == 1 else f"{self.name} × {figure(self.weight)}"


@dataclass(frozen=True)
class Title(Text):
    """A name that players give, in one line and without spaces around it."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the name without spaces around it."""
        title = super().read(raw, table).strip()
        if any(category(letter) in UNWRITABLE for letter in title):
            raise Wrong(f"The {lowered(self.label)} has a character that can’t be shown.")
        if self.needed and not title:
            raise Wrong(self.ask_again())
        return title


@dataclass(frozen=True)
class Weight(Count):
    """The points that one of a column is worth: not 0, and below it for penalties."""

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """Return the number."""
        if raw == 0:
            raise Wrong("A weight can’t be 0: nobody would score anything.")
        return super().read(raw, table)


@dataclass(frozen=True)
class Columns(Several):
    """The columns of a game, which all have different names."""

    def read(self, raw: object, table: Table[Any]) -> tuple[OwnColumn, ...]:
        """Return the columns in order."""
        columns = tuple(OwnColumn(**column) for column in super().read(raw, table))
        if len(columns) > MOST_COLUMNS:
            raise Wrong(f"Use at most {MOST_COLUMNS} columns, not {len(columns)}.")
        names = Counter(column.name.casefold() for column in columns)
        doubled = {
            column.name.casefold(): column.name for column in columns if names[column.name.casefold()] > 1
        }
        if doubled:
            raise Wrong(*(f"Two columns are called “{name}”: rename one." for name in doubled.values()))
        return columns

    def whose(self, value: object, table: Table[Any]) -> str:
        """Return the start of a refusal, which names the column: "Territory: "."""
        name = value.get("name") if isinstance(value, dict) else None
        return f"{name.strip()[:LONGEST_COLUMN]}: " if isinstance(name, str) and name.strip() else ""

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """Return each column with its weight, unless that is 1."""
        return super().write(tuple(column._asdict() for column in value), table)

    def describe(self, raw: list[Any], table: Table[Any]) -> str:
        """Return the columns with their weights: "towns, territory × 2"."""
        return ", ".join(map(str, self.read(raw, table)))


@dataclass(frozen=True)
class ColumnFigures(Entry):
    """A figure for every player in each column of the house rules; the value has those of one column each."""

    ask_for = "Enter at least one figure."

    def each(self, table: Table[Any]) -> dict[str, EachSeat]:
        """Return the entry of each column by its name."""
        low, high = -LARGEST_FIGURE, LARGEST_FIGURE
        return {
            column.name: EachSeat(column.name, low=low, high=high, spare=True)
            for column in table.rules.columns
        }

    def read(self, raw: object, table: Table[Any]) -> tuple[PerSeat, ...]:
        """Return the figures of each column in seat order; what is left out is 0."""
        each = self.each(table)
        if not isinstance(raw, dict):
            raise Wrong(f"{self.label}: give the figures of each column by player.")
        wrong = [f"{self.label}: “{key}” is written twice." for key in twice(raw)]
        wrong += [f"There is no column called “{key[:LONGEST_COLUMN]}”." for key in raw if key not in each]
        columns = []
        for name, entry in each.items():
            try:
                columns.append(entry.read(raw.get(name, {}), table))
            except Wrong as refused:
                wrong += refused.messages
        if wrong:
            raise Wrong(*wrong)
        return tuple(columns)

    def left_out(self, raw: Any, table: Table[Any]) -> list[LeftOut]:
        """Return the players without a figure, column by column."""
        columns = self.each(table).items()
        found = ((name, entry.left_out((raw or {}).get(name), table)) for name, entry in columns)
        return [one._replace(what=name) for name, left in found for one in left]

    def write(self, value: tuple[PerSeat, ...], table: Table[Any]) -> dict[str, Any]:
        """Return the figures by column and player."""
        return {
            name: entry.write(figures, table)
            for (name, entry), figures in zip(self.each(table).items(), value, strict=True)
            if any(figures)
        }

    def rewritten(self, raw: Mapping[str, Any], table: Table[Any], other: Table[Any]) -> dict[str, Any]:
        """Return the figures by what stands for the players at the other table."""
        each = self.each(table)
        return {name: each[name].rewritten(figures, table, other) for name, figures in raw.items()}

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> str:
        """Return the figures of each column: "towns: Ann 3, Bea 4; territory: Bea 2"."""
        each = self.each(table)
        return "; ".join(
            f"{name}: {each[name].describe(given, table)}" for name, given in raw.items() if given
        )


@dataclass(frozen=True, kw_only=True)
class TallyRules(PointsRules):
    title: Annotated[
        str,
        Title("Name", help="Your club finds the game by this name next time.", longest=40, default=""),
    ]
    columns: Annotated[
        tuple[OwnColumn, ...],
        Columns(
            "Columns",
            ask="What do you enter for each player?",
            help="What you count for each player, and what each is worth.",
            each=Record(
                "A column",
                entries={
                    "name": Title(
                        "Column name", longest=LONGEST_COLUMN, missing="Enter a name for every column."
                    ),
                    "weight": Weight("Weight", low=-LARGEST_WEIGHT, high=LARGEST_WEIGHT, default=1),
                },
            ),
            default=(),
        ),
    ]
    target: Annotated[
        int | None, Count("Target", help="The game ends when someone reaches it.", low=1, default=None)
    ]
    lowest_wins: Annotated[bool, Switch("Lowest wins", help="The lowest total wins.", default=False)]
    hands: Annotated[
        int | None, Count("Number of rounds", help="The game ends after this many.", low=1, default=None)
    ]


def counts_points(table: Table[TallyRules]) -> bool:
    """Return whether points are entered as they are."""
    return not table.rules.columns


def counts_columns(table: Table[TallyRules]) -> bool:
    """Return whether figures are entered by column."""
    return bool(table.rules.columns)


@dataclass(frozen=True, kw_only=True)
class TallyHand(Hand):
    deck = "own"
    points: Annotated[
        PerSeat, EachSeat("Points", ask="Who scored what?", low=-LARGEST, spare=True, offered=counts_points)
    ]
    columns: Annotated[
        tuple[PerSeat, ...], ColumnFigures("Columns", ask="Who scored what?", offered=counts_columns)
    ]


class Tally(Game[TallyRules, TallyHand]):
    key = "tally"
    name = "Your own game"
    also = ("Tally",)
    about = "Say what counts; the app adds it up."
    icon = "own"
    lesson = own.TALLY
    seats = range(2, 21)
    rules = TallyRules
    hand = TallyHand
    hand_noun = ROUND
    from_dealer = False
    end = (
        "The game ends once someone has reached the target, or after the agreed number of rounds. Without "
        "either, you end it. The highest total wins, or the lowest if your house rules say so. Equal totals "
        "share the win."
    )
    outcomes = {
        "played": Outcome(
            "played",
            "Everyone scores the points entered for them. With columns, each figure counts as often as the "
            "weight of its column says.",
        )
    }

    def lowest_wins(self, table: Table[TallyRules]) -> bool:
        """Return whether the house rules say so."""
        return table.rules.lowest_wins

    def describe(self, table: Table[TallyRules], played: Played) -> str:
        """Return who did best in the round: "Most: Ann, +12"."""
        fewest = self.lowest_wins(table)
        best = min(played.scores) if fewest else max(played.scores)
        who = tuple(seat for seat, score in enumerate(played.scores) if score == best)
        if len(who) == table.n:
            return f"Everyone {signed(best)}"
        names = listed(table.names(who)) if len(who) <= MOST_NAMES else f"{spelled(len(who))} players"
        return f"{'Fewest' if fewest else 'Most'}: {names}, {signed(best)}"

    def possible_scores(self, table: Table[TallyRules], state: State, seat: Seat) -> Sequence[int]:
        """Return every number that the weights allow."""
        step = gcd(*(column.weight for column in table.rules.columns)) or 1
        return range(-step * LARGEST, step * LARGEST + 1, step)

    def score(self, table: Table[TallyRules], state: State, hand: TallyHand) -> Scored:
        lines = _column_lines(table, hand) if table.rules.columns else _point_lines(hand)
        return Scored("played", tuple(lines))

    def ending(self, table: Table[TallyRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game at the target, or after the agreed number of rounds."""
        rules, totals = table.rules, hands[-1].totals
        reached = rules.target is not None and max(totals) >= rules.target
        if reached or len(hands) == rules.hands:
            return self.decide(table, hands[-1])
        return None


def _point_lines(hand: TallyHand) -> Iterator[Line]:
    for seat, points in enumerate(hand.points):
        if points:
            yield Line((seat,), points, Reason("written down"))


def _column_lines(table: Table[TallyRules], hand: TallyHand) -> Iterator[Line]:
    """Yield a line for each player and column with a figure: "3 territory × 2"."""
    for seat in range(table.n):
        for column, figures in zip(table.rules.columns, hand.columns, strict=True):
            if count := figures[seat]:
                why = Reason("{count} {column}", count=figure(count), column=str(column))
                yield Line((seat,), column.weight * count, why)
