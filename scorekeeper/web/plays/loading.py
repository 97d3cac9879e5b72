"""The sheet that a request is about, and the version of it that a form was drawn from."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug import Response

from scorekeeper.domain import CHANGED, HANDED_OVER, REMOVED, SAVED, Role
from scorekeeper.rules.declare import rewritten
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.saying import Parts, Say, Sentences
from scorekeeper.rules.table import Seat
from scorekeeper.store.devices import say_who
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history
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

AHEAD = "ahead"
"""The last part of the version of a form that was filled in while earlier changes were still to be sent."""

CHECK = "Check your entry and save it again."
FEW = 3
"""The number of changes of others told one by one."""
NOT_DONE = "Nothing was changed: tap again if you still want to."


class Outdated(Conflict):
    """An entry that is kept, but belongs to an earlier version of the play; show it again."""


class HandConflict(Conflict):
    """An entry for a hand that does not fit what others have changed since.

    Attributes:
        number: the hand that was meant.
        entry: what was entered, as the contract's JSON.
    """

    def __init__(self, why: str, number: int, entry: Mapping[str, Any]) -> None:
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


def deletion(sheet: Sheet) -> str:
    """Return the sentence that the game was deleted, or its night; empty if neither was."""
    play = sheet.play
    deleted = "This game" if play.deleted_at else "The night of this game" if play.night.deleted_at else ""
    return f"{deleted} was deleted, so nothing was changed." if deleted else ""


def what_changed(sheet: Sheet, then: str) -> str:
    """Return what others have done to a game since a form was drawn, and what to do then, as sentences."""
    page, since = SheetPage(sheet), request.form.get("since", type=read_number)
    said = newest_news(page).notice or Say("Someone has changed this game.")
    if since is not None:
        changes = list(takewhile(lambda change: change.row.id > since, change_log(sheet)))
        if len(changes) > 1:
            newest, earlier = Parts(*(say_in_full(page, one) for one in changes[:FEW])), len(changes) - FEW
            message = "{newest}; {count} earlier changes." if earlier > 0 else "{newest}."
            said = Say(message, newest=newest, count=earlier)
    return str(Sentences(said, Say(then)))


def who_changed(sheet: Sheet, hand_id: int | None = None, action: str = "") -> str:
    """Return who made the newest change of a hand, or of this kind, as a sentence begins."""
    changes = (
        change.device
        for change in sheet.changes()
        if hand_id in (None, change.hand_id) and action in ("", change.action)
    )
    return str(say_who(next(changes, "")))


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
    """Return a redirect to the sheet."""
    return redirect(url_for("sheet.sheet", play_id=play_id), code=303)


def check_version(
    sheet: Sheet, entries: Mapping[str, Entry] | None = None, corrected: StoredHand | None = None
) -> None:
    """Raise Conflict if the play has changed since this form was drawn.

    ``entries`` are what the form asks, if it asks anything. HandConflict is raised if others have saved
    something in the place of what was entered, or if there is no place for it any more, and Outdated if its
    form can be shown again: its hand is still to be entered, or is ``corrected``. If another phone has
    entered the same hand, the request ends with the sheet. A form filled in AHEAD has seen no version: it
    counts if its hand is due, unless there is another bid for it.
    """
    sent, current = request.form.get("version", sheet.version), sheet.version
    number = corrected.number if corrected else number_sent(sheet)
    noun = sheet.setup.game.hand_noun.one
    if sent == current and (corrected or number == sheet.number):
        return
    # Someone who has joined since has a new last seat.
    same_seats = f"{'.'.join(current.split('.')[1:2])}-".startswith(f"{'.'.join(sent.split('.')[1:2])}-")
    is_due = number == sheet.number and same_seats and not sheet.result.ending
    if is_due and sent.endswith(f".{AHEAD}") and _fits_bid(sheet, entries):
        return
    if entries is None:
        raise Conflict(what_changed(sheet, NOT_DONE))
    entry = entry_sent(sheet, entries)
    if access.changes_data() and not corrected and _is_entered(sheet, number, entry):
        abort(back_to_sheet(sheet.play.id))
    if not same_seats:
        raise hand_conflict(
            sheet, f"{who_changed(sheet, action=CHANGED)} has changed the seats of this game.", entry, number
        )
    if corrected and hand_history(corrected.id)[-1].id == request.form.get("revision", type=read_number):
        return
    bids = declared().saves == "bid" or sent.endswith(f".{AHEAD}")
    if corrected or (is_due and bids and sheet.bidding is not None):
        what = noun if corrected else sheet.setup.game.bid_noun
        row = corrected or sheet.row(number)
        raise OutdatedEntry(f"{who_changed(sheet, row and row.id)} has changed this {what}.", number, entry)
    if is_due:
        raise Outdated(what_changed(sheet, CHECK))
    if number == sheet.number:
        raise hand_conflict(sheet, "Someone has ended the game.", entry)
    if number > sheet.number:
        raise hand_conflict(sheet, f"{who_changed(sheet, action=REMOVED)} has removed a {noun}.", entry)
    row = sheet.row(number)
    raise hand_conflict(
        sheet, f"{who_changed(sheet, row and row.id)} has already entered this {noun}.", entry
    )


def _fits_bid(sheet: Sheet, entries: Mapping[str, Entry] | None) -> bool:
    """Return whether what was entered ahead is about the bid that is saved, if there is one."""
    if entries is None or sheet.bidding is None:
        return True
    return sheet.bidding.items() <= entry_sent(sheet, entries).items()


def hand_conflict(
    sheet: Sheet, why: str, entry: Mapping[str, Any] | None = None, number: int | None = None
) -> HandConflict:
    """Return the conflict of the hand that was sent, or of this ``entry``; ``why`` is a sentence.

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
    named += [request.form.get("version", "").split(".")[0]]
    return next(iter(numbers_in(named)), sheet.number)


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
    _, _, rest = request.form.get("version", "").partition(".")
    then = numbers_in(rest.split(".")[0].split("-"))
    if len(then) > len(now) or not then:
        return tuple(range(len(now)))
    # New players have taken over the seats of those who left; anyone who joined has a seat of their own.
    new = iter([player for player in now if player not in then])
    seats = [now.index(player if player in now else next(new)) for player in then]
    return (*seats, *(seat for seat in range(len(now)) if seat not in seats))


def _is_entered(sheet: Sheet, number: int, entry: Mapping[str, Any]) -> bool:
    """Return whether the hand of this number has all that was entered: another phone has saved the same."""
    row = sheet.row(number)
    if row is None or not row.complete or row.entry is None:
        return False
    return bool(json.loads(row.entry).items() >= entry.items())


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
    return ", ".join(words for _, words in describe_entry(sheet.setup, entry))
