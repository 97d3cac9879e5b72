"""A change of a game that others have overtaken, such as ending it: both sides, and what can be done."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import request, url_for

from scorekeeper.domain import CORRECTED, ENTERED, INSERTED
from scorekeeper.rules.entries import Suit
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.words import capital
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.change_log import LoggedChange, change_log
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history
from scorekeeper.web.forms.edit_conflict import (
    MINE,
    ConflictSide,
    EditConflict,
    Pairs,
    Resolution,
    fields_sent,
    send_again,
)
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.numbers import read_number
from scorekeeper.web.plays.change_summary import consequences
from scorekeeper.web.plays.changes.wording import describe_change_made
from scorekeeper.web.plays.loading import RESTORED, number_sent, reopened
from scorekeeper.web.plays.sheet_page import SheetPage, newest_news

NOT_DONE = "Mine, not done yet"
DISCARD = "Discard mine"

SAID: Mapping[str | None, str] = {
    "saving.restore_hand": "Restore {hand}",
    "play.end_play": "End game",
    "play.continue_play": "Continue this game",
    "play.again": "Play again",
    "play.delete": "Delete game",
    "play.save_note": "“{note}”",
    "hand_changes.insert_hand": "Insert a {noun} before {noun} {place}",
    "hand_changes.restore_removed": "Restore a removed {noun}",
    "settings.change_settings": "Change the game",
}
"""What each form does, by its endpoint."""

CHANGES = {"move": "Move {noun} {place}", "swap": "Swap names", "remove": "Remove {noun} {place}"}
"""What each form does that changes an earlier hand."""

OTHERS = ("saving.save_trump", "saving.undo", "saving.remove_last_hand", "hand_changes.change_hand")
"""The endpoints of the other forms."""

TYPED = ("play.save_note",)
"""Forms that save what was typed, instead of doing something."""


@dataclass
class ActionComparison:
    """What others have changed, and what was to be done on this phone.

    Attributes:
        page: the game as others have left it.
        why: what they have changed, as a sentence.
        edit: what this phone's change would make of the game now, if it was worked out.
        refused: why it cannot be made any more.
    """

    page: SheetPage
    why: str
    edit: PlayEdit | None = None
    refused: Refused | None = None

    @cached_property
    def open(self) -> Sheet:
        """The game as it would be if it were restored and continued."""
        return reopened(self.page.sheet, continuing=request.endpoint == "saving.save_trump")

    @property
    def conflict(self) -> EditConflict:
        """Both sides, with what can be done."""
        discard = Resolution(DISCARD, f"{self._here}/keep")
        return EditConflict(self.why, self.theirs, self.mine, [discard, *self.resolutions()])

    @property
    def theirs(self) -> ConflictSide:
        """What others have done last."""
        ending = self.page.result.ending
        said = newest_news(self.page).sentence or "The game was changed."
        return ConflictSide("Theirs", said, remarks=[f"{ending.why}."] if ending else ())

    @property
    def mine(self) -> ConflictSide:
        """What was to be done."""
        title = MINE if request.endpoint in TYPED else NOT_DONE
        remarks = consequences(self.open.result, self.edit) if self.edit else []
        remarks += [problem.message for problem in self.refused.problems] if self.refused else []
        return ConflictSide(title, self.said, self._about, remarks=remarks)

    @property
    def _about(self) -> str:
        """The hand that was to be changed, as it is now; empty if there is none."""
        hands, number = self.page.result.hands, (request.view_args or {}).get("number", 0)
        changes = request.endpoint == "hand_changes.change_hand" and 0 < number <= len(hands)
        return str(self.page.setup.summary(hands[number - 1])) if changes else ""

    @property
    def said(self) -> str:
        """What was to be done, in a few words."""
        match request.endpoint:
            case "saving.save_trump":
                return self._trump_said
            case "saving.undo":
                said = describe_change_made(self.change, self.page.game, brief=True) if self.change else ""
                return f"Undo: {said}" if said else "Undo"
            case "saving.remove_last_hand":
                return self._removal_said
            case "hand_changes.change_hand":
                said = CHANGES[(request.view_args or {})["change"]]
            case endpoint:
                said = SAID.get(endpoint, "Your change")
        noun, note = self.page.noun, request.form.get("note", "")
        hand = f"{noun} {number_sent(self.page.sheet)}"
        return said.format(noun=noun, hand=hand, note=note, place=(request.view_args or {}).get("number", ""))

    def resolutions(self) -> Iterator[Resolution]:
        """Yield what can be done besides leaving the game as it is."""
        if self.page.sheet.play.night.deleted_at:
            yield send_again()
            return
        match request.endpoint:
            case "saving.save_trump":
                yield from self._set_trump()
            case "saving.undo":
                yield from self._undo()
            case "saving.remove_last_hand":
                yield from self._remove(self._removed)
            case "saving.restore_hand":
                if self.open.hand_to_restore:
                    yield self._again(self.said)
            case "play.again":
                return
            case "play.end_play":
                if not self.open.result.ending:
                    yield self._again(self.said)
            case "play.save_note":
                yield self._again("Save mine")
            case "play.continue_play" | "play.delete":
                yield self._again(self.said)
            case _:
                if self.edit:
                    yield self._again(self.said)

    # Trump

    @property
    def _trump_said(self) -> str:
        entry = self.page.game.entries[self.page.game.hand].get("trump")
        suits = entry.choices if isinstance(entry, Suit) else {}
        suit = suits.get(request.form.get("trump", ""), "none")
        return f"Trump of {self.page.noun} {number_sent(self.page.sheet)}: {suit}"

    def _set_trump(self) -> Iterator[Resolution]:
        sheet, number, suit = self.open, number_sent(self.page.sheet), request.form.get("trump", "")
        if number == sheet.number and sheet.bidding is not None and not sheet.result.ending:
            yield self._again("Use mine")
        elif 0 < number < sheet.number:
            entry = json.loads(sheet.entries[number - 1])
            entry.pop("trump", None)
            label = f"Correct {self.page.noun} {number} with mine"
            yield self._correct(label, number, entry | ({"trump": suit} if suit else {}))

    # Undo, and removing the last hand

    @cached_property
    def change(self) -> LoggedChange | None:
        """The change that was to be undone."""
        wanted = request.form.get("change", type=read_number)
        return next((change for change in change_log(self.page.sheet) if change.row.id == wanted), None)

    def _undo(self) -> Iterator[Resolution]:
        sheet, change = self.open, self.change
        if change is None:
            return
        if sheet.newest and sheet.newest.id == change.row.id:
            yield self._again(f"{self.said} anyway", ("change", str(change.row.id)))
        elif change.row.action in (ENTERED, INSERTED) and change.row.complete:
            yield from self._remove(self._number_of(change))
        elif change.row.action == CORRECTED and change.row.complete:
            yield from self._correct_back(change)

    def _number_of(self, change: LoggedChange) -> int:
        """Return the number that the hand of a change has now; 0 if it is gone."""
        return next((row.number for row in self.open.rows if row.id == change.row.hand_id), 0)

    def _correct_back(self, change: LoggedChange) -> Iterator[Resolution]:
        """Yield the correction to what the hand was before, unless someone has corrected it since."""
        number = self._number_of(change)
        history = hand_history(change.row.hand_id)
        before = [revision for revision in history if revision.id < change.row.id and revision.entry]
        if history[-1].id == change.row.id and before and 0 < number < self.open.number:
            label = f"Undo the correction of {self.page.noun} {number} anyway"
            yield self._correct(label, number, json.loads(before[-1].entry or "{}"))

    @property
    def _removed(self) -> int:
        """The number of the hand or bid that was to be removed."""
        return request.form.get("removes", number_sent(self.page.sheet) - 1, type=read_number)

    @property
    def _removal_said(self) -> str:
        if self._removed == number_sent(self.page.sheet):
            return f"Remove {self.page.game.bid_noun} of {self.page.noun} {self._removed}"
        return f"Remove {self.page.noun} {self._removed}"

    def _remove(self, number: int) -> Iterator[Resolution]:
        """Yield the removal of a hand, wherever it is now."""
        sheet = self.open
        if not 0 < number < sheet.number:
            if number == sheet.number and sheet.bidding is not None:
                yield self._again(self._removal_said)
            return
        try:
            edit = edits.remove_hand(sheet, number)
        except Refused:
            return
        self.edit = edit
        fields = [*self._version(), ("seen", edit.token)]
        label = f"Remove {self.page.noun} {number} anyway"
        yield Resolution(self._label(label), f"{self._here}/hands/{number}/remove", fields)

    # Forms

    @property
    def _here(self) -> str:
        return url_for("sheet.sheet", play_id=self.page.sheet.play.id)

    def _correct(self, label: str, number: int, entry: dict[str, Any]) -> Resolution:
        kind = self.page.game.kind(entry)
        typed = from_json(self.page.game.entries[kind], entry, self.page.table)
        alone = [("alone", mark) for mark in self.page.game.special_by_key if mark in entry]
        fields = [*self._version(), *alone, *typed.items(multi=True)]
        return Resolution(self._label(label), f"{self._here}/hands/{number}", fields)

    def _again(self, label: str, *more: tuple[str, str]) -> Resolution:
        """Return the button that does the same to the game as it is now."""
        numbers = (name for name in request.form if re.fullmatch(r"hand-\d+", name))
        fields = fields_sent("version", "seen", "look", "reopen", "change", "removes", *numbers)
        seen = [("seen", self.edit.token)] if self.edit else []
        words = label if label.endswith((" anyway", " mine")) else f"{label} anyway"
        return Resolution(self._label(words), request.path, [*fields, *self._version(), *seen, *more])

    def _version(self) -> Pairs:
        how = "yes" if self.page.sheet.play.stopped and not self.open.stopped else RESTORED
        reopen = [("reopen", how)] if self.open is not self.page.sheet else []
        return [(f"hand-{self.open.number}", ""), ("version", self.open.version), *reopen]

    def _label(self, label: str) -> str:
        """Return the label of a button, with what is done before."""
        play = self.page.sheet.play
        deleted = play.deleted_at and request.endpoint != "play.delete"
        continues = play.stopped and not self.open.stopped
        first = "Restore the game" if deleted else "Continue the game" if continues else ""
        then = "do mine" if label.endswith(" anyway") else f"{label[0].lower()}{label[1:]}"
        return f"{first} and {then}" if first else capital(label)


def compare_action(page: SheetPage, refused: Conflict) -> EditConflict | None:
    """Return the conflict of a form that does something else than save a hand; None for any other form."""
    if request.endpoint not in (*SAID, *OTHERS):
        return None
    return ActionComparison(page, str(refused)).conflict
