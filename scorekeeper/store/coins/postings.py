"""Recording postings, undoing and redoing them.

A posting is never changed. It can be undone, which stays visible, and recorded again.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Self
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import select, update

from scorekeeper.domain import MAX_COINS
from scorekeeper.rules.saying import NOTHING, Refusal, Say
from scorekeeper.settlement import Payment, share_out
from scorekeeper.store.coins.bank import (
    COST,
    GIFT,
    LOAN,
    OWED,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    Bank,
    Debt,
    Party,
    Posting,
)
from scorekeeper.store.coins.bank_reader import banks_of
from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.live.versions import raise_night_versions
from scorekeeper.store.models import Night, Transfer
from scorekeeper.store.plays.sheet import Conflict

RECORDABLE = (LOAN, REPAYMENT, SIDE_BET, GIFT, SETTLEMENT)
"""The kinds that people record one by one."""

USED = Say("You’ve already recorded coins with this form.")


ONCE = (STAKE, COST)
"""The kinds of which one tap records several postings that are only undone together."""


class BadPosting(Refusal):
    """Coins that cannot go this way, with the field of the form."""

    def __init__(self, field: str, why: Say) -> None:
        super().__init__(why)
        self.field = field


class NewPosting(NamedTuple):
    """A posting to record; the attributes are those of ``Posting``."""

    kind: str
    giver: Party
    taker: Party
    coins: int
    note: str = ""
    in_money: bool = False
    earlier_uid: str | None = None

    @classmethod
    def like(cls, posting: Posting) -> Self:
        """Return a posting to record again."""
        fields = (getattr(posting, field) for field in cls._fields)
        return cls(*fields)


class SharedCost(NamedTuple):
    """A cost that someone paid and several people share.

    Attributes:
        payer: who paid.
        amount: how much, in coins or hundredths of the currency.
        parts: how many parts of it each person takes, 0 or more.
        note: what it was for.
    """

    payer: int
    amount: int
    parts: Mapping[int, int]
    note: str = ""
    in_money: bool = False


def record_posting(bank: Bank, night: Night, uid: str, new: NewPosting, device: str) -> None:
    """Record a loan, repayment, side bet or gift, once for each ``uid``, the id of the form.

    Raises BadPosting, and Conflict if something else was recorded with that form.
    """
    uid = uid or new_uid()
    if not _is_recorded(posted_with(bank, night, uid), [new]):
        check_posting(bank, new)
        _add(night, _derived(uid, night.uid), new, device)


def posted_with(bank: Bank, night: Night, uid: str) -> Sequence[Posting]:
    """Return the postings that the form with this ``uid`` has recorded, oldest first."""
    of_form = {_derived(uid, night.uid), *(_derived(uid, f"{night.uid} {person}") for person in bank.names)}
    return [posting for posting in bank.postings if posting.uid in of_form]


def are_the_same(before: Sequence[Posting], new: Sequence[NewPosting]) -> bool:
    """Return whether postings are those that are to be recorded, or there are none yet."""
    known = [NewPosting.like(one) for one in before]
    return not known or sorted(map(str, known)) == sorted(map(str, new))


def _is_recorded(before: Sequence[Posting], new: Sequence[NewPosting]) -> bool:
    """Return whether a form has recorded these postings. Raises Conflict if it has recorded others."""
    if not are_the_same(before, new):
        raise Conflict(USED)
    return bool(before)


def check_posting(bank: Bank, new: NewPosting) -> None:
    """Raise BadPosting if coins cannot go this way."""
    if new.kind not in RECORDABLE:
        raise BadPosting("kind", Say("Choose what happened."))
    for field, party in (("giver", new.giver), ("taker", new.taker)):
        if party is not None and party not in bank.names:
            raise BadPosting(field, Say("Choose someone who is here tonight."))
    if new.giver is None and new.kind != LOAN:
        raise BadPosting("giver", Say("The house only lends coins. Choose a player."))
    if new.taker is None and new.kind != REPAYMENT:
        raise BadPosting("taker", Say("The house only gets back what it lent. Choose a player."))
    if new.giver == new.taker:
        raise BadPosting("taker", Say("Choose someone other than the giver."))
    _check_amount("coins", new.coins)
    owed = bank.owed(new.giver, new.taker)
    if new.kind == REPAYMENT and owed < new.coins:
        raise BadPosting("coins", _say_owes(bank, new, owed))


def _say_owes(bank: Bank, new: NewPosting, owed: int) -> Say:
    """Return that someone owes less than they are to repay; one of the two may be the house."""
    if new.giver is None:
        words = "The house owes {whom} only {coins}."
        none = "The house doesn’t owe {whom} any coins."
    elif new.taker is None:
        words = "{who} owes the house only {coins}."
        none = "{who} doesn’t owe the house any coins."
    else:
        words = "{who} owes {whom} only {coins}."
        none = "{who} doesn’t owe {whom} any coins."
    who, whom = (NOTHING if one is None else bank.names[one] for one in (new.giver, new.taker))
    return Say(words if owed else none, who=who, whom=whom, coins=owed)


def hand_out_stakes(bank: Bank, night: Night, uid: str, to: Sequence[int], coins: int, device: str) -> None:
    """Give each of these players the same stake from the house, once for each ``uid``.

    Raises BadPosting, and Conflict if other stakes were handed out with that form.
    """
    if not set(to) <= bank.names.keys() or not to:
        raise BadPosting("to", Say("Choose who gets a stake."))
    _check_amount("stake", coins)
    at, uid = now(), uid or new_uid()
    stakes = {person: stake_for(person, coins) for person in to}
    if not _is_recorded(posted_with(bank, night, uid), [*stakes.values()]):
        for person, stake in stakes.items():
            _add(night, _derived(uid, f"{night.uid} {person}"), stake, device, at)


def stake_for(person: int, coins: int) -> NewPosting:
    """Return the stake of a player, from the house."""
    return NewPosting(STAKE, None, person, coins)


def record_cost(bank: Bank, night: Night, uid: str, cost: SharedCost, device: str) -> None:
    """Record who paid for whom, with everyone's share, once for each ``uid``.

    Raises BadPosting, and Conflict if something else was recorded with that form.
    """
    if cost.payer not in bank.names:
        raise BadPosting("payer", Say("Choose who paid."))
    if not any(cost.parts.values()) or not cost.parts.keys() <= bank.names.keys():
        raise BadPosting("to", Say("Choose who shares the cost."))
    if cost.in_money and not cost.amount:
        raise BadPosting("amount", Say("Enter at least 0.01."))
    _check_amount("amount", cost.amount)
    if cost.in_money and not bank.in_money:
        raise BadPosting("unit", Say("Coins have no value tonight. Say what they’re worth first."))
    at, uid = now(), uid or new_uid()
    shares = shares_of(bank, night, uid, cost)
    if not _is_recorded(posted_with(bank, night, uid), shares):
        for share in shares:
            _add(night, _derived(uid, f"{night.uid} {share.taker}"), share, device, at)


def shares_of(bank: Bank, night: Night, uid: str, cost: SharedCost) -> Sequence[NewPosting]:
    """Return the postings of a cost, without those whose share is nothing.

    What does not divide goes to one person after another from cost to cost, those undone included, so that
    it is the same however often the form with this ``uid`` is sent.
    """
    own = [posting.id for posting in posted_with(bank, night, uid)]
    earlier = (one for one in bank.postings if one.kind == COST and not (own and one.id >= own[0]))
    turn = len({posting.tap for posting in earlier if not is_redone(bank, posting)})
    parts = {person: cost.parts[person] for person in sorted(cost.parts)}
    shares = share_out(cost.amount, parts, turn) if any(parts.values()) else {}
    return [
        NewPosting(COST, cost.payer, person, share, cost.note, cost.in_money)
        for person, share in shares.items()
        if share
    ]


def repay(bank: Bank, night: Night, debts: Iterable[Debt], device: str, at: datetime | None = None) -> None:
    """Repay debts in full; what has been repaid already is not repaid twice.

    Raises Conflict if a debt has changed.
    """
    at = at or now()
    owed = {debt: bank.owed(debt.debtor, debt.lender) for debt in debts}
    if any(coins not in (0, debt.coins) for debt, coins in owed.items()):
        raise Conflict(
            Say("{who} has changed these loans, so nothing was marked as repaid.", who=bank.changed_by)
        )
    for debt, coins in owed.items():
        if coins:
            _add(night, new_uid(), NewPosting(REPAYMENT, *debt), device, at)


def record_settlement(night: Night, payment: Payment[int], in_money: bool, device: str, at: datetime) -> None:
    """Record that a debtor has paid a creditor."""
    new = NewPosting(SETTLEMENT, payment.creditor, payment.debtor, payment.amount, in_money=in_money)
    _add(night, new_uid(), new, device, at)


def record_moved(bank: Bank, night: Night, new: NewPosting, device: str, at: datetime) -> None:
    """Record an amount that was moved here from an earlier night, or moved here again after it was undone."""
    before = sum(NewPosting.like(posting) == new for posting in bank.postings)
    _add(night, _derived(night.uid, f"{new} {before}"), new, device, at)


def record_together(night: Night, new: Iterable[NewPosting], device: str) -> None:
    """Record postings that were found to be possible, as those of one tap."""
    at = now()
    for posting in new:
        _add(night, new_uid(), posting, device, at)


def undo_postings(bank: Bank, ids: Iterable[int], device: str) -> None:
    """Undo postings of this bank; those already undone stay as they are.

    Stakes of one tap, and everyone's share of a cost, are undone together.
    The last payment of a plan repays the loans with it. So they are open again once it, or one before it, is
    undone. An amount that was moved here from an earlier night counts as a payment there.
    """
    wanted = set(ids)
    split = (tap for tap in bank.taps if tap[0].kind in ONCE and wanted & {one.id for one in tap})
    wanted |= {posting.id for tap in split for posting in tap}
    unpaid = [one.id for one in bank.counting if one.id in wanted and one.kind == SETTLEMENT]
    wanted |= {one.id for one in bank.repaid_by_settling if unpaid and one.id > min(unpaid)}
    undone = [posting for posting in bank.counting if posting.id in wanted]
    _undo((posting.id for posting in undone), device)
    moved = [(one.other.id, one.id) for one in undone if one.other and one.other.id]
    earlier = select(Night).where(Night.id.in_([night_id for night_id, _ in moved]))
    nights = db.session.scalars(earlier).all() if moved else []
    for night, its_bank in zip(nights, banks_of(nights), strict=True):
        first = min(posting_id for night_id, posting_id in moved if night_id == night.id)
        _undo((one.id for one in its_bank.repaid_by_settling if one.id > first), device)
    raise_night_versions(night.id for night in nights)


def _undo(ids: Iterable[int], device: str) -> None:
    undone = update(Transfer).where(Transfer.id.in_(list(ids)), Transfer.removed_at.is_(None))
    db.session.execute(undone.values(removed_at=now(), removed_on=device))


def redo_postings(bank: Bank, night: Night, undone: Sequence[Posting], device: str) -> None:
    """Record the undone postings of a tap again, if all of them can be redone."""
    at = now()
    if all(can_redo(bank, posting) for posting in undone):
        for posting in undone:
            _add(night, _derived(posting.uid), NewPosting.like(posting), device, at)


def can_redo(bank: Bank, posting: Posting) -> bool:
    """Return whether a posting is undone, was not redone yet, and can still be true.

    It cannot if its two players have been merged into one person since, or if less is owed than it repaid.
    An amount of an earlier night is moved here again from there.
    """
    if posting.kind == REPAYMENT and bank.owed(posting.giver, posting.taker) < posting.coins:
        return False
    if posting.other:
        return False
    same_person = posting.giver == posting.taker and posting.kind not in OWED
    return not (posting.counts or posting.fault or same_person or is_redone(bank, posting))


def is_redone(bank: Bank, posting: Posting) -> bool:
    """Return whether a posting was recorded again after it was undone."""
    return _derived(posting.uid) in bank.uids


def _check_amount(field: str, coins: int) -> None:
    if not 0 < coins <= MAX_COINS:
        raise BadPosting(field, Say("Enter a number of coins from 1 to {most}.", most=f"{MAX_COINS:,}"))


def _derived(uid: str, what: object = "again") -> str:
    """Return the uid of something that follows from another: always the same, so it is recorded once."""
    return uuid5(NAMESPACE_OID, f"{uid} {what}").hex


def _add(night: Night, uid: str, new: NewPosting, device: str, at: datetime | None = None) -> None:
    db.session.add(
        Transfer(
            night_id=night.id,
            uid=uid,
            at=at or now(),
            device=device,
            kind=new.kind,
            giver_id=new.giver,
            taker_id=new.taker,
            coins=new.coins,
            note=new.note,
            in_money=new.in_money,
            earlier_uid=new.earlier_uid,
        )
    )
