"""The base of every kind of entry, when it is asked, and entries of one value: words, choices and players."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias
from unicodedata import category

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import NOTHING, And, Argument, Or, Row, Say
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import Noun, lowered

LARGEST = 1_000_000_000
LONGEST_TITLE = 80
"""The most characters of the name that players give a game."""
"""No number on a sheet is beyond this, up or down (scoring contract, section 1)."""

UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""The Unicode categories of what can't stand in a line: control characters, halves and breaks."""

Bound: TypeAlias = int | Callable[[Table[Any]], int]
"""A limit: fixed, or worked out from the number of players and the house rules."""


class LeftOut(NamedTuple):
    """Figures that were left out of a hand, and count as 0.

    Attributes:
        what: what they count, such as thieves; nothing if a hand has no other figures.
        whose: the players who have none.
        all: whether nobody has one.
        asked: whether a form asks for them all the same.
    """

    what: Argument
    whose: tuple[Argument, ...] = ()
    all: bool = False
    asked: bool = False


class NamedValue(NamedTuple):
    """A value of an entry, or one of its figures, as it is said.

    Attributes:
        name: whose or of what it is; nothing where there is one alone.
        value: the value.
    """

    name: Argument
    value: Argument


def in_a_row(parts: Iterable[NamedValue]) -> Row:
    """Return the parts of an entry: "Ann 3, Bea 4"."""
    return Row(*(Say("{name} {value}", name=name, value=value) for name, value in parts))


class Required:
    """The default of a required entry."""


REQUIRED = Required()


class Only(NamedTuple):
    """An entry that is asked only when another entry has this value."""

    entry: str
    value: object

    def holds(self, raw: Mapping[str, Any]) -> bool:
        """Return whether the other entry has it; 1 is not the same as yes."""
        value = raw.get(self.entry)
        return type(value) is type(self.value) and value == self.value


def always(table: Table[Any]) -> bool:
    """Return True: the entry belongs to the game under all house rules."""
    return True


def at(bound: Bound, table: Table[Any]) -> int:
    """Return the limit at this table."""
    return bound(table) if callable(bound) else bound


