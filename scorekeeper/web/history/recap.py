"""The recap of a game: its result, a chart, every hand with its reasons, and its house rules.

The hands are explained in full on screen and shortened on paper.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import zip_longest
from typing import Any, NamedTuple

from flask import Blueprint, render_template

from scorekeeper.rules.hand import Line, merge_lines
from scorekeeper.rules.saying import NOTHING, Argument, Say
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.models import Play
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.course import telling_course
from scorekeeper.web.games.rules_text import describe_rulings
from scorekeeper.web.plays.loading import back_to_sheet, load_sheet
from scorekeeper.web.plays.scores import PlayedHand, newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.wording.hands import explain_line
from scorekeeper.web.wording.nights import say_duration

bp = Blueprint("recap", __name__, url_prefix="/plays/<int:play_id>")

LONGEST_GAME = timedelta(days=100)
"""A game that seems to have taken longer was played while the clock was set."""

MAX_LARGE_LETTERS = 4000
"""The number of letters in the hands of a game that fit on one sheet of paper in the larger type."""


class AgreedRule(NamedTuple):
    """A house rule: its label, its value in words, whether that is the default, and what it does."""

    label: str
    words: Argument
    is_default: bool
    help: str


class RecapLine(NamedTuple):
    """One line of the explanation of a hand.

    Attributes:
        who, amount, why: ``who`` says nothing if it is everyone not named in the line before.
        is_repeated: whether the reason is also beside the next line, or mirrors the line before, so that
            it can be left out on paper.
    """

    who: Argument
    amount: str
    why: Say
    is_repeated: bool


@bp.get("/recap")
@declares(offline_copy="night")
def recap(play_id: int) -> Any:
    """Show the whole game on a page."""
    view = SheetPage(load_sheet(play_id))
    play, result = view.sheet.play, view.result
    if play.deleted_at or play.night.deleted_at:
        return back_to_sheet(play_id)
    rows = newest_rows(result, len(result.hands))[::-1]
    because = [explain_hand(one.lines, result.setup.table.at(one.number)) for one in result.hands]
    return render_template(
        "history/recap.html",
        view=view,
        play=play,
        game=result.setup.game,
        title=result.setup.title,
        ending=result.ending,
        payout=result.payout,
        rows=[*zip(rows, because, strict=True)],
        dense=needs_small_type(rows, because),
        chart=telling_course(result, play.person_ids),
        agreed=agreed_rules(result.setup),
        rulings=describe_rulings(result.setup.game, result.setup.table.rules),
        lasted=say_lasted(play),
    )


def agreed_rules(setup: Setup) -> Sequence[AgreedRule]:
    """Return the house rules of a game, those that differ from the default first."""
    found, called = [], setup.table.by_side(setup.sides)
    for name, entry in setup.game.house_rules.items():
        if not entry.offered(setup.table):
            continue
        value, usual = getattr(setup.table.rules, name), entry.blank(setup.table)
        if name == "target" and value is not None and setup.target is None:
            continue  # Another rule took its place.
        none = Say(entry.null or "none")
        words = none if value is None else entry.describe(entry.write(value, setup.table), called)
        found.append(AgreedRule(entry.label, words, value == usual, entry.help))
    return sorted(found, key=lambda rule: rule.is_default)


def say_lasted(play: Play) -> Say:
    """Return how long a game took; nothing while it runs, and if its times don’t say."""
    took = play.ended_at - play.started_at if play.ended_at else None
    return say_duration(took) if took is not None and timedelta() < took < LONGEST_GAME else NOTHING


def explain_hand(lines: Sequence[Line], table: Table[Any]) -> list[RecapLine]:
    """Return the explanation of a hand."""
    found = []
    each = [replace(line, seats=seats) for seats, line in merge_lines(lines)]
    first: Line | None = None
    for line, following in zip_longest(each, each[1:]):
        rest = first if first and sorted((*first.seats, *line.seats)) == [*table.here] else None
        who, amount, why = explain_line(line, line.seats, table)
        who = NOTHING if rest and len(line.seats) > 2 else who
        mirrored = rest is not None and line.mirrors
        is_repeated = mirrored or (following is not None and line.why == following.why)
        found.append(RecapLine(who, str(amount), why, is_repeated))
        # A line that mirrors another has none that mirrors it.
        first = None if mirrored else line
    return found


def needs_small_type(rows: Sequence[PlayedHand], because: Sequence[Sequence[RecapLine]]) -> bool:
    """Return whether the hands of a game need the smaller type to fit on one sheet of paper."""
    heads = sum(len(str(row.summary)) + len(row.dealer) + len(row.note) for row in rows)
    lines = (line for lines in because for line in lines)
    reasons = sum(
        len(str(line.who)) + len(line.amount) + len("" if line.is_repeated else str(line.why))
        for line in lines
    )
    return heads + reasons > MAX_LARGE_LETTERS
