"""One play as it stands."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.domain import HAND_ACTIONS
from scorekeeper.rules.catalogue import name_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import VERSION, Setup
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import HandRow, Play, Revision
from scorekeeper.store.plays.score_cache import as_text, scored
from scorekeeper.store.plays.snapshot import PlaySeen

ENTERED, CORRECTED, TAKEN_BACK, RESTORED, UNDONE = HAND_ACTIONS

# Every look at a sheet asks these; putting a statement together takes longer than running it.
HANDS = (
    select(HandRow.id, HandRow.number, HandRow.entry, HandRow.complete)
    .where(HandRow.play_id == bindparam("play"))
    .order_by(HandRow.number)
)
HANDS_OF_ALL = (
    select(HandRow.play_id, HandRow.id, HandRow.number, HandRow.entry, HandRow.complete)
    .where(HandRow.play_id.in_(bindparam("plays", expanding=True)))
    .order_by(HandRow.play_id, HandRow.number)
)
CHANGES = (
    select(
        Revision.id,
        Revision.hand_id,
        Revision.at,
        Revision.action,
        Revision.complete,
        Revision.entry.is_(None).label("gone"),
    )
    .where(Revision.play_id == bindparam("play"), Revision.with_id.is_(None))
    .order_by(Revision.id.desc())
)
NEWEST = CHANGES.limit(1)

Entry = Mapping[str, Any]


class Conflict(Exception):
    """Somebody else changed the game in between; the message says what to do."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The message as what is wrong with a hand that somebody is still entering."""
        return (Problem("hands", str(self)),)


class Missing(Exception):
    """The game of a play is not there any more, or not as it was."""

    def __init__(self, play: Play | PlaySeen) -> None:
        super().__init__(f"{name_of(play.game)} is not installed any more")
        self.play = play


class Kept(NamedTuple):
    """A hand as it is kept; ``entry`` is its JSON text, None while it is taken back."""

    id: int
    number: int
    entry: str | None
    complete: bool


@dataclass
class Sheet:
    """A play with its hands.

    Attributes:
        play: what is played, and by whom.
        rows: its hands by number, those taken back included.
    """

    play: Play | PlaySeen
    rows: list[Kept]

    @classmethod
    def of(cls, play: Play | PlaySeen) -> "Sheet":
        """The sheet of a play."""
        return cls(play, [Kept(*row) for row in db.session.execute(HANDS, {"play": play.id})])

    @classmethod
    def of_all(cls, plays: Sequence[Play]) -> Iterator["Sheet"]:
        """The sheets of many plays, in their order; the database is not asked for each of them."""
        for first in range(0, len(plays), AT_ONCE):
            some = {play.id: cls(play, []) for play in plays[first : first + AT_ONCE]}
            for row in db.session.execute(HANDS_OF_ALL, {"plays": list(some)}):
                some[row.play_id].rows.append(Kept(row.id, row.number, row.entry, row.complete))
            yield from some.values()

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The complete hands as JSON texts."""
        return tuple(row.entry for row in self.rows if row.complete and row.entry is not None)

    @cached_property
    def result(self) -> Result:
        """Every complete hand scored."""
        return scored(*self.key)

    @property
    def missing(self) -> bool:
        """Whether it cannot be scored any more: the package that brought the game is gone, or another one."""
        try:
            scored(*self.key)
        except Refused:
            return True
        return False

    @cached_property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What the result is made of: the scoresheet without hands, and the hands, as JSON texts."""
        return as_text(self.as_json(self.play.stopped)), self.entries

    @property
    def setup(self) -> Setup:
        """What is played, as the engine knows it."""
        return self.result.setup

    @property
    def number(self) -> int:
        """The number of the hand that is to be entered next."""
        return len(self.entries) + 1

    @property
    def bidding_text(self) -> str:
        """What is known of the hand in progress after its bidding, as JSON text; empty before."""
        return next((row.entry for row in self.rows if row.entry is not None and not row.complete), "")

    @cached_property
    def bidding(self) -> Entry | None:
        """What is known of the hand in progress after its bidding; None before."""
        return json.loads(self.bidding_text) if self.bidding_text else None

    @property
    def last(self) -> int:
        """The number of the newest hand that counts or has its bidding; 0 before the first."""
        return max((row.number for row in self.rows if row.entry is not None), default=0)

    def row(self, number: int) -> Kept | None:
        """The hand of this number, if it was ever entered."""
        return next((row for row in self.rows if row.number == number), None)

    def as_json(self, stopped: bool) -> dict[str, Any]:
        """The scoresheet of the contract, without its hands."""
        names = [chair.name for chair in self.play.seats]
        return {
            "scoresheet": VERSION,
            "game": self.play.game,
            "players": names,
            "dealer": names[self.play.dealer],
            "options": self.play.options,
            "hands": [],
            "finished": stopped,
        }

    def score(self, entries: Sequence[str], stopped: bool | None = None) -> Result:
        """What the play would be with these hands, and ended by the players or not. Raises Refused."""
        setup = self.key[0] if stopped is None else as_text(self.as_json(stopped))
        return scored(setup, entries)

    def with_hand(self, number: int, raw: Entry) -> "Change":
        """What the play would be with this hand entered or corrected. Raises Refused."""
        entries = (*self.entries[: number - 1], as_text(raw), *self.entries[number:])
        try:
            return Change(number, raw, self.score(entries), len(entries))
        except Refused as refused:
            over = refused.problems[0]
            if over.hand is None or over.hand <= number:
                raise
            if over.field != "hands":
                # A later hand does not go with it, which is nothing that was typed here.
                later = f"Hand {over.hand} would not be possible any more. "
                raise Refused(
                    Problem("hands", later + problem.message, over.hand) for problem in refused.problems
                ) from None
        # Corrected like this, the game was over earlier: the hands after its end do not count.
        return Change(number, raw, self.score(entries[: over.hand - 1]), over.hand - 1)

    @cached_property
    def newest(self) -> Any:
        """The newest change: its id, hand_id, at, action, complete and gone. None at first."""
        return db.session.execute(NEWEST, {"play": self.play.id}).first()

    @property
    def to_bring_back(self) -> Kept | None:
        """The hand that was taken back last, as long as nothing was entered since."""
        row = self.row(self.number)
        if row is None or row.entry is not None:
            return None
        for change in db.session.execute(CHANGES, {"play": self.play.id}):
            if change.action not in (TAKEN_BACK, RESTORED):
                return None
            if change.hand_id == row.id:
                return row
        return None


@dataclass(frozen=True)
class Change:
    """What a play would be if a hand were entered or corrected.

    Attributes:
        number, raw: the hand.
        result: the play with it.
        last: the last hand that would count; those after it would be taken back.
    """

    number: int
    raw: Entry
    result: Result
    last: int


def history(hand_id: int) -> Sequence[Revision]:
    """Every change of a hand, oldest first."""
    return db.session.scalars(select(Revision).where(Revision.hand_id == hand_id).order_by(Revision.id)).all()
