"""A play with its hands, read from the database and scored."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.domain import IMPORTED, REMOVED, RESTORED
from scorekeeper.rules.catalogue import game_of, title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.house import PLAYED_ON
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Setup
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import HandRow, Play, Revision
from scorekeeper.store.plays.stored_hands import (
    Entry,
    StoredHand,
    as_text,
    scored,
    scored_to_the_end,
    unreadable,
)

HAND_COLUMNS = (HandRow.id, HandRow.number, HandRow.entry, HandRow.complete)
"""The columns of a ``StoredHand``."""

HANDS = (
    select(*HAND_COLUMNS)
    .where(HandRow.play_id == bindparam("play"), HandRow.number.is_not(None))
    .order_by(HandRow.number)
)
HANDS_OF_ALL = (
    select(HandRow.play_id, *HAND_COLUMNS)
    .where(HandRow.play_id.in_(bindparam("plays", expanding=True)), HandRow.number.is_not(None))
    .order_by(HandRow.play_id, HandRow.number)
)
CHANGES = (
    select(Revision)
    .where(Revision.play_id == bindparam("play"), Revision.with_id.is_(None))
    .order_by(Revision.id.desc())
)
NEWEST_CHANGE = CHANGES.limit(1)


class FormVersion(NamedTuple):
    """What a form of a game was drawn from, which it sends back.

    Attributes:
        number: the number of the hand to enter next.
        seats: the ids of the players in seat order.
        revision: a digest of everything else that a form can depend on.
        ahead: whether it was filled in while earlier changes were still to be sent; it has seen no revision.
    """

    number: int
    seats: tuple[int, ...]
    revision: str
    ahead: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the form."""
        return {
            "number": str(self.number),
            "seats": "-".join(map(str, self.seats)),
            "revision": self.revision,
            "ahead": "yes" if self.ahead else "",
        }


