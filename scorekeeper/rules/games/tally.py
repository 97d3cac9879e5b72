"""Any other game, named by its players: points, or columns that count by weight (no rule text)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.entries import (
    LARGEST,
    LONGEST_TITLE,
    Choice,
    Count,
    Entry,
    LeftOut,
    NamedValue,
    Record,
    Several,
    Switch,
    Title,
    Wording,
    in_a_row,
)
from scorekeeper.rules.game import Side
from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.rules.hand import Hand, Line, Played, Scored
from scorekeeper.rules.house import JOIN_FOR_POINTS, ComeAndGo, PointsRules
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.lessons import own
from scorekeeper.rules.outcome import BY_TIE, Ending, Outcome
from scorekeeper.rules.problems import Problem, Wrong
from scorekeeper.rules.saying import NOTHING, And, Argument, Parts, Row, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.teams import InTeams, TeamFigures, TeamGame, named_or_counted, team_seats
from scorekeeper.rules.words import POINT, ROUND, figure

WHO_WON = "Tap who won the round"

MOST_COLUMNS = 12
LONGEST_COLUMN = 24
LARGEST_WEIGHT = 1_000
LARGEST_FIGURE = LARGEST // LARGEST_WEIGHT
"""No figure times its weight is beyond what a sheet can hold."""


SHARED, PLAYED_ON, BY_LAST_ROUND = "shared", "played_on", "last_round"
"""Ways to end a game with equal totals: they share the win, play on, or the last round decides."""

WON, LOST = "won", "lost"
"""How a game ends in which all play together."""


class OwnColumn(NamedTuple):
    """A thing that is counted for each player, and how many points one of it is worth."""

    name: str
    weight: int

    def __str__(self) -> str:
        return self.name if self.weight == 1 else f"{self.name} × {figure(self.weight)}"


@dataclass(frozen=True)
class Weight(Count):
    """The points that one of a column is worth: not 0, and below it for penalties."""

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """Return the number."""
        if raw == 0:
            raise Wrong(Say("Enter points other than 0: a column worth 0 scores nothing."))
        return super().read(raw, table)


@dataclass(frozen=True)
class Columns(Several):
    """The columns of a game, which all have different names."""

    def read(self, raw: object, table: Table[Any]) -> tuple[OwnColumn, ...]:
        """Return the columns in order."""
        columns = tuple(OwnColumn(**column) for column in super().read(raw, table))
        names = Counter(column.name.casefold() for column in columns)
        doubled = {
            column.name.casefold(): column.name for column in columns if names[column.name.casefold()] > 1
        }
        if doubled:
            words = "Two columns are called “{name}”: rename one."
            raise Wrong(*(Say(words, name=name) for name in doubled.values()))
        return columns

    def whose(self, number: int, value: object, table: Table[Any]) -> str:
        """Return the name of the column."""
        name = value.get("name") if isinstance(value, dict) else None
        return name.strip()[:LONGEST_COLUMN] if isinstance(name, str) else ""

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """Return each column with its weight, unless that is 1."""
        return super().write(tuple(column._asdict() for column in value), table)

    def reworded(self, raw: list[Any], wording: Wording) -> list[Any]:
        """Return the columns with other names."""
        return [column | {"name": wording.name(column["name"], LONGEST_COLUMN)} for column in raw]

    def describe(self, raw: list[Any], table: Table[Any]) -> Row:
        """Return the columns with their weights: "towns, territory × 2"."""
        return Row(*map(str, self.read(raw, table)))


@dataclass(frozen=True)
class TeamCount(Count):
    """The number of teams."""


@dataclass(frozen=True)
class InsteadOfPoints(Switch):
    """A switch for what is entered instead of points; on the form it is chosen beside points and columns.

    Attributes:
        short, hint: what the choice is called there, and what it means.
    """

    short: str = ""
    hint: str = ""


@dataclass(frozen=True)
class OwnFigures(TeamFigures):
    """A figure for every player or team, which may end in a half if the house rules say so."""

    def has_halves(self, table: Table[Any]) -> bool:
        """Return whether the house rules say so; wins have none."""
        return bool(table.rules.halves and not table.rules.wins)

    def write(self, value: PerSeat, table: Table[Any]) -> dict[str, Any]:
        """Return the figures by the first player of each team."""
        return {place: as_number(figure) for place, figure in super().write(value, table).items()}

    def figure(self, count: object, table: Table[Any]) -> int | None:
        """Return the figure, which may end in a half if the house rules say so."""
        if self.has_halves(table) and type(count) is float and count % 1 in (0, 0.5):
            return read_points(count)
        return super().figure(count, table)

    def no_figure(self, table: Table[Any]) -> str:
        """Return the refusal of what can't be such a figure."""
        if self.has_halves(table):
            return "{What} must be a whole number or end in a half."
        return super().no_figure(table)


