"""Formulas of recipes: whole numbers, the names of figures, and a few functions; never run as Python."""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.table import PerSeat, Seat

LONGEST_FORMULA = 200
DEEPEST = 20

SIGNS = str.maketrans({"×": "*", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "\u00a0": " "})
"""Signs as people write them, and as they are kept."""

NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_ ()+\-*/%<>=!,]")
GLUED = re.compile(r"\d+[A-Za-z_]\w*", re.ASCII)
EQUALS = re.compile(r"(?<![<>=!])=(?!=)")


class Whose(IntEnum):
    """What a figure belongs to: the whole table, each team, or each player."""

    TABLE, TEAM, EACH = range(3)


Names: TypeAlias = Mapping[str, Whose]
"""The figures that a formula may name, with what each belongs to."""


def divided(divide: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Return a division that raises Wrong when something is divided by 0."""

    def checked(a: int, b: int) -> int:
        if b == 0:
            raise Wrong(Say("It divides {number} by 0.", number=a))
        return divide(a, b)

    return checked


OPERATIONS: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: divided(operator.floordiv),
    ast.Mod: divided(operator.mod),
}
COMPARISONS: dict[type[ast.AST], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SIGNED: dict[type[ast.AST], Callable[[int], int]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}
"""The functions of figures of one player or team."""

GATHERING: dict[str, Callable[[Sequence[int]], int]] = {
    "sum": sum,
    "most": max,
    "least": min,
    "count": lambda figures: sum(map(bool, figures)),
}
"""The functions of a figure of all players; of all teams, where only figures of teams are named."""

OF_TEAM = "team"
"""The function that adds up a figure of the players of a team."""

NO_LABELS: Mapping[str, str] = {}

WORDS = frozenset({*FUNCTIONS, *GATHERING, OF_TEAM, "and", "or", "not", "if", "else", "in", "is", "for"})
"""Words that no figure can be called."""


@dataclass(frozen=True)
class Figures:
    """The figures of a hand.

    Attributes:
        by_name: each by its name, for every seat; those of the table are the same at each.
        sides: the seats of those who play the hand, by team; each player alone where there are no teams.
    """

    by_name: Mapping[str, PerSeat]
    sides: Sequence[Sequence[Seat]]


@dataclass(frozen=True)
class Formula:
    """A formula that can be worked out.

    Attributes:
        text: what was written.
        tree: what it says.
        names: the figures that it may name.
        scope: what its result belongs to.
    """

    text: str
    tree: ast.expr
    names: Names
    scope: Whose

    @cached_property
    def number(self) -> int | None:
        """The number that it is; None if it has to be worked out."""
        return self.tree.value if isinstance(self.tree, ast.Constant) else None  # type: ignore[return-value]

    @cached_property
    def used(self) -> frozenset[str]:
        """The figures that it names."""
        return _names_in(self.tree)

    def values(self, figures: Figures, seats: Sequence[Seat]) -> dict[Seat, int]:
        """Return what it comes to at each of these seats. Raises Wrong if it can't be worked out."""
        run = _Run(self.names, figures)
        if seats and self.scope is Whose.TABLE:
            return dict.fromkeys(seats, run.value(self.tree, figures.sides[0][0]))
        return {seat: run.value(self.tree, seat) for seat in seats}

    def of_table(self, figures: Figures) -> int:
        """Return what it comes to for the table. Raises Wrong if it can't be worked out."""
        return _Run(self.names, figures).value(self.tree, figures.sides[0][0])


def read_formula(
    raw: object, names: Names, widest: Whose = Whose.EACH, labels: Mapping[str, str] = NO_LABELS
) -> Formula:
    """Return a formula, or a number, that may use these names. Raises Wrong.

    ``widest`` is what it may belong to at most; what belongs to less goes into one of the functions.
    ``labels`` has names by what they are called, for those who write that instead.
    """
    if type(raw) is int:
        if abs(raw) > LARGEST:
            raise Wrong(Say("A number can be at most {most}.", most=LARGEST))
        return Formula(str(raw), ast.Constant(raw), names, Whose.TABLE)
    if not isinstance(raw, str):
        raise Wrong(Say("Write a number or a formula."))
    text = raw.strip()
    if len(text) > LONGEST_FORMULA:
        words = "A formula has at most {longest} characters, not {length}."
        raise Wrong(Say(words, longest=LONGEST_FORMULA, length=len(text)))
    tree = _parsed(text)
    scope = _scope(tree, names, labels)
    if scope > widest:
        mine = And(*(Say("“{name}”", name=name) for name in sorted(_names_in(tree)) if names[name] > widest))
        if widest is Whose.TEAM:
            raise Wrong(
                Say("It is worked out for a team: write {names} within team( ) or sum( ).", names=mine)
            )
        words = "It is worked out for the table: write {names} within sum( ), most( ), least( ) or count( )."
        raise Wrong(Say(words, names=mine))
    return Formula(text, tree, names, scope)


def no_figure(name: str, known: Iterable[str], labels: Mapping[str, str]) -> Say:
    """Return the refusal of a name of nothing, with the name that was probably meant.

    ``labels`` has the names by what they are called.
    """
    # Phones have no difflib.
    alike = (one for one in known if one[:2] == name[:2])
    if near := labels.get(name) or next(alike, ""):
        return Say("There is no figure called “{name}”; did you mean “{near}”?", name=name, near=near)
    return Say("There is no figure called “{name}”.", name=name)


def _names_in(tree: ast.AST) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) - WORDS


