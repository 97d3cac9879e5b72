"""What phones show while the table is asked: a question to their own player, and what everyone said."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.claims import Asked, Claims, doubt, figures_to_ask
from scorekeeper.rules.entries import Count, Halves
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.problems import Problem, Refused, Wrong
from scorekeeper.rules.strokes import Strokes, most_strokes
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import figure, listed, lowered
from scorekeeper.store.plays.claims import asking_of
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.form_model import Chips, Drawing, FigureBox, FigureBoxes, Option, Typed
from scorekeeper.web.forms.widgets import DASH, EMPTY, FEW, draw_control, read_entry
from scorekeeper.web.plays.objecting import say_figure
from scorekeeper.web.plays.panels import due_panel, panel_drawing, panel_entries
from scorekeeper.web.plays.sheet_page import SheetPage


class FigureQuestion(NamedTuple):
    """A figure that this phone's owner is asked for.

    Attributes:
        asks: the question, or what is counted.
        box: its place in the form of the hand, with what was said.
        boxes: the entry there, with its bounds.
        keys: the figures to tap; None where there are too many.
        problem: why what was sent can't be right; empty if it can.
    """

    asks: str
    box: FigureBox
    boxes: FigureBoxes
    keys: Chips | None
    problem: str = ""


class Answer(NamedTuple):
    """What was said in a column of the totals.

    Attributes:
        seats, names: who is there.
        said: the figure; empty if nobody gave it, None if nobody is asked.
        drawing: the same as strokes; None without.
    """

    seats: Sequence[Seat]
    names: Sequence[str]
    said: str | None
    drawing: StrokesDrawing | None


class TableQuestion:
    """The question to the table about the hand in progress.

    Attributes:
        asked: the figures that players are asked for, as far as the form of the hand has boxes for them.
        asking: the id of the question, and what was said; None if the table is not asked.
    """

    def __init__(self, page: SheetPage) -> None:
        self.page, self.panel = page, due_panel(page, "")
        is_due = self.panel == "play" or (self.panel == "whole" and page.game.bidding is None)
        setup, state = page.setup, page.result.state
        self.table = setup.table_for(state)
        found = figures_to_ask(setup, state, page.sheet.bidding) if is_due else {}
        self.asked: dict[str, Asked] = {
            name: one for name, one in found.items() if isinstance(self._drawn(name, one), FigureBoxes)
        }
        self.asking = asking_of(page.sheet) if self.asked else None

    @property
    def may_begin(self) -> bool:
        """Return whether someone besides the keeper has a figure, and nobody is asked yet."""
        return self.asking is None and len({seat for one in self.asked.values() for seat in one.places}) > 1

    @property
    def claims(self) -> Claims:
        """What was said of the figures that are asked."""
        said = self.asking.figures if self.asking else {}
        return {
            name: {place: said[name][place] for place in {*one.places.values()} & said[name].keys()}
            for name, one in self.asked.items()
            if name in said
        }

    @property
    def doubt(self) -> str:
        """What is wrong with the answers, or who is missing, as sentences; empty if the table isn't asked."""
        said = doubt(self.asked, self.claims, self.table) if self.asking else ""
        return said or ("Everyone has answered." if self.asking else "")

    @property
    def proposal(self) -> dict[str, Any]:
        """What was said, as a part of the hand's JSON."""
        return {
            name: next(iter(said.values())) if isinstance(self.asked[name].entry, Count) else said
            for name, said in self.claims.items()
            if said
        }

    @cached_property
    def typed(self) -> Typed:
        """The same as it is typed into the form of the hand."""
        return self._typed(self.proposal)

    @property
    def filled_in(self) -> Typed:
        """The form of the hand with it, and with what is known and default."""
        known = self.page.sheet.bidding or self.page.setup.prefill(self.page.result.state)
        return self._typed({**known, **self.proposal})

    def _typed(self, entry: Mapping[str, Any]) -> Typed:
        return from_json(panel_entries(self.page.game, self.panel), entry, self.table)

    @property
    def figures(self) -> str:
        """The fields with what was said, as JSON."""
        return json.dumps(self.typed.to_dict())

    @property
    def answers(self) -> list[tuple[str, list[Answer]]]:
        """The answers by the columns of the totals, for each figure that is asked."""
        return [(one.entry.label, self._in_columns(name, one)) for name, one in self.asked.items()]

    def _in_columns(self, name: str, one: Asked) -> list[Answer]:
        said, setup = self.claims.get(name, {}), self.page.setup
        names = setup.game.stroke_entries(self.table)
        call = self.page.bidding.call if self.page.bidding and len(names) == 1 else None
        times = 2 if isinstance(one.count, Halves) else 1
        found = []
        for column in self.page.columns:
            places = [one.places[seat] for seat in column.seats if seat in one.places]
            given = [said[place] for place in places if place in said]
            drawing = None
            if name in names and given and given[0] is not None:
                bid = call.number if call and call.player in column.seats else None
                strokes = Strokes(int(given[0] * times), bid if bid is None else bid * times)
                drawing = draw_strokes(strokes, most_strokes(setup))
            words = _written(given[0]) if given else "" if places else None
            found.append(Answer(column.seats, column.names, words, drawing))
        return found

    def of_player(
        self, seat: Seat, wrong: Sequence[Problem] = (), sent: Typed | None = None
    ) -> "OwnQuestion":
        """Return what a player is asked, with what was wrong with what they sent."""
        found = list[FigureQuestion]()
        for key, one in self.asked.items():
            if seat not in one.places:
                continue
            boxes = self._drawn(key, one)
            place = self.table.seat_of_key(one.places[seat])
            box = next((box for box in boxes.places if box.seat == place), boxes.places[0])
            problem = " ".join(problem.message for problem in wrong if problem.field == key)
            said = (sent or {}).get(box.name, "") if problem else self.typed.get(box.name, "")
            question = one.entry.label
            if not found:
                team = tuple(other for other, key_of in one.places.items() if key_of == one.places[seat])
                asks = one.entry.ask_one or f"your {lowered(question)}?"
                question = f"{listed(self.table.names(team))}, {asks}"
            box = replace(box, value=said)
            found.append(FigureQuestion(question, box, boxes, self._keys(question, box, boxes, one), problem))
        return OwnQuestion(found)

    def _drawn(self, name: str, one: Asked) -> Any:
        """Return the control of an entry, in the form that asks for it."""
        return draw_control(one.entry, name, self._drawing)

    @cached_property
    def _drawing(self) -> Drawing:
        return panel_drawing(self.page, self.panel, MultiDict())

    def _keys(self, asks: str, box: FigureBox, boxes: FigureBoxes, one: Asked) -> Chips | None:
        """Return the figures to tap; None if there are too many."""
        low, high = one.bounds(self.table)
        if boxes.halves or high - low >= FEW:
            return None
        values = [*map(str, range(low, high + 1)), *([DASH] if boxes.null else [])]
        options = [
            Option(value, value, value == box.value, hint=boxes.null if value == DASH else "")
            for value in values
        ]
        return Chips(box.name, replace(one.entry, ask=asks, help=""), options=options, numbers=True)

    def read(self, seat: Seat, sent: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """Return what a player says, of the form that was sent. Raises Refused."""
        typed: Typed = MultiDict({name.removesuffix("-now"): text for name, text in sent.items()})
        said: dict[str, dict[str, Any]] = {}
        for name, one in self.asked.items():
            if (place := one.places.get(seat)) is None:
                continue
            value = read_entry(one.entry, name, typed, self.table)
            if not isinstance(value, dict):
                value = {} if value in EMPTY else {place: value}
            if place not in value:
                continue
            try:
                one.read(seat, value[place], self.table)
            except Wrong as wrong:
                raise Refused(Problem(name, message) for message in wrong.messages) from None
            said[name] = {place: value[place]}
        return said


class OwnQuestion(NamedTuple):
    """What this phone's owner is asked."""

    questions: Sequence[FigureQuestion]

    @property
    def open(self) -> Sequence[FigureQuestion]:
        """The figures that they haven't given."""
        return [one for one in self.questions if one.problem or not one.box.value]

    @property
    def given(self) -> Sequence[FigureQuestion]:
        """The figures that they have given."""
        return [one for one in self.questions if one not in self.open]

    @property
    def said(self) -> str:
        """What they said, as a sentence; empty if nothing."""
        words = []
        for one in self.given:
            value = None if one.box.value == DASH else Decimal(one.box.value)
            is_clear = value is not None and len(self.questions) == 1
            words.append(_written(value) if is_clear else say_figure(one.boxes.entry, value))
        return f"You said {listed(words)}." if words else ""


def _written(value: Any) -> str:
    return DASH if value is None else figure(read_points(value))
