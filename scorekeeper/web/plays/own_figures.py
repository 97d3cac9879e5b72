"""The figures of a hand that this phone's owner gives: how they are asked, and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.claims import Asked, Claims, figure_alone, figures_of_player, say_figure
from scorekeeper.rules.entries import Count, Halves
from scorekeeper.rules.problems import Problem, Refused, Wrong
from scorekeeper.rules.saying import And, Say, Sentences
from scorekeeper.rules.table import Seat, Table
from scorekeeper.web.forms.entry_form import to_json
from scorekeeper.web.forms.form_model import Chips, Option, Typed
from scorekeeper.web.forms.widgets import DASH, FEW, write_figure


@dataclass(frozen=True)
class OwnFigure:
    """A figure that a player is asked for.

    Attributes:
        asks: the question, or what is counted.
        name: its name in the form.
        value: what it is so far, or what was sent and is wrong; empty if nothing was said.
        said: what it is so far, in words: "4 tricks"; "24" where that is all that is asked.
        low, high: its bounds.
        halves: whether it may end in a half.
        keys: the figures to tap; None where there are too many.
        problem: why what was sent can't be right; empty if it can.
    """

    asks: str
    name: str
    value: str
    said: str
    low: int
    high: int
    halves: bool
    keys: Chips | None
    problem: str

    @property
    def is_open(self) -> bool:
        """Return whether it is still asked."""
        return bool(self.problem) or not self.value


def own_figures(
    asked: Mapping[str, Asked],
    seat: Seat,
    hand: Mapping[str, Any],
    table: Table[Any],
    shown: str,
    wrong: Sequence[Problem],
    in_brief: bool = False,
) -> list[OwnFigure]:
    """Return the figures that a player is asked for, as far as they have one.

    ``hand`` is what the hand says so far, as JSON, and ``shown`` the token of the hand or of the question,
    which the form sends back. ``wrong`` are the problems of what was sent, by this or another form. What was
    said already may be asked ``in_brief``, by its label.
    """
    found: list[OwnFigure] = []
    said, is_sent = figures_of_player(seat, asked, hand), request.form.get("shown") == shown
    for key, one in asked.items():
        if (place := one.places.get(seat)) is None:
            continue
        figures = said.get(key, {})
        name = key if isinstance(one.entry, Count) else f"{key}-{table.seat_of_key(place)}"
        problem = str(Sentences(*(one.message for one in wrong if is_sent and one.field == key)))
        value = "".join(DASH if figure is None else write_figure(figure) for figure in figures.values())
        team = tuple(other for other, theirs in one.places.items() if theirs == place)
        ask = one.entry.ask_one
        question = ask if isinstance(ask, Say) else Say(ask)
        asks = str(Say("{names}, {question}", names=And(*table.names(team)), question=question))
        if in_brief and value and not problem:
            asks = str(Say(one.entry.label))
        low, high = one.bounds(table)
        halves = isinstance(one.count, Halves) and one.count.has_halves(table)
        say = say_figure if one.entry.counts or len(asked) > 1 else figure_alone
        found.append(
            OwnFigure(
                asks=asks,
                name=name,
                value=request.form.get(name, "") if problem else value,
                said="".join(str(say(one.entry, figure)) for figure in figures.values()),
                low=low,
                high=high,
                halves=halves,
                keys=None if halves or high - low >= FEW else _keys(one, name, asks, value, table),
                problem=problem,
            )
        )
    return found


def _keys(asked: Asked, name: str, asks: str, value: str, table: Table[Any]) -> Chips:
    low, high = asked.bounds(table)
    options = [Option(str(number), str(number), str(number) == value) for number in range(low, high + 1)]
    if asked.count.may_be_null(table):
        options.append(Option(DASH, DASH, value == DASH, hint=asked.count.null))
    return Chips(name, replace(asked.entry, ask=asks, help=""), options=options, numbers=True)


def read_own(asked: Mapping[str, Asked], seat: Seat, sent: Mapping[str, str], table: Table[Any]) -> Claims:
    """Return what a player says, of the form that was sent. Raises Refused."""
    typed: Typed = MultiDict({name.removesuffix("-now"): text for name, text in sent.items()})
    entries = {name: one.entry for name, one in asked.items()}
    said = figures_of_player(seat, asked, to_json(entries, typed, table))
    for name, figures in said.items():
        for value in figures.values():
            try:
                asked[name].read(seat, value, table)
            except Wrong as wrong:
                raise Refused(Problem(name, message) for message in wrong.messages) from None
    return said
