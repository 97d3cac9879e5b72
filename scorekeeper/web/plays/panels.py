"""The panel of the sheet that asks what is due: the bid, its result, a whole hand, or nothing any more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import Dealer, Entry, Person
from scorekeeper.rules.forecast.bids import IN_A_WORD, Forecast
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.outcome import EXACT
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Say
from scorekeeper.rules.strokes import Strokes, strokes
from scorekeeper.rules.table import Seat, Setup
from scorekeeper.rules.words import ordinal
from scorekeeper.store.database import now
from scorekeeper.store.models import Play
from scorekeeper.store.plays.plays import next_play, wins_until
from scorekeeper.web.clubs.access import own_seat
from scorekeeper.web.drawings.course import telling_course
from scorekeeper.web.drawings.strokes import MOST_STROKES, StrokesDrawing, draw_strokes
from scorekeeper.web.forms.entry_form import controls, from_json
from scorekeeper.web.forms.form_model import Chips, Control, Drawing, FigureBox, FigureBoxes, Typed
from scorekeeper.web.plays.sheet_page import SheetPage

ASKING = ("bid", "play", "whole")
"""The panels with a form for a hand."""


def panel_context(
    page: SheetPage, panel: str, typed: Typed | None, problems: Sequence[Problem]
) -> dict[str, Any]:
    """Return what the template of a panel draws, with what was typed and its problems."""
    alone = typed.get("alone", "") if typed else ""
    own = None if alone else typed
    return {
        "panel": panel,
        **_foretold(page),
        "bid_drawn": draw_bid(page) if panel in ("play", "watch") else None,
        "bids_of_all": bids_of_all(page) if panel in ("play", "watch") else (),
        "alone": alternatives(page, typed, problems, page.dealer) if panel in ("bid", "whole") else [],
        "form": PanelForm(page, panel, own, () if alone else problems) if panel in ASKING else None,
        **(_over_context(page) if panel == "over" else {}),
    }


def _over_context(page: SheetPage) -> dict[str, Any]:
    """Return what the panel of a game that is over draws."""
    course = telling_course(page.result, page.sheet.play.person_ids)
    following = _following(page.sheet.play)
    return {"night_tally": tally_night(page), "course": course, "following": following}


def _following(play: Play) -> Play | None:
    """Return the game that is played next, of this phone's owner if they play; None once it is over."""
    own = own_seat(play)
    found = next_play(play, play.seats[own]) if own is not None else None
    found = found or next_play(play)
    return found if found and not found.ended_at else None


TONIGHT = timedelta(hours=12)
"""The time for which a game that has ended was one of tonight."""


class NightTally(NamedTuple):
    """The games of the night that the winners of this one had won with it, as strokes and in words."""

    drawing: StrokesDrawing | None
    words: Say


def tally_night(page: SheetPage) -> NightTally | None:
    """Return the tally of the winners; None if there is none, or they haven't won the same number."""
    play, ending = page.sheet.play, page.result.ending
    if not ending or not ending.winners or not play.ended_at or play.set_aside:
        return None
    wins = wins_until(play)
    tallies = {wins.get(play.seats[seat].person_id, 0) for seat in ending.winners}
    if len(tallies) > 1 or 0 in tallies:
        return None
    (tally,) = tallies
    tonight = now() - play.ended_at < TONIGHT
    if len(ending.winners) > 1:
        message = "{nth} win tonight for each" if tonight else "{nth} win that night for each"
    else:
        message = "{nth} win tonight" if tonight else "{nth} win that night"
    return NightTally(draw_strokes(Strokes(tally, None)), Say(message, nth=Say(ordinal(tally))))


class Alternative(NamedTuple):
    """An alternative to a hand, such as a deal that everyone passed.

    Attributes:
        mark: the entry that it is known by.
        entry: that entry.
        controls: its form; one entry alone is a button.
        problems: what is wrong with it as a whole.
        open: whether it was just filled in.
    """

    mark: str
    entry: Entry
    controls: Sequence[Control]
    problems: Sequence[Problem]
    open: bool

    @property
    def button(self) -> bool:
        """Return whether one tap saves it."""
        return len(self.controls) == 1


def due_panel(page: SheetPage, wanted: str) -> str:
    """Return the panel that the state of the game asks for, or the wanted one where there is a choice."""
    if page.sheet.play.deleted_at or page.sheet.play.night.deleted_at:
        return "deleted"
    if page.result.ending:
        return "over"
    panel = wanted or ("play" if page.bidding else "bid")
    return "whole" if panel == "bid" and page.game.bidding is None else panel


