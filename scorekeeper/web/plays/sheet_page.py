"""The facts that the pages of a play show, and its newest change in a sentence."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any

from scorekeeper.domain import FROM_FILE
from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Suit
from scorekeeper.rules.forecast.bids import Forecast
from scorekeeper.rules.forecast.needs import say_needs
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import NOTHING, And, Numbered, Parts, Say, Sentences
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import now
from scorekeeper.store.models import Claim
from scorekeeper.store.plays.change_log import LoggedChange, newest_logged
from scorekeeper.store.plays.claims import open_claims
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.scores import TotalsView
from scorekeeper.web.wording.changes import say_done
from scorekeeper.web.wording.news import newest_news

JUST_NOW = timedelta(minutes=1)
"""The time for which the title of a sheet says what was changed last."""


@dataclass(frozen=True)
class UndoOffer:
    """The newest change, which can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        status: what happened.
        button: what the button says.
    """

    action: str
    status: Say
    button: Say


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
    def update_note(self) -> Say:
        """The totals that an update has changed; nothing if none."""
        known = json.loads(self.sheet.play.last_totals or "{}")
        if not known or known["edition"] == str(self.game.edition):
            return NOTHING
        changed = [
            Say(
                "{names} had {was} and has {now} now",
                "{names} had {was} and have {now} now",
                len(column.names),
                names=And(*column.names),
                was=before,
                now=column.total,
            )
            for column in self.columns
            if (before := read_points(known["totals"][seat := column.seats[0]]))
            not in (column.total, self.result.state.totals[seat])
        ]
        return Say("An update changed the rules: {totals}.", totals=Parts(*changed)) if changed else NOTHING

    @cached_property
    def over_note(self) -> Sentences:
        """What today's rules make of a running game that they end; nothing if they don't."""
        over = self.sheet.over
        if over is None or over.ending is None:
            return Sentences()
        noun, at, last = self.game.hand_noun, len(over.hands), len(self.result.hands)
        said = "By today’s rules the game was over with {hand}: {why}."
        later = "If you end it there, {hands} won’t count."
        return Sentences(
            Say(said, hand=Numbered(noun, at), why=over.ending.why),
            Say(later, hands=Numbered(noun, *range(at + 1, last + 1))) if at < last else NOTHING,
        )

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
            return UndoOffer("go-on", Say("Game ended"), Say("Undo"))
        change = self.newest
        if change is None:
            return None
        is_own = change.row.device in ("", FROM_FILE, access.device_name())
        by = None if is_own else change.row.device.partition(" (")[0]
        said = say_done(change, self.game, by, brief=True)
        return UndoOffer("undo", said, Say("Redo") if change.undone else Say("Undo"))

    @cached_property
    def claims(self) -> Sequence[Claim]:
        """What is said of the next hand, and which hands aren't right, oldest first."""
        return open_claims(self.sheet)

    @cached_property
    def newest(self) -> LoggedChange | None:
        """The newest change; None before the first."""
        return newest_logged(self.sheet)


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
