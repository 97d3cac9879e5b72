"""The kinds of entry a hand or a set of house rules is made of.

A game hangs one of these on each field of its hand (see ``declare``). The same object reads and
writes the JSON, knows the bounds, words the refusal, and tells the form what to draw.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeAlias

from scorekeeper.rules.document import twice
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import PerSeat, Seat, Table
from scorekeeper.rules.words import listed, spelled

LARGEST = 1_000_000_000
"""No number on a sheet is beyond this, up or down (scoring contract, section 1)."""

Bound: TypeAlias = int | Callable[[Table[Any]], int]
"""A limit: fixed, or worked out from the number of players and the house rules."""


class Required:
    """Stands for the default of an entry that must be written."""


REQUIRED = Required()


class Only(NamedTuple):
    """An entry that is asked only when another entry has this value."""

    entry: str
    value: object

    def holds(self, said: Mapping[str, Any]) -> bool:
        """Whether the other entry has it; 1 is not the same as yes."""
        value = said.get(self.entry)
        return type(value) is type(self.value) and value == self.value


class Stage(NamedTuple):
    """Where a row of values stands, such as the rolls of some dice.

    Attributes:
        says: what that means, in a few words.
        leads: the stage that some values lead to; empty where the row is at its end.
        otherwise: the stage that any other value leads to.
    """

    says: str
    leads: Mapping[int, str]
    otherwise: str = ""


@dataclass(frozen=True)
class Course:
    """What the values of a row mean one after another.

    Attributes:
        by: the entry on which it depends.
        cases: the values of that entry.
        stages: the stages at a table, for one of these values; the row begins at the one called "".
    """

    by: str
    cases: Iterable[int]
    stages: Callable[[Table[Any], int], Mapping[str, Stage]]


class Sides(NamedTuple):
    """A figure for each side of a partnership game, seen from the hand's bidder."""

    bidders: int
    others: int


def always(table: Table[Any]) -> bool:
    """The entry belongs to the game under all house rules."""
    return True


def nothing_else(table: Table[Any]) -> tuple[int | str, ...]:
    """A count that takes no value outside its bounds."""
    return ()


def at(bound: Bound, table: Table[Any]) -> int:
    """The limit at this table."""
    return bound(table) if callable(bound) else bound


@dataclass(frozen=True)
class Entry:
    """What every kind of entry has.

    Attributes:
        label: its name on the form and in refusals.
        ask: the question put at the table, where there is a better one than the label.
        help: one line of help.
        default: the value when it is left out or not asked, or a function of the table;
            REQUIRED when it must be written.
        offered: whether the house rules have this entry at all.
        null: what an empty value (null) stands for, in words; empty where there must be a value.
        null_offered: whether the house rules have that empty value.
        otherwise: what it means that it is left out, in words; empty where that need not be said.
        only_if: the value of another entry without which this one is not asked, and with which it must be.
        unless: the value of another entry with which this one is not asked, and without which it must be.
        instead: the entry that this one can take the place of; the hand has one of them.
    """

    label: str
    _: KW_ONLY
    ask: str = ""
    help: str = ""
    default: Any = REQUIRED
    null: str = ""
    null_offered: Callable[[Table[Any]], bool] = always
    otherwise: str = ""
    offered: Callable[[Table[Any]], bool] = always
    only_if: Only | None = None
    unless: Only | None = None
    instead: str = ""

    def asked(self, said: Mapping[str, Any], table: Table[Any]) -> bool:
        """Whether the entry is asked at this table, beside what was said in the other entries."""
        return (
            self.offered(table)
            and (self.only_if is None or self.only_if.holds(said))
            and (self.unless is None or not self.unless.holds(said))
        )

    @property
    def needed(self) -> bool:
        """Whether the entry must be written where it is asked."""
        return self.default is REQUIRED or self.only_if is not None or self.unless is not None

    def blank(self, table: Table[Any]) -> Any:
        """The value of an entry that was left out."""
        return self.default(table) if callable(self.default) else self.default

    def read(self, raw: object, table: Table[Any]) -> Any:
        """The value a piece of JSON stands for. Raises Wrong with the reasons."""
        raise NotImplementedError

    def write(self, value: Any, table: Table[Any]) -> Any:
        """The JSON that reads as this value."""
        return value

    def describe(self, raw: Any, table: Table[Any]) -> str:
        """The JSON of a value in words, as the history of a hand shows it."""
        return str(raw)

    def renamed(self, raw: Any, table: Table[Any], other: Table[Any]) -> Any:
        """The JSON that says at another table, where the players have other names, what this says here.

        Everything else stays as it was written, down to the order of its keys; ``raw`` can be read here.
        """
        return raw


