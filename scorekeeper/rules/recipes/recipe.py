"""Recipes: games as data, and reading them. What is wrong is refused with its place and what to do."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from scorekeeper.rules.entries import (
    LARGEST,
    LONGEST_TITLE,
    Choice,
    Count,
    Entry,
    Record,
    Several,
    Switch,
    Text,
    Title,
    Wording,
)
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import WORDS, Formula, Names, Whose
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.rules.table import Table

VERSION = 1
MOST_BYTES = 8_000
MOST_QUESTIONS = 24
MOST_LINES = 40
MOST_OPTIONS = 12
MOST_ANSWERS = 24
MOST_PLAYERS = 20
LONGEST_LABEL = 40
LONGEST_SENTENCE = 120
LONGEST_KEY = 24

KEY = re.compile(rf"[a-z][a-z0-9_]{{0,{LONGEST_KEY - 1}}}", re.ASCII)
BRACES = re.compile(r"[{}]")
BLANK = re.compile(r"\{([a-z][a-z0-9_]*)\}", re.ASCII)

TAKEN = frozenset(
    {
        *(
            "bid_by_seat",
            "bids_in_all",
            "call",
            "check",
            "deck",
            "dealer",
            "decided_by",
            "describe",
            "describe_bid",
            "note",
            "played_on",
            "player",
        ),
        *("presence", "recipe", "source", "step", "sums", "sums_by", "teams_of", "terms", "wager"),
        "what_was_played",
    }
)
"""What a hand or a set of house rules has under these names already."""

Of: TypeAlias = Literal["each", "team", "table"]
Kind: TypeAlias = Literal["number", "choice", "yes", "player"]

NUMBER: Final = "number"
CHOICE: Final = "choice"
YES: Final = "yes"
PLAYER: Final = "player"

SCOPES: Mapping[str, Whose] = {"each": Whose.EACH, "team": Whose.TEAM, "table": Whose.TABLE}

HAND: Final = "hand"

OF_TABLE: Names = {HAND: Whose.TABLE, "players": Whose.TABLE}
"""What is known before a hand, its number, and how many play it."""


@dataclass(frozen=True)
class ChoiceAnswer:
    """An answer of a choice, and the number that it carries."""

    key: str
    label: str
    worth: int


@dataclass(frozen=True)
class RecipeQuestion:
    """Something that is entered for a hand.

    Attributes:
        key: its name in formulas.
        label: its name on the form.
        ask: the question of the form, if it isn't made of the label.
        ask_one: the question to one player about their own number, after their name, if it isn't made of it.
        of: whose it is.
        kind: what the answer is.
        low, high: the bounds of a number.
        sum: what the numbers of all must add up to; None if they may be anything.
        answers: the answers of a choice.
        condition: what must hold before the hand for it to be asked; None if it always is.
        before: whether it is asked before the play.
        spare: whether it may be left out; it is then 0, nobody, or none of the answers.
        once: whether each player can give each answer of the choice only once in a game.
    """

    key: str
    label: str
    ask: str
    ask_one: str
    of: Of
    kind: Kind
    low: Formula
    high: Formula
    sum: Formula | None
    condition: Formula | None
    answers: tuple[ChoiceAnswer, ...]
    before: bool
    spare: bool
    once: bool

    @property
    def scope(self) -> Whose:
        """What its figure belongs to; a player's is 1 for that player."""
        return Whose.EACH if self.kind == PLAYER else SCOPES[self.of]


@dataclass(frozen=True)
class RecipeOption:
    """A house rule: a number, or a switch if its default is True or False; ``help`` says what it does."""

    key: str
    label: str
    help: str
    default: int | bool
    low: int
    high: int


@dataclass(frozen=True)
class Value:
    """A value that formulas after it can name.

    ``label`` is what it is called within a sentence; if it is empty, its key is.
    """

    key: str
    label: str
    formula: Formula


@dataclass(frozen=True)
class Kept:
    """A figure of each player or team that is carried from hand to hand, such as bags.

    With a ``label`` it is shown with the totals; it is empty for what the players need not see.
    """

    key: str
    label: str
    start: int
    next: Formula


@dataclass(frozen=True)
class Check:
    """Something that must hold of a hand, with the sentence that refuses it and the question to change."""

    must: Formula
    say: str
    at: str


@dataclass(frozen=True)
class ScoreLine:
    """Points of each player or team, with their reason, if a condition holds."""

    why: str
    points: Formula
    condition: Formula | None


@dataclass(frozen=True)
class End:
    """The end of a game: after some hands, at a total, or when something holds."""

    hands: Formula | None
    target: Formula | None
    when: Formula | None


