"""A hand to enter or correct, judged by the engine before anything is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.domain import MAX_HANDS
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.table import Setup
from scorekeeper.store.plays.stored_hands import as_text


class ScoredSheet(Protocol):
    """A play whose hands are known as JSON texts."""

    @property
    def entries(self) -> tuple[str, ...]:
        """The complete hands."""
        ...

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        ...

    @property
    def result(self) -> Result:
        """The score as it is."""
        ...

    def score(self, entries: Sequence[str]) -> Result:
        """Return the score with these hands. Raises Refused."""
        ...


@dataclass(frozen=True)
class HandEdit:
    """A hand to enter or correct, and what the play becomes with it.

    Attributes:
        number, raw: the hand.
        result: the play with it.
        last: the last hand that still counts; later ones will be removed.
    """

    number: int
    raw: Mapping[str, Any]
    result: Result
    last: int


def edit_hand(sheet: ScoredSheet, number: int, raw: Mapping[str, Any]) -> HandEdit:
    """Return what the play becomes with this hand entered or corrected. Raises Refused."""
    if number > len(sheet.entries):
        refuse_too_many(number, sheet.setup)
    entries = (*sheet.entries[: number - 1], as_text(raw), *sheet.entries[number:])
    try:
        return HandEdit(number, raw, sheet.score(entries), len(entries))
    except Refused as refused:
        over = refused.problems[0]
        if over.hand is None or over.hand <= number:
            raise
        if over.field != "hands":
            # A later hand is not possible after this one; nothing typed here is wrong in itself.
            noun = sheet.setup.game.hand_noun.one.capitalize()
            later = f"{noun} {over.hand} would no longer be possible. "
            raise Refused(
                Problem("hands", later + problem.message, over.hand) for problem in refused.problems
            ) from None
    # The corrected game ends earlier: hands after its end do not count.
    return HandEdit(number, raw, sheet.score(entries[: over.hand - 1]), over.hand - 1)


def refuse_too_many(hands: int, setup: Setup) -> None:
    """Raise Refused if a game may not have this many hands."""
    if hands > MAX_HANDS:
        advice = f"This game has {MAX_HANDS:,} {setup.game.hand_noun.many}, which is the limit. "
        raise Refused([Problem("hands", f"{advice}End it and start a new one.")])
