"""Formulas of a recipe in words, as a rule sheet has them: "20 + 10 × tricks", "tricks = bid"."""

import ast
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.rules.recipes.bounds import OPPOSITE
from scorekeeper.rules.recipes.formulas import GATHERING, OF_TEAM, Formula
from scorekeeper.rules.recipes.recipe import BLANK, CHOICE, NUMBER, PLAYER, YES, Recipe, ScoreLine
from scorekeeper.rules.saying import And, Argument, Or, Say, Spelled
from scorekeeper.rules.words import lowered

ALWAYS: Mapping[str, Say] = {
    "hand": Say("the number of the hand"),
    "players": Say("players"),
    "total": Say("total"),
    "deals": Say("dealer"),
    "place": Say("place after the dealer"),
}
"""The figures that every recipe has."""


ENTERED = "as entered"
"""The figure of a line whose reason says already which it is; no figure of a recipe has this key."""


class Binding(IntEnum):
    """How closely the parts of a formula hold together; what holds less closely than it must has brackets."""

    ELSE, OR, AND, COMPARED, SUM, PRODUCT, FIGURE = range(7)


ELSE, OR, AND, COMPARED, SUM, PRODUCT, FIGURE = Binding


class Message(NamedTuple):
    """A message for a part of a formula, how closely it holds together, and how its own parts must."""

    words: Say
    binds: Binding
    needs: Sequence[Binding]


OPERATIONS: Mapping[type[ast.AST], Message] = {
    ast.Add: Message(Say("{a} + {b}"), SUM, (SUM, SUM)),
    ast.Sub: Message(Say("{a} − {b}"), SUM, (SUM, PRODUCT)),
    ast.Mult: Message(Say("{a} × {b}"), PRODUCT, (PRODUCT, PRODUCT)),
    ast.FloorDiv: Message(Say("{a} ÷ {b}, rounded down"), ELSE, (PRODUCT, FIGURE)),
    ast.Mod: Message(Say("the remainder of {a} ÷ {b}"), COMPARED, (PRODUCT, FIGURE)),
}
COMPARISONS: Mapping[type[ast.AST], Say] = {
    ast.Eq: Say("{a} = {b}"),
    ast.NotEq: Say("{a} ≠ {b}"),
    ast.Lt: Say("{a} < {b}"),
    ast.LtE: Say("{a} ≤ {b}"),
    ast.Gt: Say("{a} > {b}"),
    ast.GtE: Say("{a} ≥ {b}"),
}
GATHERED: Mapping[str, Message] = {
    "sum": Message(Say("{a} of all together"), PRODUCT, (FIGURE,)),
    "most": Message(Say("the highest {a}"), FIGURE, (FIGURE,)),
    "least": Message(Say("the lowest {a}"), FIGURE, (FIGURE,)),
    OF_TEAM: Message(Say("{a}, added up in the team"), ELSE, (SUM,)),
}
TEAMS = Message(Say("the team’s {a}"), FIGURE, (FIGURE,))
FOR_WHOM: Mapping[tuple[bool, bool, bool], Say] = {
    (True, True, False): Say("someone has “{what}”"),
    (True, True, True): Say("someone in the team has “{what}”"),
    (True, False, False): Say("nobody has “{what}”"),
    (True, False, True): Say("nobody in the team has “{what}”"),
    (False, True, False): Say("{what} for someone"),
    (False, True, True): Say("{what} for someone in the team"),
    (False, False, False): Say("{what} for everyone"),
    (False, False, True): Say("{what} for everyone in the team"),
}
"""For whom something holds, by three things: whether it is a name or else a condition; whether it holds for
someone, or else for nobody (a name) or everyone (a condition); and whether it is about one team."""

FOR_SO_MANY = Say("{what} for exactly {number}")

MULTIPLES: Mapping[type[ast.AST], Say] = {
    ast.Eq: Say("{a} is a multiple of {b}"),
    ast.NotEq: Say("{a} isn’t a multiple of {b}"),
}
DOWN_TO_MULTIPLE = Message(Say("{a}, rounded down to a multiple of {b}"), ELSE, (SUM, FIGURE))
UP_TO_MULTIPLE = Message(Say("{a}, rounded up to a multiple of {b}"), ELSE, (SUM, FIGURE))
DIFFERENCE = Message(Say("the difference between {a} and {b}"), COMPARED, (SUM, SUM))
WITHOUT_SIGN = Message(Say("{a} without its sign"), SUM, (FIGURE,))
AT_LEAST = Message(Say("{a}, but at least {b}"), ELSE, (SUM, SUM))
AT_MOST = Message(Say("{a}, but at most {b}"), ELSE, (SUM, SUM))
BETWEEN = Message(Say("{a}, but at least {b} and at most {c}"), ELSE, (SUM, SUM, SUM))
EXTREMES: Mapping[str, Say] = {
    "max": Say("the larger of {figures}", "the largest of {figures}"),
    "min": Say("the smaller of {figures}", "the smallest of {figures}"),
}
"""The largest and the smallest figure of two, and of more."""

