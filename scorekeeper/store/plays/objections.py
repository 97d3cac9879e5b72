"""Objections: players say that a saved hand isn't right, and someone corrects it or says that it is.

Nobody confirms anything: who agrees does nothing.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from scorekeeper.rules.claims import Claims
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import db, now
from scorekeeper.store.models import HandRow, Objection, Revision
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import StoredHand


def object_to(sheet: Sheet, hand: StoredHand, seat: Seat, device: str, figures: Claims) -> None:
    """Flag a hand for a player, with the figures that they give; once more only adds figures."""
    player_id = sheet.play.seats[seat].player_id
    mine = [one for one in open_objections(sheet) if (one.hand_id, one.player_id) == (hand.id, player_id)]
    if mine:
        mine[0].figures = {**(mine[0].figures or {}), **figures} or None
    else:
        newest = select(func.max(Revision.id)).where(Revision.hand_id == hand.id).scalar_subquery()
        said = dict(figures) or None
        db.session.add(
            Objection(hand_id=hand.id, revision_id=newest, player_id=player_id, figures=said, device=device)
        )
    db.session.flush()


def settle_objections(sheet: Sheet, hand: StoredHand, device: str, of_seat: Seat | None = None) -> None:
    """Note that a hand is right as it is, or that one player says so of their own objection."""
    whose = None if of_seat is None else sheet.play.seats[of_seat].player_id
    for one in open_objections(sheet):
        if one.hand_id == hand.id and whose in (None, one.player_id):
            one.settled_at, one.settled_on = now(), device
    db.session.flush()


def open_objections(sheet: Sheet) -> Sequence[Objection]:
    """Return the open objections to the hands of a play, oldest first: the hand says what it said then."""
    as_it_was = HandRow.entry == Revision.entry
    query = _of_play(sheet).join(Revision, Revision.id == Objection.revision_id)
    return db.session.scalars(query.where(Objection.settled_at.is_(None), as_it_was)).all()


def all_objections(sheet: Sheet) -> Sequence[Objection]:
    """Return every objection to a hand of a play, oldest first."""
    return db.session.scalars(_of_play(sheet)).all()


def _of_play(sheet: Sheet) -> Any:
    query = select(Objection).join(HandRow, HandRow.id == Objection.hand_id)
    return query.where(HandRow.play_id == sheet.play.id).order_by(Objection.id)
