"""What should be in the database, written down by the phones as their entries are acknowledged."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition
from typing import Any

from scorekeeper.rules.engine import Result, play
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup

Raw = dict[str, Any]


class Gate:
    """Lets several phones in together, or one alone."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.inside = 0
        self.is_shut = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Wait for one that is alone."""
        with self.changed:
            self.changed.wait_for(lambda: not self.is_shut)
            self.inside += 1
        try:
            yield
        finally:
            with self.changed:
                self.inside -= 1
                self.changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until everyone else is out, and let nobody in."""
        with self.changed:
            self.changed.wait_for(lambda: not self.is_shut)
            self.is_shut = True
            self.changed.wait_for(lambda: not self.inside)
        try:
            yield
        finally:
            with self.changed:
                self.is_shut = False
                self.changed.notify_all()


@dataclass
class GameBook:
    """A game as it should be.

    Attributes:
        address: where its sheet is.
        sheet: its scoresheet without hands, with seats instead of names.
        hands: the hands by their numbers. Several phones may enter them at once: each is acknowledged
            as the hand of a number.
        snapshot: the hands before the newest change that one phone made alone.
        newest: the newest change that was made since, together with others: the number of the hand, and
            whether it was all of it, not only its bid.
        aside: what was there before hands were removed, which restoring brings back.
    """

    address: str
    sheet: Raw
    hands: dict[int, Raw] = field(default_factory=dict)
    snapshot: list[Raw] = field(default_factory=list)
    newest: tuple[int, bool] | None = None
    aside: list[list[Raw]] = field(default_factory=list)
    stopped: bool = False
    deleted: bool = False
    gate: Gate = field(default_factory=Gate)

    @property
    def setup(self) -> Setup:
        """The game as it started."""
        return set_up(self.sheet, by_name=False)

    @property
    def in_order(self) -> list[Raw]:
        """The hands in order."""
        return [self.hands[number] for number in sorted(self.hands)]

    @property
    def result(self) -> Result:
        """What the engine makes of it."""
        return play(self.setup, self.in_order, self.stopped)

    def entered(self, number: int, hand: Raw) -> str:
        """Write down a hand that was acknowledged; return what is wrong with that, if anything."""
        wrong = f"{self.address}: two hands {number} were acknowledged" if number in self.hands else ""
        self.hands[number] = hand
        self.aside = []
        self.newest = max(self.newest or (0, False), (number, True))
        return wrong

    def bid(self, number: int) -> None:
        """Write down that a bid was acknowledged."""
        self.aside = []
        self.newest = max(self.newest or (0, False), (number, False))

    def changed(self, hands: list[Raw]) -> None:
        """Write down what one phone made of the hands alone."""
        self.snapshot, self.newest = self.in_order, None
        self.hands = dict(enumerate(hands, start=1))

    def corrected(self, number: int, hand: Raw) -> list[Raw]:
        """Return the hands with another one at a number, up to the end of the game."""
        hands = self.in_order
        hands[number - 1] = hand
        setup = self.setup
        for last in range(number, len(hands) + 1):
            if play(setup, hands[:last]).ending:
                return hands[:last]
        return hands

    def undone(self) -> list[Raw]:
        """Return the hands without the newest change."""
        if self.newest is None:
            return self.snapshot
        number, whole = self.newest
        return self.in_order[: number - 1] if whole else self.in_order

    def renamed(self, was: str, name: str) -> None:
        """Give a player another name; the hands have seats."""
        self.sheet["players"] = [name if player == was else player for player in self.sheet["players"]]


@dataclass
class NightBook:
    """A night as it should be: its games, its note, and the coins that changed hands.

    Attributes:
        postings: whether each posting counts, by its note.
    """

    address: str
    club: "ClubBook"
    games: list[GameBook] = field(default_factory=list)
    postings: dict[str, bool] = field(default_factory=dict)
    note: str = ""
    gate: Gate = field(default_factory=Gate)


@dataclass
class ClubBook:
    """A club as it should be: its players' names by their ids.

    Attributes:
        link: the path by which a phone joins.
    """

    address: str
    link: str
    names: dict[int, str]
    nights: list[NightBook] = field(default_factory=list)
    gate: Gate = field(default_factory=Gate)