@dataclass(frozen=True)
class Entry:
    """The base of every kind of entry.

    Attributes:
        label: its name on the form.
        named: its name within a sentence; by default its label in lower case.
        entered: what is entered, on the button that leads there, instead of that name.
        ask: the question the form asks instead of the label.
        ask_one: the question to a single player about their own figure, after their name; empty if no player
            has one.
        counts: what it counts; None if its label says that before the figure.
        help: one line of help.
        default: the value if it is left out or not asked, or a function of the table; REQUIRED if it has
            none.
        offered: whether the house rules use this entry.
        null: the meaning of null in words; empty if null is not allowed.
        otherwise: the meaning of leaving it out in words, which the form then offers.
        only_if: the value of another entry that this one goes with; it must then be given.
        unless: the value of another entry that this one does not go with; otherwise it is required.
        instead: the entry that this one can replace; a hand has one of the two.
        aside: whether it is in the fold at the end of a form. Only an entry that may be left out can be.
        step: what to do next if the answer is missing, as a button says it: "Tap who won the bid"; made of
            its name by default.
        missing: the sentence with which it is refused then, if that says more.
        saves: whether its answer completes a step of the hand, so that a tap on it saves.
        again: what the button says that fills in what it was in the hand before; empty without one.
    """

    label: str
    _: KW_ONLY
    named: str = ""
    ask: str = ""
    ask_one: str | Say = ""
    counts: Noun | None = None
    entered: str = ""
    help: str = ""
    default: Any = REQUIRED
    null: str = ""
    otherwise: str = ""
    offered: Callable[[Table[Any]], bool] = always
    only_if: Only | None = None
    unless: Only | None = None
    instead: str = ""
    aside: bool = False
    saves: bool = False
    again: str = ""
    step: str = ""
    missing: str = ""
    ask_for: ClassVar[str] = "Enter the {what}"
    may_be_empty: ClassVar[bool] = False
    """Whether a list or an object without anything is an answer, such as a round without bets."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", self.named or lowered(self.label))
        if self.aside and self.needed:
            raise TypeError(f"{self.label} is required, so it cannot be aside.")

    def asked(self, raw: Mapping[str, Any], table: Table[Any]) -> bool:
        """Return whether the entry is asked at this table, given the other answers (``raw``)."""
        return (
            self.offered(table)
            and (self.only_if is None or self.only_if.holds(raw))
            and (self.unless is None or not self.unless.holds(raw))
        )

    @property
    def needed(self) -> bool:
        """Return whether the entry is required if it is asked."""
        return self.default is REQUIRED or self.only_if is not None or self.unless is not None

    def may_be_null(self, table: Table[Any]) -> bool:
        """Return whether the form offers null at this table."""
        return bool(self.null)

    @property
    def what(self) -> Argument:
        """Its name, as a message has it."""
        return Say(self.named)

    @property
    def next_step(self) -> Say:
        """What to do when its answer is missing, as short as a button says it: "Tap the partner"."""
        return Say(self.step) if self.step else Say(self.ask_for, what=self.what)

    def ask_again(self) -> Say:
        """Return the refusal of a hand in which its answer is missing."""
        return Say(self.missing) if self.missing else Say("{step}.", step=self.next_step)

    def blank(self, table: Table[Any]) -> Any:
        """Return the value of an entry that was left out."""
        return self.default(table) if callable(self.default) else self.default

    def read(self, raw: object, table: Table[Any]) -> Any:
        """Return the value of a piece of JSON. Raises Wrong with every reason."""
        raise NotImplementedError

    def is_said(self, raw: Any) -> bool:
        """Return whether the JSON of a value was entered, and does not only follow from other values."""
        return True

    def left_out(self, raw: Any, table: Table[Any]) -> list[LeftOut]:
        """Return the figures that the JSON of a value lacks, so that they count as 0."""
        return []

    def write(self, value: Any, table: Table[Any]) -> Any:
        """Return the JSON that reads as this value."""
        return value

    def describe(self, raw: Any, table: Table[Any]) -> Argument:
        """Return the JSON of a value as the history of a hand shows it."""
        return str(raw)

    def parts(self, raw: Any, table: Table[Any]) -> Mapping[str, NamedValue]:
        """Return the JSON of a value, each figure of several for itself, by its key."""
        return {"": NamedValue(NOTHING, describe_value(self, raw, table))}

    def rewritten(self, raw: Any, table: Table[Any], other: Table[Any]) -> Any:
        """Return the JSON with the same meaning at a table where other labels stand for the players.

        Everything else stays as it was written, down to the order of its keys; ``raw`` can be read here.
        """
        return raw

    def reworded(self, raw: Any, wording: "Wording") -> Any:
        """Return the JSON with other words where players have written something themselves."""
        return raw

    @property
    def is_written(self) -> bool:
        """Whether players write something themselves."""
        return type(self).reworded is not Entry.reworded


class Wording(Protocol):
    """Other words for what players have written, with room for so many characters."""

    def text(self, text: str, longest: int) -> str:
        """Return a text in other words."""

    def name(self, name: str, longest: int) -> str:
        """Return another name: the same one for the same name, and another one for another."""


def read_value(entry: Entry, raw: object, table: Table[Any]) -> Any:
    """Return the value of an entry, None for null where null has a meaning. Raises Wrong."""
    return None if raw is None and entry.null else entry.read(raw, table)


def write_value(entry: Entry, value: Any, table: Table[Any]) -> Any:
    """Return the JSON that reads as this value."""
    return None if value is None else entry.write(value, table)


def rewritten_value(entry: Entry, raw: Any, table: Table[Any], other: Table[Any]) -> Any:
    """Return the JSON with the same meaning at a table where other labels stand for the players."""
    return None if raw is None else entry.rewritten(raw, table, other)


def describe_value(entry: Entry, raw: Any, table: Table[Any]) -> Argument:
    """Return the JSON of a value as it is said."""
    return Say(entry.null) if raw is None else entry.describe(raw, table)


@dataclass(frozen=True)
class Switch(Entry):
    """Yes or no."""

    ask_for = "Answer yes or no: {what}"

    def read(self, raw: object, table: Table[Any]) -> bool:
        """Return True or False."""
        if not isinstance(raw, bool):
            raise Wrong(Say("{What} must be yes or no (true or false).", what=self.what))
        return raw

    def describe(self, raw: bool, table: Table[Any]) -> Say:
        """Return "yes" or "no"."""
        return Say("yes") if raw else Say("no")


@dataclass(frozen=True)
class Text(Entry):
    """Free text up to a length."""

    longest: int = 280

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the text unchanged."""
        if not isinstance(raw, str):
            raise Wrong(Say("{What} must be text.", what=self.what))
        if len(raw) > self.longest:
            too_long = "Shorten the {what}: {length} characters, with room for {longest}."
            raise Wrong(Say(too_long, what=self.what, length=len(raw), longest=self.longest))
        return raw

    def reworded(self, raw: str, wording: Wording) -> str:
        """Return the text in other words."""
        return wording.text(raw, self.longest)