@dataclass(frozen=True)
class Switch(Entry):
    """Yes or no.

    Attributes:
        no: what the form calls a no where both answers are of equal weight, such as made and missed;
            empty where a no need not be said.
    """

    no: str = ""

    def read(self, raw: object, table: Table[Any]) -> bool:
        """True or false, nothing else."""
        if not isinstance(raw, bool):
            raise Wrong(f"{self.label} must be yes or no (true or false).")
        return raw

    def describe(self, raw: bool, table: Table[Any]) -> str:
        """Yes or no."""
        return "yes" if raw else "no"


@dataclass(frozen=True)
class Text(Entry):
    """Words of the players' own, up to a length."""

    longest: int = 280

    def read(self, raw: object, table: Table[Any]) -> str:
        """The text as it was written."""
        if not isinstance(raw, str):
            raise Wrong(f"{self.label} must be text.")
        if len(raw) > self.longest:
            raise Wrong(f"{self.label} has {len(raw)} characters; there is room for {self.longest}.")
        return raw


@dataclass(frozen=True)
class Choice(Entry):
    """One of a few words.

    Attributes:
        choices: each word as it is written, with its label.
        hints: what they mean, in a word or two; the form then draws them large.
    """

    choices: Mapping[str, str]
    hints: Mapping[str, str] = field(default_factory=dict)

    def read(self, raw: object, table: Table[Any]) -> str:
        """One of the words."""
        if not isinstance(raw, str) or raw not in self.choices:
            raise Wrong(f"{self.label} must be {listed(self.choices, 'or')}.")
        return raw

    def describe(self, raw: str, table: Table[Any]) -> str:
        """The choice by its label, and what it means."""
        return f"{self.choices[raw]} ({self.hints[raw]})" if raw in self.hints else self.choices[raw]


@dataclass(frozen=True)
class Count(Entry):
    """A whole number between two bounds, both included.

    Attributes:
        low, high: the bounds.
        step: the distance from one value to the next.
        besides: values outside the bounds that the house rules allow as well: numbers or words.
        names: what some of the values are called at the table.
        shows: the coins in ``carry`` that lie on these values, as on a board; empty where none do.
    """

    low: Bound = 0
    high: Bound = LARGEST
    step: int = 1
    besides: Callable[[Table[Any]], tuple[int | str, ...]] = nothing_else
    names: Mapping[int, str] = field(default_factory=dict)
    shows: str = ""

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """The number, or one of the words besides."""
        if type(raw) is not int and type(raw) is not str:
            raise Wrong(f"{self.label} must be a whole number.")
        besides = self.besides(table)
        if raw in besides:
            return raw
        low, high = at(self.low, table), at(self.high, table)
        if isinstance(raw, str):
            words = [f"“{word}”" for word in besides if isinstance(word, str)]
            raise Wrong(f"{self.label} must be {listed(['a whole number', *words], 'or')}.")
        if raw < low:
            raise Wrong(f"{self.label} is {raw}; it must be at least {low}.")
        if raw > high:
            raise Wrong(f"{self.label} is {raw}; it can be at most {high}.")
        if (raw - low) % self.step:
            raise Wrong(f"{self.label} must be {listed(map(str, self.values(table)), 'or')}.")
        return raw

    def values(self, table: Table[Any]) -> tuple[int | str, ...]:
        """Every value the entry can have, numbers first; only for entries with narrow bounds."""
        besides = self.besides(table)
        numbers = range(at(self.low, table), at(self.high, table) + 1, self.step)
        return (
            *(b for b in besides if isinstance(b, int)),
            *numbers,
            *(b for b in besides if isinstance(b, str)),
        )


@dataclass(frozen=True)
class Halves(Count):
    """A number that may end in a half, such as card points; its value is the number of halves.

    Attributes:
        whole: the numbers of players with whom there are no halves.
    """

    whole: Collection[int] = ()

    def read(self, raw: object, table: Table[Any]) -> int:
        """The number of halves."""
        if type(raw) not in (int, float) or raw * 2 % 1:  # type: ignore[operator]
            raise Wrong(f"{self.label} must be a whole number or end in a half.")
        if raw % 1 and table.n in self.whole:  # type: ignore[operator]
            raise Wrong(f"{self.label}: with {spelled(table.n)} players the points are whole.")
        low, high = at(self.low, table), at(self.high, table)
        if not low <= raw <= high:  # type: ignore[operator]
            raise Wrong(f"{self.label}: {raw} is not between {low} and {high}.")
        return int(raw * 2)  # type: ignore[operator]

    def write(self, value: int, table: Table[Any]) -> int | float:
        """A whole number where it is one, else one that ends in .5."""
        return value / 2 if value % 2 else value // 2


