"""Cases for the browser's modules, written by the games' declarations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.entry_form import controls, from_json
from scorekeeper.web.forms.form_model import Control, Drawing, FigureBoxes, Group
from tests.rules.strategies import AnyGame

Values = Mapping[str, float]


@dataclass(frozen=True)
class FigureCase:
    """A figure of a form, with its bounds."""

    name: str
    low: int
    high: int
    step: float


@dataclass(frozen=True)
class GroupCase:
    """Figures that belong together, and what they may add up to; None where nothing limits them."""

    figures: Sequence[FigureCase]
    limit: int | None
    exactly: bool


@dataclass(frozen=True)
class LimitCase:
    """What figures add up to, each with how often it counts."""

    parts: Mapping[str, int]
    most: int
    exactly: bool


@dataclass(frozen=True)
class FormCase:
    """The figures of a form for a hand, and the hand that is entered in it."""

    groups: Sequence[GroupCase]
    across: Sequence[LimitCase]
    entered: Mapping[str, str]

    @property
    def figures(self) -> list[FigureCase]:
        return [figure for group in self.groups for figure in group.figures]

    @property
    def limits(self) -> list[LimitCase]:
        """Every limit, those within single groups first."""
        within = [
            LimitCase({figure.name: 1 for figure in group.figures}, group.limit, group.exactly)
            for group in self.groups
            if group.limit is not None
        ]
        return [*within, *self.across]

    def as_json(self) -> dict[str, Any]:
        """Return what the module's test page is given."""
        return asdict(self)


def form_case(game: AnyGame, kind: type[Hand], table: Table[Any], raw: Mapping[str, Any]) -> FormCase:
    """Return the form in which a hand is entered as a whole, and the figures of this hand."""
    entries = game.entries[kind]
    typed = from_json(entries, raw, table)
    drawing = Drawing(table, MultiDict(), range(table.n), range(table.n), teams=game.sides(table))
    groups = [group_case(control) for drawn in controls(entries, drawing) for control in figures_of(drawn)]
    names = {figure.name for group in groups for figure in group.figures}
    across = [
        LimitCase(
            {"-".join(map(str, path)): times for path, times in one.parts.items()}, one.most, one.exactly
        )
        for one in kind.sums(table, raw)
    ]
    entered = {name: typed[name] for name in typed if name in names and typed[name] != "–"}
    return FormCase(groups, across, entered)


def figures_of(control: Control) -> Iterator[FigureBoxes]:
    """Yield the controls with figures in a control."""
    if isinstance(control, FigureBoxes):
        yield control
    for part in control.parts if isinstance(control, Group) else ():
        yield from figures_of(part)


def group_case(control: FigureBoxes) -> GroupCase:
    step = 0.5 if control.halves else 1
    figures = [
        FigureCase(box.name, control.low, control.high if box.high is None else box.high, step)
        for box in control.places
    ]
    return GroupCase(figures, control.limit, control.exactly)


def possible_values(form: FormCase, figure: FigureCase, given: Values) -> list[float]:
    """Return the values of a figure with which the others can still be filled in, found by trying."""
    return [value for value in values(figure) if completes(form, {**given, figure.name: value})]


def values(figure: FigureCase) -> Iterator[float]:
    value: float = figure.low
    while value <= figure.high:
        yield value
        value += figure.step


def completes(form: FormCase, given: Values) -> bool:
    """Return whether some value for each figure that is not given keeps to all limits."""
    if not all(reachable(form, limit, given) for limit in form.limits):
        return False
    limited = {name for limit in form.limits for name in limit.parts}
    unknown = next((one for one in form.figures if one.name in limited and one.name not in given), None)
    if unknown is None:
        return True
    return any(completes(form, {**given, unknown.name: value}) for value in values(unknown))


def reachable(form: FormCase, limit: LimitCase, given: Values) -> bool:
    """Return whether one limit can be kept, whatever the others say."""
    bounds = {figure.name: (figure.low, figure.high) for figure in form.figures if figure.name in limit.parts}
    least = most = 0.0
    for name, times in limit.parts.items():
        low, high = (given[name], given[name]) if name in given else bounds[name]
        least += min(times * low, times * high)
        most += max(times * low, times * high)
    return least <= limit.most and (not limit.exactly or most >= limit.most)


def few_values(figure: FigureCase) -> bool:
    """Return whether a figure is tapped on a key of its own, not typed digit by digit."""
    return figure.high - figure.low <= 30


def follows(form: FormCase, figure: FigureCase, given: Values) -> bool:
    """Return whether a figure follows from all the others, so that a key for it overrules one of them."""
    others = [
        limit.parts.keys() - {figure.name}
        for limit in form.limits
        if limit.exactly and figure.name in limit.parts
    ]
    return any(names <= given.keys() for names in others)
