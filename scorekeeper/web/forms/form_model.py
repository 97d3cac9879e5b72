"""What a form is made of: controls with their options and figure boxes, and what drawing them takes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import Entry
from scorekeeper.rules.table import Seat, Table

NAMED_OPPONENTS = 3
"""How many of the players against the bidder are called by name; more are "Others"."""

Typed = MultiDict[str, str]
"""What stands in a form, as it was typed."""

WORDS_IN_A_ROW = 7
NUMBERS_IN_A_ROW = 5


@dataclass(frozen=True)
class Option:
    """One thing to tap.

    Attributes:
        value, label: what it stands for, and what it says.
        chosen: whether it is tapped already.
        seat: the player it stands for.
        opens: whether it brings up further questions.
        called: what its number is called at the table.
        coins: the coins that lie on it; None where none could.
        hint: what it means, in a word or two.
        mates: who plays on the same side, where it stands for the side.
        icon: the drawing that goes with it, such as that of a suit.
    """

    value: str
    label: str
    chosen: bool = False
    seat: Seat | None = None
    opens: bool = False
    called: str = ""
    coins: int | None = None
    hint: str = ""
    mates: Sequence[Seat] = ()
    icon: str = ""


@dataclass(frozen=True)
class FigureBox:
    """One figure to fill in.

    Attributes:
        name, label, value: what it is called in the form and on the page, and what stands in it.
        seat: the player it is for.
        high: its bound, where that is another than that of those beside it.
        on: what it is for, where a player has several.
        worth: what each counts, in halves of a point; 0 where that is not asked.
    """

    name: str
    label: str
    value: str
    seat: Seat | None = None
    high: int | None = None
    on: str = ""
    worth: int = 0


@dataclass(frozen=True)
class Control:
    """One entry of a form, ready to be drawn.

    Attributes:
        kind: chips (tap one), several (tap some), places (figures), switch, text, row (figures one after
            another), or group (further controls below one title).
        name: the entry's key.
        entry: its declaration.
        options, places: what there is to tap or fill in.
        low, high: the bounds of a figure.
        limit, exactly: what figures add up to at most, or exactly.
        null: what a figure without a number means, such as "no cargo"; empty where there must be one.
        halves: whether figures may end in a half.
        value: the text of a text or row, or "on" for a switch.
        parts: the controls of a group.
        problems: what is wrong with what was typed.
        only: what must be chosen elsewhere for this to be asked, as "entry=value".
        unless: what must not be chosen elsewhere for this to be asked, likewise.
        shuts: whether choosing this makes another entry needless.
        beside: entries by player that stand in the lines of this one.
        beside_of: the entry by player in whose lines this one stands.
        fixes: the figure there that goes with an answer here, None for no figure.
        course: what the values of a row mean one after another, as JSON.
        needed: whether the hand needs an answer, or one that takes its place.
        player: the entry that names the player who plays, where it matters whose side it is.
        sides: the names of those who play together, where figures are for a side.
        but: the entry that names a player for whom there is nothing.
        gaps: whether figures may stay empty.
        everybody: whether every player who is asked must have a figure all the same.
        large: whether it has a few answers of weight, such as made and missed, that are drawn large.
        numbers: whether its options are numbers, of which fewer fit into a row.
        aside: how the fold at the end of the form offers it; empty where it is in plain sight.
    """

    kind: str
    name: str
    entry: Entry
    options: Sequence[Option] = ()
    places: Sequence[FigureBox] = ()
    low: int = 0
    high: int = 0
    limit: int | None = None
    exactly: bool = False
    null: str = ""
    halves: bool = False
    value: str = ""
    parts: Sequence["Control"] = ()
    problems: Sequence[str] = ()
    only: str = ""
    unless: str = ""
    shuts: bool = False
    needed: bool = False
    beside: Sequence["Control"] = ()
    beside_of: str = ""
    fixes: Mapping[str, int | None] = field(default_factory=dict)
    course: str = ""
    player: str = ""
    sides: Sequence[Sequence[str]] = ()
    but: str = ""
    gaps: bool = False
    everybody: bool = False
    large: bool = False
    numbers: bool = False
    aside: str = ""

    @property
    def many(self) -> bool:
        """Whether there are more options than fit into a row; players always share one."""
        most = NUMBERS_IN_A_ROW if self.numbers else WORDS_IN_A_ROW
        return len(self.options) > most and all(option.seat is None for option in self.options)

    @property
    def named(self) -> int:
        """Return how many of the other side the page calls by name."""
        return NAMED_OPPONENTS

    @property
    def filled(self) -> bool:
        """Whether anything was typed into one of its figures."""
        return any(box.value for box in self.places) or any(part.filled for part in self.parts)

    @property
    def by_keypad(self) -> bool:
        """Whether it takes figures, so that the form needs the keypad."""
        return self.kind in ("places", "row", "bets") or any(part.by_keypad for part in self.parts)

    @property
    def optional(self) -> bool:
        """Whether it is one to pick from or to add to that most hands do without."""
        free = not (self.needed or self.only or self.unless or self.entry.instead)
        return free and self.kind in ("chips", "several", "group", "row")


@dataclass(frozen=True)
class Drawing:
    """What drawing a form needs to know besides the declaration.

    Attributes:
        table: who plays, and the house rules.
        typed: what stands in the form.
        order: the seats in the order of their figures: the player who plays counts first.
        sides: the names of the bidders' side and of the others, once it is known who bid.
        teams: the seats of those who play together.
        around: the seats in the order in which they are offered to be picked, where that does not depend on
            who is picked; empty for that of the figures.
        player: the entry that names the player who plays; empty where nobody does.
        keys: the counts that are answered with one tap on a number instead of the keypad.
        partners: whom an entry does not offer: nobody is their own partner.
        known: what was entered before, and is not asked here.
        carry: the coins that lie on the table.
        dealer: what the player who deals is called; empty where nobody deals.
    """

    table: Table[Any]
    typed: Typed
    order: Sequence[Seat]
    sides: Sequence[str] = ("Bidders", "Others")
    teams: Sequence[Sequence[Seat]] = ()
    around: Sequence[Seat] = ()
    player: str = ""
    keys: Collection[str] = ()
    partners: Mapping[str, Seat | None] = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict)
    carry: Mapping[str, Any] = field(default_factory=dict)
    dealer: str = ""