@dataclass(frozen=True)
class Alone(Entry):
    """What stands in place of a whole hand, such as a hand that everybody passed; only true is a value."""

    def read(self, raw: object, table: Table[Any]) -> bool:
        """True."""
        if raw is not True:
            raise Wrong(f"{self.label} can only be true.")
        return True

    def describe(self, raw: bool, table: Table[Any]) -> str:
        """Yes."""
        return "yes"


@dataclass(frozen=True)
class Person(Entry):
    """One of the players.

    Attributes:
        but: the entry that names a player who is not offered.
        side: the player stands for the whole side.
    """

    but: str = ""
    side: bool = False

    def read(self, raw: object, table: Table[Any]) -> Seat:
        """The player's seat."""
        try:
            return table.seat(raw)
        except Wrong as wrong:
            raise Wrong(f"{self.label}: {wrong}") from None

    def write(self, value: Seat, table: Table[Any]) -> str:
        """The player's name."""
        return table.players[value]

    def renamed(self, raw: str, table: Table[Any], other: Table[Any]) -> str:
        """The name there of the player in this seat."""
        return other.players[table.seat(raw)]


@dataclass(frozen=True)
class People(Entry):
    """Several of the players, nobody twice.

    Attributes:
        nobody: whether the list may be empty.
    """

    nobody: bool = False

    def read(self, raw: object, table: Table[Any]) -> tuple[Seat, ...]:
        """The players' seats, in the order they were named."""
        if not isinstance(raw, list):
            raise Wrong(f"{self.label} must be a list of players.")
        if not raw and not self.nobody:
            raise Wrong(f"{self.label} must name at least one player.")
        try:
            seats = tuple(table.seat(name) for name in raw)
        except Wrong as wrong:
            raise Wrong(f"{self.label}: {wrong}") from None
        doubled = {seat for seat in seats if seats.count(seat) > 1}
        if doubled:
            raise Wrong(f"{self.label} name {listed(table.names(tuple(sorted(doubled))))} twice.")
        return seats

    def write(self, value: tuple[Seat, ...], table: Table[Any]) -> list[str]:
        """The players' names."""
        return table.names(value)

    def renamed(self, raw: list[str], table: Table[Any], other: Table[Any]) -> list[str]:
        """The names there, in the same order."""
        return [other.players[table.seat(name)] for name in raw]

    def describe(self, raw: list[str], table: Table[Any]) -> str:
        """The names in a row."""
        return listed(raw)


@dataclass(frozen=True)
class Places(Entry):
    """A count for each of several places, and what they may add up to.

    Attributes:
        low, high: the bounds of each count.
        exactly: what the counts must add up to, if anything.
        at_most: what they may add up to, if there is a limit.
        why: the second half of the refusal when they do not, with ``{n}`` for that limit.
        spare: places left out have 0.
    """

    low: Bound = 0
    high: Bound = LARGEST
    exactly: Bound | None = None
    at_most: Bound | None = None
    why: str = "they must make {n}"
    spare: bool = False
    stranger: ClassVar[str] = "{key} does not play in this game"

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """The keys of the places."""
        raise NotImplementedError

    def read(self, raw: object, table: Table[Any]) -> tuple[int, ...]:
        """The counts in the order of the places."""
        if not isinstance(raw, dict):
            raise Wrong(f"{self.label} must be given for {listed(self.places(table))}.")
        places = self.places(table)
        low, high = at(self.low, table), at(self.high, table)
        wrong = [f"{self.label}: {key} is written twice." for key in twice(raw)]
        wrong += [f"{self.label}: {self.stranger.format(key=key)}." for key in raw if key not in places]
        counts: list[int] = []
        for place in places:
            count = raw.get(place, 0 if self.spare else None)
            if type(count) is not int:
                missing = place not in raw
                wrong.append(
                    f"{self.label}: {place} {'is missing' if missing else 'must be a whole number'}."
                )
            elif not low <= count <= high:
                limit = f"at least {low}" if count < low else f"at most {high}"
                wrong.append(f"{self.label}: {place} has {count}; it must be {limit}.")
            else:
                counts.append(count)
        if not wrong:
            wrong = self._sum_wrong(sum(counts), table)
        if wrong:
            raise Wrong(*wrong)
        return self._value(counts)

    def write(self, value: tuple[int, ...], table: Table[Any]) -> dict[str, int]:
        """Each place with its count."""
        return dict(zip(self.places(table), value, strict=True))

    def describe(self, raw: Mapping[str, int], table: Table[Any]) -> str:
        """Each place with its count, in a row."""
        return ", ".join(f"{place} {count}" for place, count in raw.items())

    def limit(self, table: Table[Any]) -> int | None:
        """What the counts add up to, at most or exactly; None without a limit."""
        bound = self.at_most if self.exactly is None else self.exactly
        return None if bound is None else at(bound, table)

    def _sum_wrong(self, total: int, table: Table[Any]) -> list[str]:
        limit = self.limit(table)
        if limit is None or total == limit or (total < limit and self.exactly is None):
            return []
        return [f"{self.label} add up to {total}; {self.why.format(n=limit)}."]

    def _value(self, counts: list[int]) -> tuple[int, ...]:
        return tuple(counts)


