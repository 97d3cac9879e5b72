"""Writing down coins that go from one to another beside the games, and taking that back.

An entry is never changed. It can be taken back, which stays to be seen, and written down anew.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import select, update

from scorekeeper.domain import MAX_COINS, MAX_NOTE_LENGTH
from scorekeeper.store.coins.bank import (
    GIFT,
    LOAN,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    Bank,
    Debt,
    Entry,
    Party,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Transfer, new_uid, now
from scorekeeper.store.plays.sheet import Conflict

ENTERED = (LOAN, REPAYMENT, SIDE_BET, GIFT)
"""What is written down as it happens; the rest comes by itself with stakes and settling."""


class BadEntry(ValueError):
    """Coins that cannot go this way: the field of the form, and why, as a sentence."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


def lock(night: Night) -> None:
    """Let nobody else write to this night's bank until this request is done."""
    db.session.execute(select(Night.id).where(Night.id == night.id).with_for_update())


def write_down(
    bank: Bank,
    night: Night,
    uid: str,
    kind: str,
    giver: Party,
    taker: Party,
    coins: int,
    note: str,
    device: str,
) -> None:
    """Write down a loan, repayment, side bet or gift, once for each ``uid``, the name that its form gave it.

    Raises BadEntry, and Conflict when something else was written down with that form.
    """
    uid = _derived(uid or new_uid(), night.uid)
    before = next((entry for entry in bank.entries if entry.uid == uid), None)
    if before is not None:
        if (before.kind, before.giver, before.taker, before.coins) != (kind, giver, taker, coins):
            raise Conflict("Something was written down with this form already.")
        return
    check(bank, kind, giver, taker, coins)
    if len(note) > MAX_NOTE_LENGTH:
        raise BadEntry("note", f"Note: it has {len(note)} characters; there is room for {MAX_NOTE_LENGTH}.")
    _add(night, uid, kind, giver, taker, coins, device, note)


def check(bank: Bank, kind: str, giver: Party, taker: Party, coins: int) -> None:
    """Whether coins can go this way. Raises BadEntry."""
    if kind not in ENTERED:
        raise BadEntry("kind", "What happened? Choose one of these.")
    for field, label, party in (("giver", "Who gives", giver), ("taker", "Who gets", taker)):
        if party is not None and party not in bank.names:
            raise BadEntry(field, f"{label}: choose somebody who is here tonight.")
    if giver is None and kind != LOAN:
        raise BadEntry("giver", "Who gives: the house only lends. Choose a player.")
    if taker is None and kind != REPAYMENT:
        raise BadEntry("taker", "Who gets: the house only gets back what it lent. Choose a player.")
    if giver == taker:
        raise BadEntry("taker", "Who gets: somebody else than the one who gives.")
    if not 0 < coins <= MAX_COINS:
        raise BadEntry("coins", f"Coins: from 1 to {MAX_COINS}.")
    owed = bank.owed(giver, taker)
    if kind == REPAYMENT and owed < coins:
        who, whose = ("the house" if one is None else bank.names[one] for one in (giver, taker))
        has = f"has only {owed} of {whose}’s" if owed else f"has no coins of {whose}’s"
        raise BadEntry("coins", f"Coins: {who} {has} to give back.")


def hand_out(bank: Bank, night: Night, uid: str, to: Sequence[int], coins: int, device: str) -> None:
    """Give each of some players the same stake from the house, once for each ``uid``.

    Raises BadEntry, and Conflict when other stakes were handed out with that form.
    """
    if not set(to) <= bank.names.keys() or not to:
        raise BadEntry("to", "Stakes: choose who gets one.")
    if not 0 < coins <= MAX_COINS:
        raise BadEntry("stake", f"Coins for each: from 1 to {MAX_COINS}.")
    known, at, uid = {entry.uid: entry for entry in bank.entries}, now(), uid or new_uid()
    for person in dict.fromkeys(to):
        before = known.get(one := _derived(uid, f"{night.uid} {person}"))
        if before is None:
            _add(night, one, STAKE, None, person, coins, device, at=at)
        elif before.coins != coins:
            raise Conflict("Stakes were handed out with this form already.")


def give_back(bank: Bank, night: Night, debts: Iterable[Debt], device: str) -> None:
    """Give back all that is owed between two; what was given back already is not given twice.

    Raises Conflict when it is not owed like this any more.
    """
    at = now()
    for debtor, lender, coins in debts:
        owed = bank.owed(debtor, lender)
        if owed not in (0, coins):
            raise Conflict("What is to be given back has changed meanwhile.")
        if owed:
            _add(night, new_uid(), REPAYMENT, debtor, lender, coins, device, at=at)


def settle(night: Night, debtor: int, creditor: int, coins: int, device: str) -> None:
    """A payment was made, so the coins go the other way."""
    _add(night, new_uid(), SETTLEMENT, creditor, debtor, coins, device)


def take_back(bank: Bank, ids: Iterable[int], device: str) -> None:
    """Take back entries of this bank; those that are taken back already stay as they are."""
    wanted = set(ids)
    mine = [entry.id for entry in bank.counting if entry.id in wanted]
    gone = update(Transfer).where(Transfer.id.in_(mine), Transfer.taken_back_at.is_(None))
    db.session.execute(gone.values(taken_back_at=now(), taken_back_on=device))


def bring_back(bank: Bank, night: Night, entry: Entry, device: str) -> None:
    """Write down anew what was taken back; a second time it does nothing, nor with what cannot be."""
    if not (entry.counts or entry.trouble or back_again(bank, entry)):
        about = entry.kind, entry.giver, entry.taker, entry.coins
        _add(night, _derived(entry.uid), *about, device, entry.note)


def back_again(bank: Bank, entry: Entry) -> bool:
    """Whether an entry taken back was written down anew, or never can be, between two names of one person."""
    return entry.giver == entry.taker or _derived(entry.uid) in bank.uids


def _derived(uid: str, what: object = "again") -> str:
    """The name of what comes of something else: always the same, so that it is written once."""
    return uuid5(NAMESPACE_OID, f"{uid} {what}").hex


def _add(
    night: Night,
    uid: str,
    kind: str,
    giver: Party,
    taker: Party,
    coins: int,
    device: str,
    note: str = "",
    at: datetime | None = None,
) -> None:
    db.session.add(
        Transfer(
            night_id=night.id,
            uid=uid,
            at=at or now(),
            device=device,
            kind=kind,
            giver_id=giver,
            taker_id=taker,
            coins=coins,
            note=note,
        )
    )
