"""What is wrong with a sheet: the field, and the reason in a player's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        field: the key of the hand, the option's name, or the key of the sheet.
        message: the reason as a sentence, naming the field as players know it.
        hand: the hand's number counted from 1; None for the setup.
    """

    field: str
    message: str
    hand: int | None = None


class Refused(ValueError):
    """A sheet or a hand that cannot be scored; ``problems`` holds every reason found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class Unread(AttributeError):
    """A check asked for a value that could not be read."""


class PartlyRead:
    """What a sheet says, of which some may not have been readable: asking for that raises Unread."""

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise Unread(name)


class Wrong(ValueError):
    """The value of one entry cannot be read; ``messages`` says why, one sentence each."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        super().__init__(" ".join(messages))
