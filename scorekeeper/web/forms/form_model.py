"""The parts of a form: controls with their options and figure boxes, their context, and their layout."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from math import ceil
from typing import Any, ClassVar, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import Entry, Places
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.table import Seat, Table

NAMED_OPPONENTS = 3
"""How many of the players against the bidder are called by name; more are "Others"."""

Typed = MultiDict[str, str]
"""The fields of a form as they were typed."""

WORDS_IN_A_ROW = 7
NUMBERS_IN_A_ROW = 5

LETTERS_ON_A_KEY = 6
"""The most letters on a key as wide as that of a number."""

KEYS_IN_A_ROW = (7, 6)
"""The most keys in a row of a pad, and on a narrow screen."""


def keys_in_a_row(keys: int) -> tuple[int, int]:
    """Return how many keys are in each row of a pad, in as few even rows as possible."""
    wide, narrow = (ceil(keys / ceil(keys / most)) for most in KEYS_IN_A_ROW)
    return wide, narrow


@dataclass(frozen=True)
class Option:
    """One thing to tap.

    Attributes:
        value, label: the value it sends, and the words on it.
        chosen: whether it is tapped already.
        seat: the player it names.
        opens: whether it leads to further questions.
        called: the name of its number at the table, such as "the Pig".
        coins: the coins on it; None if it is not a space on a board.
        hint: its meaning in a word or two.
        mates: the seats of the side, if it names a side.
        icon: the name of its drawing, such as that of a suit.
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

    @property
    def is_plain(self) -> bool:
        """Return whether there is nothing on it but its label."""
        return (
            self.seat is None
            and self.coins is None
            and not (self.icon or self.mates or self.hint or self.called)
        )


@dataclass(frozen=True)
class FigureBox:
    """One figure to fill in.

    Attributes:
        name, label, value: its name in the form, its label on the page, and what was typed.
        seat: the player it is for.
        high: its upper bound, if it differs from that of the control.
        on: what it is for, if a player has several boxes.
        worth: the half points that each one counts; 0 if they are not added up.
        turn: its place in the order of play, in which the figures are entered.
        bid: the bid that its strokes are measured by; None if there is none.
        mates: the seats of the team, if it is for one.
    """

    name: str
    label: str
    value: str
    seat: Seat | None = None
    high: int | None = None
    on: str = ""
    worth: int = 0
    turn: int = 0
    bid: int | None = None
    mates: Sequence[Seat] = ()


@dataclass(frozen=True)
class Control:
    """One entry of a form, ready to be drawn; there is a class for each kind of control.

    Attributes:
        kind: the macro that draws it (``templates/forms/widgets.html``).
        foldable: whether it can be behind a fold if it may be left out, as what is picked or listed can.
        by_keypad: whether it takes figures, so that the form needs the keypad.
        filled: whether anything was typed into one of its figures.
        name: the entry's key.
        entry: its declaration.
        problems: the refusals of what was typed.
        only: the answer elsewhere that this depends on, as "entry=value".
        unless: the answer elsewhere that makes this needless, likewise.
        needed: whether the hand needs an answer to this or to what can replace it.
        turn: the place of its player in the order of play, if it is one of several alike.
    """

    kind: ClassVar[str] = ""
    foldable: ClassVar[bool] = False

    name: str
    entry: Entry
    _: KW_ONLY
    problems: Sequence[Say] = ()
    only: str = ""
    unless: str = ""
    needed: bool = False
    turn: int = 0

    @property
    def by_keypad(self) -> bool:
        return False

    @property
    def filled(self) -> bool:
        return False

    @property
    def asks(self) -> str:
        """Return its question; what replaces another entry asks it on the fold that it is behind."""
        return self.entry.label if self.entry.instead else self.entry.ask or self.entry.label

    @property
    def optional(self) -> bool:
        """Return whether it may be left out, and is behind a fold."""
        return self.foldable and not (self.needed or self.only or self.unless or self.entry.instead)


