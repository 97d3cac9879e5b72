"""The sheet that a request is about, and the version of it that a form was drawn from."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from itertools import takewhile
from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug import Response
from werkzeug.exceptions import HTTPException

from scorekeeper.domain import CHANGED, HANDED_OVER, REMOVED, SAVED, Role
from scorekeeper.rules.declare import rewritten
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.saying import NOTHING, Argument, Numbered, Parts, Row, Say
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import Noun
from scorekeeper.store.devices import say_who
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.store.plays.sheet import Conflict, FormVersion, Sheet, hand_history
from scorekeeper.store.plays.stored_hands import StoredHand
from scorekeeper.store.transactions import commit_and_go_on
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declared
from scorekeeper.web.forms.entry_form import hand_class, to_json
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.requests import numbers_in, read_number
from scorekeeper.web.submissions import repeat_first_answer, tell_others
from scorekeeper.web.wording.hands import describe_entry
from scorekeeper.web.wording.news import newest_news, say_in_full

CHECK = Say("Check your entry and save it again.")
FEW = 3
"""The number of changes of others told one by one."""
NOT_DONE = Say("Nothing was changed: tap again if you still want to.")


class Outdated(Conflict):
    """An entry that is kept, but belongs to an earlier version of the play; show it again."""


class HandConflict(Conflict):
    """An entry for a hand that does not fit what others have changed since.

    Attributes:
        number: the hand that was meant.
        entry: what was entered, as the contract's JSON.
    """

    def __init__(self, why: Say, number: int, entry: Mapping[str, Any]) -> None:
        super().__init__(why)
        self.number = number
        self.entry = entry


class OutdatedEntry(HandConflict, Outdated):
    """A hand that others have changed as well, and whose form can be shown again."""


def load_sheet(play_id: int, needs: Role | None = None) -> Sheet:
    """Return the sheet of a play, to show or to change it.

    A form that was sent before gets its first answer. Raises Conflict if a form is sent for a deleted game,
    HandConflict if that has a hand, and CannotBeScored.
    """
    play = access.play_or_404(play_id, needs)
    if access.changes_data():
        repeat_first_answer()
        if request.form.get(HANDED_OVER) == SAVED:
            # The server had it when the other phone handed it over; it may have been corrected since.
            abort(back_to_sheet(play_id))
    sheet = Sheet.of(play)
    sheet.by_other_rules = request.form.get("edition", sheet.edition) != sheet.edition
    sheet.check()
    if request.form.get("reopen") and access.changes_data() and access.may(Role.KEEPER):
        sheet = _reopen(sheet)
    if request.method == "POST" and (why := deletion(sheet)):
        raise hand_conflict(sheet, why) if declared().saves else Conflict(why)
    return sheet


def deletion(sheet: Sheet) -> Say:
    """Return that the game was deleted, or its night; nothing if neither was."""
    if sheet.play.deleted_at:
        return Say("This game was deleted, so nothing was changed.")
    if sheet.play.night.deleted_at:
        return Say("The night of this game was deleted, so nothing was changed.")
    return NOTHING


def what_changed(sheet: Sheet, then: Say) -> Say:
    """Return what others have done to a game since a form was drawn, and what to do then, as sentences."""
    page, since = SheetPage(sheet), request.form.get("since", type=read_number)
    said = newest_news(page).notice or Say("Someone has changed this game.")
    if since is not None:
        changes = list(takewhile(lambda change: change.row.id > since, change_log(sheet)))
        if len(changes) > 1:
            newest, earlier = Parts(*(say_in_full(page, one) for one in changes[:FEW])), len(changes) - FEW
            message = "{newest}; {count} earlier changes." if earlier > 0 else "{newest}."
            said = Say(message, newest=newest, count=earlier)
    return Say("{changes} {then}", changes=said, then=then)


def who_changed(sheet: Sheet, hand_id: int | None = None, action: str = "") -> Argument:
    """Return who made the newest change of a hand, or of this kind, as a sentence begins."""
    changes = (
        change.device
        for change in sheet.changes()
        if hand_id in (None, change.hand_id) and action in ("", change.action)
    )
    return say_who(next(changes, ""))


def reopened(sheet: Sheet) -> Sheet:
    """Return a sheet as it is if its game is restored, and continued where the players ended it."""
    play = sheet.play
    return Sheet(play, sheet.rows, goes_on=play.stopped) if play.deleted_at or play.stopped else sheet


def _reopen(sheet: Sheet) -> Sheet:
    """Restore a game, and continue it for another hand, so that a form can be saved; return its sheet."""
    if sheet.play.deleted_at:
        commands.update_play(sheet.play.id, deleted_at=None)
        # It stays restored, even if others have changed what the form is about.
        tell_others()
        commit_and_go_on()
    if sheet.play.stopped and declared().saves:
        return commands.continue_play(sheet)
    return sheet


def back_to_sheet(play_id: int) -> Response:
    return redirect(url_for("sheet.sheet", play_id=play_id), code=303)


class FormState(Enum):
    """How the game has changed since a form was drawn, as far as it matters to the form."""

    FITS = auto()
    ASKS_NOTHING = auto()
    SAVED = auto()
    SEATED_ANEW = auto()
    CHANGED = auto()
    TO_CHECK = auto()
    OVER = auto()
    REMOVED = auto()
    TAKEN = auto()


@dataclass(frozen=True)
class SentForm:
    """A form about a version of a game.

    Attributes:
        sheet: the game as it is now.
        entries: what the form asks, if it asks anything.
        corrected: the hand that it corrects.
    """

    sheet: Sheet
    entries: Mapping[str, Entry] | None
    corrected: StoredHand | None

    @cached_property
    def number(self) -> int:
        """The number of the hand that it is about."""
        return self.corrected.number if self.corrected else number_sent(self.sheet)

    @cached_property
    def entry(self) -> dict[str, Any]:
        """What was entered in it."""
        return entry_sent(self.sheet, self.entries or {})

    @property
    def state(self) -> FormState:
        """How the game has changed since; the first that applies."""
        sheet, sent, current = self.sheet, version_sent(self.sheet), self.sheet.version
        is_next = self.number == sheet.number
        if sent == current and (self.corrected or is_next):
            return FormState.FITS
        # Someone who has joined since has a new last seat.
        same_seats = bool(sent.seats) and current.seats[: len(sent.seats)] == sent.seats
        is_due = is_next and same_seats and not sheet.result.ending
        if is_due and sent.ahead and self._fits_bid():
            return FormState.FITS
        if self.entries is None:
            return FormState.ASKS_NOTHING
        if access.changes_data() and not self.corrected and self._is_entered():
            return FormState.SAVED
        if not same_seats:
            return FormState.SEATED_ANEW
        if self.corrected:
            newest = hand_history(self.corrected.id)[-1].id
            return FormState.FITS if newest == revision_corrected() else FormState.CHANGED
        if is_due:
            bids = declared().saves == "bid" or sent.ahead
            return FormState.CHANGED if bids and sheet.bidding is not None else FormState.TO_CHECK
        if is_next:
            return FormState.OVER
        return FormState.REMOVED if self.number > sheet.number else FormState.TAKEN

    def _fits_bid(self) -> bool:
        """Return whether what was entered ahead is about the bid that is saved, if there is one."""
        bid = self.sheet.bidding
        return self.entries is None or bid is None or bid.items() <= self.entry.items()

    def _is_entered(self) -> bool:
        """Return whether the hand has all that was entered: another phone has saved the same."""
        row = self.sheet.row(self.number)
        if row is None or not row.complete or row.entry is None:
            return False
        return bool(json.loads(row.entry).items() >= self.entry.items())

    @property
    def who(self) -> Argument:
        """Who made the newest change of the hand, as a sentence begins."""
        row = self.corrected or self.sheet.row(self.number)
        return who_changed(self.sheet, row and row.id)

    @property
    def noun(self) -> Noun:
        """What a hand of the game is called."""
        return self.sheet.setup.game.hand_noun

    @property
    def changed(self) -> Say:
        """What others have done to the same bid or hand."""
        hand, row = Numbered(self.noun, self.number), self.sheet.row(self.number)
        if self.corrected or row is None:
            return Say("{who} has changed {hand}.", who=self.who, hand=hand)
        is_first = len(hand_history(row.id)) == 1
        words = (
            "{who} saved the {bid} of {hand} first." if is_first else "{who} has changed the {bid} of {hand}."
        )
        return Say(words, who=self.who, bid=Say(self.sheet.setup.game.bid_noun), hand=hand)

    def conflict(self, words: str, who: Argument = NOTHING, number: int = 0) -> HandConflict:
        """Return the conflict of what was entered, and of ``who`` caused it with a hand."""
        hand = Numbered(self.noun, number) if number else self.noun
        return hand_conflict(self.sheet, Say(words, who=who, hand=hand), self.entry, self.number)


ANSWERS: Mapping[FormState, Callable[[SentForm], Exception]] = {
    FormState.ASKS_NOTHING: lambda form: Conflict(what_changed(form.sheet, NOT_DONE)),
    FormState.SAVED: lambda form: HTTPException(response=back_to_sheet(form.sheet.play.id)),
    FormState.SEATED_ANEW: lambda form: form.conflict(
        "{who} has changed the seats of this game.", who_changed(form.sheet, action=CHANGED)
    ),
    FormState.CHANGED: lambda form: OutdatedEntry(form.changed, form.number, form.entry),
    FormState.TO_CHECK: lambda form: Outdated(what_changed(form.sheet, CHECK)),
    FormState.OVER: lambda form: form.conflict("Someone has ended the game."),
    FormState.REMOVED: lambda form: form.conflict(
        "{who} has removed a {hand}.", who_changed(form.sheet, action=REMOVED)
    ),
    FormState.TAKEN: lambda form: form.conflict("{who} saved {hand} first.", form.who, form.number),
}
"""What answers a form that doesn't fit the game any more."""