@dataclass(frozen=True)
class FiguresOfColumn(OwnFigures):
    """A figure in a column for every player or team; its label is the name that players gave the column."""

    @property
    def what(self) -> str:
        """The name of the column."""
        return self.named


@dataclass(frozen=True)
class RoundFigures(OwnFigures):
    """The points of every player or team; where rounds are only won, 1 for each winner."""

    def read(self, raw: object, table: Table[Any]) -> PerSeat:
        """Return the figure of each seat."""
        figures = super().read(raw, table)
        if table.rules.wins and not any(figures):
            raise Wrong(Say("{step}.", step=Say(WHO_WON)))
        return figures

    def left_out(self, raw: Any, table: Table[Any]) -> list[LeftOut]:
        """Return the players or teams without a figure; those who didn't win need none."""
        return [] if table.rules.wins else super().left_out(raw, table)

    def place_of(self, seat: Seat, table: Table[Any]) -> str:
        """Return the key of the player or team; none where only who won is entered."""
        return "" if table.rules.wins else super().place_of(seat, table)

    def parts(self, raw: Mapping[str, int], table: Table[Any]) -> Mapping[str, NamedValue]:
        """Return the figure of each player or team, or each that won."""
        if not table.rules.wins:
            return super().parts(raw, table)
        return {place: NamedValue(NOTHING, self.called(place, table)) for place, won in raw.items() if won}

    def describe(self, raw: Mapping[str, int], table: Table[Any]) -> Argument:
        """Return each player or team with their figure, or who won."""
        if not table.rules.wins:
            return super().describe(raw, table)
        return And(*(winner for _, winner in self.parts(raw, table).values()))


@dataclass(frozen=True)
class ColumnFigures(Entry):
    """Figures for every player or team in each column; the value has those of one column after another."""

    ask_for = "Enter at least one figure"

    def each(self, table: Table[Any]) -> dict[str, FiguresOfColumn]:
        """Return the entry of each column by its name."""
        low, high = -LARGEST_FIGURE, LARGEST_FIGURE
        return {
            column.name: FiguresOfColumn(column.name, low=low, high=high, spare=True)
            for column in table.rules.columns
        }

    def read(self, raw: object, table: Table[Any]) -> tuple[PerSeat, ...]:
        """Return the figures of each column in seat order; what is left out is 0."""
        each = self.each(table)
        if not isinstance(raw, dict):
            raise Wrong(Say("{What}: give the figures of each column by player.", what=self.what))
        wrong = [Say("{What}: “{key}” is written twice.", what=self.what, key=key) for key in twice(raw)]
        unknown = [key[:LONGEST_COLUMN] for key in raw if key not in each]
        wrong += [Say("There is no column called “{name}”.", name=name) for name in unknown]
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
        found = ((entry, entry.left_out((raw or {}).get(name), table)) for name, entry in columns)
        return [one._replace(what=entry.what) for entry, left in found for one in left]

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

    def reworded(self, raw: Mapping[str, Any], wording: Wording) -> dict[str, Any]:
        """Return the figures by the other names of the columns."""
        return {wording.name(name, LONGEST_COLUMN): figures for name, figures in raw.items()}

    def parts(self, raw: Mapping[str, Any], table: Table[Any]) -> Mapping[str, NamedValue]:
        """Return the figures of each column."""
        each = self.each(table)
        return {
            name: NamedValue(Say("{column}:", column=name), each[name].describe(given, table))
            for name, given in raw.items()
            if given
        }

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> Parts:
        """Return the figures of each column: "towns: Ann 3, Bea 4; territory: Bea 2"."""
        return Parts(*in_a_row(self.parts(raw, table).values()))


