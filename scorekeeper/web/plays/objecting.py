"""Objections at the table: a player says that a hand isn't right, someone corrects it, or says that it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role, said_first
from scorekeeper.rules.claims import (
    Asked,
    Claims,
    figure_alone,
    figures_at,
    figures_of_player,
    figures_to_ask,
    say_figure,
    with_claims,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import POINT, capital, counted, short_names, signed, text_width
from scorekeeper.store.database import db
from scorekeeper.store.models import Objection, Revision
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.store.plays.objections import (
    all_objections,
    object_to,
    open_objections,
    settle_objections,
)
from scorekeeper.store.plays.sheet import Conflict, Sheet, digest
from scorekeeper.store.plays.stored_hands import StoredHand, entry_in
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.own_figures import OwnFigure, own_figures, read_own
from scorekeeper.web.plays.scores import explain_lines
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit, leads_here

bp = Blueprint("objecting", __name__, url_prefix="/plays/<int:play_id>/hands/<int:number>/objections")

SHORT = 9
"""The letters of a name for which the bar has room."""


@dataclass(frozen=True)
class FlaggedHand:
    """A hand that isn't right, as some of its players say.

    Attributes:
        number, noun: which hand it is.
        shown: a token of what the hand is now, for the forms about it.
        names: who says so, in order.
        figures: what it should say instead, as each of them says: "4 tricks, not 5"; empty if they don't.
        newest: differs for every objection and every figure.
        is_own: whether this phone's owner is one of them.
        questions: what they may add.
    """

    number: int
    noun: str
    shown: str
    names: Sequence[str]
    figures: Sequence[str]
    newest: str
    is_own: bool
    questions: Sequence[OwnFigure]

    @property
    def sentences(self) -> list[str]:
        """Who says what, without full stops: "Bea: hand 7 isn't right: 4 tricks, not 5"."""
        return [
            f"{name}: {self.noun} {self.number} isn’t right{': ' * bool(figures)}{figures}"
            for name, figures in zip(self.names, self.figures, strict=True)
        ]

    @property
    def marks(self) -> tuple[str, ...]:
        """The same for the row of the hand: "Bea: 4 tricks, not 5"."""
        return tuple(
            f"{name}: {figures or 'not right'}"
            for name, figures in zip(self.names, self.figures, strict=True)
        )

    @property
    def in_brief(self) -> str:
        """The newest objection as the bar has room for it."""
        brief = short_names(self.names)[-1] if text_width(self.names[-1]) > SHORT else self.names[-1]
        return f"{brief}: {self.noun} {self.number} isn’t right"


class OwnLine(NamedTuple):
    """What a hand brought this phone's owner, who may object to it.

    Attributes:
        number: the hand.
        words: "Hand 7, you: 5 tricks, +5".
        shown: a token of what the hand is now.
    """

    number: int
    words: str
    shown: str


@bp.post("")
def object_to_hand(play_id: int, number: int) -> Response:
    """Flag a hand for this phone's owner, or add what it should say."""
    sheet = load_sheet(play_id, Role.VIEWER)
    seat, row = access.seat_to_answer(sheet.play), _hand_shown(sheet, number)
    asked = _asked(sheet, row)
    saved = figures_of_player(seat, asked, entry_in(row.entry))
    said = read_own(asked, seat, request.form, sheet.setup.table)
    said = {name: own for name, own in said.items() if own != saved.get(name)}
    object_to(sheet, row, seat, access.device_name(), said)
    return commit(_back(play_id))


@bp.post("/settled")
def settle(play_id: int, number: int) -> Response:
    """Note that a hand is right; those who don't keep score may only say so of what they said themselves."""
    sheet = load_sheet(play_id, Role.VIEWER)
    of_seat = None if access.may(Role.KEEPER) else access.seat_to_answer(sheet.play)
    settle_objections(sheet, _hand_shown(sheet, number), access.device_name(), of_seat)
    return commit(_back(play_id))


def _back(play_id: int) -> Response:
    """Return a redirect to the sheet, where the objections are; a page that shows them stays as it is."""
    here = url_for("sheet.sheet", play_id=play_id)
    return redirect(here if leads_here(here) else f"{here}#objections", code=303)


def _hand_shown(sheet: Sheet, number: int) -> StoredHand:
    """Return the hand that the form was drawn for, which may have another number by now. Raises Conflict."""
    shown = request.form.get("shown")
    rows = (row for row in sheet.rows if (token_of(row) == shown if shown else row.number == number))
    row = next((row for row in rows if row.complete and row.entry is not None), None)
    if row is None:
        noun = capital(sheet.setup.game.hand_noun.one)
        raise Conflict(f"{noun} {number} has been changed since. Look again.")
    return row


def token_of(row: StoredHand) -> str:
    """Return a token of a hand as it is now."""
    return f"{row.id}.{digest([row.entry or ''])}"


def flagged_hands(page: SheetPage) -> list[FlaggedHand]:
    """Return the hands with open objections, in the order in which the first of each was made."""
    sheet, found = page.sheet, dict[int, list[Objection]]()
    for one in open_objections(sheet):
        found.setdefault(one.hand_id, []).append(one)
    rows = {row.id: row for row in sheet.rows if row.complete and row.entry is not None}
    seat = access.own_seat(sheet.play) if found and access.may_answer(sheet.play) else None
    me = sheet.play.seats[seat].player_id if seat is not None else None
    return [
        _flagged(page, rows[hand_id], some, [one for one in some if one.player_id == me], seat)
        for hand_id, some in found.items()
        if hand_id in rows
    ]


