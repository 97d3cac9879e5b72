"""Problems with a sheet: the field, and the reason in a player's words."""

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.saying import Argument, Say


@dataclass(frozen=True)
class Problem:
    """One problem with a sheet.

    Attributes:
        field: the key of the hand, the option's name, or the key of the sheet.
        message: what to do about it.
        hand: the number of the hand, from 1; None for the setup.
        missing: whether something was left out, so that nothing is wrong yet.
    """

    field: str
    message: Say
    hand: int | None = None
    missing: bool = dataclasses.field(default=False, compare=False)


class Refused(ValueError):
    """Raised for a sheet or hand that cannot be scored; ``problems`` holds every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(str(problem.message) for problem in self.problems))


class Unread(AttributeError):
    """Raised when a check uses a value that could not be read."""


class PartlyRead:
    """Base of declarations that may be read in part; using a value that is not there raises Unread."""

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise Unread(name)


class Wrong(ValueError):
    """Raised when the value of an entry cannot be read.

    ``messages`` has every reason, and ``missing`` those about something that was left out.
    """

    def __init__(self, *messages: Say, missing: Collection[Say] = ()) -> None:
        self.messages = messages
        self.missing = missing
        super().__init__(" ".join(map(str, messages)))

    def about(self, what: Argument) -> "Wrong":
        """Return the same, saying first what it is about: "Bidder: Zoe isn't playing in this game."."""
        return Wrong(*(Say("{what}: {why}", what=what, why=why) for why in self.messages))


def next_steps(problems: Sequence[Problem]) -> list[Problem]:
    """Return what is wrong, and of what is missing only the first: the others come when it is their turn."""
    first = next((problem for problem in problems if problem.missing), None)
    return [problem for problem in problems if not problem.missing or problem is first]
