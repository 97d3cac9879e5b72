"""The bounds of formulas: the least and the most that they can come to, whatever is entered."""

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import TypeAlias

from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.recipes.formulas import FUNCTIONS, OPERATIONS, Formula, Whose
from scorekeeper.rules.recipes.recipe import CHOICE, HAND, NUMBER, Recipe, RecipeQuestion

Interval: TypeAlias = tuple[int, int]
"""The least and the most that a figure can be."""

ANYTHING: Interval = (-LARGEST, LARGEST)
NO: Interval = (0, 0)
YES: Interval = (1, 1)
EITHER: Interval = (0, 1)

MOST_CASES = 100
"""The cases into which what can be entered is divided before a formula is believed to hold in one."""

SURE: Mapping[type[ast.AST], Callable[[Interval, Interval], bool]] = {
    ast.Lt: lambda a, b: a[1] < b[0],
    ast.LtE: lambda a, b: a[1] <= b[0],
    ast.Gt: lambda a, b: a[0] > b[1],
    ast.GtE: lambda a, b: a[0] >= b[1],
    ast.Eq: lambda a, b: a[0] == a[1] == b[0] == b[1],
    ast.NotEq: lambda a, b: a[1] < b[0] or b[1] < a[0],
}
"""When a comparison holds for all figures within two intervals."""

OPPOSITE: Mapping[type[ast.AST], type[ast.cmpop]] = {
    one: other
    for pair in ((ast.Lt, ast.GtE), (ast.LtE, ast.Gt), (ast.Eq, ast.NotEq))
    for one, other in (pair, pair[::-1])
}


