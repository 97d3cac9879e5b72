"""Coins entered while others changed those of the night: both sides, and what can be done.

The buttons of a conflict send the same form again, with what has to be done first: see ``DecisionForm``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask import request, url_for
from wtforms import BooleanField, HiddenField

from scorekeeper.rules.words import COIN, counted, listed
from scorekeeper.settlement import Payment
from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import Bank, Debt, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.faults import REPAYMENT, SETTLEMENT, STAKE
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.nights import add_guest
from scorekeeper.web.clubs.access import device_name, read_person
from scorekeeper.web.coins.forms import PaymentForm, PostingForm, StakesForm
from scorekeeper.web.coins.posting_text import describe_posting, describe_together, party_name
from scorekeeper.web.forms.edit_conflict import (
    MINE,
    ConflictSide,
    EditConflict,
    Pairs,
    Resolution,
    fields_sent,
)
from scorekeeper.web.forms.numbers import numbers_in, read_number
from scorekeeper.web.forms.plain_form import PlainForm, hidden_values

DECISIONS = ("instead", "joining", "anyway", "known")


class DecisionForm(PlainForm):
    """What the button of a conflict does before its coins are recorded, and what its form was drawn from."""

    known: Any = HiddenField()
    instead: Any = hidden_values()
    joining: Any = hidden_values()
    anyway: Any = BooleanField()

    def prepare(self, night: Night, bank: Bank) -> Bank:
        """Undo the postings ``instead`` of which others are recorded, and add ``joining`` players."""
        if not (self.instead.data or self.joining.data):
            return bank
        postings.undo_postings(bank, numbers_in(self.instead.data), device_name())
        for player in _players(night, numbers_in(self.joining.data, read_person)):
            add_guest(night, player)
        return bank_of(night)


def bank_version(bank: Bank) -> str:
    """Return what a form for coins sends as ``known``: the newest posting, and how many were undone."""
    return f"{_newest(bank)}.{sum(not posting.counts for posting in bank.postings)}"


def compare_postings(night: Night, bank: Bank, new: Sequence[NewPosting]) -> EditConflict | None:
    """Return the conflict of new postings with what others, or an earlier sending of the form, have done."""
    decided = DecisionForm()
    if before := _other_postings(night, bank, new):
        return _already_recorded(night, bank, before, new)
    if gone := _players(night, _absent(bank, new)):
        names = listed([player.name for player in gone])
        why = f"Someone has removed {names} from tonight’s players."
        theirs = f"{names} {'isn’t' if len(gone) == 1 else 'aren’t'} here tonight."
        way = Resolution(
            f"Add {names} and record mine",
            request.path,
            [*_again(bank), *(("joining", str(player.id)) for player in gone)],
        )
        return _conflict(night, why, theirs, _with_names(bank, gone), new, [way])
    settled = [one for one in bank.counting if one.kind == SETTLEMENT and one.id > _newest_known(bank)]
    if settled and not decided.anyway.data:
        why = "Someone has settled up since you entered this."
        theirs = f"{describe_together(bank, settled[:1])}."
        way = Resolution("Record mine anyway", request.path, [*_again(bank), ("anyway", "on")])
        return _conflict(night, why, theirs, bank, new, [way])
    return None


def compare_repayment(night: Night, bank: Bank, new: NewPosting) -> EditConflict | None:
    """Return the conflict of a repayment of more than is owed, if others have changed the coins since."""
    if new.kind != REPAYMENT or DecisionForm().known.data in ("", None, bank_version(bank)):
        return None
    owed = bank.owed(new.giver, new.taker)
    theirs = f"{_owes(bank, Debt(new.giver, new.taker, owed))}."
    fewer = [*_again(bank, "coins"), ("coins", str(owed))]
    ways = [Resolution(f"Record {counted(owed, COIN)} as repaid", request.path, fewer)] if owed else []
    return _conflict(night, "Someone has changed these loans.", theirs, bank, [new], ways)


def compare_payments(night: Night, bank: Bank, mine: Payment[int], why: str) -> EditConflict:
    """Return the payments as others have left them, and one that was to be marked as paid."""
    plan = payment_plan.plan_of(bank) if bank.sound else None
    paid = describe_posting(bank, NewPosting(SETTLEMENT, mine.creditor, mine.debtor, mine.coins))
    ways = list(_ways_to_pay(bank, plan, mine)) if plan else []
    theirs = ConflictSide("Theirs", _say_payments(bank, plan))
    return EditConflict(why, theirs, ConflictSide(MINE, f"{paid}."), [_keep(night, "settle"), *ways])


def compare_debts(night: Night, bank: Bank, mine: Sequence[Debt], why: str, now: Pairs) -> EditConflict:
    """Return what is owed, and the debts that were to be marked as repaid; ``now`` repays what is owed."""
    theirs = ConflictSide("Theirs", "; ".join(_owes(bank, debt) for debt in bank.debts) or "Nothing is owed.")
    repaid = "; ".join(describe_posting(bank, NewPosting(REPAYMENT, *debt)) for debt in mine)
    way = [Resolution("Mark what is owed now as returned", request.path, now)] if now else []
    return EditConflict(why, theirs, ConflictSide(MINE, repaid), [_keep(night, "settle"), *way])


def compare_redoing(night: Night, bank: Bank, posting: Posting) -> EditConflict:
    """Return the conflict of a posting that cannot be redone any more."""
    owed = bank.owed(posting.giver, posting.taker)
    theirs = f"{_owes(bank, Debt(posting.giver, posting.taker, owed))}."
    why = "Someone has changed these coins, so nothing was recorded again."
    return _conflict(night, why, theirs, bank, [posting], [])


def describe_sent(night: Night) -> str:
    """Return the coins in the form that was sent, in words; empty if it has none that can be described."""
    posting, stakes, payment = PostingForm(), StakesForm(), PaymentForm()
    match request.endpoint:
        case "coins.record_posting" if posting.validate():
            new = [posting.posting]
        case "coins.hand_out_stakes" if stakes.validate():
            new = [postings.stake_for(person, stakes.stake.coins) for person in stakes.people]
        case "settle_up.pay" if payment.validate():
            mine = payment.payment
            new = [NewPosting(SETTLEMENT, mine.creditor, mine.debtor, mine.coins)]
        case _:
            return ""
    bank = bank_of(night)
    bank = _with_names(bank, _players(night, _absent(bank, new)))
    return _describe_new(bank, new) if not _absent(bank, new) else ""


def _already_recorded(
    night: Night, bank: Bank, before: Sequence[Posting], new: Sequence[NewPosting]
) -> EditConflict:
    said, counting = describe_together(bank, before), [one for one in before if one.counts]
    theirs = ConflictSide("Recorded before", said, remarks=() if counting else ["It has been undone."])
    ways = [Resolution("Record mine as well", request.path, _again(bank))]
    if counting:
        instead = [*_again(bank), *(("instead", str(one.id)) for one in counting)]
        ways.insert(0, Resolution("Use mine instead", request.path, instead))
    mine = ConflictSide(MINE, _describe_new(bank, new))
    return EditConflict(postings.USED, theirs, mine, [_keep(night, "coins", "Keep it as recorded"), *ways])


def _other_postings(night: Night, bank: Bank, new: Sequence[NewPosting]) -> Sequence[Posting]:
    """Return what the form has recorded before, if that is something else."""
    before = postings.posted_with(bank, night, request.form.get("uid", ""))
    return before if not postings.are_the_same(before, new) else ()


def _conflict(
    night: Night,
    why: str,
    theirs: str,
    bank: Bank,
    new: Sequence[NewPosting | Posting],
    ways: list[Resolution],
) -> EditConflict:
    sides = ConflictSide("Theirs", theirs), ConflictSide(MINE, _describe_new(bank, new))
    return EditConflict(why, *sides, [_keep(night, "coins", "Discard mine"), *ways])


def _keep(night: Night, page: str, label: str = "Keep theirs") -> Resolution:
    return Resolution(label, url_for("night.keep_theirs", night_id=night.id), [("page", page)])


def _again(bank: Bank, *without: str) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent, for the coins as they are now."""
    return [*fields_sent(*DECISIONS, *without), ("known", bank_version(bank))]