@dataclass(frozen=True)
class Chips(Control):
    """Options of which one is tapped.

    Attributes:
        options: what can be tapped.
        columns: the seats by the columns of the totals, so that players stand below them.
        but: the entry that names a player who is left out here.
        large: whether its few answers are drawn large, such as made and missed.
        numbers: whether its options are numbers, which take more room.
        if_made: the totals of each player who makes a bid, by the seat and the number, and whether they win;
            with the words for them.
    """

    kind = "chips"
    foldable = True

    options: Sequence[Option] = ()
    columns: Sequence[Seat] = ()
    but: str = ""
    large: bool = False
    numbers: bool = False
    if_made: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chips(self) -> Sequence[Option | None]:
        """Its options, None for an empty column of the totals; those for the rest of the row come last."""
        rest = [option for option in self.options if self._is_rest(option)]
        if not self.columns:
            return [*(option for option in self.options if option not in rest), *rest]
        named = {option.seat: option for option in self.options if option.seat is not None}
        return [*(named.get(column) for column in self.columns), *rest]

    def _is_rest(self, option: Option) -> bool:
        """Return whether an option is no player's among those of players, or no suit among suits."""
        return option.seat is None if self.columns else self.suits and not option.icon

    @property
    def suits(self) -> bool:
        """Return whether its options are suits."""
        return any(option.icon for option in self.options)

    @property
    def many(self) -> bool:
        """Return whether there are more numbers than fit into a row, with words among them or not."""
        most = NUMBERS_IN_A_ROW if self.numbers else WORDS_IN_A_ROW
        if len(self.options) <= most or any(option.seat is not None for option in self.options):
            return False
        return any(option.label[0].isdigit() for option in self.options)

    @property
    def gridded(self) -> bool:
        """Return whether its options are keys of one width, in even rows."""
        return self.numbers or self.many

    def shape(self, option: Option) -> str:
        """Return the classes of an option for the rest of the row, or that is no number."""
        names = ["rest"] if self._is_rest(option) else []
        if self.gridded and not option.label[0].isdigit():
            names += ["wordy", "wide"] if len(option.label) > LETTERS_ON_A_KEY else ["wordy"]
        return "".join(f" {name}" for name in names)

    @property
    def in_a_row(self) -> tuple[int, int]:
        """The number of many options that are in a row, and on a narrow screen."""
        return keys_in_a_row(len(self.options))

    @property
    def ruled(self) -> bool:
        """Return whether its options are keys in one frame, and not each as wide as its words."""
        return bool(self.columns) or self.gridded or self.large or self.suits


class SeveralChips(Chips):
    """Options of which some are tapped."""

    kind = "several"


@dataclass(frozen=True)
class Boxes(Control):
    """Boxes to fill in.

    Attributes:
        places: the boxes.
        low, high: the bounds of a figure.
        but: the entry that names a player who is left out here.
    """

    places: Sequence[FigureBox] = ()
    low: int = 0
    high: int = 0
    but: str = ""

    @property
    def by_keypad(self) -> bool:
        return True

    @property
    def filled(self) -> bool:
        return any(box.value for box in self.places)


@dataclass(frozen=True)
class FigureBoxes(Boxes):
    """A figure for each player or side, for several things, or a single one.

    Attributes:
        columns: the seats or sides by the columns of the totals, so that boxes stand below them.
        limit, exactly: what the figures add up to, at most or exactly.
        null: the meaning of a dash, such as "no cargo"; empty if there must be a number.
        halves: whether figures may end in a half.
        adds: whether a figure may be typed as a sum: 12+7.
        gaps: whether figures may stay empty.
        everyone: whether nevertheless every player must have a figure.
        player: the entry that names the bidder, if this depends on their side.
        sides: the values and names of the partners, if the figures are for a side.
        beside: controls that share the lines of this one, player by player.
        named: how many opponents the page calls by name.
        strokes: whether its figures are drawn as strokes below them.
    """

    kind = "places"
    named: ClassVar[int] = NAMED_OPPONENTS

    columns: Sequence[Seat] = ()
    limit: int | None = None
    exactly: bool = False
    null: str = ""
    halves: bool = False
    adds: bool = False
    gaps: bool = False
    everyone: bool = False
    player: str = ""
    sides: Sequence[Sequence[tuple[str, str]]] = ()
    beside: Sequence["Group"] = ()
    strokes: bool = False

    @property
    def is_row(self) -> bool:
        """Return whether it is a row of a table."""
        return isinstance(self.entry, Places) and self.entry.in_rows and not self.entry.folded

    @property
    def optional(self) -> bool:
        return isinstance(self.entry, Places) and self.entry.folded

    @property
    def title(self) -> Say:
        """The title of the keypad."""
        short = self.entry.entered if len(self.places) == 1 else ""
        return Say("{What}", what=Say(short)) if short else Say(self.entry.label)

    @property
    def slots(self) -> Sequence[FigureBox | None]:
        """Its boxes by the columns of the totals; None where a column has none."""
        boxes = {box.seat: box for box in self.places}
        return [boxes.get(column) for column in self.columns] if self.columns else self.places


@dataclass(frozen=True)
class BetBoxes(Boxes):
    """A line of boxes for each player, one for each thing to bet on.

    Attributes:
        options: what can be bet on.
        again: the fields as they were in the hand before, which a button fills in.
    """

    kind = "bets"

    options: Sequence[Option] = ()
    again: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FigureRow(Control):
    """One figure after another.

    Attributes:
        options: the figures that there are.
        value: what was typed.
        course: the meaning of the figures as they come, as JSON.
    """

    kind = "row"
    foldable = True

    options: Sequence[Option]
    value: str
    course: str = ""

    @property
    def by_keypad(self) -> bool:
        return True


@dataclass(frozen=True)
class SwitchBox(Control):
    """A box to tick; ``shuts`` says whether that makes another entry needless."""

    kind = "switch"

    value: str
    shuts: bool = False


@dataclass(frozen=True)
class TextBox(Control):
    """A text of up to ``high`` characters."""

    kind = "text"

    value: str
    high: int


class TextLine(TextBox):
    """One line of text."""

    kind = "line"


class Hidden(Control):
    """A sign that this form was sent, with nothing to fill in."""

    kind = "alone"