def _parsed(text: str) -> ast.expr:
    """Return what a formula says, of which every part is allowed. Raises Wrong."""
    plain = EQUALS.sub("==", text.translate(SIGNS))
    if sign := NOT_ALLOWED.search(plain):
        raise Wrong(Say("A formula can’t have “{sign}”.", sign=sign[0]))
    if glued := GLUED.search(plain):
        raise Wrong(Say("“{glued}” is neither a number nor a name.", glued=glued[0]))
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        if not plain:
            raise Wrong(Say("Write a number or a formula.")) from None
        raise Wrong(
            Say("“{formula}” isn’t complete, or something in it is in the wrong place.", formula=text)
        ) from None
    _check(plain, tree, 1, False)
    return tree


def _check(text: str, node: ast.expr, depth: int, gathered: bool) -> None:
    """Raise Wrong if a part of a formula isn't allowed."""
    if depth > DEEPEST:
        raise Wrong(Say("It has more than {most} levels: split it up with “let”.", most=DEEPEST))
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            if number > LARGEST:
                raise Wrong(
                    Say("{number} is too large: use at most {most}.", number=str(number), most=LARGEST)
                )
        case ast.Name():
            pass
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in {*FUNCTIONS, *GATHERING, OF_TEAM}:
            _check_call(name, len(node.args), gathered)
            gathered = gathered or name not in FUNCTIONS
            for argument in node.args:
                _check(text, argument, depth + 1, gathered)
        case ast.Call(func=ast.Name(id=name)):
            known = And(*FUNCTIONS, *GATHERING, OF_TEAM)
            raise Wrong(Say("There is no function “{name}”, only {known}.", name=name, known=known))
        case ast.BinOp(op=ast.Div()):
            raise Wrong(Say("Write // to divide: it rounds down to a whole number."))
        case ast.BinOp(op=op) if type(op) in OPERATIONS:
            _check(text, node.left, depth + 1, gathered)
            _check(text, node.right, depth + 1, gathered)
        case ast.UnaryOp(op=op) if type(op) in SIGNED:
            _check(text, node.operand, depth + 1, gathered)
        case ast.Compare(ops=ops) if all(type(op) in COMPARISONS for op in ops):
            for part in (node.left, *node.comparators):
                _check(text, part, depth + 1, gathered)
        case ast.BoolOp() | ast.IfExp():
            parts = node.values if isinstance(node, ast.BoolOp) else (node.test, node.body, node.orelse)
            for part in parts:
                _check(text, part, depth + 1, gathered)
        case _:
            raise Wrong(
                Say("“{part}” can’t be in a formula.", part=text[node.col_offset : node.end_col_offset][:40])
            )