@dataclass(frozen=True, kw_only=True)
class TallyRules(InTeams, PointsRules, ComeAndGo):
    title: Annotated[
        str,
        Title(
            "Name", help="Your club finds the game by this name next time.", longest=LONGEST_TITLE, default=""
        ),
    ]
    columns: Annotated[
        tuple[OwnColumn, ...],
        Columns(
            "Columns",
            ask="What do you enter for each player?",
            help="What you count for each player, and what each is worth.",
            most=MOST_COLUMNS,
            each=Record(
                "A column",
                entries={
                    "name": Title(
                        "Column name", longest=LONGEST_COLUMN, step="Enter a name for every column"
                    ),
                    "weight": Weight("Weight", low=-LARGEST_WEIGHT, high=LARGEST_WEIGHT, default=1),
                },
            ),
            default=(),
        ),
    ]
    wins: Annotated[
        bool,
        InsteadOfPoints(
            "Only who won",
            help="Each round counts 1 for its winners.",
            short="Who won",
            hint="without points",
            default=False,
        ),
    ]
    together: Annotated[
        bool,
        InsteadOfPoints(
            "Everyone together",
            help="All win or all lose.",
            short="Together",
            hint="all win or all lose",
            default=False,
        ),
    ]
    halves: Annotated[
        bool, Switch("Half points", help="Figures may end in a half, such as 25½.", default=False)
    ]
    teams: Annotated[
        int | None,
        TeamCount(
            "Teams",
            help="How many. Teammates share a total. Seats alternate between the teams.",
            low=2,
            high=lambda table: max(2, table.n - 1),
            default=None,
        ),
    ]
    target: Annotated[
        int | None, Count("Target", help="The game ends when someone reaches it.", low=1, default=None)
    ]
    lowest_wins: Annotated[bool, Switch("Lowest total wins", default=False)]
    hands: Annotated[
        int | None, Count("Number of rounds", help="The game ends after this many.", low=1, default=None)
    ]
    ties: Annotated[
        str,
        Choice(
            "If the best totals are equal",
            choices={SHARED: "Share the win", PLAYED_ON: "Play on", BY_LAST_ROUND: "Best last round wins"},
            default=SHARED,
        ),
    ]

    def teams_of(self, players: int) -> int:
        """Return the number of teams; without them each player is one."""
        return 1 if self.together else self.teams or players

    def check(self, table: Table[None], given: Collection[str]) -> list[Problem]:
        """Return what is wrong with rounds that are only won, and have columns all the same."""
        if self.wins and self.columns:
            both = Say("Rounds that are only won have no columns: leave one of them out.")
            return [Problem("columns", both)]
        others = ("columns", "wins", "teams", "target", "halves") if self.together else ()
        words = "Players who win or lose together don’t need “{rule}”: leave it out."
        return [Problem(rule, Say(words, rule=rule)) for rule in others if getattr(self, rule)]


@dataclass(frozen=True, kw_only=True)
class TallyHand(Hand):
    deck = "own"
    points: Annotated[
        PerSeat,
        RoundFigures(
            "Points",
            ask="Who scored what?",
            ask_one="what did you score?",
            counts=POINT,
            low=lambda table: 0 if table.rules.wins else -LARGEST,
            high=lambda table: 1 if table.rules.wins else LARGEST,
            spare=True,
            offered=lambda table: not (table.rules.columns or table.rules.together),
        ),
    ]
    columns: Annotated[
        tuple[PerSeat, ...],
        ColumnFigures("Columns", ask="Who scored what?", offered=lambda table: bool(table.rules.columns)),
    ]
    result: Annotated[
        str,
        Choice(
            "Result",
            {WON: "We won", LOST: "We lost"},
            ask="How did it end?",
            offered=lambda table: table.rules.together,
        ),
    ]
    score: Annotated[
        int,
        Count(
            "Points",
            help="What you scored together, if anything.",
            aside=True,
            low=-LARGEST,
            high=LARGEST,
            default=0,
            offered=lambda table: table.rules.together,
        ),
    ]