def panel_entries(game: Game[Any, Any], panel: str) -> dict[str, Entry]:
    """Return the entries of a panel: the bid, what comes after it, or the whole hand."""
    bidding = _bid_entries(game)
    if panel == "bid":
        return dict(bidding)
    entries = game.entries[game.hand]
    return {name: entry for name, entry in entries.items() if panel != "play" or name not in bidding}


def _bid_entries(game: Game[Any, Any]) -> Mapping[str, Entry]:
    return game.entries[game.bidding] if game.bidding else {}


@dataclass(frozen=True)
class PanelForm:
    """The form of a panel, with what was typed, or with what is known and default."""

    page: SheetPage
    panel: str
    typed: Typed | None
    problems: Sequence[Problem]

    @property
    def bid(self) -> Typed:
        """The bid that is being played, as it was typed."""
        return from_json(_bid_entries(self.page.game), self._known, self.page.table)

    @property
    def next_act(self) -> Say:
        """What the button says that leads to it."""
        return next_act(panel_entries(self.page.game, self.panel))

    @cached_property
    def controls(self) -> Sequence[Control]:
        """Its controls, in the order of their declaration."""
        page, game = self.page, self.page.game
        drawn = controls(panel_entries(game, self.panel), self._drawing(), self.problems)
        if self.panel == "bid":
            return with_totals(drawn, page.forecast)
        return with_strokes(drawn, page.setup, page.bidding if self.panel == "play" else None)

    @property
    def sums(self) -> dict[str, Any]:
        """What its figures add up to."""
        return self.page.form.sums(self.page.game.hand, self._known)

    @property
    def _known(self) -> Mapping[str, Any]:
        return (self.page.sheet.bidding or {}) if self.panel == "play" else {}

    def _drawing(self) -> Drawing:
        page, typed = self.page, self.typed
        if typed is None:
            filled = page.sheet.bidding or page.setup.prefill(page.result.state)
            typed = from_json(panel_entries(page.game, self.panel), filled, page.table)
        return replace(page.form.drawing(typed, self._known), before=page.before)


def next_act(entries: Mapping[str, Entry]) -> Say:
    """Return what the button says that leads to these entries: "Enter tricks"."""
    entry = next(entry for entry in entries.values() if not isinstance(entry, Person))
    return Say("Enter {what}", what=Say(entry.entered) if entry.entered else entry.what)


def _foretold(page: SheetPage) -> dict[str, Any]:
    """Return what the bid brings that is being played."""
    if not page.bidding:
        return {}
    return {
        "outcomes": page.forecast.prospects(page.bidding),
        "worth": page.forecast.line(page.bidding) or page.bidding.decided_by(page.table),
    }


def foretell_bids(page: SheetPage) -> dict[str, Any]:
    """Return what each bid brings that may be entered next."""
    return {"lines": line_up(page.forecast), "outlooks": _draw_outlooks(page.forecast)}


def line_up(forecast: Forecast) -> dict[str, Any] | None:
    """Return what every bid brings and costs, as JSON for the page; None in a game where nobody bids.

    Each line is found by what was chosen (``by``): the values of keys, and "on" where a box is ticked. What
    fills the blanks of who scores is found by the seat of the bidder.
    """
    if not forecast.ways.by_choice:
        return None
    lines = {
        "|".join(("on" if value else "") if isinstance(value, bool) else str(value) for value in chosen): line
        for chosen, line in forecast.lines().items()
    }
    sides = {seat: map(str, forecast.sides(seat)) for seat in range(forecast.setup.table.n)}
    return {
        "by": forecast.ways.by,
        "lines": {chosen: str(line) for chosen, line in lines.items()},
        "names": {
            seat: dict(zip(("bidders", "others"), names, strict=True)) for seat, names in sides.items()
        },
    }


def _draw_outlooks(forecast: Forecast) -> list[dict[str, Any]]:
    """Return the outcomes of a bid as drawings, with who scores before and after it is known who bids."""
    number, ways = forecast.example()
    bidders = Say("the bidder", "the bidders", len(forecast.setup.sides[0]))
    return [
        {
            "when": IN_A_WORD[way.kind],
            "drawing": draw_strokes(Strokes(number + way.over, number)),
            "scorers": forecast.scorers(way, bidders, Say("the others")),
            "message": forecast.scorers(way, "{bidders}", "{others}"),
        }
        for way in ways
    ]


