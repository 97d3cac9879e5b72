"""The facts that the pages of a play show, and its newest change in a sentence."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.domain import (
    CHANGED,
    CORRECTED,
    ENTERED,
    FROM_FILE,
    MOVED,
    OF_GAME,
    SWAPPED,
    said_first,
)
from scorekeeper.rules import engine
from scorekeeper.rules.course import say_win
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Suit
from scorekeeper.rules.forecast.bids import Forecast
from scorekeeper.rules.forecast.needs import say_needs
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.spoken import aloud, say_corrected, say_hand
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import figure, listed
from scorekeeper.store.database import now
from scorekeeper.store.models import Claim
from scorekeeper.store.plays.change_log import LoggedChange, newest_logged
from scorekeeper.store.plays.claims import open_claims
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.changes.wording import describe_change_made, describe_details
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.scores import TotalsView

JUST_NOW = timedelta(minutes=1)
"""The time for which the title of a sheet says what was changed last."""


@dataclass(frozen=True)
class UndoOffer:
    """The newest change, which can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        status: what happened, in words.
        button: what the button says.
    """

    action: str
    status: str
    button: str


@dataclass
class SheetPage(TotalsView):
    """A play as templates show it, with what they ask for beyond its result."""

    sheet: Sheet

    @property
    def result(self) -> Result:
        """The score after every complete hand."""
        return self.sheet.result

    @property
    def bidding(self) -> Hand | None:
        """The bid of the hand in progress; None before there is one, and if it is no longer possible."""
        return self._bid_read[0]

    @property
    def bidding_problems(self) -> tuple[Problem, ...]:
        """The reasons for entering the saved bid again: an earlier hand was corrected since."""
        return self._bid_read[1]

    @cached_property
    def _bid_read(self) -> tuple[Hand | None, tuple[Problem, ...]]:
        if self.sheet.bidding is None:
            return None, ()
        try:
            state = self.result.state
            return engine.read_bidding(self.setup, state, self.sheet.bidding, self.sheet.number), ()
        except Refused as refused:
            return None, refused.problems

    @property
    def number(self) -> int:
        """The number of the hand in progress."""
        return self.sheet.number

    @cached_property
    def dealer(self) -> Seat:
        """The dealer of the hand in progress."""
        if self.bidding and self.bidding.dealer is not None:
            return self.bidding.dealer
        return self.result.state.dealer

    @cached_property
    def forecast(self) -> Forecast:
        """The forecast of the hand in progress."""
        return Forecast(self.setup, replace(self.result.state, dealer=self.dealer))

    @cached_property
    def form(self) -> HandForm:
        """The form of the hand in progress."""
        return HandForm(self.setup, self.result.state, self.dealer)

    @cached_property
    def before(self) -> dict[str, Any]:
        """The entries of the last hand that the next one can repeat, as JSON."""
        last = self.result.hands[-1].hand if self.result.hands else None
        entries = self.game.entries[self.game.hand] if isinstance(last, self.game.hand) else {}
        return {
            name: entry.write(getattr(last, name), self.table)
            for name, entry in entries.items()
            if entry.again
        }

    @cached_property
    def can_continue(self) -> bool:
        """Return whether the players ended the game, and not its rules."""
        sheet = self.sheet
        return sheet.play.stopped and sheet.score(sheet.entries, False).ending is None

    @property
    def is_just_changed(self) -> bool:
        """Return whether the newest change is not older than a minute."""
        play, newest = self.sheet.play, self.sheet.newest
        ended_at = play.ended_at if self.sheet.ended_last else None
        at = max((moment for moment in (ended_at, newest.at if newest else None) if moment), default=None)
        return at is not None and now() - at < JUST_NOW

    @cached_property
    def update_note(self) -> str:
        """The totals that an update has changed, as a sentence; empty if none."""
        known = json.loads(self.sheet.play.last_totals or "{}")
        if not known or known["edition"] == str(self.game.edition):
            return ""
        changed = [
            f"{listed(column.names)} had {figure(before)} and "
            f"{'has' if len(column.names) == 1 else 'have'} {figure(column.total)} now"
            for column in self.columns
            if (before := read_points(known["totals"][seat := column.seats[0]]))
            not in (column.total, self.result.state.totals[seat])
        ]
        return f"An update changed the rules: {'; '.join(changed)}." if changed else ""

    @cached_property
    def over_note(self) -> str:
        """What today's rules make of a running game that they end, as sentences; empty if they don't."""
        over = self.sheet.over
        if over is None or over.ending is None:
            return ""
        at, last = len(over.hands), len(self.result.hands)
        said = f"By today’s rules the game was over with {self.noun} {at}: {over.ending.why}."
        if at == last:
            return said
        later = f"{self.noun} {last}" if at + 1 == last else f"{self.game.hand_noun.many} {at + 1} to {last}"
        return f"{said} If you end it there, {later} won’t count."

    @cached_property
    def suits(self) -> Mapping[str, str]:
        """The suits that can be trump, by name; none if the game has no trump."""
        return self.suit.choices if self.suit else {}

    @cached_property
    def suit(self) -> Suit | None:
        """The entry that says which suit is trump; None if the game has no trump."""
        entries = self.game.entries[self.game.hand].values()
        return next((entry for entry in entries if isinstance(entry, Suit)), None)

    @cached_property
    def needs(self) -> Say:
        """The line on what each side needs to win; empty if the end is not near."""
        return say_needs(self.result)

    @cached_property
    def undo(self) -> UndoOffer | None:
        """The offer to undo the newest change; None before the first."""
        # After the players have ended the game, undo means to continue it: no hand was wrong.
        if self.sheet.play.ended_at and self.can_continue and self.sheet.ended_last:
            return UndoOffer("go-on", "Game ended", "Undo")
        change = self.newest
        if change is None:
            return None
        is_own = change.row.device in ("", FROM_FILE, access.device_name())
        by = "" if is_own else said_first(change.row.device).split(" (")[0]
        said = describe_change_made(change, self.game, by, brief=True)
        return UndoOffer("undo", said, "Redo" if change.undone else "Undo")

    @cached_property
    def claims(self) -> Sequence[Claim]:
        """What is said of the next hand, and which hands aren't right, oldest first."""
        return open_claims(self.sheet)

    @cached_property
    def newest(self) -> LoggedChange | None:
        """The newest change; None before the first."""
        return newest_logged(self.sheet)


