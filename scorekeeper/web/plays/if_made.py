"""The outlook of a bid beside the keys that bid it: the total if it is made, who scores, and its worth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.rules.prospects import Prospect, bid_alone, possible_bids, prospects, totals_if_made
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.table import Seat, Setup, State
from scorekeeper.rules.words import listed
from scorekeeper.rules.worth import all_worths
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.forms.form_model import Chips, Control

EXAMPLE = 5
"""The bid that is drawn, if it is possible."""


class Outlook(NamedTuple):
    """One outcome of any bid, drawn for an example.

    Attributes:
        when: in a word, such as "exactly".
        drawing: the example as strokes.
        scorers: who scores before it is known who bids.
        by_bidder: who scores, by the seat of the bidder.
    """

    when: str
    drawing: StrokesDrawing
    scorers: str
    by_bidder: Mapping[Seat, str]


def with_totals(drawn: Sequence[Control], setup: Setup, state: State, dealer: Seat) -> list[Control]:
    """Return the controls of a bid, each number with the total of every player who makes it."""
    totals = totals_if_made(setup, state, dealer)
    written = {
        seat: {str(bid): (made.total, made.wins) for bid, made in by_bid.items()}
        for seat, by_bid in totals.items()
    }
    return [
        replace(control, if_made=written)
        if control.name == "bid" and isinstance(control, Chips) and written
        else control
        for control in drawn
    ]


def foretell(setup: Setup, state: State) -> list[Outlook]:
    """Return the outcomes of a bid before it is known who bids and how many; none in games without."""
    numbers = [bid for bid in possible_bids(setup) if isinstance(bid, int)]
    if not numbers:
        return []
    example = min(numbers, key=lambda bid: abs(bid - EXAMPLE))
    found = {
        seat: prospects(setup, state, bid_alone(setup, seat, bid=example)) for seat in setup.playing(state)
    }
    first = min(found)
    return [
        Outlook(
            _when(prospect),
            draw_strokes(Strokes(prospect.taken, prospect.bid)),
            _anyone(setup, first, prospect.scorers),
            {seat: many[at].scorers for seat, many in found.items()},
        )
        for at, prospect in enumerate(found[first])
    ]


def line_up_worths(setup: Setup, state: State) -> Mapping[str, Any] | None:
    """Return what every bid brings and costs, as JSON for the page; None in a game where nobody bids.

    Each line is found by what was chosen (``by``).
    """
    found = all_worths(setup, state)
    if found is None:
        return None
    return {
        "by": found.by,
        "lines": {_chosen(values): worth.say() for values, worth in found.bids.items()},
    }


def _chosen(values: Sequence[object]) -> str:
    """Return what was chosen as the page knows it: the values of keys, and "on" where a box is ticked."""
    return "|".join(("on" if value else "") if isinstance(value, bool) else str(value) for value in values)


def _when(prospect: Prospect) -> str:
    """Return an outcome without the number of the example."""
    words = [word for word in prospect.when.split() if not word.isdigit() and word != "or"]
    return " ".join(words)


def _anyone(setup: Setup, bidder: Seat, scorers: str) -> str:
    """Return who scores, without a name."""
    side = setup.side_of(bidder)
    others = [seat for seat in range(setup.table.n) if seat not in side]
    bidders = "the bidders" if len(side) > 1 else "the bidder"
    return scorers.replace(listed(setup.names(side)), bidders).replace(
        listed(setup.names(others)), "the others"
    )
