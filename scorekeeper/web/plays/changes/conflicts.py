"""A hand entered while others changed the game: both versions with what each scores, and what can be done."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules import engine
from scorekeeper.rules.hand import Hand, Played
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import NOTHING, Dots, Numbered, Say
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declared
from scorekeeper.web.forms.edit_conflict import (
    MINE,
    ConflictSide,
    EditConflict,
    Pairs,
    Resolution,
    keep_sent,
    send_again,
)
from scorekeeper.web.forms.entry_form import from_json, hand_class
from scorekeeper.web.forms.left_out import judge_hand
from scorekeeper.web.plays.loading import (
    HandConflict,
    back_to_sheet,
    deletion,
    reopened,
    seats_changed,
    words_sent,
)
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit, repeat_first_answer
from scorekeeper.web.wording.hands import consequences, describe_entry, say_bidding
from scorekeeper.web.wording.news import newest_news

bp = Blueprint("conflicts", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/keep")
def keep_theirs(play_id: int) -> Response:
    """Leave the game as it is; what was entered on this phone is discarded."""
    access.play_or_404(play_id)
    repeat_first_answer()
    return commit(back_to_sheet(play_id), for_others=False)


def describe_conflict(page: SheetPage, refused: Exception | None) -> EditConflict | None:
    """Return the conflict for which a form was refused, to show on a page; None if that is not why."""
    if not isinstance(refused, Conflict) or request.method != "POST" or not access.may(Role.KEEPER):
        return None
    if isinstance(refused, HandConflict):
        compared = HandComparison(page, refused)
        return EditConflict(refused.why, compared.theirs, compared.mine, list(compared.resolutions()))
    return keep_for_deleted_game(page.sheet, refused.why) if deletion(page.sheet) else None


def keep_for_deleted_game(sheet: Sheet, why: Say) -> EditConflict:
    """Return what was sent for a deleted game, to be sent again once it is restored."""
    words, discard = words_sent(sheet), url_for("conflicts.keep_theirs", play_id=sheet.play.id)
    if sheet.play.night.deleted_at:
        return keep_sent(why, words, discard)
    return keep_sent(why, words, discard, Say("Restore and try again"), ("reopen", "yes"))


@dataclass
class HandComparison:
    """A hand that was entered on this phone, beside what others have saved.

    Attributes:
        page: the game as others have left it.
        conflict: what was entered, and for which hand.
    """

    page: SheetPage
    conflict: HandConflict

    @cached_property
    def open(self) -> Sheet:
        """The game as it would be if it were restored and continued."""
        return reopened(self.page.sheet)

    @property
    def is_bid(self) -> bool:
        """Return whether only a bid was entered."""
        return declared().saves == "bid"

    @property
    def is_correction(self) -> bool:
        """Return whether an earlier hand was to be corrected."""
        return declared().saves == "correction"

    @property
    def kind(self) -> type[Hand]:
        """The declaration of what was entered."""
        game = self.page.game
        return game.bidding if self.is_bid and game.bidding else hand_class(game, request.form)

    @property
    def saved(self) -> Played | None:
        """The hand of that number as others have saved it; None if there is none."""
        number, hands = self.conflict.number, self.page.result.hands
        return hands[number - 1] if 1 <= number <= len(hands) else None

    @cached_property
    def correction(self) -> HandEdit | Refused | None:
        """The game with this phone's hand instead of theirs, or why that cannot be; None if there is none."""
        return None if self.is_bid or not self.saved else self._entered_as(self.conflict.number)

    @cached_property
    def addition(self) -> HandEdit | Hand | Refused | None:
        """The game with this phone's entry as the next one, or why that cannot be; None if it is over."""
        number, sheet = self.open.number, self.open
        taken = sheet.bidding is not None and self.conflict.number != number
        if sheet.result.ending or taken or (self.is_correction and self.saved) or self._is_night_deleted:
            return None
        if not self.is_bid:
            return self._entered_as(number)
        try:
            return engine.read_bidding(sheet.setup, sheet.result.state, self.conflict.entry, number)
        except Refused as refused:
            return refused

    @property
    def theirs(self) -> ConflictSide:
        """The side of the others, with what they have saved."""
        page, saved = self.page, self.saved
        row = page.sheet.row(self.conflict.number)
        if not row or row.entry is None or self._is_gone:
            ending = page.result.ending
            remarks = [Say("{why}.", why=ending.why)] if ending and not self._is_gone else ()
            return ConflictSide(Say("Theirs"), newest_news(page).notice, remarks=remarks)
        title = Say("Theirs: {device}", device=self._device)
        if not saved:
            bid = say_bidding(page.game, page.hand_table, page.bidding) if page.bidding else NOTHING
            return ConflictSide(title, bid)
        return ConflictSide(title, page.setup.summary(saved), self._words_of(True), saved.lines)

    @property
    def mine(self) -> ConflictSide:
        """The side of this phone, with what was entered on it."""
        words = self._words_of(False)
        edit = self.correction or self.addition
        match edit:
            case HandEdit():
                played = edit.result.hands[edit.number - 1]
                remarks = consequences(self.open.result, edit)
                return ConflictSide(MINE, self.page.setup.summary(played), words, played.lines, remarks)
            case Hand():
                return ConflictSide(MINE, edit.describe_bid(self.page.hand_table))
            case Refused():
                return ConflictSide(
                    MINE, "", words, remarks=[str(problem.message) for problem in edit.problems]
                )
        return ConflictSide(MINE, "", words)

    def resolutions(self) -> Iterator[Resolution]:
        """Yield what can be done."""
        here = url_for("sheet.sheet", play_id=self.page.sheet.play.id)
        game = self.page.game
        yield Resolution(self._keep, f"{here}/keep")
        if isinstance(self.correction, HandEdit):
            last = [("last", str(self.correction.last))]
            way = Say("use mine") if self.is_correction else Say("use mine instead")
            yield Resolution(
                self._label(way), f"{here}/hands/{self.conflict.number}", [*self._fields(), *last]
            )
        if isinstance(self.addition, Refused):
            yield Resolution(self._label(Say("change mine")), f"{here}/{self._entering}", self._as_sent())
        elif self.addition:
            hand = Numbered(game.hand_noun, self.open.number)
            way = Say("enter mine for {hand}" if self.is_bid else "enter mine as {hand}", hand=hand)
            if self.open.bidding and self.conflict.number == self.open.number:
                way = Say("use mine")
            yield Resolution(self._label(way), f"{here}/{self._entering}", self._fields(whole=True))
        if self._is_night_deleted:
            yield send_again()

    @property
    def _device(self) -> str:
        """The phone that has saved the hand of that number; empty if none has."""
        row = self.page.sheet.row(self.conflict.number)
        return hand_history(row.id)[-1].device if row else ""

    @property
    def _keep(self) -> Say:
        """What discards this phone's entry, with the name of the player who saved the other, if known."""
        for name in self.page.table.players:
            if self._device == name or self._device.startswith(f"{name} ("):
                return Say("Keep {name}’s", name=name)
        return Say("Keep theirs")

    @property
    def _entering(self) -> str:
        return "bid" if self.is_bid else "hands"

    @property
    def _is_gone(self) -> bool:
        play = self.page.sheet.play
        return bool(play.deleted_at or play.night.deleted_at)

    @property
    def _is_night_deleted(self) -> bool:
        return self.page.sheet.play.night.deleted_at is not None

    def _words_of(self, theirs: bool) -> Dots:
        """Return what was entered by others, or on this phone, where the two differ."""
        row = self.page.sheet.row(self.conflict.number)
        saved = json.loads(row.entry) if row and row.complete and row.entry else {}
        both = [describe_entry(self.page.setup, entry) for entry in (saved, self.conflict.entry)]
        ours, others = both if theirs else reversed(both)
        kept = [pair for pair in ours if pair not in others]
        return Dots(*(Say("{label}: {value}", label=label, value=value) for label, value in kept))

    def _label(self, way: Say) -> Say:
        """Return the label of a button, with what is done before."""
        play = self.page.sheet.play
        if play.deleted_at:
            return Say("Restore the game and {way}", way=way)
        return Say("Continue the game and {way}" if play.stopped else "{Way}", way=way)

    def _entered_as(self, number: int) -> HandEdit | Refused:
        """Return what the game becomes with this phone's hand as that of the number, or why it is refused."""
        sheet, entry = self.open, self.conflict.entry
        try:
            return judge_hand(sheet, number, entry)
        except Refused as refused:
            return refused

    def _fields(self, whole: bool = False) -> Pairs:
        """Return the fields of a form with all that was entered, for the game as it is now."""
        game, entry = self.page.game, self.conflict.entry
        typed = from_json(game.entries[self.kind], entry, self.page.table)
        return [*self._version(whole), *typed.items(multi=True)]

    def _as_sent(self) -> Pairs:
        """Return the fields as they were sent, for the game as it is now."""
        if seats_changed(self.page.sheet):
            return self._fields(whole=True)
        sent = request.form.items(multi=True)
        names = self.page.game.entries[self.kind]
        return [*self._version(True), *((name, value) for name, value in sent if name.split("-")[0] in names)]

    def _version(self, whole: bool) -> Iterator[tuple[str, str]]:
        yield f"hand-{self.open.number}", ""
        yield from self.open.version.fields.items()
        if self.open is not self.page.sheet:
            yield "reopen", "yes"
        if alone := request.form.get("alone"):
            yield "alone", alone
        elif whole and not self.is_bid:
            yield "whole", "on"