def check_version(
    sheet: Sheet, entries: Mapping[str, Entry] | None = None, corrected: StoredHand | None = None
) -> None:
    """Raise Conflict if the play has changed since this form was drawn.

    ``entries`` are what the form asks, if it asks anything. HandConflict is raised if others have saved
    something in the place of what was entered, or if there is no place for it any more, and Outdated if its
    form can be shown again: its hand is still to be entered, or is ``corrected``. If another phone has
    entered the same hand, the request ends with the sheet. A form that was filled in ahead counts if its hand
    is due, unless there is another bid for it.
    """
    form = SentForm(sheet, entries, corrected)
    state = form.state
    if state in ANSWERS:
        raise ANSWERS[state](form)


def version_sent(sheet: Sheet) -> FormVersion:
    """Return what the form was drawn from: the game as it is now if it doesn't say."""
    sent = request.form
    number, seats, revision = (sent.get(name, "") for name in ("number", "seats", "revision"))
    ahead = bool(sent.get("ahead"))
    if is_of_1_0():
        number, seats, revision = [*sent["version"].split("."), "", ""][:3]
        ahead = revision == "ahead"
    elif "seats" not in sent:
        return sheet.version
    numbers = numbers_in([number]) or [0]
    return FormVersion(numbers[0], tuple(numbers_in(seats.split("-"))), "" if ahead else revision, ahead)


