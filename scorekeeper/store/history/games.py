"""The games of a club, newest first, one page at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, false, or_, select

from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.history.note_words import fold, has_word, plays_with, words_with
from scorekeeper.store.history.paging import NEWEST, Columns, Page, PagedQuery, PageRequest
from scorekeeper.store.history.scope import start_of_day
from scorekeeper.store.models import Chair, HandRow, Night, Play, Player
from scorekeeper.store.plays.stored_hands import note_in

FEW = AT_ONCE
"""Fewer games than this are found by a list of them, more by searching from the newest game."""


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
    hand_notes = _notes_with([row.id for row in found.rows if row.hand_notes], words) if words else {}
    plays = [
        ArchivedGame(
            id=row.id,
            night_id=row.night_id,
            game=row.game,
            options=row.options,
            started_at=row.started_at,
            ended_at=row.ended_at,
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
            Play.hand_notes,
            Night.note.label("night_note"),
        )
        .join(Night, Play.night_id == Night.id)
        .where(Play.deleted_at.is_(None), Night.deleted_at.is_(None), *_sought_games(club_id, wanted))
    )
    if wanted.game:
        query = query.where(Play.game == wanted.game)
    if wanted.since:
        query = query.where(Play.started_at >= start_of_day(wanted.since))
    if wanted.until:
        query = query.where(Play.started_at < start_of_day(wanted.until + timedelta(days=1)))
    return query


def _sought_games(club_id: int, wanted: GameFilter) -> list[ColumnElement[bool]]:
    """Return the conditions that a game is the club's, and has the player and the words that are wanted.

    If few games have one of them, these are found by a list of them, else by asking of each game from the
    newest on if it is one.
    """
    containing = [words_with(club_id, word) for word in fold(wanted.words).split()]
    sought = [(plays_with(words), has_word(words)) for words in containing]
    if wanted.person_id is not None:
        sought.append(_played_by(wanted.person_id))
    conditions: list[ColumnElement[bool]] = []
    listed: set[int] | None = None
    for games, is_one in sought:
        few = set(db.session.scalars(games.limit(FEW)))
        if len(few) == FEW:
            conditions.append(is_one)
        else:
            listed = few if listed is None else listed & few
    if listed is None:
        return [*conditions, Play.club_id == club_id]
    # Adding zero keeps the database from going through all games of the club to find those of the list.
    return [*conditions, Play.id.in_(listed), Play.club_id + 0 == club_id] if listed else [false()]


def _played_by(person_id: int) -> tuple[Select[int], ColumnElement[bool]]:
    """Return a query for the games in which someone sat, under any name, and the same as a condition."""
    same = select(Player.id).where(or_(Player.id == person_id, Player.person_id == person_id))
    names = db.session.scalars(same).all()
    sat = select(Chair.play_id).where(Chair.player_id.in_(names))
    # Checked game by game: adding zero keeps the database from using the index of players.
    return sat, exists().where(Chair.play_id == Play.id, (Chair.player_id + 0).in_(names))


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