def _flagged(
    page: SheetPage, row: StoredHand, some: Sequence[Objection], own: Sequence[Objection], seat: Seat | None
) -> FlaggedHand:
    names = {one.player_id: one.name for one in page.sheet.play.seats}
    asked, entry = _asked(page.sheet, row) if own else {}, entry_in(row.entry)
    rest = {name: one for name, one in asked.items() if name not in (own[0].figures or {})}
    return FlaggedHand(
        number=row.number,
        noun=page.noun,
        shown=token_of(row),
        names=[names.get(one.player_id) or one.player.name for one in some],
        figures=[say_objection(page.game, one.figures, entry) for one in some],
        newest=f"{some[-1].id}-{len(some[-1].figures or {})}",
        is_own=bool(own),
        questions=own_figures(rest, seat, entry, page.table) if seat is not None else [],
    )


def _asked(sheet: Sheet, row: StoredHand) -> dict[str, Asked]:
    """Return the figures of a hand that players have."""
    entry, before = entry_in(row.entry), sheet.score(sheet.entries[: row.number - 1], False)
    if not entry or sheet.setup.game.kind(entry) is not sheet.setup.game.hand:
        return {}
    return figures_to_ask(sheet.setup, before.state, entry)


def own_line(page: SheetPage, flagged: Sequence[FlaggedHand], number: int = 0) -> OwnLine | None:
    """Return what a hand brought this phone's owner, by default the last one.

    None if there is none, or if they can't object to it or have done so.
    """
    sheet, number = page.sheet, number or len(page.result.hands)
    seat, row = access.own_seat(sheet.play), sheet.row(number) if number else None
    if row is None or seat is None or not access.may_answer(sheet.play) or sheet.play.deleted_at:
        return None
    is_flagged = any(one.is_own for one in flagged if one.number == number)
    if is_flagged or seat not in page.table.at(number).here:
        return None
    said = f"{capital(page.noun)} {number}, you: {_own_words(page, row, seat)}"
    return OwnLine(number, said, token_of(row))


def _own_words(page: SheetPage, row: StoredHand, seat: Seat) -> str:
    """Return a player's figures of a hand and what they brought, or why if there are no figures."""
    played, entry = page.result.hands[row.number - 1], entry_in(row.entry)
    asked, score = _asked(page.sheet, row), played.scores[seat]
    said = [
        say_figure(asked[name].entry, one)
        for name, own in figures_of_player(seat, asked, entry).items()
        for one in own.values()
    ]
    gained = signed(score)
    if said:
        # Points that were entered are what they brought.
        is_gain = said == [counted(score, POINT).replace("-", "−")]
        return said[0] if is_gain else ", ".join([*said, gained])
    lines = [line for line in played.lines if seat in line.seats]
    reasons = explain_lines(lines, page.table.at(row.number), page.setup.unit)
    return "; ".join(f"{amount} {why}" for _, amount, why in reasons) or gained


def say_objection(game: Game[Any, Any], figures: Claims | None, saved: Mapping[str, Any]) -> str:
    """Return what a hand should say, and what it says: "4 tricks, not 5"; empty if nobody said."""
    found, entries = [], game.entries[game.hand]
    for name, own in (figures or {}).items():
        for place, figure in own.items():
            was = [one for one in figures_at(place, name, entries[name], saved) if one != figure]
            rest = (figure_alone(entries[name], one) for one in was)
            found.append(", not ".join([say_figure(entries[name], figure), *rest]))
    return "; ".join(found)


def tell_objections(page: SheetPage, row: StoredHand | None = None) -> list[tuple[datetime, str]]:
    """Return when someone said that hands of a game, or this one, are right or not, and in which words.

    They are oldest first: "Bea (iPhone) said that hand 7 isn't right: 4 tricks, not 5".
    """
    found = all_objections(page.sheet)
    changes, told = [] if row or not found else [*change_log(page.sheet)], []

    def called(hand_id: int, at: datetime) -> str:
        """Return what a hand was called at a time."""
        if row:
            return f"this {page.noun}"
        before = next((change.after for change in changes if change.row.at <= at), None)
        number = before.number_of(hand_id) if before else 0
        return f"{page.noun} {number}" if number else f"a removed {page.noun}"

    for one in found:
        if row and one.hand_id != row.id:
            continue
        saved, hand = db.session.get_one(Revision, one.revision_id), called(one.hand_id, one.at)
        figures = say_objection(page.game, one.figures, entry_in(saved.entry))
        wrong = f"{said_first(one.device)} said that {hand} isn’t right{': ' * bool(figures)}{figures}"
        told.append((one.at, wrong))
        if one.settled_at and one.settled_on is not None:
            hand = called(one.hand_id, one.settled_at)
            told.append((one.settled_at, f"{said_first(one.settled_on)} said that {hand} is right"))
    # Several objections are settled by one tap.
    return sorted(dict.fromkeys(told))


def figures_said(page: SheetPage, row: StoredHand) -> dict[str, Any]:
    """Return a hand's JSON with the figures that players say it should have."""
    entry = dict(entry_in(row.entry))
    for one in open_objections(page.sheet):
        if one.hand_id == row.id:
            entry = with_claims(page.game, entry, one.figures or {})
    return entry