@dataclass(frozen=True)
class Group(Control):
    """Controls below one title.

    Attributes:
        parts: the controls.
        everyone: whether every player must have something in it.
        beside_of: the entry whose lines this one shares, player by player.
        fixes: the figure there that follows from an answer here; None for a dash.
    """

    kind = "group"
    foldable = True

    parts: Sequence[Control]
    everyone: bool = False
    beside_of: str = ""
    fixes: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def by_keypad(self) -> bool:
        return any(part.by_keypad for part in self.parts)

    @property
    def filled(self) -> bool:
        return any(part.filled for part in self.parts)


class FigureRows(Group):
    """Figures for every player, row by row."""

    kind = "rows"
    foldable = False


@dataclass(frozen=True)
class ColumnLines(Group):
    """The names and weights of columns, and the ``options`` of counting points or columns."""

    kind = "columns"
    foldable = False

    options: Sequence[Option] = ()


@dataclass(frozen=True)
class Drawing:
    """The context in which a form is drawn.

    Attributes:
        table: who plays, and the house rules.
        typed: what was typed.
        columns: the seats in the order of the totals.
        in_turn: those still in the game, in the order in which their figures are entered, the bidder first.
        bidder: the seat of the bidder; None if it is not known.
        sides: the names of the bidder's side and of the others, as far as they are known.
        teams: the seats of each side.
        player: the entry that names the bidder; empty if nobody bids.
        keys: the counts that have a key for each number instead of the keypad.
        partners: the player whom an entry does not offer: nobody is their own partner.
        known: what was entered at an earlier step.
        carry: the coins on the table.
        dealer: the game's word for the dealer; empty if nobody deals.
        before: the entries of the hand before that can be repeated, as JSON.
    """

    table: Table[Any]
    typed: Typed
    columns: Sequence[Seat]
    in_turn: Sequence[Seat]
    bidder: Seat | None = None
    sides: Sequence[str] = ("Bidders", "Others")
    teams: Sequence[Sequence[Seat]] = ()
    player: str = ""
    keys: Collection[str] = ()
    partners: Mapping[str, Seat | None] = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict)
    carry: Mapping[str, Any] = field(default_factory=dict)
    dealer: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> list[Seat]:
        """The seats in the order of their boxes, which is that of the totals."""
        return [seat for seat in self.columns if seat in self.in_turn]

    def turn(self, seat: Seat) -> int:
        """Return the place of a player in the order of play."""
        return self.in_turn.index(seat)

    @property
    def own_side(self) -> int:
        """The column of the bidder's side; 0 as long as it is not known."""
        sides = enumerate(self.teams)
        return next((at for at, team in sides if self.bidder is not None and self.bidder in team), 0)


class Layout(NamedTuple):
    """The controls of one step of a hand, from the top of the form to its end.

    Attributes:
        asks: what is picked or ticked.
        saving: the control whose answers save at a tap; None if the form has a button for that.
        further: what a certain answer to it asks for, saved with a button of its own.
        extras: what may be left out, behind a fold.
        figures: what the keypad fills in, next to it.
        instead: what can replace another entry, behind a fold each.
        aside: what comes last, behind a fold, such as the note.
    """

    asks: Sequence[Control]
    saving: Control | None
    further: Sequence[Control]
    extras: Sequence[Control]
    figures: Sequence[Control]
    instead: Sequence[Control]
    aside: Sequence[Control]

    @property
    def extras_title(self) -> Say:
        """The title of the fold of what may be left out."""
        return Say("{Entries}", entries=And(*(control.entry.what for control in self.extras)))


def lay_out(controls: Sequence[Control], tap: bool = True) -> Layout:
    """Return the controls by their place in a form; ``tap`` says whether a tap on an answer may save it."""
    saving = _saving(controls) if tap else None
    # What is written comes after what is picked.
    aside = sorted(
        (control for control in controls if control.entry.aside), key=lambda one: one.kind == "text"
    )
    own = [control for control in controls if not control.entry.aside and control is not saving]
    further = [control for control in own if saving and _follows(control, saving)]
    main = [control for control in own if control not in further]
    instead = [control for control in main if control.entry.instead]
    extras = [control for control in main if control.optional]
    shown = [control for control in main if control not in instead and control not in extras]
    figures = [control for control in shown if control.by_keypad]
    asks = [control for control in shown if control not in figures]
    return Layout(asks, saving, further, extras, figures, instead, aside)


def _saving(controls: Sequence[Control]) -> Control | None:
    """Return the control that saves at a tap: declared so, the last one needed, in a form without keypad."""
    conditional = [control for control in controls if control.only or control.unless or control.entry.instead]
    declared = [one for one in controls if one.entry.saves and one.kind == "chips" and one not in conditional]
    if not declared or any(control.by_keypad for control in controls):
        return None
    saving = declared[-1]
    later = controls[controls.index(saving) + 1 :]
    return None if any(one.needed and not _follows(one, saving) for one in later) else saving


def _follows(control: Control, saving: Control) -> bool:
    return control.only.partition("=")[0] == saving.name