class Conflict(Exception):
    """Someone else has changed the same thing; ``why`` says what to do."""

    def __init__(self, why: Say) -> None:
        super().__init__(str(why))
        self.why = why

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The message as a problem of the hand that is being entered."""
        return (Problem("hands", self.why),)


class CannotBeScored(Exception):
    """A game that is not installed, or of which a hand can't be read or is refused by the rules.

    Attributes:
        sheet: the game with its hands.
        why: what the rules say.
    """

    def __init__(self, sheet: "Sheet", why: ValueError) -> None:
        super().__init__(f"{title_of(sheet.play.game, sheet.play.options)} can’t be scored: {why}")
        self.sheet, self.why = sheet, why


@dataclass
class Sheet:
    """A play with its hands.

    Attributes:
        play: what is played, and by whom.
        rows: its hands in order, including those removed from the end.
        goes_on: whether it is looked at as if a game that the players ended were continued.
        by_other_rules: whether what is to be saved was entered by other rules than today's, on a phone or a
            page that doesn't know these yet.
    """

    play: Play
    rows: list[StoredHand]
    goes_on: bool = False
    by_other_rules: bool = False

    @classmethod
    def of(cls, play: Play) -> "Sheet":
        """Return the sheet of a play."""
        rows = db.session.execute(HANDS, {"play": play.id})
        return cls(play, [StoredHand._make(row) for row in rows])

    @classmethod
    def of_all(cls, plays: Sequence[Play]) -> Iterator["Sheet"]:
        """Yield the sheets of many plays in the given order, with few statements."""
        for first in range(0, len(plays), AT_ONCE):
            some = {play.id: cls(play, []) for play in plays[first : first + AT_ONCE]}
            for row in db.session.execute(HANDS_OF_ALL, {"plays": list(some)}):
                some[row.play_id].rows.append(StoredHand(row.id, row.number, row.entry, row.complete))
            yield from some.values()

    def with_hand(self, hand: StoredHand, change: Revision) -> "Sheet":
        """Return the sheet with a hand that was written by the newest change, without reading it again."""
        rows = [*self.rows, hand]
        if self.rows and self.rows[-1].number >= hand.number:
            rows = sorted([*(row for row in self.rows if row[0] != hand.id), hand], key=itemgetter(1))
        after = Sheet(self.play, rows)
        after.newest = change
        return after

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The complete hands as JSON texts."""
        # Unpacked, and in a list: a game may have hundreds of hands.
        return tuple([entry for _, _, entry, complete in self.rows if complete and entry is not None])

    @property
    def stopped(self) -> bool:
        """Return whether the players ended the game."""
        return self.play.stopped and not self.goes_on

    @cached_property
    def kept(self) -> FinalResult | None:
        """The result that the seats of a finished game hold; None while it is running."""
        return self.play.final if self.play.ended_at and not self.goes_on else None

    @property
    def edition(self) -> str:
        """The edition of today's rules; empty if the game is not installed."""
        game = game_of(self.play.game, self.play.options)
        return str(game.edition) if game else ""

    @cached_property
    def over(self) -> Result | None:
        """The result with which today's rules end a game that is running; None if they don't.

        None of its hands ended it when they were entered, by the rules of that day.
        """
        if self.play.ended_at:
            return None
        try:
            result = scored_to_the_end(as_text(self.as_json(False)), self.entries)
        except Refused:
            return None
        return result if result.ending else None

    @property
    def is_open(self) -> bool:
        """Return whether no hand ends the game until the table says whether it is over."""
        return self.over is not None or (self.by_other_rules and self.play.ended_at is None)

    @cached_property
    def by_rules(self) -> Result:
        """The score after every complete hand by today's rules."""
        return scored(*self.key)

    @cached_property
    def result(self) -> Result:
        """The score after every complete hand; the totals and winners of a finished game are those kept."""
        by_rules = self.by_rules
        return self.kept.laid_over(by_rules, self.is_imported) if self.kept else by_rules

    @property
    def is_imported(self) -> bool:
        """Return whether the result of a finished game comes from another program."""
        return self.play.edition == IMPORTED

    @property
    def is_by_earlier_rules(self) -> bool:
        """Return whether today's rules would give a finished game another result."""
        return self.result is not self.by_rules

    @cached_property
    def refusal(self) -> ValueError | None:
        """The reason for which the game can't be scored; None if it can."""
        try:
            _ = self.by_rules
            if not isinstance(self.bidding, dict | None):
                raise unreadable(self.number)
        except Refused as refused:
            return refused
        except (ValueError, RecursionError):
            return unreadable(self.number)
        return None

    @property
    def can_be_scored(self) -> bool:
        """Return whether the game is still installed and accepts the hands."""
        return self.refusal is None

    @property
    def refused(self) -> list[StoredHand]:
        """The hands of a running game that today's rules refuse, and that earlier ones accepted."""
        if self.kept or self.can_be_scored or self.play.edition == self.edition:
            return []
        accepted = without_unscorable_hands(self).rows
        return [row for row in self.rows if row not in accepted]

    def check(self) -> "Sheet":
        """Return the sheet. Raises CannotBeScored."""
        if self.refusal:
            raise CannotBeScored(self, self.refusal)
        return self

    @cached_property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """All that the result depends on: the scoresheet without hands, and the hands, as JSON texts."""
        return as_text(self.as_json(self.stopped, self.is_open)), self.entries

    @property
    def drawn_from(self) -> tuple[object, ...]:
        """All that the result as pages show it depends on."""
        return *self.key, self.kept

    @cached_property
    def version(self) -> FormVersion:
        """What a form that is drawn now is about.

        What the players are called is not part of it, nor that the table has decided to play on, as a hand
        that was being entered is still the same. A game may have got the number of one that was deleted with
        its club before 1.1, but not its uid.
        """
        play = self.play
        rows = [f"{number} {1 if complete else 0} {entry or ''}" for _, number, entry, complete in self.rows]
        options = {name: value for name, value in play.options.items() if name != PLAYED_ON}
        is_over = play.ended_at is not None and not self.goes_on
        setup = as_text({"options": options, "dealer": play.dealer, "finished": is_over})
        seats = tuple(seat.player_id for seat in play.seats)
        return FormVersion(self.number, seats, digest((play.uid, setup, *rows)))

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        return (self.result if self.can_be_scored else scored(self.key[0], ())).setup

    @property
    def number(self) -> int:
        """The number of the hand to enter next."""
        return len(self.entries) + 1

    @property
    def bidding_text(self) -> str:
        """The bid of the hand in progress as JSON text; empty before there is one."""
        return next((row.entry for row in self.rows if row.entry is not None and not row.complete), "")

    @cached_property
    def bidding(self) -> Entry | None:
        """The bid of the hand in progress; None before there is one."""
        return json.loads(self.bidding_text) if self.bidding_text else None

    @property
    def last(self) -> int:
        """The number of the newest hand that is complete or has its bid; 0 before the first."""
        return max((row.number for row in self.rows if row.entry is not None), default=0)

    def row(self, number: int) -> StoredHand | None:
        """Return the hand of this number, if it was ever entered."""
        return next((row for row in self.rows if row.number == number), None)

    def as_json(self, stopped: bool, is_open: bool = False) -> dict[str, Any]:
        """Return the scoresheet without hands, with seats instead of names."""
        return scoresheet_json(self.play, self.play.seats, [], stopped, is_open)

    def score(self, entries: Sequence[str], stopped: bool | None = None) -> Result:
        """Return the score with these hands, and with or without the players ending it. Raises Refused."""
        setup = self.key[0] if stopped is None else as_text(self.as_json(stopped, self.is_open))
        return scored(setup, entries)

    @cached_property
    def newest(self) -> Revision | None:
        """The newest change; None before the first."""
        return db.session.scalars(NEWEST_CHANGE, {"play": self.play.id}).first()

    @property
    def newest_id(self) -> int:
        """The id of the newest change; 0 before the first."""
        return self.newest.id if self.newest else 0

    @property
    def ended_last(self) -> bool:
        """Return whether nothing was changed since the players ended the game."""
        play, newest = self.play, self.newest
        if not play.stopped or play.ended_at is None or newest is None:
            return bool(play.stopped and play.ended_at)
        # An imported game is no more than dated.
        return newest.at <= play.ended_at if play.ended_after is None else newest.id <= play.ended_after

    def changes(self) -> Iterator[Revision]:
        """Yield every change, newest first, except those that another one caused."""
        yield from db.session.scalars(CHANGES, {"play": self.play.id})

    @cached_property
    def hand_to_restore(self) -> StoredHand | None:
        """The hand that was removed last, if nothing has been entered since."""
        row = self.row(self.number)
        if row is None or row.entry is not None:
            return None
        for change in self.changes():
            if change.action not in (REMOVED, RESTORED):
                return None
            if change.hand_id == row.id:
                return row
        return None


