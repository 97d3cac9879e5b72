"""Ending a night: its unfinished games, counting the coins, settling up, the recap, one after another.

Each page leads to the next; one with nothing to do is left out. This can be left at any point, and the next
visit begins there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.course import say_winners
from scorekeeper.rules.saying import Say
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import now
from scorekeeper.store.models import Night
from scorekeeper.store.plays.plays import plays_of_night, running_play_of_night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.nights.night import back_to_night, newest_deletion
from scorekeeper.web.nights.tonight import GameRow, running_game
from scorekeeper.web.submissions import commit
from scorekeeper.web.wording.nights import if_ended

bp = Blueprint("ending", __name__, url_prefix="/nights/<int:night_id>/ending")

PAGES = {
    "games": (Say("unfinished games"), "ending.unfinished_games"),
    "count": (Say("count the coins"), "counting.count_coins"),
    "settle": (Say("settle up"), "settle_up.settle_up"),
    "recap": (Say("recap"), "night_recap.night_recap"),
}
"""What is done in each step, and its page: the first is about games, those before the last about coins."""

FIRST, *_, LAST = PAGES


class EndingStep(NamedTuple):
    """A step of ending a night: what is done in it, and the address of its page."""

    words: Say
    href: str


@dataclass(frozen=True)
class UnfinishedGame:
    """A game that has not ended.

    Attributes:
        sheet, row: the game, and its row on the page of the night.
        if_ended: sentences about what comes of it if it is ended now; empty if it can't be scored.
    """

    sheet: Sheet
    row: GameRow
    if_ended: Sequence[Say]

    @property
    def is_empty(self) -> bool:
        """Return whether it has no hand yet, so that it is deleted instead of being ended."""
        return not self.sheet.entries


@bp.app_template_global()
def ending_step(night_id: int, name: str) -> EndingStep:
    words, endpoint = PAGES[name]
    return EndingStep(words, url_for(endpoint, night_id=night_id))


@bp.app_template_global()
def step_after(name: str, bank: Bank) -> str:
    """Return the name of the next step in which there is something to do; there always is in the last one."""
    due = {"count": any(bank.book.values()) and not bank.settled, "settle": not bank.settled}
    order = [*PAGES]
    return next((step for step in order[order.index(name) + 1 :] if due.get(step)), LAST)


@bp.get("")
@declares(offline_copy="night")
def unfinished_games(night_id: int) -> str:
    """Show the games that have not ended: each can be finished, ended early or left as it is."""
    night = access.night_or_404(night_id, Role.KEEPER)
    plays = plays_of_night(night)
    sheets = [*Sheet.of_all([play for play in plays if play.deleted_at is None])]
    ended = [sheet for sheet in sheets if sheet.play.stopped and sheet.play.ended_at and sheet.can_be_scored]
    undo = max(ended, key=attrgetter("play.ended_at"), default=None)
    deletion = newest_deletion(plays)
    if deletion and undo and (undo.play.ended_at or now()) > (deletion[0].deleted_at or now()):
        deletion = None
    return render_template(
        "nights/ending.html",
        night=night,
        games=[
            UnfinishedGame(sheet, running_game(sheet), _if_ended(sheet) if sheet.can_be_scored else ())
            for sheet in sheets
            if not sheet.play.ended_at
        ],
        undo=undo,
        deletion=deletion,
        say_winners=say_winners,
        bank=bank_of(night, sheets),
    )


@bp.post("")
def end_night(night_id: int) -> Response:
    """Begin to end the night, or go on to the next page; return to the night if it goes on by now."""
    night, left = access.night_or_404(night_id), request.form.get("after", "")
    if left and not night.ending:
        return commit(back_to_night(night_id), for_others=False)
    step = step_after(left, bank_of(night)) if left in PAGES else night.ending or first_step(night)
    return commit(go_to_step(night, step))


def first_step(night: Night) -> str:
    """Return the name of the step with which ending a night begins now: the first with anything to do."""
    return FIRST if running_play_of_night(night.id) else step_after(FIRST, bank_of(night))


def go_to_step(night: Night, step: str) -> Response:
    """Redirect to a step of ending a night; the next visit begins there if it is the furthest so far."""
    order = [*PAGES]
    if night.ending not in PAGES or order.index(step) > order.index(night.ending):
        night.ending = step
    return redirect(ending_step(night.id, step).href, code=303)


def _if_ended(sheet: Sheet) -> Sequence[Say]:
    bid = sheet.setup.game.bid_noun if sheet.bidding is not None else ""
    return if_ended(sheet.score(sheet.entries, True), bid, sheet.number)