class News(NamedTuple):
    """The newest change.

    Attributes:
        id: differs for every change.
        sentence: what others hear of it: "Bea bid 5 and made it. Bea, 35 to go. Cal deals."; of what isn't
            called, such as a bid, the same as ``notice``.
        notice: who did what, for those whose form it concerns: "Bea (iPhone) saved hand 7: Bea bid 5, made.".
        own: the same for the phone that did it, with the totals: "Hand 7 saved. Ann 3, Bea 18."; empty once
            the change is too old to be undone with one tap.
    """

    id: str
    sentence: str
    notice: str
    own: str = ""


def page_context(page: SheetPage) -> dict[str, Any]:
    """Return what the templates of all pages about a game take."""
    return {
        "sheet": page.sheet,
        "play": page.sheet.play,
        "game": page.game,
        "table": page.table,
        "noun": page.noun,
        "before": page.result,
        "news": newest_news(page),
    }


def newest_news(page: SheetPage) -> News:
    """Return the newest change of a game; its sentence is empty if nothing was entered yet."""
    play, newest = page.sheet.play, page.newest
    last = page.sheet.newest_id
    if play.night.deleted_at:
        return News(f"{last}-night", said := "The night of this game was deleted.", said)
    if play.deleted_at:
        return News(f"{last}-deleted", said := "This game was deleted.", said)
    if page.can_continue and page.sheet.ended_last:
        said, win = "The game was ended.", say_win(page.result)
        sentence = f"{said} {win}" if _winners(page) else str(win)
        return News(f"{last}-ended", sentence, said, describe_own(page))
    if newest is None:
        return News("0", "", "")
    notice = describe_change(page, newest)
    return News(
        str(last), say_change(page, newest) or notice, notice, describe_own(page, newest.row.complete)
    )


def say_change(page: SheetPage, change: LoggedChange) -> str:
    """Return a change of a hand as it is called: the hand with what it leaves, or its correction or removal.

    Empty for bids and settings, and for what has been changed again since.
    """
    original, row, sheet = change.original, change.row, page.sheet
    if not original.complete or original.action == CHANGED:
        return ""
    number = (change.before if change.undone else change.after).number_of(row.hand_id)
    now_there = sheet.row(number) if number else None
    if number and (now_there is None or (now_there.id, now_there.entry) != (row.hand_id, row.entry)):
        return ""
    if original.action == ENTERED and not change.times:
        result = sheet.score(sheet.entries[:number], False)
        return aloud(say_hand(result, page.needs if result is page.result else None))
    said = describe_change_made(change, page.game)
    if original.action == CORRECTED and not change.undone:
        said = f"Correction of {page.noun} {number}"
    if not 0 < number <= len(page.result.hands) or original.action in (MOVED, SWAPPED, *OF_GAME):
        return f"{said}."
    return f"{said}: {aloud(say_corrected(page.result, number))}"


def describe_own(page: SheetPage, with_totals: bool = True) -> str:
    """Return what has just happened, who has won, and the totals; empty if nothing has."""
    if page.undo is None:
        return ""
    totals = (f"{listed(column.names)} {column.shown}" for column in page.columns)
    after = f" {', '.join(totals)}." if with_totals else ""
    said = page.undo.status
    if page.undo.action == "undo" and page.newest:
        said = describe_change_made(page.newest, page.game, brief=True)
    return f"{said}.{_winners(page)}{after}"


def describe_change(page: SheetPage, change: LoggedChange) -> str:
    """Return who changed what: the figures before and after, or what the hand says now; and who has won."""
    said = describe_by(page, change)
    shows_figures = change.original.complete and change.original.action in (CORRECTED, CHANGED)
    layout = change.before if change.undone else change.after
    if shows_figures:
        what = describe_details(change, page.game, page.table)
    else:
        what = _in_words(page, layout.number_of(change.row.hand_id))
    return f"{said}{': ' + what if what else ''}.{_winners(page)}"


def describe_in_full(page: SheetPage, change: LoggedChange) -> str:
    """Return who changed what, with the figures before and after, as a sentence without its full stop."""
    details = describe_details(change, page.game, page.table)
    said = describe_by(page, change)
    return f"{said}: {details}" if details else said


def describe_by(page: SheetPage, change: LoggedChange) -> str:
    """Return who did what; what was imported has nobody who did it."""
    device = change.row.device
    return describe_change_made(change, page.game, "" if device in ("", FROM_FILE) else said_first(device))


def _winners(page: SheetPage) -> str:
    """Return who has won, as a sentence after another one; empty if nobody has."""
    ending = page.result.ending
    return f" {listed(page.table.names(ending.winners))} won." if ending and ending.winners else ""


def _in_words(page: SheetPage, number: int) -> str:
    """Return a hand or its bid in a few words; empty if there is none."""
    if not number:
        return ""
    if number <= len(page.result.hands):
        return str(page.setup.summary(page.result.hands[number - 1]))
    bid = page.bidding
    suit = page.suits.get(getattr(bid, "trump", None) or "", "")
    return ", ".join(filter(None, (str(bid.describe_bid(page.table)), suit))) if bid else ""
