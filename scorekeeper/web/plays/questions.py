"""What phones show while the table is asked: a question to their own player, and what everyone said."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.claims import Asked, Claims, doubt, figure_alone, figures_to_ask, with_claims
from scorekeeper.rules.entries import Halves
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.strokes import Strokes, most_strokes
from scorekeeper.rules.table import Seat
from scorekeeper.store.plays.claims import asking_of
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.widgets import DASH
from scorekeeper.web.plays.own_figures import OwnFigure, own_figures, read_own
from scorekeeper.web.plays.panels import due_panel, panel_entries
from scorekeeper.web.plays.sheet_page import SheetPage


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
        asked: the figures that players are asked for.
        asking: the id of the question, and what was said; None if the table is not asked.
    """

    def __init__(self, page: SheetPage) -> None:
        self.page, self.panel = page, due_panel(page, "")
        is_due = self.panel == "play" or (self.panel == "whole" and page.game.bidding is None)
        setup, state = page.setup, page.result.state
        self.table = setup.table_for(state)
        self.asked = figures_to_ask(setup, state, page.sheet.bidding) if is_due else {}
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
        return with_claims(self.page.game, {}, self.claims)

    @property
    def filled_in(self) -> Typed:
        """The form of the hand with it, and with what is known and default."""
        known = self.page.sheet.bidding or self.page.setup.prefill(self.page.result.state)
        return self._typed(with_claims(self.page.game, known, self.claims))

    def _typed(self, entry: Mapping[str, Any]) -> Typed:
        return from_json(panel_entries(self.page.game, self.panel), entry, self.page.table)

    @property
    def figures(self) -> str:
        """The fields with what was said, as JSON."""
        return json.dumps(self._typed(self.proposal).to_dict())

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
            words = (DASH if given[0] is None else figure_alone(one.entry, given[0])) if given else ""
            found.append(Answer(column.seats, column.names, words if places else None, drawing))
        return found

    def of_player(
        self, seat: Seat, wrong: Sequence[Problem] = (), sent: Typed | None = None
    ) -> list[OwnFigure]:
        """Return what a player is asked, with what was wrong with what they sent."""
        return own_figures(self.asked, seat, self.proposal, self.table, wrong, sent)

    def read(self, seat: Seat, sent: Mapping[str, str]) -> Claims:
        """Return what a player says, of the form that was sent. Raises Refused."""
        return read_own(self.asked, seat, sent, self.page.table)
