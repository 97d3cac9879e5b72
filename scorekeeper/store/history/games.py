"""The games of a club, newest first, one page at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import or_, select

from scorekeeper.store.clubs.people import player_ids
from scorekeeper.store.database import db
from scorekeeper.store.history.paging import NEWEST, Columns, Page, PagedQuery, PageRequest
from scorekeeper.store.history.scope import within_days
from scorekeeper.store.models import Chair, HandRow, Night, Play
from scorekeeper.store.plays.stored_hands import note_in
from scorekeeper.store.text_order import fold


@dataclass(frozen=True)
class GameFilter:
    """What to search for; empty attributes don't matter.

    Attributes:
        person_id: who played, under any of their names.
        game: its key.
        since, until: the first and last day on which it started.
        words: words in the notes on the game, its hands or its night, or in the name of an own game; every
            word must be in one of them.
    """

    person_id: int | None = None
    game: str = ""
    since: date | None = None
    until: date | None = None
    words: str = ""


@dataclass(frozen=True)
class ArchivedGame:
    """A game in the archive.

    Attributes:
        id, night_id, game: its id, its night and the key of the game.
        options: its house rules, as on a scoresheet.
        started_at, ended_at: when it was played; no end while it is running.
        time_zone: that of its night.
        notes: the notes on the game and on its night, without empty ones.
        hand_notes: the notes on its hands that contain one of the words, each with the number of the hand.
        seats: who sat there, in seat order.
    """

    id: int
    night_id: int
    game: str
    options: Mapping[str, Any]
    started_at: datetime
    ended_at: datetime | None
    time_zone: str
    notes: Sequence[str]
    hand_notes: Sequence[tuple[int, str]]
    seats: Sequence[Chair]

    @property
    def sides(self) -> list[list[Chair]]:
        """Return the seats by side; while the game is running, everyone is a side of their own."""
        sides: dict[tuple[int | None, int], list[Chair]] = {}
        for chair in self.seats:
            alone = chair.place if chair.side is None else 0
            sides.setdefault((chair.side, alone), []).append(chair)
        return list(sides.values())

    @property
    def winners(self) -> list[str]:
        """Return the names of the winners."""
        return [chair.name for chair in self.seats if chair.won]


def find_games(club_id: int, wanted: GameFilter, request: PageRequest = NEWEST) -> Page[ArchivedGame]:
    """Return a page of the club's games that match the filter."""
    found = PagedQuery(_matching_games(club_id, wanted), Play.started_at, Play.id).fetch(request)
    seats = _seats_by_game([row.id for row in found.rows])
    words = fold(wanted.words).split()
    hand_notes = _notes_with([row.id for row in found.rows], words) if words else {}
    plays = [
        ArchivedGame(
            id=row.id,
            night_id=row.night_id,
            game=row.game,
            options=row.options,
            started_at=row.started_at,
            ended_at=row.ended_at,
            time_zone=row.time_zone,
            notes=[note for note in (row.note, row.night_note) if note],
            hand_notes=hand_notes.get(row.id, ()),
            seats=seats[row.id],
        )
        for row in found.rows
    ]
    return Page(plays, found.newer, found.older)


def _matching_games(club_id: int, wanted: GameFilter) -> Columns:
    query: Columns = (
        select(
            Play.id,
            Play.night_id,
            Play.game,
            Play.options,
            Play.started_at,
            Play.ended_at,
            Play.note,
            Night.time_zone,
            Night.note.label("night_note"),
        )
        .join(Night, Play.night_id == Night.id)
        .where(Play.club_id == club_id, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
        .where(*within_days(club_id, wanted.since, wanted.until))
    )
    if wanted.game:
        query = query.where(Play.game == wanted.game)
    if wanted.person_id is not None:
        sat = select(Chair.play_id).where(Chair.player_id.in_(player_ids(wanted.person_id)))
        query = query.where(Play.id.in_(sat))
    for word in fold(wanted.words).split():
        said = (text.contains(word, autoescape=True) for text in (Play.searched, Night.searched))
        query = query.where(or_(*said))
    return query


def _notes_with(play_ids: Sequence[int], words: Sequence[str]) -> Mapping[int, list[tuple[int, str]]]:
    """Return the notes on hands that contain one of the words, with the hand's number, by the game's id."""
    found: dict[int, list[tuple[int, str]]] = {}
    hands = select(HandRow.play_id, HandRow.number, HandRow.entry).where(HandRow.play_id.in_(play_ids))
    for play_id, number, entry in db.session.execute(hands.order_by(HandRow.play_id, HandRow.number)):
        note = note_in(entry)
        if number is not None and any(word in fold(note) for word in words):
            found.setdefault(play_id, []).append((number, note))
    return found


def _seats_by_game(play_ids: Sequence[int]) -> Mapping[int, list[Chair]]:
    """Return who sat in these games, in seat order, by the game's id."""
    seats: dict[int, list[Chair]] = {play_id: [] for play_id in play_ids}
    order = select(Chair).where(Chair.play_id.in_(play_ids)).order_by(Chair.play_id, Chair.place)
    for chair in db.session.scalars(order):
        seats[chair.play_id].append(chair)
    return seats