ZERO = ast.Constant(0)


class FormulaWords:
    """What the figures of a recipe are called, and its formulas in these words."""

    def __init__(self, recipe: Recipe) -> None:
        asked, values = recipe.questions, (*recipe.known, *recipe.values)
        answers = [answer for question in asked for answer in question.answers]
        called: dict[str, Argument] = {**ALWAYS, ENTERED: Say("as entered")}
        called |= {one.key: one.label or key_in_words(one.key) for one in values}
        called |= {one.key: lowered(one.label) or key_in_words(one.key) for one in recipe.kept}
        called |= {one.key: lowered(one.label) for one in asked}
        called |= {one.key: one.label for one in answers}
        called |= {one.key: lowered(one.label) for one in recipe.options}
        self.called: Mapping[str, Argument] = called
        self._players = {one.key for one in asked if one.kind == PLAYER}
        self._of_one = {"deals", *self._players}
        """The figures that are 1 for one player at most."""
        self._chosen = {
            one.key for one in asked if one.kind == CHOICE and all(answer.worth for answer in one.answers)
        }
        """The choices whose figure is 0 only where nothing was chosen."""
        self._choices = {one.key for one in asked if one.kind == CHOICE}
        self._numbers = {one.key: one.label for one in asked if one.kind == NUMBER}
        self._truths = {*self._of_one, *(one.key for one in asked if one.kind == YES)}
        self._truths |= {answer.key for answer in answers}
        self._truths |= {one.key for one in recipe.options if isinstance(one.default, bool)}
        worked_out = [(value.key, value.formula) for value in values]
        for key, formula in [*worked_out, *((kept.key, kept.next) for kept in recipe.kept)]:
            if self.is_truth(formula.tree):
                self._truths.add(key)

    def figure(self, formula: Formula) -> Say:
        """Return a figure in words: "20 + 10 × tricks"."""
        return self._written(formula.tree, ELSE)

    def condition(self, formula: Formula) -> Say:
        """Return what must hold in words: "tricks = bid"."""
        return self._holding(formula.tree, ELSE)

    def value(self, formula: Formula) -> Say:
        """Return a figure, or what holds, in words."""
        return self.condition(formula) if self.is_truth(formula.tree) else self.figure(formula)

    def scored(self, line: ScoreLine) -> Say:
        """Return what a line scores in words: "20 + 10 × tricks, when tricks = bid"."""
        points = line.points.tree
        if isinstance(points, ast.Name) and self._is_entered(points.id, line.why):
            points = ast.Name(ENTERED)
        condition = None if line.condition is None else self._as_condition(line.condition.tree)
        if condition is None:
            # The line is left out where it gives 0.
            match self._as_choice(points):
                case ast.IfExp(test, figure, ast.Constant(value=0)):
                    points, condition = figure, self._as_condition(test)
                case ast.IfExp(test, ast.Constant(value=0), figure):
                    points, condition = figure, self._as_condition(test, holds=False)
        if condition is None or isinstance(condition, ast.Constant):
            return self._written(points, ELSE)
        match condition:
            case ast.BoolOp(ast.And(), all_hold):
                pass
            case _:
                all_hold = [condition]
        of_whom = next(filter(self._names_player, all_hold), None)
        others = [part for part in all_hold if part is not of_whom]
        scored = self._written(points, OR if others else ELSE)
        if others:
            when = self._holding(others[0] if len(others) == 1 else ast.BoolOp(ast.And(), others), ELSE)
            scored = Say("{points}, when {condition}", points=scored, condition=when)
        match of_whom:
            case ast.Name(id=who):
                return Say("{Who}: {points}", who=self.called[who], points=scored)
            case ast.UnaryOp(operand=ast.Name(id=who)):
                return Say("All but “{who}”: {points}", who=self.called[who], points=scored)
        return scored

    def sentence(self, sentence: str) -> Say:
        """Return a sentence of the recipe, with what its blanks stand for: "Made [bid] exactly"."""
        named = {key: self.called.get(key, Say("player")) for key in BLANK.findall(sentence)}
        return Say(sentence, **{key: Say("[{figure}]", figure=figure) for key, figure in named.items()})

    def _is_entered(self, key: str, why: str) -> bool:
        """Return whether a figure is a number of which the reason says already which."""
        return key in self._numbers and lowered(self._numbers[key]) == lowered(why)

    # What holds

    def _names_player(self, node: ast.AST) -> bool:
        """Return whether something holds for the one player who is named, or for all others."""
        name = node.operand if isinstance(node, ast.UnaryOp) else node
        return isinstance(name, ast.Name) and name.id in self._players

    def is_truth(self, node: ast.AST) -> bool:
        """Return whether a part of a formula is 1 for what holds, and 0 for what doesn't."""
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.IfExp():
                return self.is_truth(node.body) and self.is_truth(node.orelse)
            case ast.Call(func=ast.Name(id="sum" | "team"), args=[ast.Name(id=name)]):
                return name in self._of_one
        return isinstance(node, ast.Name) and node.id in self._truths

    def _as_condition(self, node: ast.expr, holds: bool = True) -> ast.expr:
        """Return what says that a part of a formula holds, or doesn't, with as few "not" as possible."""
        match node:
            case ast.UnaryOp(op=ast.Not()):
                return self._as_condition(node.operand, not holds)
            case ast.BoolOp():
                other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                parts = [self._as_condition(part, holds) for part in node.values]
                return ast.BoolOp(node.op if holds else other, parts)
            case ast.Compare(ops=[op]) if not holds:
                return ast.Compare(node.left, [OPPOSITE[type(op)]()], node.comparators)
            case ast.Call(func=ast.Name(id=name), args=[part]) if self._counts(name, part):
                return ast.Compare(node, [ast.Gt() if holds else ast.Eq()], [ZERO])
        is_chosen = isinstance(node, ast.Name) and node.id in self._chosen
        if not (is_chosen or self.is_truth(node) or isinstance(node, ast.Constant)):
            return ast.Compare(node, [ast.NotEq() if holds else ast.Eq()], [ZERO])
        return node if holds else ast.UnaryOp(ast.Not(), node)

    def _as_choice(self, node: ast.expr) -> ast.expr:
        """Return a figure that is multiplied by what holds as one that counts only then."""
        match node:
            case ast.BinOp(figure, ast.Mult(), truth) if self.is_truth(truth):
                return ast.IfExp(truth, figure, ZERO)
            case ast.BinOp(truth, ast.Mult(), figure) if self.is_truth(truth):
                return ast.IfExp(truth, figure, ZERO)
        return node

    def _counts(self, name: str, part: ast.AST) -> bool:
        """Return whether a function counts for how many something holds."""
        return name == "count" or (name in (*GATHERING, OF_TEAM) and self.is_truth(part))

    # Writing

    def _written(self, node: ast.expr, needs: Binding) -> Say:
        """Return a part of a formula in words, in brackets if it would hold together less closely."""
        binds, words = self._say(node)
        return Say("({words})", words=words) if binds < needs else words

    def _holding(self, node: ast.expr, needs: Binding) -> Say:
        """Return what holds in words, a name of it in quotation marks."""
        condition = self._as_condition(node)
        if isinstance(condition, ast.Name):
            return Say("“{name}”", name=self.called[condition.id])
        return self._written(condition, needs)

    def _fill(self, message: Message, *parts: ast.expr) -> tuple[Binding, Say]:
        filled = [self._written(part, needs) for part, needs in zip(parts, message.needs, strict=True)]
        return message.binds, message.words.filled(**dict(zip("abc", filled, strict=False)))

    def _say(self, node: ast.expr) -> tuple[Binding, Say]:
        """Return a part of a formula in words, and how closely it holds together."""
        match node:
            case ast.Constant(value=int(number)):
                return FIGURE, Say("{number}", number=number)
            case ast.Name(id=name):
                called = Say("worth of {figure}") if name in self._choices else Say("{figure}")
                return FIGURE, called.filled(figure=self.called[name])
            case ast.BinOp(ast.BinOp(figure, ast.FloorDiv(), by), ast.Mult(), times) if _same(by, times):
                match figure:
                    case ast.BinOp(ast.BinOp(figure, ast.Add(), more), ast.Sub(), ast.Constant(value=1)) if (
                        _same(more, by)
                    ):
                        return self._fill(UP_TO_MULTIPLE, figure, by)
                return self._fill(DOWN_TO_MULTIPLE, figure, by)
            case ast.BinOp() if (choice := self._as_choice(node)) is not node:
                return self._say(choice)
            case ast.BinOp():
                return self._fill(OPERATIONS[type(node.op)], node.left, node.right)
            case ast.UnaryOp(op=ast.Not()):
                return COMPARED, Say("not {what}", what=self._holding(node.operand, SUM))
            case ast.UnaryOp(op=ast.USub()):
                return PRODUCT, Say("−{figure}", figure=self._written(node.operand, PRODUCT))
            case ast.UnaryOp():
                return self._say(node.operand)
            case ast.BoolOp():
                parts = [self._holding(part, COMPARED) for part in node.values]
                is_or = isinstance(node.op, ast.Or)
                return (OR if is_or else AND), Say("{parts}", parts=Or(*parts) if is_or else And(*parts))
            case ast.Compare():
                return COMPARED, self._compared(node)
            case ast.IfExp():
                words = {
                    "figure": self._written(node.body, OR),
                    "condition": self._holding(node.test, OR),
                    "other": self._written(node.orelse, ELSE),
                }
                return ELSE, Say("{figure} if {condition}, else {other}", **words)
            case ast.Call(func=ast.Name(id=name)):
                return self._function(name, node.args)
        raise TypeError(node)

    def _compared(self, node: ast.Compare) -> Say:
        match node.left, node.ops, node.comparators:
            case ast.Call(func=ast.Name(id=name), args=[part]), [op], [ast.Constant(value=int(number))]:
                if self._counts(name, part) and (counted := self._counted(name, part, op, number)):
                    return counted
            case ast.BinOp(figure, ast.Mod(), by), [op], [ast.Constant(value=0)] if type(op) in MULTIPLES:
                words = {"a": self._written(figure, SUM), "b": self._written(by, SUM)}
                return MULTIPLES[type(op)].filled(**words)
        said = self._written(node.left, SUM)
        for op, figure in zip(node.ops, node.comparators, strict=True):
            said = COMPARISONS[type(op)].filled(a=said, b=self._written(figure, SUM))
        return said

    def _counted(self, name: str, part: ast.expr, op: ast.cmpop, number: int) -> Say | None:
        """Return for whom something holds; None if that is said as a figure."""
        condition, in_team = self._as_condition(part), name == OF_TEAM
        if number == 0 and isinstance(op, ast.Gt | ast.Eq):
            for_someone = isinstance(op, ast.Gt)
            if isinstance(condition, ast.Name):
                return FOR_WHOM[True, for_someone, in_team].filled(what=self._written(condition, FIGURE))
            holds = self._holding(self._as_condition(part, for_someone), COMPARED)
            return FOR_WHOM[False, for_someone, in_team].filled(what=holds)
        if isinstance(op, ast.Eq) and not in_team:
            return FOR_SO_MANY.filled(what=self._holding(part, COMPARED), number=Spelled(number))
        return None

    def _function(self, name: str, figures: Sequence[ast.expr]) -> tuple[Binding, Say]:
        match name, figures:
            case "abs", [ast.BinOp(one, ast.Sub(), other)]:
                return self._fill(DIFFERENCE, one, other)
            case "abs", [figure]:
                return self._fill(WITHOUT_SIGN, figure)
            case "min", [
                ast.Constant() as most,
                ast.Call(ast.Name("max"), [ast.Constant() as least, figure]),
            ]:
                return self._fill(BETWEEN, figure, least, most)
            case "max" | "min", [ast.Constant() as bound, figure]:
                return self._fill(AT_LEAST if name == "max" else AT_MOST, figure, bound)
            case _ if name in EXTREMES:
                words, others = EXTREMES[name], And(*(self._written(one, SUM) for one in figures))
                return FIGURE, words.filled(len(figures) - 1, figures=others)
            case "count", [figure]:
                what = self._holding(figure, COMPARED)
                return SUM, Say("the number of those with {what}", what=what)
            case _, [figure] if name == OF_TEAM and self.is_truth(figure):
                what = self._holding(figure, ELSE)
                return SUM, Say("the number of those in the team with {what}", what=what)
        is_named = name == OF_TEAM and isinstance(figures[0], ast.Name)
        return self._fill(TEAMS if is_named else GATHERED[name], *figures)


def _same(part: ast.AST, other: ast.AST) -> bool:
    """Return whether two parts of a formula are the same."""
    return ast.dump(part) == ast.dump(other)


def key_in_words(key: str) -> str:
    """Return the key of a figure as words."""
    return key.replace("_", " ")
