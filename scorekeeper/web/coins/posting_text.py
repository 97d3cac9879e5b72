"""Postings as sentences."""

from collections.abc import Sequence

from scorekeeper.rules.words import COIN, capital, counted, listed
from scorekeeper.store.coins.bank import (
    COST,
    COUNT,
    GIFT,
    LOAN,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    TAB,
    Bank,
    Party,
    Posting,
)
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.web.coins.money import write_amount, write_posting_amount

MAX_NAMES = 4
"""The most players named in one sentence."""

MAX_SHARERS = 8
"""The most players named who share a cost equally."""

SENTENCES = {
    STAKE: "{taker} got {coins} to start with",
    LOAN: "{taker} borrowed {coins} from {giver}",
    REPAYMENT: "{giver} repaid {taker} {coins}",
    SIDE_BET: "{taker} won {coins} from {giver} in a side bet",
    GIFT: "{giver} gave {taker} {coins}",
    SETTLEMENT: "{taker} paid {giver} {coins}",
    COST: "{giver} paid {coins} for {taker}",
    TAB: "{taker} owes {giver} {coins}, from an earlier night",
    COUNT: "{giver} had {coins} fewer than the book, and {taker} had as many more",
}


def party_name(bank: Bank, party: Party) -> str:
    """Return the name of a player, or "the house"."""
    return "the house" if party is None else bank.names[party]


def describe_posting(bank: Bank, posting: Posting | NewPosting) -> str:
    """Return a posting as a sentence without its full stop."""
    if isinstance(posting, Posting) and posting.other:
        debt = describe_debt(bank, posting)
        return debt if posting.moved_on else f"{debt}, from an earlier night"
    sentence = SENTENCES.get(posting.kind, SENTENCES[GIFT])
    giver, taker = party_name(bank, posting.giver), party_name(bank, posting.taker)
    return capital(sentence.format(giver=giver, taker=taker, coins=write_posting_amount(bank, posting)))


def describe_debt(bank: Bank, posting: Posting, verb: str = "owes") -> str:
    """Return who owes whom what, for a posting that leads to another night; ``verb`` may be "owed"."""
    between = posting.giver, posting.taker
    creditor, debtor = reversed(between) if posting.counts_as == REPAYMENT else between
    names = party_name(bank, debtor), party_name(bank, creditor)
    return f"{names[0]} {verb} {names[1]} {write_posting_amount(bank, posting)}"


def describe_together(bank: Bank, postings: Sequence[Posting | NewPosting]) -> str:
    """Return postings that were recorded with one tap as a sentence without its full stop."""
    first, *others = postings
    if first.kind == COST:
        return _describe_cost(bank, postings)
    if not others:
        return describe_posting(bank, first)
    if first.earlier_uid:
        return f"{len(postings)} amounts of earlier nights included"
    if first.kind == STAKE and all(posting.coins == first.coins for posting in others):
        takers = [party_name(bank, posting.taker) for posting in postings]
        who = listed(takers) if len(takers) <= MAX_NAMES else f"{len(takers)} players"
        return f"{who} got {counted(first.coins, COIN)} each to start with"
    if first.kind in (COUNT, LOAN) or any(posting.kind != REPAYMENT for posting in others):
        return "; ".join(describe_posting(bank, posting) for posting in postings)
    if first.kind == REPAYMENT:
        return f"Loans of {counted(sum(posting.coins for posting in postings), COIN)} repaid"
    return f"{describe_posting(bank, first)}, and all loans were repaid"


def _describe_cost(bank: Bank, shares: Sequence[Posting | NewPosting]) -> str:
    """Return who paid for whom, with what everyone's share is unless all are the same but for odd cents."""
    first, amounts = shares[0], [share.coins for share in shares]
    paid = write_amount(bank, sum(amounts)) if first.in_money else counted(sum(amounts), COIN)
    said = f"{party_name(bank, first.giver)} paid {paid}{' for ' if first.note else ''}{first.note}"
    sharers = [party_name(bank, share.taker) for share in shares]
    if len(sharers) == 1:
        return f"{said}, all for {sharers[0]}"
    if max(amounts) - min(amounts) > 1:
        each = zip(sharers, (write_posting_amount(bank, share) for share in shares), strict=True)
        return f"{said}, shared by {listed([f'{name} ({share})' for name, share in each])}"
    who = listed(sharers) if len(sharers) <= MAX_SHARERS else f"{len(sharers)} players"
    return f"{said}, shared by {who}"


def describe_loans(bank: Bank, person: int) -> str:
    """Return what a player has borrowed and lent and not got back; empty if nothing."""
    loans = []
    for debtor, lender, coins in bank.debts:
        if debtor == person:
            loans.append(f"borrowed {coins} from {party_name(bank, lender)}")
        elif lender == person:
            loans.append(f"lent {party_name(bank, debtor)} {coins}")
    return capital(listed(loans)) if loans else ""


def still_to_pay(bank: Bank, person: int) -> str:
    """Return what a player still pays or gets: "to pay €5.00", "gets 3 coins", "paid"; empty if nothing."""
    left = bank.open[person]
    if not bank.sound or not (left or bank.net[person]):
        return ""
    if left:
        return f"{'gets' if left > 0 else 'to pay'} {write_amount(bank, abs(left))}"
    moved = any(one.moved_on and person in (one.giver, one.taker) for one in bank.paid)
    return "on the tab" if moved else "paid"


def loans_to_return(bank: Bank) -> dict[int, str]:
    """Return what each person who borrowed coins gives back: "the 10 coins you borrowed from Bea"."""
    found: dict[int, list[str]] = {}
    for debtor, lender, coins in bank.debts:
        if debtor is not None:
            loans = found.setdefault(debtor, [])
            borrowed = f"the {coins}" if loans else f"the {counted(coins, COIN)} you borrowed"
            loans.append(f"{borrowed} from {party_name(bank, lender)}")
    return {person: listed(loans) for person, loans in found.items()}