IF_EXACT = {
    "whose": Say("{name}’s total if exact", name="{name}"),
    "total": Say("{total} if exact", total="{total}"),
    "wins": Say("wins if exact"),
    "key": Say("wins"),
}
IF_MADE = {
    "whose": Say("{name}’s total if made", name="{name}"),
    "total": Say("{total} if made", total="{total}"),
    "wins": Say("wins if made"),
    "key": Say("wins"),
}
"""The words for the totals on the keys, with blanks for the page to fill in."""


def with_totals(drawn: Sequence[Control], forecast: Forecast) -> list[Control]:
    """Return the controls of a bid, each number with the total of every player who makes it.

    Before the first score that would only repeat the number.
    """
    _, ways = forecast.example()
    if not ways:
        return list(drawn)
    words = IF_EXACT if ways[0].kind == EXACT else IF_MADE
    totals = {
        seat: {str(bid): (made.total, made.wins) for bid, made in by_bid.items()}
        for seat, by_bid in forecast.totals().items()
        if any(forecast.state.totals)
    }
    if_made = {"totals": totals, **{name: str(said) for name, said in words.items()}}
    return [
        replace(control, if_made=if_made) if control.name == "bid" and isinstance(control, Chips) else control
        for control in drawn
    ]


def with_strokes(drawn: Sequence[Control], setup: Setup, bidding: Hand | None = None) -> list[Control]:
    """Return the controls, with strokes below the figures that are drawn so in the list of hands.

    The bid, if it is known, measures the strokes that are drawn from one entry alone.
    """
    names = setup.game.stroke_entries(setup.table)
    bids = bidding.bid_by_seat if bidding and len(names) == 1 else {}

    def measured(box: FigureBox, by_side: bool) -> FigureBox:
        # Of two sides, the bidder's comes first.
        bid = next(iter(bids.values()), None) if by_side and not box.turn else None
        return replace(box, bid=bid if by_side or box.seat is None else bids.get(box.seat))

    return [
        replace(
            control,
            strokes=control.high * (2 if control.halves else 1) <= MOST_STROKES,
            places=[measured(box, bool(control.sides)) for box in control.places],
        )
        if control.name in names and isinstance(control, FigureBoxes) and control.columns
        else control
        for control in drawn
    ]


def bids_of_all(page: SheetPage) -> list[tuple[Seat, int, StrokesDrawing | None]]:
    """Return what each player bid, with strokes that are still open; empty where one bids, or nobody."""
    if not page.bidding or not page.bidding.bids_in_all(page.table):
        return []
    bids = page.bidding.bid_by_seat
    here = [seat for seat in page.form.columns if seat in page.table.here]
    return [(seat, bids[seat], draw_strokes(Strokes(None, bids[seat]))) for seat in here]


def draw_bid(page: SheetPage) -> StrokesDrawing | None:
    """Return the bidder's bid in progress as strokes that are still open; None without a number."""
    drawn = strokes(page.setup, page.bidding) if page.bidding and page.bidding.call else []
    return next((draw_strokes(side) for side in drawn if side), None)


def alternatives(
    page: SheetPage, typed: Typed | None, problems: Sequence[Problem], dealer: Seat | None
) -> list[Alternative]:
    """Return what can be entered instead of the hand that is due, under the house rules.

    ``dealer`` is None if it is not known who deals.
    """
    setup = page.setup
    if page.sheet.bidding is not None:
        return []
    found = []
    for mark, kind in setup.game.special_by_key.items():
        entries = {name: e for name, e in setup.game.entries[kind].items() if not e.aside}
        if not entries[mark].offered(setup.table):
            continue
        here = typed is not None and typed.get("alone") == mark
        # The dealer deals already, and this form has no other one.
        dealers = [name for name, e in setup.game.entries[kind].items() if isinstance(e, Dealer)]
        buyers = [name for name, e in entries.items() if isinstance(e, Person) and e.but in dealers]
        drawing = page.form.drawing(typed if typed is not None and here else MultiDict())
        drawing = replace(drawing, partners=dict.fromkeys(buyers, dealer))
        drawn = controls(entries, drawing, problems if here else ())
        others = [problem for problem in problems if here and problem.field not in entries]
        found.append(Alternative(mark, entries[mark], drawn, others, here))
    return found