class Bounds:
    """The bounds of the formulas of a recipe; what depends on hands before may be anything."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, most = recipe, recipe.players[1]
        self.values = {value.key: value.formula for value in (*recipe.known, *recipe.values)}
        figures = {HAND: (1, LARGEST), "players": (1, most)}
        for option in recipe.options:
            is_switch = isinstance(option.default, bool)
            figures[option.key] = EITHER if is_switch else (option.low, option.high)
        self.shared = {*figures}
        """The figures of the whole table."""
        figures |= {"total": ANYTHING, "deals": EITHER, "place": (1, most)}
        figures |= dict.fromkeys((kept.key for kept in recipe.kept), ANYTHING)
        self.figures: Mapping[str, Interval] = figures
        for question in recipe.questions:
            figures |= dict.fromkeys((answer.key for answer in question.answers), EITHER)
            figures[question.key] = self._of_answer(question)
            if question.scope is Whose.TABLE:
                self.shared.update((question.key, *(answer.key for answer in question.answers)))

    def _of_answer(self, question: RecipeQuestion) -> Interval:
        if question.kind == NUMBER:
            case = _Case(self, {})
            ends = [*case.of(question.low.tree), *case.of(question.high.tree)]
        else:
            ends = [answer.worth for answer in question.answers] if question.kind == CHOICE else [*EITHER]
        left_out = [0] if question.spare or question.condition is not None else []
        return min(ends + left_out), max(ends + left_out)

    def never(self, formula: Formula) -> bool:
        """Return whether a formula is 0 whatever is entered; False where that takes too long to say."""
        made_of = self.recipe.made_of(formula)
        used = [key for key in self.figures if key in made_of]
        waiting: list[Mapping[str, Interval]] = [{}]
        for _ in range(MOST_CASES):
            chosen = waiting.pop()
            low, high = _Case(self, chosen).of(formula.tree)
            if low > 0 or high < 0:
                return False
            if low < high:
                bounds = {key: chosen.get(key, self.figures[key]) for key in used}
                is_open = [key for key, (least, most) in bounds.items() if least < most]
                if not is_open:
                    return False
                # The fewer answers a question has, the more each of them tells.
                key = min(is_open, key=lambda one: bounds[one][1] - bounds[one][0])
                least, most = bounds[key]
                middle = (least + most) // 2
                waiting += [{**chosen, key: (middle + 1, most)}, {**chosen, key: (least, middle)}]
            if not waiting:
                return True
        return False


class _Case:
    """Some of what can be entered: the figures of one player within narrower bounds."""

    def __init__(self, bounds: Bounds, chosen: Mapping[str, Interval]) -> None:
        self.bounds, self.chosen = bounds, chosen
        self.known: dict[str, Interval] = {**bounds.figures, **chosen}

    @cached_property
    def everyone(self) -> "_Case":
        """The same case for all players, whose figures may be others."""
        shared = {key: bounds for key, bounds in self.chosen.items() if key in self.bounds.shared}
        return _Case(self.bounds, shared)

    def of(self, node: ast.AST) -> Interval:
        """Return the bounds of a part of a formula."""
        match node:
            case ast.Constant(value=int(number)):
                return number, number
            case ast.Name(id=name):
                if name not in self.known:
                    self.known[name] = self.of(self.bounds.values[name].tree)
                return self.known[name]
            case ast.BinOp():
                return _of_operation(type(node.op), self.of(node.left), self.of(node.right))
            case ast.UnaryOp(op=ast.Not()):
                return _negated(self.of(node.operand))
            case ast.UnaryOp():
                low, high = self.of(node.operand)
                return (-high, -low) if isinstance(node.op, ast.USub) else (low, high)
            case ast.IfExp():
                test = _negated(self.of(node.test))
                branches = [*[self.of(node.body)] * (test != YES), *[self.of(node.orelse)] * (test != NO)]
                return min(low for low, _ in branches), max(high for _, high in branches)
            case ast.BoolOp():
                choose = min if isinstance(node.op, ast.And) else max
                lows, highs = zip(*(_negated(_negated(self.of(part))) for part in node.values), strict=True)
                return choose(lows), choose(highs)
            case ast.Compare():
                figures = [self.of(part) for part in (node.left, *node.comparators)]
                pairs = [*zip(node.ops, pairwise(figures), strict=True)]
                if all(SURE[type(op)](*pair) for op, pair in pairs):
                    return YES
                return NO if any(SURE[OPPOSITE[type(op)]](*pair) for op, pair in pairs) else EITHER
            case ast.Call(func=ast.Name(id=name)):
                return self._of_call(name, node.args)
        raise TypeError(node)

    def _of_call(self, name: str, arguments: Sequence[ast.AST]) -> Interval:
        if name == "abs":
            low, high = self.of(arguments[0])
            return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
        if name in FUNCTIONS:
            found = [self.of(part) for part in arguments]
            lows, highs = zip(*found, strict=True)
            return FUNCTIONS[name](*lows), FUNCTIONS[name](*highs)
        low, high = self.everyone.of(arguments[0])
        most = self.bounds.figures["players"][1]
        if name == "count":
            return (0 if low <= 0 <= high else 1), 0 if (low, high) == NO else most
        if name in ("most", "least"):
            return low, high
        return _within_largest(min(low, low * most), max(high, high * most))


def _negated(bounds: Interval) -> Interval:
    """Return the bounds of not: 1 for 0, and 0 for anything else."""
    low, high = bounds
    return NO if low > 0 or high < 0 else YES if bounds == NO else EITHER


def _of_operation(operation: type[ast.AST], left: Interval, right: Interval) -> Interval:
    """Return the bounds of what is worked out from two figures; what is refused is left out."""
    (low, high), (least, most) = left, right
    if operation is ast.Mod and (low < high or least < most):
        return left if low >= 0 and high < least else (min(0, least + 1), max(0, most - 1))
    work_out, seconds = OPERATIONS[operation], {least, most}
    if operation in (ast.FloorDiv, ast.Mod):
        seconds = {figure for figure in (least, -1, 1, most) if least <= figure <= most} - {0}
    found = [work_out(*figures) for figures in product(left, seconds)] or [0]
    return _within_largest(min(found), max(found))


def _within_largest(low: int, high: int) -> Interval:
    return max(-LARGEST, min(low, LARGEST)), max(-LARGEST, min(high, LARGEST))