def without_unscorable_hands(sheet: Sheet) -> Sheet:
    """Return a sheet without the hands that can't be read or scored where they are."""
    while isinstance(sheet.refusal, Refused) and (number := sheet.refusal.problems[0].hand):
        gone = [row for row in sheet.rows if row.entry is not None][number - 1]
        sheet = Sheet(sheet.play, [row for row in sheet.rows if row != gone])
    return sheet


def hand_history(hand_id: int) -> Sequence[Revision]:
    """Return every change of a hand, oldest first."""
    return db.session.scalars(select(Revision).where(Revision.hand_id == hand_id).order_by(Revision.id)).all()


def hand_of_revision(revision_id: int) -> int | None:
    """Return the id of the hand that a revision is of; None if there is no such hand."""
    return db.session.scalar(select(Revision.hand_id).where(Revision.id == revision_id))


def digest(texts: Iterable[str]) -> str:
    """Return a short digest of texts."""
    return blake2b("\n".join(texts).encode(), digest_size=6).hexdigest()


def scoresheet_json(
    play: Any, chairs: Sequence[Any], hands: list[Any], finished: bool, is_open: bool = False
) -> dict[str, Any]:
    """Return the scoresheet of a play with these chairs, in seat order, and hands, with seats for names.

    No hand ends an open one.
    """
    return {
        "scoresheet": VERSION,
        "game": play.game,
        "players": [chair.name for chair in chairs],
        "dealer": play.dealer,
        "options": {**play.options, PLAYED_ON: LARGEST} if is_open else play.options,
        "hands": hands,
        "finished": finished,
    }


def setup_of(play: Any, chairs: Sequence[Any]) -> Setup | None:
    """Return the setup of a game with these chairs; None if its rules are not installed any more."""
    with suppress(Refused):
        return set_up(scoresheet_json(play, chairs, [], False), by_name=False)
    return None
