"""The changes of a play, and how the game is laid out: its order of hands, house rules, dealer and seats.

A change that touches the layout keeps with its revision, as JSON, what that was before: ``order`` (the ids
of the hands), ``options``, ``dealer``, ``set_aside`` and ``seats``. A seat is the player's id, and the place
of the same figures after the change. ``swapped`` says whose names were exchanged, and in which hands.
``open`` says whether the game was open before the change (``Sheet.is_open``), where it is so before or after
it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.domain import CORRECTED, MOVED, REMOVED, UNDONE
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play, Player, Revision
from scorekeeper.store.plays.sheet import Sheet, scoresheet_json
from scorekeeper.store.plays.stored_hands import StoredHand, as_text

CAUSED = (
    select(Revision)
    .where(Revision.play_id == bindparam("play"), Revision.with_id.is_not(None))
    .order_by(Revision.id)
)
ENTRY_BEFORE = (
    select(Revision.entry)
    .where(Revision.hand_id == bindparam("hand"), Revision.id < bindparam("change"))
    .order_by(Revision.id.desc())
    .limit(1)
)


class SeatedPlayer(NamedTuple):
    """The player in a seat."""

    player_id: int
    name: str


class Swap(NamedTuple):
    """Two players whose names were exchanged, by id, in the hands from ``first`` to ``last``."""

    players: tuple[int, int]
    first: int
    last: int


@dataclass(frozen=True)
class GameLayout:
    """The layout of a game.

    Attributes:
        game: the game's key.
        order: the ids of its hands.
        options: the house rules as on a scoresheet.
        dealer: the seat of the first dealer.
        seats: who sits where.
        set_aside: whether it doesn't count.
    """

    game: str
    order: tuple[int, ...]
    options: Mapping[str, Any]
    dealer: Seat
    seats: tuple[SeatedPlayer, ...]
    set_aside: bool = False

    @classmethod
    def of(cls, play: Play, rows: Sequence[StoredHand]) -> "GameLayout":
        """Return the layout of a play with these hands."""
        seats = tuple(SeatedPlayer(seat.player_id, seat.name) for seat in play.seats)
        order = tuple(row.id for row in rows)
        return cls(play.game, order, play.options, play.dealer, seats, play.set_aside)

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]

    def number_of(self, hand_id: int) -> int:
        """Return the number of a hand; 0 if it is not among the hands."""
        return self.order.index(hand_id) + 1 if hand_id in self.order else 0

    @property
    def players(self) -> list[int]:
        """The players' ids in seat order."""
        return [seat.player_id for seat in self.seats]

    def key(self, stopped: bool, is_open: bool) -> str:
        """Return the scoresheet without hands, as JSON text."""
        return as_text(scoresheet_json(self, self.seats, [], stopped, is_open))

    def before(self, kept: str | None) -> "GameLayout":
        """Return the layout before a change that kept this JSON text."""
        known = json.loads(kept or "{}")
        here = {seat.player_id: seat for seat in self.seats}
        seats = tuple(here.get(player_id) or _seat_of(player_id) for player_id, _ in known.get("seats", ()))
        return replace(
            self,
            order=tuple(known.get("order", self.order)),
            options=known.get("options", self.options),
            dealer=known.get("dealer", self.dealer),
            seats=seats or self.seats,
            set_aside=known.get("set_aside", self.set_aside),
        )

    def kept_for(self, after: "GameLayout", moved_to: Sequence[Seat], swap: Swap | None = None) -> str | None:
        """Return the JSON text to keep with a change to another layout; None if nothing is touched.

        ``moved_to`` says which seat the figures of each player have after it.
        """
        kept: dict[str, Any] = {}
        if self.order != after.order:
            kept["order"] = self.order
        if self.options != after.options:
            kept["options"] = self.options
        if self.dealer != after.dealer:
            kept["dealer"] = self.dealer
        if self.set_aside != after.set_aside:
            kept["set_aside"] = self.set_aside
        if self.players != after.players:
            moved_to = moved_to if len(self.seats) == len(after.seats) else range(len(self.seats))
            kept["seats"] = [
                (seat.player_id, place) for seat, place in zip(self.seats, moved_to, strict=True)
            ]
        if swap:
            kept["swapped"] = swap
        return as_text(kept) if kept else None


def _seat_of(player_id: int) -> SeatedPlayer:
    """Return the seat of someone who no longer plays in the game."""
    return SeatedPlayer(player_id, db.session.get_one(Player, player_id).name)


def seats_after(kept: Mapping[str, Any], seats: int) -> list[Seat]:
    """Return the place that the figures of each seat have after a change that kept this."""
    return [place for _, place in kept["seats"]] if "seats" in kept else [*range(seats)]


def swap_in(kept: Mapping[str, Any]) -> Swap | None:
    """Return whose names a change exchanged; None if it is another kind of change."""
    if "swapped" not in kept:
        return None
    (one, other), first, last = kept["swapped"]
    return Swap((one, other), first, last)