@dataclass(frozen=True)
class WorkedExample:
    """A first hand of made-up players under the default house rules, as on a scoresheet."""

    players: tuple[str, ...]
    hand: Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """A game as data; everything in it has been checked.

    Attributes:
        raw: the document that it was read from.
        players: the fewest and the most players.
        teams: the number of teams, given the number of players; 0 for none.
        known: the values that are known before a hand, whatever is entered.
        values: those that depend on it.
        lowest_wins: whether the lowest total wins.
        can_win: what must hold of those who can win; None if all can.
        ties: the figure of which the highest wins among equal totals; None if they share the win.
        strokes: the questions whose figures are drawn as strokes.
        example: a hand that the page of rules shows with its score; None without one.
    """

    raw: Mapping[str, Any] = field(repr=False)
    name: str
    about: str
    players: tuple[int, int]
    teams: Formula
    options: tuple[RecipeOption, ...]
    questions: tuple[RecipeQuestion, ...]
    known: tuple[Value, ...]
    values: tuple[Value, ...]
    kept: tuple[Kept, ...]
    checks: tuple[Check, ...]
    lines: tuple[ScoreLine, ...]
    end: End
    lowest_wins: bool
    can_win: Formula | None
    ties: Formula | None
    strokes: tuple[str, ...]
    example: WorkedExample | None

    def made_of(self, *formulas: Formula | None) -> set[str]:
        """Return the figures that formulas use, themselves or by values with a name."""
        used: set[str] = set().union(*(formula.used for formula in formulas if formula is not None))
        # Values only use those before them.
        for value in reversed((*self.known, *self.values)):
            if value.key in used:
                used |= value.formula.used
        return used

    def lines_with(self, key: str) -> frozenset[int]:
        """Return the places of the lines of the score that depend on a figure."""
        lines = enumerate(self.lines)
        return frozenset(at for at, line in lines if key in self.made_of(line.points, line.condition))

    @cached_property
    def bidder(self) -> RecipeQuestion | None:
        """The first question that names a player before the play, if it makes a difference to the score."""
        named = (one for one in self.questions if one.before and one.kind == PLAYER)
        return next((one for one in named if self.lines_with(one.key)), None)

    @cached_property
    def lines_of_bidder(self) -> frozenset[int]:
        """The places of the lines of the score that depend on who bids."""
        return frozenset() if self.bidder is None else self.lines_with(self.bidder.key)

    @cached_property
    def bids(self) -> tuple[RecipeQuestion, RecipeQuestion] | None:
        """The number that each player bids, and the one that each takes; None without both."""
        numbers = [one for one in self.questions if one.kind == NUMBER and one.of == "each"]
        bid = next((one for one in numbers if one.before), None)
        shared = (one for one in numbers if one.sum is not None or one.key in self.strokes)
        took = next((one for one in shared if not one.before), None)
        return None if bid is None or took is None else (bid, took)


class Expression(Entry):
    """A number or a formula, which is read once the names in it are known."""

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """Return it unread."""
        if type(raw) is not int and not isinstance(raw, str):
            raise Wrong(Say("{What} must be a number or a formula.", what=self.what))
        return raw


class HandOfExample(Entry):
    """A hand, which is read once the game is known."""

    def read(self, raw: object, table: Table[Any]) -> dict[str, Any]:
        """Return it unread."""
        if not isinstance(raw, dict):
            raise Wrong(Say("{What} must have the answer to each question by its key.", what=self.what))
        return raw


class Key(Entry):
    """The name of something in formulas."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the name."""
        if not isinstance(raw, str) or not KEY.fullmatch(raw):
            words = (
                "{What} must be a word of small letters, digits and _, such as “tricks”, of at most {most}."
            )
            raise Wrong(Say(words, what=self.what, most=LONGEST_KEY))
        if raw in WORDS or raw in TAKEN:
            raise Wrong(Say("“{key}” means something already: choose another key.", key=raw))
        return raw


class Named(Text):
    """The key of a question, which is looked for once all are known."""

    @property
    def is_written(self) -> bool:
        """It is no text of the players."""
        return False

    def reworded(self, raw: str, wording: Wording) -> str:
        """Return the same key."""
        return raw


class PlainWords(Title):
    """A name or a sentence without figures."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the words."""
        said = super().read(raw, table)
        if BRACES.search(said):
            raise Wrong(Say("{What}: leave out the braces.", what=self.what))
        return said


class Sentence(Title):
    """A sentence or a part of one; the key of a figure in braces stands for that figure."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the sentence."""
        said = super().read(raw, table)
        if BRACES.search(BLANK.sub("", said)):
            raise Wrong(Say("{What}: write the key of a figure as {blank}.", what=self.what, blank="{key}"))
        return said

    def reworded(self, raw: str, wording: Wording) -> str:
        """Return the sentence in other words, with its figures as they are."""
        parts = BLANK.split(raw)
        room = self.longest - sum(len(key) + 2 for key in parts[1::2])
        for at in range(0, len(parts), 2):
            parts[at] = wording.text(parts[at], room)[:room]
            room -= len(parts[at])
        return "".join(f"{{{part}}}" if at % 2 else part for at, part in enumerate(parts))


