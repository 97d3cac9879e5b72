"""Outcomes of hands, and the ending of a game."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from scorekeeper.rules.house import Under
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Seat

BidResult: TypeAlias = Literal["exact", "over", "made", "missed", "other"]
"""The ways a hand comes out for the player who took it on, in any game."""

EXACT: Final = "exact"
OVER: Final = "over"
MADE: Final = "made"
MISSED: Final = "missed"
OTHER: Final = "other"


class Outcome:
    """One way a hand can come out; a game declares it by its messages in English.

    Attributes:
        words: how it is said beside the bid: "Bea bid 5, missed".
        scores: what it scores, as a player would explain it; ``{book}`` stands for that house rule.
        title: what it is called on its own; the words, if nothing else is given.
        result: how it came out for the player who bid; OTHER where nobody did.
        is_deed: whether the words say what those did who are named before: "Ann rolled 9" and "left a coin".
        tells_coins: whether the hand in a few words says which coins changed hands.
        others: what the others get, as short as can be: "the others score their tricks"; ``{bid}`` stands for
            the bid. None if that is nothing, or if no outcome of this bid is foretold on its own.
        under: the house rule without which it doesn't occur; None if it always may.
        instead: what it scores under some house rule instead; None if that is always the same.
    """

    def __init__(
        self,
        words: str | Say,
        scores: str | Say,
        title: str = "",
        *,
        result: BidResult = OTHER,
        is_deed: bool = False,
        tells_coins: bool = False,
        others: Say | None = None,
        under: Under | None = None,
        instead: tuple[Under, str] | None = None,
    ) -> None:
        self.words, self.scores = (one if isinstance(one, Say) else Say(one) for one in (words, scores))
        self.others = others
        self.title = Say(title) if title else Say("{Words}", words=self.words)
        self.result, self.is_deed, self.tells_coins, self.under = result, is_deed, tells_coins, under
        self.instead = instead and (instead[0], Say(instead[1]))


# The outcomes of a bid, each given what it scores, and what else is not the same in every game.
when_exact = partial(Outcome, "made it exactly", result=EXACT, is_deed=True)
when_over = partial(Outcome, "went over", result=OVER, is_deed=True)
when_made = partial(Outcome, "made it", result=MADE, is_deed=True)
when_missed = partial(Outcome, "missed", result=MISSED, is_deed=True)

Decision: TypeAlias = Literal["total", "tie", "other"]
"""The reason for a game's end: the best total of one side, a tie that is broken or shared, or any other."""

BY_TOTAL: Final = "total"
BY_TIE: Final = "tie"
BY_OTHER: Final = "other"


@dataclass(frozen=True)
class Ending:
    """The end of a game.

    Attributes:
        winners: who has won: nobody, one, or a whole side.
        because: the sentence that says why; without winners also that the game was ended early.
        decided: what decided it; where that is the best total, the sentence says no more.
        early: whether the players ended the game before its rules did.
    """

    winners: tuple[Seat, ...]
    because: Say
    decided: Decision = BY_OTHER
    early: bool = False

    @property
    def why(self) -> Say:
        """The sentence that says why the game is over, and why they have won."""
        is_said = self.early and self.winners
        return Say("Ended early: {why}", why=self.because) if is_said else self.because