def _check_call(name: str, arguments: int, gathered: bool) -> None:
    """Raise Wrong if a function can't be called like this."""
    several = name in ("min", "max")
    if arguments < 2 if several else arguments != 1:
        words = "Give {name}( ) two figures or more." if several else "Give {name}( ) one figure."
        raise Wrong(Say(words, name=name))
    if gathered and name not in FUNCTIONS:
        raise Wrong(Say("“{name}” can’t be within another sum: name its result with “let” first.", name=name))


def _scope(node: ast.AST, names: Names, labels: Mapping[str, str] = NO_LABELS) -> Whose:
    """Return what a formula belongs to. Raises Wrong for a name that stands for nothing."""
    match node:
        case ast.Name(id=name):
            if name not in names:
                raise Wrong(no_figure(name, names, labels))
            return names[name]
        case ast.Call(func=ast.Name(id=name)):
            found = max(_scope(argument, names, labels) for argument in node.args)
            if name == OF_TEAM and found < Whose.EACH:
                raise Wrong(Say("team( ) adds up a figure of players, and this is one of the team already."))
            return Whose.TABLE if name in GATHERING else Whose.TEAM if name == OF_TEAM else found
    return max(
        (_scope(part, names, labels) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)),
        default=Whose.TABLE,
    )


class _Run:
    """One working out of a formula: what is gathered from all players is gathered once."""

    def __init__(self, names: Names, figures: Figures) -> None:
        self.names, self.figures = names, figures
        self._gathered: dict[tuple[ast.AST, Sequence[Seat]], int] = {}

    def value(self, node: ast.AST, seat: Seat) -> int:
        """Return what a part comes to for a player. Raises Wrong if it can't be worked out."""
        if type(node) is ast.Name:
            return self.figures.by_name[node.id][seat]
        found = int(self._value(node, seat))
        if abs(found) > LARGEST:
            raise Wrong(Say("It comes to more than {most}.", most=LARGEST))
        return found

    def _value(self, node: ast.AST, seat: Seat) -> int:
        match node:
            case ast.Constant(value=number):
                return number  # type: ignore[return-value]
            case ast.BinOp():
                return OPERATIONS[type(node.op)](self.value(node.left, seat), self.value(node.right, seat))
            case ast.UnaryOp():
                return SIGNED[type(node.op)](self.value(node.operand, seat))
            case ast.IfExp():
                return self.value(node.body if self.value(node.test, seat) else node.orelse, seat)
            case ast.BoolOp():
                holds = any if isinstance(node.op, ast.Or) else all
                return holds(self.value(part, seat) for part in node.values)
            case ast.Compare():
                figures = [self.value(part, seat) for part in (node.left, *node.comparators)]
                pairs = zip(node.ops, pairwise(figures), strict=True)
                return all(COMPARISONS[type(op)](*pair) for op, pair in pairs)
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                return FUNCTIONS[name](*(self.value(part, seat) for part in node.args))
            case ast.Call(func=ast.Name(id=name)):
                return self._gather(name, node.args[0], seat)
        raise TypeError(node)

    def _gather(self, name: str, part: ast.AST, seat: Seat) -> int:
        """Return the sum, or something else, of a figure of all players, all teams, or one team."""
        sides = self.figures.sides
        if name == OF_TEAM:
            seats = next(side for side in sides if seat in side)
        elif _scope(part, self.names) is Whose.TEAM:
            seats = [side[0] for side in sides]
        else:
            seats = [one for side in sides for one in side]
        key = (part, tuple(seats))
        if key not in self._gathered:
            figures = [self.value(part, one) for one in seats]
            self._gathered[key] = GATHERING.get(name, sum)(figures)
        return self._gathered[key]
