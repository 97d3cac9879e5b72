"""What is wrong with a file: where, and why, in a player's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rules.words import capital

Location: TypeAlias = tuple[str, ...]
"""A place in a file, from the outside in: ("night 2", "game 1 (Coralon)", "hand 3")."""


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong.

    Attributes:
        location: where it is; empty for the file as a whole.
        message: the reason as a sentence.
    """

    location: Location
    message: str

    def __str__(self) -> str:
        where = ", ".join(self.location)
        return f"{capital(where)}: {self.message}" if where else self.message


class BadFile(ValueError):
    """A file that cannot be imported; ``flaws`` holds every reason found, at least one."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__(" ".join(map(str, self.flaws)))

    @classmethod
    def because(cls, message: str, location: Location = ()) -> "BadFile":
        """Return the error for a single flaw."""
        return cls([Flaw(location, message)])

    def inside(self, part: str) -> "BadFile":
        """Return the same error as seen from outside the part of the file in which it was found."""
        return BadFile(Flaw((part, *flaw.location), flaw.message) for flaw in self.flaws)