@dataclass(frozen=True)
class EachSeat(Places):
    """A count for every player.

    Attributes:
        but: the entry that names a player who has none.
    """

    but: str = ""

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """The players' names."""
        return table.players

    def renamed(self, raw: Mapping[str, int], table: Table[Any], other: Table[Any]) -> dict[str, int]:
        """The counts under the names there."""
        return {other.players[table.seat(name)]: count for name, count in raw.items()}


@dataclass(frozen=True)
class EachSide(Places):
    """A count for the bidders' side and one for the others.

    Attributes:
        joined: the entry that names who plays with the bidder; empty where the seats say so.
    """

    joined: str = ""

    stranger = "there is no side called “{key}”"

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """The two sides."""
        return Sides._fields

    def _value(self, counts: list[int]) -> Sides:
        return Sides(*counts)


@dataclass(frozen=True)
class BySeat(Entry):
    """Something for some of the players, as the game's own check may ask; the value is a mapping by seat.

    Attributes:
        each: what there is for each of them.
        but: the entry that names a player for whom there is nothing.
        beside: the entry by player in whose lines it stands, rather than by itself.
        fixes: the value there that goes with a value here, None for null.
    """

    each: Entry
    but: str = ""
    beside: str = ""
    fixes: Mapping[str, int | None] = field(default_factory=dict)

    def read(self, raw: object, table: Table[Any]) -> dict[Seat, Any]:
        """The value of each seat that was named."""
        if not isinstance(raw, dict):
            raise Wrong(f"{self.label} must be given by player.")
        wrong = [f"{self.label}: {key} is written twice." for key in twice(raw)]
        values: dict[Seat, Any] = {}
        for name, value in raw.items():
            who = self.label
            try:
                seat = table.seat(name)
                who = name
                values[seat] = read_value(self.each, value, table)
            except Wrong as refused:
                wrong += [f"{who}: {message}" for message in refused.messages]
        if wrong:
            raise Wrong(*wrong)
        return values

    def write(self, value: Mapping[Seat, Any], table: Table[Any]) -> dict[str, Any]:
        """The values by name."""
        return {table.players[seat]: write_value(self.each, one, table) for seat, one in value.items()}

    def renamed(self, raw: Mapping[str, Any], table: Table[Any], other: Table[Any]) -> dict[str, Any]:
        """The values under the names there."""
        return {
            other.players[table.seat(name)]: renamed_value(self.each, value, table, other)
            for name, value in raw.items()
        }

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> str:
        """Each player with what there is for them."""
        return ", ".join(f"{name} {describe_value(self.each, value, table)}" for name, value in raw.items())


@dataclass(frozen=True)
class Several(Entry):
    """Any number of values in a row; the value is a tuple.

    Attributes:
        each: what each of them is.
        course: what they mean one after another, where that can be said as they come.
    """

    each: Entry
    course: Course | None = None

    def read(self, raw: object, table: Table[Any]) -> tuple[Any, ...]:
        """The values in order."""
        if not isinstance(raw, list):
            raise Wrong(f"{self.label} must be a list.")
        values: list[Any] = []
        wrong: list[str] = []
        for value in raw:
            try:
                values.append(read_value(self.each, value, table))
            except Wrong as refused:
                wrong += [f"{self.whose(value, table)}{message}" for message in refused.messages]
        if wrong:
            raise Wrong(*wrong)
        return tuple(values)

    def whose(self, value: object, table: Table[Any]) -> str:
        """What is put before a refusal, to tell which of the values is meant."""
        return ""

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """The values in order."""
        return [write_value(self.each, one, table) for one in value]

    def renamed(self, raw: list[Any], table: Table[Any], other: Table[Any]) -> list[Any]:
        """The values in the same order."""
        return [renamed_value(self.each, value, table, other) for value in raw]

    def describe(self, raw: list[Any], table: Table[Any]) -> str:
        """The values in a row."""
        return ", ".join(describe_value(self.each, value, table) for value in raw)


