"""Postings and the players' positions as sentences."""

from collections.abc import Sequence

from scorekeeper.rules.words import COIN, capital, counted, figure, listed
from scorekeeper.store.coins.bank import (
    GIFT,
    LOAN,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    Bank,
    Party,
    Posting,
)

MAX_NAMES = 4
"""The most players named in one sentence."""

SENTENCES = {
    STAKE: "{taker} got {coins} to start with",
    LOAN: "{taker} borrowed {coins} from {giver}",
    REPAYMENT: "{giver} repaid {taker} {coins}",
    SIDE_BET: "{taker} won {coins} from {giver} in a side bet",
    GIFT: "{giver} gave {taker} {coins}",
    SETTLEMENT: "{taker} paid {giver} {coins}",
}


def party_name(bank: Bank, party: Party) -> str:
    """Return the name of a player, or "the house"."""
    return "the house" if party is None else bank.names[party]


def describe_posting(bank: Bank, posting: Posting) -> str:
    """Return a posting as a sentence without its full stop."""
    sentence = SENTENCES.get(posting.kind, SENTENCES[GIFT])
    giver, taker = party_name(bank, posting.giver), party_name(bank, posting.taker)
    return capital(sentence.format(giver=giver, taker=taker, coins=counted(posting.coins, COIN)))


def describe_together(bank: Bank, postings: Sequence[Posting]) -> str:
    """Return postings that were recorded with one tap as a sentence without its full stop."""
    first, *others = postings
    if not others:
        return describe_posting(bank, first)
    if first.kind == STAKE:
        takers = [party_name(bank, posting.taker) for posting in postings]
        who = listed(takers) if len(takers) <= MAX_NAMES else f"{len(takers)} players"
        return f"{who} got {counted(first.coins, COIN)} each to start with"
    if first.kind == REPAYMENT:
        return f"Loans of {counted(sum(posting.coins for posting in postings), COIN)} repaid"
    return f"{describe_posting(bank, first)}, and all loans were repaid"


def describe_position(bank: Bank, person: int) -> str:
    """Return what a player holds without running games, owes and is owed.

    Empty where they have neither loans nor debts.
    """
    owes = [
        f"owes {party_name(bank, debt.lender)} {debt.coins}" for debt in bank.debts if debt.debtor == person
    ]
    owed = [
        f"is owed {debt.coins} by {party_name(bank, debt.debtor)}"
        for debt in bank.debts
        if debt.lender == person
    ]
    return listed([f"has {figure(bank.holds_to_settle[person])}", *owes, *owed]) if owes or owed else ""