@dataclass(frozen=True)
class LoggedChange:
    """A change of a play; one that undid or redid another knows which.

    Attributes:
        row: the change, as ``Sheet.changes`` yields it.
        original: the change that was undone or redone; the change itself otherwise.
        times: how often the original has been undone and redone since, counting this change.
        before, after: how the game was laid out before and after the original.
        caused: the changes of other hands that it caused.
        restorable: the ids of the hands that it removed, and that are still removed.
        was: what its hand said before it, as JSON text; None if there was none.
    """

    row: Any
    original: Any
    times: int
    before: GameLayout
    after: GameLayout
    caused: Sequence[Any] = ()
    restorable: Sequence[int] = ()
    was: str | None = None

    @property
    def undone(self) -> bool:
        """Return whether the original does not count after this change."""
        return self.times % 2 == 1

    @property
    def number(self) -> int:
        """The number of the hand: before the change if it was moved or removed, else after it."""
        first = self.before if self.original.action in (MOVED, REMOVED) else self.after
        return first.number_of(self.original.hand_id) or self.after.number_of(self.original.hand_id)

    @property
    def place(self) -> int:
        """The number of the hand after the change."""
        return self.after.number_of(self.original.hand_id)

    @property
    def swap(self) -> Swap | None:
        """The players whose names were exchanged; None for other changes."""
        return swap_in(json.loads(self.original.layout or "{}"))


def newest_logged(sheet: Sheet) -> LoggedChange | None:
    """Return the newest change of a play; None before the first."""
    newest = sheet.newest
    if newest is None:
        return None
    chain = sheet.changes() if newest.action == UNDONE else [newest]
    logged = _logged(newest, _original(chain), GameLayout.of(sheet.play, sheet.rows))
    if newest.action not in (CORRECTED, UNDONE):
        return logged
    return replace(logged, was=db.session.scalar(ENTRY_BEFORE, {"hand": newest.hand_id, "change": newest.id}))


def change_log(sheet: Sheet) -> Iterator[LoggedChange]:
    """Yield every change of a play with what it caused, newest first."""
    caused: dict[int | None, list[Revision]] = {}
    for effect in db.session.scalars(CAUSED, {"play": sheet.play.id}):
        caused.setdefault(effect.with_id, []).append(effect)
    gone = set(
        db.session.scalars(
            select(HandRow.id).where(HandRow.play_id == sheet.play.id, HandRow.entry.is_(None))
        )
    )
    layout, rows = GameLayout.of(sheet.play, sheet.rows), list(sheet.changes())
    was = _entries_before([*rows, *(row for effects in caused.values() for row in effects)])
    for at, row in enumerate(rows):
        own = [row, *caused.get(row.id, ())]
        # The newest change is undone instead.
        removed = {one.hand_id for one in own if one.gone} if at else set()
        logged = _logged(row, _original(rows[at:]), layout, own[1:], sorted(gone & removed))
        yield replace(logged, was=was[row.id])
        gone -= {one.hand_id for one in own}
        layout = layout.before(row.layout)


def _entries_before(revisions: Iterable[Revision]) -> dict[int, str | None]:
    """Return what the hand of each change said before it, by the id of the change."""
    known: dict[int | None, str | None] = {}
    before = {}
    for revision in sorted(revisions, key=attrgetter("id")):
        before[revision.id] = known.get(revision.hand_id)
        known[revision.hand_id] = revision.entry
    return before


def _original(chain: Iterable[Any]) -> tuple[Any, int]:
    """Return the first of these changes, newest first, that undid no other, and how many did."""
    row, times = None, 0
    for row in chain:
        if row.action != UNDONE:
            break
        times += 1
    return row, times


def _logged(
    row: Any,
    original: tuple[Any, int],
    after: GameLayout,
    caused: Sequence[Any] = (),
    restorable: Sequence[int] = (),
) -> LoggedChange:
    known, times = original
    layouts = (after.before(row.layout), after)
    before, after = layouts if times % 2 == 0 else layouts[::-1]
    return LoggedChange(row, known, times, before, after, caused, restorable)


def names_in_layout(layout: Mapping[str, Any] | None) -> list[str]:
    """Return the names of the club's players in a layout."""
    known = layout or {}
    return [*(name for name, *_ in known.get("seats", ())), *known.get("swapped", [()])[0]]


def relabelled_layout(
    layout: Mapping[str, Any], hand: Callable[[Any], Any], player: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return a layout with other labels for its hands and players: those of a file, or those stored."""
    found = dict(layout)
    if "order" in layout:
        found["order"] = [hand(one) for one in layout["order"]]
    if "seats" in layout:
        found["seats"] = [[player(one), place] for one, *_, place in layout["seats"]]
    if "swapped" in layout:
        players, *hands = layout["swapped"]
        found["swapped"] = [[player(one) for one in players], *hands]
    return found