@dataclass(frozen=True)
class Record(Entry):
    """A few entries that belong together, such as a bet; the value is a mapping by name.

    Attributes:
        entries: what it is made of.
        worth: what one of each counts, in halves of a point, where they are counted to be added up.
    """

    entries: Mapping[str, Entry]
    worth: Mapping[str, int] = field(default_factory=dict)

    def read(self, raw: object, table: Table[Any]) -> dict[str, Any]:
        """The value of each of its entries."""
        if not isinstance(raw, dict):
            raise Wrong(f"{self.label} must give {listed(entry.label for entry in self.entries.values())}.")
        wrong = [f"{self.label}: “{key}” is written twice." for key in twice(raw)]
        wrong += [f"{self.label} has no “{key}”." for key in raw if key not in self.entries]
        values: dict[str, Any] = {}
        for name, entry in self.entries.items():
            if name not in raw and entry.default is REQUIRED:
                wrong.append(f"{self.label}: {entry.label} must be given.")
                continue
            try:
                values[name] = read_value(entry, raw[name], table) if name in raw else entry.blank(table)
            except Wrong as refused:
                wrong += refused.messages
        if wrong:
            raise Wrong(*wrong)
        return values

    def write(self, value: Mapping[str, Any], table: Table[Any]) -> dict[str, Any]:
        """Each of its entries, without those that may be left out."""
        return {
            name: write_value(entry, value[name], table)
            for name, entry in self.entries.items()
            if value[name] != entry.blank(table)
        }

    def renamed(self, raw: Mapping[str, Any], table: Table[Any], other: Table[Any]) -> dict[str, Any]:
        """The same entries."""
        return {name: renamed_value(self.entries[name], value, table, other) for name, value in raw.items()}

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> str:
        """Its entries in a row; what is counted is named."""
        if self.worth:
            there = [f"{self.entries[name].label.lower()} {count}" for name, count in raw.items() if count]
            return listed(there) if there else "nothing"
        return " ".join(describe_value(self.entries[name], value, table) for name, value in raw.items())


@dataclass(frozen=True)
class Bets(Several):
    """What the players bet on one thing or another, each of them as often as they like.

    Each bet is a record of a player ("player"), a choice ("on") and a count ("coins"). It does not matter in
    which order they were made: they are told by player.

    Attributes:
        but: the entry that names a player who does not bet.
        only_on: the entry that names a player, and the only thing that player bets on.
    """

    each: Record
    but: str = ""
    only_on: Only | None = None

    @property
    def choices(self) -> Mapping[str, str]:
        """What there is to bet on, with its label."""
        on = self.each.entries["on"]
        assert isinstance(on, Choice)
        return on.choices

    def whose(self, value: object, table: Table[Any]) -> str:
        """The player whose bet it is."""
        player = value.get("player") if isinstance(value, dict) else None
        return f"{player}: " if player in table.players else ""

    def read(self, raw: object, table: Table[Any]) -> tuple[Any, ...]:
        """The bets by player, and by what they are on."""
        choices = list(self.choices)
        return tuple(
            sorted(super().read(raw, table), key=lambda bet: (bet["player"], choices.index(bet["on"])))
        )


def read_value(entry: Entry, raw: object, table: Table[Any]) -> Any:
    """The value of an entry, None for null where null stands for something. Raises Wrong."""
    return None if raw is None and entry.null else entry.read(raw, table)


def write_value(entry: Entry, value: Any, table: Table[Any]) -> Any:
    """The JSON that reads as this value."""
    return None if value is None else entry.write(value, table)


def renamed_value(entry: Entry, raw: Any, table: Table[Any], other: Table[Any]) -> Any:
    """The JSON that says the same at another table, where the players have other names."""
    return None if raw is None else entry.renamed(raw, table, other)


def describe_value(entry: Entry, raw: Any, table: Table[Any]) -> str:
    """The JSON of a value in words."""
    return entry.null if raw is None else entry.describe(raw, table)


def nobody(table: Table[Any]) -> PerSeat:
    """Nothing for every player: what a count for each seat is when it is left out."""
    return (0,) * table.n