def is_of_1_0() -> bool:
    """Return whether the form is of version 1.0, which had one text for these fields; it may have waited."""
    return "version" in request.form


def revision_corrected() -> int | None:
    """Return the newest change of the hand that the form corrects, when it was drawn."""
    return request.form.get("revision" if is_of_1_0() else "corrects", type=read_number)


def hand_conflict(
    sheet: Sheet, why: Say, entry: Mapping[str, Any] | None = None, number: int | None = None
) -> HandConflict:
    """Return the conflict of the hand that was sent, or of this ``entry``.

    Its ``number`` is 0 if the hand is gone.
    """
    number = number_sent(sheet) if number is None else number
    entry = entry_sent(sheet, entries_sent(sheet)) if entry is None else entry
    return HandConflict(why, number, entry)


def number_sent(sheet: Sheet) -> int:
    """Return the number of the hand that the form is about.

    A form that waited to be sent may have a newer version by now, but names the hand it was meant for.
    """
    if "number" in (request.view_args or {}):
        return int((request.view_args or {})["number"])
    named = [name.removeprefix("hand-") for name, value in request.form.items() if not value]
    return next(iter(numbers_in(named)), 0) or version_sent(sheet).number or sheet.number


def entries_sent(sheet: Sheet) -> Mapping[str, Entry]:
    """Return the declarations that the form was drawn from: those of a bid, or of a hand."""
    game = sheet.setup.game
    if game.bidding and declared().saves == "bid":
        return game.entries[game.bidding]
    return game.entries[hand_class(game, request.form)]


def entry_sent(sheet: Sheet, entries: Mapping[str, Entry]) -> dict[str, Any]:
    """Return what was typed as JSON, over the bid that the form was drawn for.

    A player who has changed places since then is written with today's seat.
    """
    known: Any = None
    if "alone" not in request.form:
        with suppress(ValueError):
            known = parse(request.form.get("known", ""))
    table = sheet.setup.table
    entry = to_json(entries, request.form, table, known if isinstance(known, dict) else None)
    return rewritten(entries, entry, table, replace(table, labels=seats_now(sheet)))


def seats_changed(sheet: Sheet) -> bool:
    """Return whether players have changed places since the form was drawn."""
    return seats_now(sheet) != tuple(range(len(sheet.play.seats)))


def seats_now(sheet: Sheet) -> tuple[Seat, ...]:
    """Return where those sit by now who sat in each seat when the form was drawn."""
    now = [seat.player_id for seat in sheet.play.seats]
    then = version_sent(sheet).seats
    if len(then) > len(now) or not then:
        return tuple(range(len(now)))
    # New players have taken over the seats of those who left; anyone who joined has a seat of their own.
    new = iter([player for player in now if player not in then])
    seats = [now.index(player if player in now else next(new)) for player in then]
    return (*seats, *(seat for seat in range(len(now)) if seat not in seats))


def unsaved_hand(sheet: Sheet) -> str:
    """Return that what was typed into a form was not saved; empty for a form into which nothing is typed."""
    if not is_typed(sheet):
        return ""
    words = words_sent(sheet)
    return f"Your entry ({words}) was not saved." if words else "Your entry was not saved."


def is_typed(sheet: Sheet) -> bool:
    """Return whether something that a hand asks was typed into the form that was sent."""
    entries = entries_sent(sheet) if declared().saves else {}
    return any(name.split("-")[0] in entries for name, value in request.form.items() if value)


def words_sent(sheet: Sheet) -> str:
    """Return what was typed into the form that was sent, as far as a hand asks it."""
    entry = entry_sent(sheet, entries_sent(sheet)) if is_typed(sheet) else {}
    return str(Row(*(words for _, words in describe_entry(sheet.setup, entry))))
