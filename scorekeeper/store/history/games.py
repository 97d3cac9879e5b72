"""The games of a club, the newest first, a page at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.store.database import db
from scorekeeper.store.history.paging import NEWEST, Columns, Page, Pages, Turn
from scorekeeper.store.history.scope import begins
from scorekeeper.store.models import Chair, HandRow, Night, Play, Player
from scorekeeper.store.plays.sheet import note_in

FEW = 2000
"""Somebody with fewer games than this is found by these, anybody else by looking through the newest games."""


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; what is empty does not matter.

    Attributes:
        person_id: who played, under whichever name.
        game: its key.
        since, until: between which days it was begun, both included.
        words: what stands in the notes on the game, its hands and its night; each word in one of them.
    """

    person_id: int | None = None
    game: str = ""
    since: date | None = None
    until: date | None = None
    words: str = ""


@dataclass(frozen=True)
class Found:
    """A game in the archive.

    Attributes:
        id, night_id, game: which one.
        started_at, ended_at: when it was played; no end while it is on.
        notes: those on the game and on its night, without empty ones.
        said: those on its hands that have one of the words looked for, each with the number of the hand.
        seats: who sat there.
    """

    id: int
    night_id: int
    game: str
    started_at: datetime
    ended_at: datetime | None
    notes: Sequence[str]
    said: Sequence[tuple[int, str]]
    seats: Sequence[Chair]

    @property
    def sides(self) -> list[list[Chair]]:
        """Who sat there, those together who played together; while it is on nobody is."""
        sides: dict[tuple[int | None, int], list[Chair]] = {}
        for chair in self.seats:
            alone = chair.place if chair.side is None else 0
            sides.setdefault((chair.side, alone), []).append(chair)
        return list(sides.values())

    @property
    def winners(self) -> list[str]:
        """The names of those who have won."""
        return [chair.name for chair in self.seats if chair.won]


def page(club_id: int, wanted: Wanted, turn: Turn = NEWEST) -> Page[Found]:
    """A page of the games of a club that are wanted."""
    found = Pages(_wanted(club_id, wanted), Play.started_at, Play.id).page(turn)
    seats = _seats([row.id for row in found.rows])
    words = wanted.words.split()
    said = _said([row.id for row in found.rows if row.hand_notes], words) if words else {}
    plays = [
        Found(
            id=row.id,
            night_id=row.night_id,
            game=row.game,
            started_at=row.started_at,
            ended_at=row.ended_at,
            notes=[note for note in (row.note, row.night_note) if note],
            said=said.get(row.id, ()),
            seats=seats[row.id],
        )
        for row in found.rows
    ]
    return Page(plays, found.newer, found.older)


def _wanted(club_id: int, wanted: Wanted) -> Columns:
    looked: Columns = (
        select(
            Play.id,
            Play.night_id,
            Play.game,
            Play.started_at,
            Play.ended_at,
            Play.note,
            Play.hand_notes,
            Night.note.label("night_note"),
        )
        .join(Night, Play.night_id == Night.id)
        .where(Play.club_id == club_id, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    )
    if wanted.game:
        looked = looked.where(Play.game == wanted.game)
    if wanted.since:
        looked = looked.where(Play.started_at >= begins(wanted.since))
    if wanted.until:
        looked = looked.where(Play.started_at < begins(wanted.until + timedelta(days=1)))
    if wanted.person_id is not None:
        looked = looked.where(_sat(wanted.person_id))
    for word in wanted.words.split():
        looked = looked.where(or_(*(_says(note, word) for note in (Play.note, Play.hand_notes, Night.note))))
    return looked


def _sat(person_id: int) -> ColumnElement[bool]:
    """That somebody sat in the game under any of their names."""
    same = select(Player.id).where(or_(Player.id == person_id, Player.person_id == person_id))
    names = db.session.scalars(same).all()
    sat = select(Chair.play_id).where(Chair.player_id.in_(names))
    some = db.session.scalar(select(func.count()).select_from(sat.limit(FEW).subquery())) or 0
    if some < FEW:
        return Play.id.in_(sat)
    # Asked game by game: added to nothing, the players' own index of all their games is left alone.
    return exists().where(Chair.play_id == Play.id, (Chair.player_id + 0).in_(names))


def _says(note: InstrumentedAttribute[str], word: str) -> ColumnElement[bool]:
    return and_(note != "", note.icontains(word, autoescape=True))


def _said(play_ids: Sequence[int], words: Sequence[str]) -> Mapping[int, list[tuple[int, str]]]:
    """The notes on hands of these games that have one of the words, with the numbers of the hands."""
    said: dict[int, list[tuple[int, str]]] = {}
    hands = select(HandRow.play_id, HandRow.number, HandRow.entry).where(HandRow.play_id.in_(play_ids))
    for play_id, number, entry in db.session.execute(hands.order_by(HandRow.play_id, HandRow.number)):
        note = note_in(entry)
        if any(word.lower() in note.lower() for word in words):
            said.setdefault(play_id, []).append((number, note))
    return said


def _seats(play_ids: Sequence[int]) -> Mapping[int, list[Chair]]:
    """Who sat in these games, in seat order."""
    seats: dict[int, list[Chair]] = {play_id: [] for play_id in play_ids}
    order = select(Chair).where(Chair.play_id.in_(play_ids)).order_by(Chair.play_id, Chair.place)
    for chair in db.session.scalars(order):
        seats[chair.play_id].append(chair)
    return seats
