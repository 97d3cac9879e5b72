"""Kinds of postings, who takes part in them, and what can be wrong with stored coins."""

from enum import Enum, auto
from typing import TypeAlias

from scorekeeper.domain import POSTING_KINDS

STAKE, LOAN, REPAYMENT, SIDE_BET, GIFT, SETTLEMENT = POSTING_KINDS

LENDING = (STAKE, LOAN, REPAYMENT)
"""Postings that don't count as winnings, since the coins are returned. The house takes part in no others."""

Party: TypeAlias = int | None
"""The id of the person who gives or takes coins, or None for the house."""


class PostingFault(Enum):
    """Reasons for which a posting cannot be true."""

    UNKNOWN_KIND = auto()
    SAME_PARTY = auto()
    STAKE_FROM_PLAYER = auto()
    HOUSE_TAKES_PART = auto()
    OUTSIDER = auto()
    NO_COINS = auto()


class GameFault(Enum):
    """Faults of a running game."""

    UNREADABLE_HANDS = auto()
    ALREADY_OVER = auto()


def posting_fault(kind: str, giver: object, taker: object) -> PostingFault | None:
    """Return why coins cannot go this way, or None where they can. None as a party is the house."""
    if kind not in POSTING_KINDS:
        return PostingFault.UNKNOWN_KIND
    if giver == taker:
        return PostingFault.SAME_PARTY
    if kind == STAKE and giver is not None:
        return PostingFault.STAKE_FROM_PLAYER
    if kind not in LENDING and None in (giver, taker):
        return PostingFault.HOUSE_TAKES_PART
    return None
