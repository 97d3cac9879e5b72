"""One play as it stands, and every way to change it.

A change is judged by the engine before anything is written: what it refuses changes nothing. Each
change is kept as a revision, and each revision can be undone while it is the newest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import select

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, Setup, set_up
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play, Revision, now

Entry = Mapping[str, Any]


class Conflict(Exception):
    """Somebody else changed the game in between; the message says what to do."""


@dataclass
class Sheet:
    """A play with its hands.

    Attributes:
        play: what is played, and by whom.
        rows: its hands by number, those taken back included.
    """

    play: Play
    rows: list[HandRow]

    @classmethod
    def of(cls, play: Play) -> "Sheet":
        """The sheet of a play."""
        rows = db.session.scalars(select(HandRow).where(HandRow.play_id == play.id).order_by(HandRow.number))
        return cls(play, list(rows))

    @cached_property
    def setup(self) -> Setup:
        """What is played, as the engine knows it."""
        return set_up(self.as_json(hands=[]))

    @cached_property
    def result(self) -> Result:
        """Every complete hand scored."""
        return engine.play(self.setup, self.entries, self.play.stopped)

    @property
    def entries(self) -> list[Entry]:
        """The complete hands as on a scoresheet."""
        return [row.entry for row in self.rows if row.complete and row.entry is not None]

    @property
    def number(self) -> int:
        """The number of the hand that is to be entered next."""
        return len(self.entries) + 1

    @property
    def bidding(self) -> HandRow | None:
        """The hand in progress, of which only the bidding is known."""
        return next((row for row in self.rows if row.entry is not None and not row.complete), None)

    def as_json(self, hands: Sequence[Entry] | None = None) -> dict[str, Any]:
        """The scoresheet of the contract."""
        names = [chair.name for chair in self.play.seats]
        return {
            "scoresheet": VERSION,
            "game": self.play.game,
            "players": names,
            "dealer": names[self.play.dealer],
            "options": self.play.options,
            "hands": self.entries if hands is None else hands,
            "finished": self.play.stopped,
        }

    def with_hand(self, number: int, raw: Entry) -> "Change":
        """What the game would be with this hand entered or corrected. Raises Refused."""
        entries = [*self.entries[: number - 1], raw, *self.entries[number:]]
        try:
            return Change(number, raw, engine.play(self.setup, entries, self.play.stopped), len(entries))
        except Refused as refused:
            over = refused.problems[0]
            if over.field != "hands" or over.hand is None or over.hand <= number:
                raise
        # Corrected like this, the game was over earlier: the hands after its end do not count.
        return Change(number, raw, engine.play(self.setup, entries[: over.hand - 1]), over.hand - 1)

    @property
    def newest(self) -> Revision | None:
        """The newest change, which can still be undone."""
        return db.session.scalar(
            select(Revision)
            .join(HandRow)
            .where(HandRow.play_id == self.play.id, Revision.with_id.is_(None))
            .order_by(Revision.id.desc())
            .limit(1)
        )

    @property
    def to_bring_back(self) -> HandRow | None:
        """The hand that was taken back last, as long as nothing was entered since."""
        newest = self.newest
        if newest is None or newest.action not in (TAKEN_BACK, RESTORED):
            return None
        return next((row for row in self.rows if row.number == self.number and row.entry is None), None)


@dataclass(frozen=True)
class Change:
    """What a game would be if a hand were entered or corrected.

    Attributes:
        number, raw: the hand.
        result: the game with it.
        last: the last hand that would count; those after it would be taken back.
    """

    number: int
    raw: Entry
    result: Result
    last: int


ENTERED, CORRECTED, TAKEN_BACK, RESTORED, UNDONE = "entered", "corrected", "taken back", "restored", "undone"


def save_bidding(sheet: Sheet, raw: Entry, device: str) -> None:
    """Keep the bidding of the next hand, whose play is still to come. Raises Refused."""
    _refuse_if_over(sheet)
    if sheet.bidding and sheet.bidding.entry == raw:
        return
    engine.read_bidding(sheet.setup, sheet.result.state, raw, sheet.number)
    action = CORRECTED if sheet.bidding else ENTERED
    _write(sheet, sheet.number, raw, False, action, device)


def save_hand(sheet: Sheet, change: Change, device: str) -> None:
    """Enter the next hand, or correct an earlier one. Hands after the game's new end are taken back."""
    if change.number > len(sheet.entries):
        _refuse_if_over(sheet)
    action = ENTERED if change.number == sheet.number else CORRECTED
    main = _write(sheet, change.number, change.raw, True, action, device)
    late = [row for row in sheet.rows if row.entry is not None and row.number > change.last]
    if not change.result.ending:
        late = [row for row in late if row.complete]
    for row in late:
        _write(sheet, row.number, None, row.complete, TAKEN_BACK, device, main)
    _keep(sheet, change.result)