class Tally(TeamGame[TallyRules, TallyHand]):
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
        "share the win, unless your house rules let you play on or let the last round decide. If all play "
        "together, it ends once you say whether you won or lost."
    )
    outcomes = {
        "played": Outcome(
            "played",
            "Everyone scores the points entered for them. With columns, each figure is multiplied by its "
            "column’s weight. If you only enter who won, each of them scores 1.",
        )
    }

    rulings = (f"{JOIN_FOR_POINTS} In teams, nobody can join or leave.",)

    def fits(self, players: int) -> bool:
        """Return whether there may be a scoresheet with so many players: also of one that was imported."""
        return players == 1 or super().fits(players)

    def unit(self, table: Table[TallyRules]) -> str:
        """Return points, or rounds where those are only won."""
        return "rounds" if table.rules.wins else "points"

    def lowest_wins(self, table: Table[TallyRules]) -> bool:
        """Return whether the house rules say so."""
        return table.rules.lowest_wins

    def describe(self, table: Table[TallyRules], played: Played) -> Say:
        """Return who did best in the round: "Ann scored the most, +12"; or who won it."""
        if table.rules.together:
            return Say("Everyone won") if played.memory == WON else Say("Everyone lost")
        if not table.rules.wins:
            return super().describe(table, played)
        who = tuple(seat for seat in table.here if played.scores[seat])
        if len(who) == len(table.here):
            return Say("Everyone won")
        return Say("{Names} won", names=named_or_counted(table, who))

    def score(self, table: Table[TallyRules], state: State, hand: TallyHand) -> Scored:
        if table.rules.together:
            together = (Line(table.here, hand.score, Say("as entered")),) if hand.score else ()
            return Scored("played", together, memory=hand.result)
        lines = _column_lines(table, hand) if table.rules.columns else _point_lines(table, hand)
        return Scored("played", tuple(lines))

    def ending(self, table: Table[TallyRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game at the target, or after the agreed number of rounds.

        Where all play together, it ends as they say.
        """
        rules, totals = table.rules, hands[-1].totals
        if rules.together:
            return _ended_together(table, totals[0], hands[-1].memory)
        reached = rules.target is not None and max(totals) >= rules.target
        if reached or (rules.hands is not None and len(hands) >= rules.hands):
            return self.decide(table, hands[-1])
        return None

    def stopped(self, table: Table[TallyRules], state: State) -> Ending:
        """Return how a game ends that the players end early; those who play together have said how."""
        if table.rules.together:
            return replace(_ended_together(table, state.totals[0], state.memory), early=True)
        return super().stopped(table, state)

    def tells_totals(self, table: Table[TallyRules], totals: Sequence[int]) -> bool:
        """Return whether there are points, or anyone won more than one round."""
        if table.rules.wins:
            return max(totals) > 1
        return not table.rules.together or any(totals)

    def break_tie(self, table: Table[TallyRules], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Return who wins a tie: all of the tied, or the best of the last round; None to play on."""
        if table.rules.ties == PLAYED_ON:
            return None
        if table.rules.ties == BY_LAST_ROUND:
            scores = [last.scores[side[0]] for side in tied]
            best = min(scores) if self.lowest_wins(table) else max(scores)
            first = [side for side, score in zip(tied, scores, strict=True) if score == best]
            if len(first) == 1:
                why = Say(
                    "{names} wins the tie with the best last round",
                    "{names} win the tie with the best last round",
                    len(first[0]),
                    names=And(*table.names(first[0])),
                )
                return Ending(first[0], why, BY_TIE)
            tied = first
        return super().break_tie(table, last, tied)


def _ended_together(table: Table[TallyRules], total: int, result: str) -> Ending:
    n = len(table.here)
    if result == WON:
        won = Say("Won alone, with {total}", "They won together, with {total}", n, total=total)
        return Ending(table.here, won if total else Say("Won alone", "They won together", n))
    lost = Say("Lost alone, with {total}", "They lost together, with {total}", n, total=total)
    return Ending((), lost if total else Say("Lost alone", "They lost together", n))


def _point_lines(table: Table[TallyRules], hand: TallyHand) -> Iterator[Line]:
    why = Say("won the round") if table.rules.wins else Say("as entered")
    for team in team_seats(table):
        if points := hand.points[team[0]]:
            yield Line(team, points, why)


def _column_lines(table: Table[TallyRules], hand: TallyHand) -> Iterator[Line]:
    """Yield a line for each player or team and column with a figure: "territory 3 × 2"."""
    for team in team_seats(table):
        for column, figures in zip(table.rules.columns, hand.columns, strict=True):
            if count := figures[team[0]]:
                once = column.weight == 1
                words = Say("{column} {count}") if once else Say("{column} {count} × {weight}")
                why = words.filled(column=column.name, count=count, weight=column.weight)
                yield Line(team, column.weight * count, why)
