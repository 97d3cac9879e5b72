"""What is wrong with a file that somebody brings: where, and why, in a player's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rules.words import capital

Place: TypeAlias = tuple[str, ...]
"""Where in a file something stands, from the outside in: ("night 2", "game 1 (Coralon)", "hand 3")."""


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong.

    Attributes:
        place: where it stands; empty for the file as a whole.
        message: the reason as a sentence.
    """

    place: Place
    message: str

    def __str__(self) -> str:
        where = ", ".join(self.place)
        return f"{capital(where)}: {self.message}" if where else self.message


class BadFile(ValueError):
    """A file that cannot be brought in; ``flaws`` holds every reason found, at least one."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__(" ".join(map(str, self.flaws)))

    @classmethod
    def because(cls, message: str, place: Place = ()) -> "BadFile":
        """A file with one thing wrong."""
        return cls([Flaw(place, message)])