def _describe_new(bank: Bank, new: Sequence[NewPosting | Posting]) -> str:
    stakes = [one.taker for one in new if one.kind == STAKE]
    if len(stakes) > 1:
        names = listed([party_name(bank, taker) for taker in stakes])
        return f"{names} got {counted(new[0].coins, COIN)} each to start with"
    return "; ".join(describe_posting(bank, one) for one in new)


def _say_payments(bank: Bank, plan: PaymentPlan | None) -> str:
    if plan is None or not plan.payments:
        return "Nobody has to pay." if plan else "The coins don’t add up."
    said = (
        f"{party_name(bank, one.debtor)} {'paid' if posting else 'pays'} "
        f"{party_name(bank, one.creditor)} {counted(one.coins, COIN)}"
        for one, posting in plan.payments
    )
    return "; ".join(said)


def _ways_to_pay(bank: Bank, plan: PaymentPlan, mine: Payment[int]) -> Iterator[Resolution]:
    between = [one for one in plan.due if (one.debtor, one.creditor) == (mine.debtor, mine.creditor)]
    for one in between:
        yield Resolution(f"Mark {counted(one.coins, COIN)} as paid", request.path, _payment(plan, one))
    if mine.debtor in bank.names and mine.creditor in bank.names and mine.coins > 0 and mine not in between:
        label = f"Mark {counted(mine.coins, COIN)} as paid anyway"
        yield Resolution(label, request.path, [*_payment(plan, mine), ("anyway", "on")])


def _payment(plan: PaymentPlan, payment: Payment[int]) -> list[tuple[str, str]]:
    parts = (plan.since, payment.debtor, payment.creditor, payment.coins)
    return [
        (name, str(part)) for name, part in zip(("since", "debtor", "creditor", "coins"), parts, strict=True)
    ]


def _owes(bank: Bank, debt: Debt) -> str:
    who, whom = (party_name(bank, one) for one in (debt.debtor, debt.lender))
    owes = f"owes {whom} {counted(debt.coins, COIN)}" if debt.coins else f"doesn’t owe {whom} any coins"
    return f"{who[0].upper()}{who[1:]} {owes}"


def _absent(bank: Bank, new: Sequence[NewPosting]) -> list[int]:
    parties = dict.fromkeys(party for one in new for party in (one.giver, one.taker))
    return [party for party in parties if party is not None and party not in bank.names]


def _players(night: Night, ids: Sequence[int]) -> list[Player]:
    """Return the players of the club with these ids."""
    found = (db.session.get(Player, one) for one in ids)
    return [player for player in found if player and player.club_id == night.club_id]


def _with_names(bank: Bank, players: Sequence[Player]) -> Bank:
    return replace(bank, names={**bank.names, **{player.id: player.name for player in players}})


def _newest(bank: Bank) -> int:
    return bank.postings[-1].id if bank.postings else 0


def _newest_known(bank: Bank) -> int:
    """Return the newest posting that the form was drawn with; the newest of all if it says none."""
    try:
        return read_number((DecisionForm().known.data or "").split(".")[0])
    except ValueError:
        return _newest(bank)
