"""The games of a club, the newest first, a page at a time.

Pages are found by the moment and the number of the last game on the page before, so that the thousandth is
there as quickly as the first, and no game is shown twice because another one was begun meanwhile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.archive.scope import begins
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Night, Play, Player

MOST = 25
"""Games on a page."""

FEW = 2000
"""Somebody with fewer games than this is found by these, anybody else by looking through the newest games."""


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; what is empty does not matter.

    Attributes:
        person_id: who played, under whichever name.
        game: its key.
        since, until: between which days it was begun, both included.
        words: what stands in the notes on the game and its night; each word in one of them.
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
        seats: who sat there.
    """

    id: int
    night_id: int
    game: str
    started_at: datetime
    ended_at: datetime | None
    notes: Sequence[str]
    seats: Sequence[Chair]

    @property
    def winners(self) -> list[str]:
        """The names of those who have won."""
        return [chair.name for chair in self.seats if chair.won]


@dataclass(frozen=True)
class Page:
    """Some games, newest first; ``older`` is the one after which the next page goes on, if there is one."""

    plays: Sequence[Found]
    older: int | None


def page(club_id: int, wanted: Wanted, before: int | None = None, most: int = MOST) -> Page:
    """The newest games of a club that are wanted, of those begun before another one of its games."""
    looked = _wanted(club_id, wanted)
    if before is not None and (last := _moment(club_id, before)) is not None:
        # Said so that every database sees at once where in its index to begin.
        looked = looked.where(Play.started_at <= last, or_(Play.started_at < last, Play.id < before))
    newest = looked.order_by(Play.started_at.desc(), Play.id.desc()).limit(most + 1)
    rows = db.session.execute(newest).all()
    seats = _seats([row.id for row in rows[:most]])
    found = [
        Found(
            id=row.id,
            night_id=row.night_id,
            game=row.game,
            started_at=row.started_at,
            ended_at=row.ended_at,
            notes=[note for note in (row.note, row.night_note) if note],
            seats=seats[row.id],
        )
        for row in rows[:most]
    ]
    return Page(found, found[-1].id if len(rows) > most else None)


def _wanted(club_id: int, wanted: Wanted) -> Select[int, int, str, datetime, datetime | None, str, str]:
    looked = (
        select(
            Play.id,
            Play.night_id,
            Play.game,
            Play.started_at,
            Play.ended_at,
            Play.note,
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
        looked = looked.where(or_(_says(Play.note, word), _says(Night.note, word)))
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


def _moment(club_id: int, play_id: int) -> datetime | None:
    return db.session.scalar(select(Play.started_at).where(Play.club_id == club_id, Play.id == play_id))


def _seats(play_ids: Sequence[int]) -> Mapping[int, list[Chair]]:
    """Who sat in these games, in seat order."""
    seats: dict[int, list[Chair]] = {play_id: [] for play_id in play_ids}
    order = select(Chair).where(Chair.play_id.in_(play_ids)).order_by(Chair.play_id, Chair.place)
    for chair in db.session.scalars(order):
        seats[chair.play_id].append(chair)
    return seats