def take_back(sheet: Sheet, number: int, device: str) -> None:
    """Take back the last hand, or the bidding in progress. Raises Conflict."""
    last = max((row.number for row in sheet.rows if row.entry is not None), default=0)
    if number != last:
        raise Conflict(f"Hand {number} is not the last one any more.")
    row = sheet.rows[number - 1]
    _write(sheet, number, None, row.complete, TAKEN_BACK, device)
    _keep(sheet, _score(sheet))


def bring_back(sheet: Sheet, device: str) -> None:
    """Bring back the hand that was taken back last. Raises Conflict."""
    row = sheet.to_bring_back
    if row is None:
        raise Conflict("There is no hand to bring back any more.")
    before = db.session.scalars(
        select(Revision).where(Revision.hand_id == row.id).order_by(Revision.id.desc())
    )
    kept = next(revision for revision in before if revision.entry is not None)
    _write(sheet, row.number, kept.entry, kept.complete, RESTORED, device)
    _keep(sheet, _score(sheet))


def undo(sheet: Sheet, revision_id: int, device: str) -> None:
    """Make the newest change as if it had not been; done twice, it is there again. Raises Conflict."""
    newest = sheet.newest
    if newest is None or newest.id != revision_id:
        raise Conflict("Something was entered since then. Open the hand to correct it.")
    together = db.session.scalars(
        select(Revision).where((Revision.id == newest.id) | (Revision.with_id == newest.id))
    ).all()
    numbers = {row.id: row.number for row in sheet.rows}
    main = None
    for revision in together:
        before = db.session.scalar(
            select(Revision)
            .where(Revision.hand_id == revision.hand_id, Revision.id < revision.id)
            .order_by(Revision.id.desc())
            .limit(1)
        )
        entry, complete = (before.entry, before.complete) if before else (None, revision.complete)
        written = _write(sheet, numbers[revision.hand_id], entry, complete, UNDONE, device, main)
        main = main or written
    _keep(sheet, _score(sheet))


def history(row: HandRow) -> Sequence[Revision]:
    """Every change of a hand, oldest first."""
    return db.session.scalars(select(Revision).where(Revision.hand_id == row.id).order_by(Revision.id)).all()


def stop(sheet: Sheet) -> None:
    """The players end the game here. Raises Conflict when it is over already."""
    _refuse_if_over(sheet)
    sheet.play.stopped = True
    _keep(sheet, _score(sheet))


def go_on(sheet: Sheet) -> None:
    """Go on with a game that the players had ended."""
    sheet.play.stopped = False
    _keep(sheet, _score(sheet))


def _refuse_if_over(sheet: Sheet) -> None:
    if sheet.result.ending:
        raise Conflict("The game is over. To go on, correct or take back a hand first.")


def _score(sheet: Sheet) -> Result:
    return engine.play(sheet.setup, sheet.entries, sheet.play.stopped)


def _write(
    sheet: Sheet,
    number: int,
    entry: Entry | None,
    complete: bool,
    action: str,
    device: str,
    main: Revision | None = None,
) -> Revision:
    row = next((row for row in sheet.rows if row.number == number), None)
    if row is None:
        row = HandRow(play_id=sheet.play.id, number=number)
        db.session.add(row)
        sheet.rows.append(row)
    row.entry, row.complete = None if entry is None else dict(entry), complete
    db.session.flush()
    revision = Revision(
        hand_id=row.id, device=device, action=action, entry=entry, complete=complete, with_id=main and main.id
    )
    db.session.add(revision)
    if main is None:
        db.session.flush()
    return revision


def _keep(sheet: Sheet, result: Result) -> None:
    """Keep the result with the seats once the game is over, for the archive; forget it when it goes on."""
    play = sheet.play
    if result.ending is None and play.ended_at is None:
        return
    play.ended_at = (play.ended_at or now()) if result.ending else None
    for seat, chair in enumerate(play.seats):
        if result.ending:
            chair.total, chair.payout = result.state.totals[seat], result.payout[seat]
            chair.won = seat in result.ending.winners
        else:
            chair.total = chair.payout = chair.won = None
