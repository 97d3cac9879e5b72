"""What was changed in a play, one change after another, with how the game was laid out each time."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from scorekeeper.domain import MOVED, REMOVED, UNDONE
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Revision
from scorekeeper.store.plays.layout import GameLayout, Swap, swap_in
from scorekeeper.store.plays.sheet import Sheet

CAUSED = (
    select(Revision.with_id, Revision.hand_id, Revision.complete, Revision.entry.is_(None).label("gone"))
    .where(Revision.play_id == bindparam("play"), Revision.with_id.is_not(None))
    .order_by(Revision.id)
)


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
    """

    row: Any
    original: Any
    times: int
    before: GameLayout
    after: GameLayout
    caused: Sequence[Any] = ()
    restorable: Sequence[int] = ()

    @property
    def undone(self) -> bool:
        """Whether the original does not count after this change."""
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
        """Whose names were exchanged; None for other changes."""
        return swap_in(json.loads(self.original.layout or "{}"))


def newest_logged(sheet: Sheet) -> LoggedChange | None:
    """Return the newest change of a play; None before the first."""
    newest = sheet.newest
    if newest is None:
        return None
    chain = sheet.changes() if newest.action == UNDONE else [newest]
    return _logged(newest, _original(chain), GameLayout.of(sheet.play, sheet.rows))


def change_log(sheet: Sheet) -> Iterator[LoggedChange]:
    """Yield every change of a play with what it caused, newest first."""
    caused: dict[int, list[Any]] = {}
    for effect in db.session.execute(CAUSED, {"play": sheet.play.id}):
        caused.setdefault(effect.with_id, []).append(effect)
    gone = set(
        db.session.scalars(
            select(HandRow.id).where(HandRow.play_id == sheet.play.id, HandRow.entry.is_(None))
        )
    )
    layout, rows = GameLayout.of(sheet.play, sheet.rows), list(sheet.changes())
    for at, row in enumerate(rows):
        own = [row, *caused.get(row.id, ())]
        # The newest change is undone instead.
        removed = {one.hand_id for one in own if one.gone} if at else set()
        yield _logged(row, _original(rows[at:]), layout, own[1:], sorted(gone & removed))
        gone -= {one.hand_id for one in own}
        layout = layout.before(row.layout)


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