@dataclass(frozen=True)
class Title(Text):
    """A name that players give, in one line and without spaces around it."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the name without spaces around it."""
        title = super().read(raw, table).strip()
        if any(category(letter) in UNWRITABLE for letter in title):
            raise Wrong(Say("The {what} has a character that can’t be shown.", what=self.what))
        if self.needed and not title:
            raise Wrong(self.ask_again())
        return title


@dataclass(frozen=True)
class Choice(Entry):
    """One of a few words.

    Attributes:
        choices: each word as it is written, with its label.
        hints: what they mean, in a word or two; the form then draws them large.
        inside: their labels within a sentence; by default in lower case.
    """

    choices: Mapping[str, str]
    hints: Mapping[str, str] = field(default_factory=dict)
    inside: Mapping[str, str] = field(default_factory=dict)
    ask_for = "Choose the {what}"

    def __post_init__(self) -> None:
        super().__post_init__()
        inside = self.inside or {word: lowered(label) for word, label in self.choices.items()}
        object.__setattr__(self, "inside", inside)

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the word."""
        if not isinstance(raw, str) or raw not in self.choices:
            raise Wrong(Say("{What} must be {choices}.", what=self.what, choices=Or(*self.choices)))
        return raw

    def describe(self, raw: str, table: Table[Any]) -> Say:
        """Return the label of the choice, with its hint."""
        chosen, hint = Say(self.choices[raw]), Say(self.hints.get(raw, ""))
        return Say("{choice} ({hint})", choice=chosen, hint=hint) if hint else chosen


@dataclass(frozen=True)
class Suit(Choice):
    """A suit of the deck, which is drawn with its own mark."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the suit."""
        if raw == "none" and raw not in self.choices:
            none = "Choose a suit, or leave the {what} out. This game always has a trump."
            raise Wrong(Say(none, what=self.what))
        return super().read(raw, table)


@dataclass(frozen=True)
class Alone(Entry):
    """An entry instead of a whole hand, such as a deal that everyone passed; its only value is true."""

    def read(self, raw: object, table: Table[Any]) -> bool:
        """Return True."""
        if raw is not True:
            raise Wrong(Say("{What} can only be true.", what=self.what))
        return True

    def describe(self, raw: bool, table: Table[Any]) -> Say:
        """Return "yes"."""
        return Say("yes")


@dataclass(frozen=True)
class Person(Entry):
    """One of the players.

    Attributes:
        but: the entry that names a player who is not offered.
        leads: whether the others play against this player, or bet on them: their figure then comes first.
    """

    but: str = ""
    leads: bool = False
    ask_for = "Tap the {what}"

    def read(self, raw: object, table: Table[Any]) -> Seat:
        """Return the player's seat."""
        try:
            return table.seat(raw)
        except Wrong as wrong:
            raise wrong.about(Say(self.label)) from None

    def write(self, value: Seat, table: Table[Any]) -> str | int:
        """Return what stands for the player."""
        return table.labels[value]

    def rewritten(self, raw: object, table: Table[Any], other: Table[Any]) -> str | int:
        """Return what stands for the player at the other table."""
        return other.labels[table.seat(raw)]

    def describe(self, raw: object, table: Table[Any]) -> str:
        """Return the player's name."""
        return table.players[table.seat(raw)]


@dataclass(frozen=True)
class Dealer(Person):
    """The player who deals, whom a form calls as the game does."""


@dataclass(frozen=True)
class People(Entry):
    """Several of the players, nobody twice."""

    ask_for = "Tap the {what}"

    def read(self, raw: object, table: Table[Any]) -> tuple[Seat, ...]:
        """Return the players' seats in the order given."""
        if not isinstance(raw, list):
            raise Wrong(Say("{What} must be a list of players.", what=self.what))
        if not raw and not self.may_be_empty:
            raise Wrong(Say("{What}: tap at least one player.", what=self.what))
        try:
            seats = tuple(table.seat(label) for label in raw)
        except Wrong as wrong:
            raise wrong.about(Say(self.label)) from None
        doubled = [seat for seat, times in sorted(Counter(seats).items()) if times > 1]
        if doubled:
            names = And(*table.names(tuple(doubled)))
            raise Wrong(Say("{What}: name {names} only once.", what=self.what, names=names))
        return seats

    def write(self, value: tuple[Seat, ...], table: Table[Any]) -> list[str | int]:
        """Return what stands for the players."""
        return [table.labels[seat] for seat in value]

    def rewritten(self, raw: list[object], table: Table[Any], other: Table[Any]) -> list[str | int]:
        """Return what stands for the players at the other table, in the same order."""
        return [other.labels[table.seat(label)] for label in raw]

    def describe(self, raw: list[object], table: Table[Any]) -> And:
        """Return the names: "Ann, Bea and Cal"."""
        return And(*(table.players[table.seat(label)] for label in raw))