class Default(Entry):
    """The default of a house rule: a number, or true or false."""

    def read(self, raw: object, table: Table[Any]) -> int | bool:
        """Return the number, or True or False."""
        if not isinstance(raw, int) or abs(raw) > LARGEST:
            raise Wrong(Say("{What} must be a whole number, or true or false.", what=self.what))
        return raw


@dataclass(frozen=True)
class Rows(Several):
    """A list of parts of a recipe, which are called by their kind and place: "Score line 2".

    Attributes:
        one: the kind of its parts.
    """

    one: str = ""

    def whose(self, number: int, value: object, table: Table[Any]) -> Argument:
        """Return the kind and the place of a part."""
        return place(self.one, number)


def place(one: str, number: int) -> Say:
    """Return the name of a part of a recipe: "Score line 2"."""
    return Say("{part} {number}", part=Say(one), number=number)


def parts_of(label: str, one: str, entries: Mapping[str, Entry], most: int = MOST_LINES) -> Rows:
    """Return the entry of a list of parts of a recipe."""
    return Rows(label, each=Record(one, entries=entries), one=one, most=most, default=())


ASK, OPTION, LET, KEEP, CHECK, SCORE = "Question", "Option", "Value", "Carried figure", "Check", "Score line"
EXAMPLE = "Example"

KEYED = {"key": Key("Key")}
LABELLED = {**KEYED, "label": PlainWords("Label", longest=LONGEST_LABEL)}

ANSWERS = parts_of(
    "Answers", "Answer", {**LABELLED, "worth": Count("Worth", low=-LARGEST, default=0)}, MOST_ANSWERS
)

DOCUMENT = Record(
    "The recipe",
    entries={
        "recipe": Count("Recipe", low=VERSION, high=VERSION, step="Add “recipe”: 1"),
        "name": PlainWords("Name", longest=LONGEST_TITLE),
        "about": PlainWords("About", longest=LONGEST_SENTENCE, default=""),
        "players": Several("Players", each=Count("The number of players", low=1, high=MOST_PLAYERS)),
        "teams": Expression("Teams", default=0),
        "options": parts_of(
            "Options",
            OPTION,
            {
                **LABELLED,
                "help": PlainWords("Help", longest=LONGEST_SENTENCE, default=""),
                "default": Default("Default"),
                "low": Count("Low", low=-LARGEST, default=0),
                "high": Count("High", low=-LARGEST, default=LARGEST),
            },
            MOST_OPTIONS,
        ),
        "ask": parts_of(
            "Ask",
            ASK,
            {
                **LABELLED,
                "ask": PlainWords("Ask", longest=LONGEST_SENTENCE, default=""),
                "ask_one": PlainWords("Ask one", longest=LONGEST_SENTENCE, default=""),
                "of": Choice("Of", {of: of for of in SCOPES}, default="table"),
                "kind": Choice(
                    "Kind", {kind: kind for kind in (NUMBER, CHOICE, YES, PLAYER)}, default=NUMBER
                ),
                "low": Expression("Low", default=0),
                "high": Expression("High", default=LARGEST),
                "sum": Expression("Sum", default=None),
                "if": Expression("If", default=None),
                "answers": ANSWERS,
                "before": Switch("Before", default=False),
                "spare": Switch("Spare", default=False),
                "once": Switch("Once", default=False),
            },
            MOST_QUESTIONS,
        ),
        "let": parts_of(
            "Let",
            LET,
            {
                **KEYED,
                "label": PlainWords("Label", longest=LONGEST_LABEL, default=""),
                "is": Expression("Is"),
            },
        ),
        "keep": parts_of(
            "Keep",
            KEEP,
            {
                **KEYED,
                "label": PlainWords("Label", longest=LONGEST_LABEL, default=""),
                "start": Count("Start", low=-LARGEST, default=0),
                "next": Expression("Next"),
            },
        ),
        "check": parts_of(
            "Check",
            CHECK,
            {
                "must": Expression("Must"),
                "say": Sentence("Say", longest=LONGEST_SENTENCE, missing="say what must hold."),
                "at": Named("At", longest=LONGEST_KEY, default=""),
            },
        ),
        "score": parts_of(
            "Score",
            SCORE,
            {
                "why": Sentence("Why", longest=LONGEST_SENTENCE, missing="say why it scores."),
                "points": Expression("Points"),
                "if": Expression("If", default=None),
            },
        ),
        "end": Record(
            "End",
            entries={
                "hands": Expression("Hands", default=None),
                "target": Expression("Target", default=None),
                "when": Expression("When", default=None),
            },
            default={"hands": None, "target": None, "when": None},
        ),
        "win": Choice("Win", {"high": "high", "low": "low"}, default="high"),
        "can_win": Expression("Can win", default=None),
        "ties": Expression("Ties", default=None),
        "strokes": Several("Strokes", each=Named("Stroke", longest=LONGEST_KEY), default=()),
        "example": Record(
            EXAMPLE,
            entries={
                "players": Several("The players of the example", each=Title("Name", longest=LONGEST_LABEL)),
                "hand": HandOfExample("The hand of the example"),
            },
            default=None,
        ),
    },
)
