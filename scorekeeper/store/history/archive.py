"""The archive of a club: its games and nights, and what was deleted, newest first, one page at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.orm import aliased, contains_eager, selectinload

from scorekeeper.store.clubs.people import PERSON, player_ids
from scorekeeper.store.database import db
from scorekeeper.store.history.paging import NEWEST, Columns, Page, PagedQuery, PageRequest
from scorekeeper.store.history.scope import within_days
from scorekeeper.store.models import NOT_EMPTY, Chair, Guest, HandRow, Night, Play, Player, Revision
from scorekeeper.store.plays.stored_hands import note_in
from scorekeeper.store.text_order import fold, name_order


@dataclass(frozen=True)
class GameFilter:
    """The games to search for; empty attributes don't matter.

    Attributes:
        person_id: who played, under any of their names.
        games: what it is known as, one of these.
        since, until: the first and last day on which it started.
        words: words in the notes on the game, its hands or its night, or in the name of an own game; every
            word must be in one of them.
        finished: whether it must be over.
        counts: whether it must count in statistics, or must have been set aside; None if neither.
    """

    person_id: int | None = None
    games: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    words: str = ""
    finished: bool = False
    counts: bool | None = None


class ArchivedGame(NamedTuple):
    """A game in the archive.

    Attributes:
        play: the game, with its night and its seats.
        hand_notes: the notes on its hands that contain one of the words, each with the number of the hand.
    """

    play: Play
    hand_notes: Sequence[tuple[int, str]]


def find_games(club_id: int, wanted: GameFilter, request: PageRequest = NEWEST) -> Page[ArchivedGame]:
    """Return a page of the club's games that match the filter."""
    words = fold(wanted.words).split()
    found = PagedQuery(_matching_games(club_id, wanted, words), Play.started_at, Play.id).fetch(request)
    hand_notes = _notes_with([row.Play.id for row in found.rows], words) if words else {}
    games = [ArchivedGame(row.Play, hand_notes.get(row.Play.id, ())) for row in found.rows]
    return Page(games, found.newer, found.older)


def game_by_uid(club_id: int, uid: str) -> Play | None:
    """Return the game of a club with this uid, as the archive has it; None if there is none."""
    return db.session.scalar(_matching_games(club_id, GameFilter(), ()).where(Play.uid == uid))


def _matching_games(club_id: int, wanted: GameFilter, words: Sequence[str]) -> Columns:
    query: Columns = (
        select(Play)
        .join(Play.night)
        .options(contains_eager(Play.night), selectinload(Play.seats), selectinload(Play.table))
        .where(Play.club_id == club_id, Play.deleted_at.is_(None), Night.deleted_at.is_(None), NOT_EMPTY)
        .where(*within_days(club_id, wanted.since, wanted.until))
    )
    if wanted.games:
        query = query.where(Play.known_as.in_(wanted.games))
    if wanted.person_id is not None:
        sat = select(Chair.play_id).where(Chair.player_id.in_(player_ids(wanted.person_id)))
        query = query.where(Play.id.in_(sat))
    if wanted.finished or wanted.counts:
        query = query.where(Play.ended_at.is_not(None))
    if wanted.counts is not None:
        query = query.where(Play.set_aside != wanted.counts)
    for word in words:
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


class ArchivedNight(NamedTuple):
    """A night in the list.

    Attributes:
        night: the night itself.
        games: the number of its games.
        names: who came or played, in alphabetical order.
    """

    night: Night
    games: int
    names: Sequence[str]


def find_nights(
    club_id: int,
    request: PageRequest = NEWEST,
    uid: str = "",
    since: date | None = None,
    until: date | None = None,
) -> Page[ArchivedNight]:
    """Return a page of the club's nights without deleted ones; with a ``uid``, that night alone.

    ``since`` and ``until`` are the first and the last day on which they started, in their time zone.
    """
    games = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None), NOT_EMPTY)
    wanted: Columns = select(Night, games.scalar_subquery().label("games"))
    wanted = wanted.where(Night.club_id == club_id, Night.deleted_at.is_(None))
    wanted = wanted.where(*within_days(club_id, since, until, Night.started_at, Night.id))
    if uid:
        wanted = wanted.where(Night.uid == uid)
    found = PagedQuery(wanted, Night.started_at, Night.id).fetch(request)
    names = _names_by_night(club_id, [row.Night.id for row in found.rows])
    shown = [ArchivedNight(row.Night, row.games, names.get(row.Night.id, [])) for row in found.rows]
    return Page(shown, found.newer, found.older)


def night_by_uid(club_id: int, uid: str) -> ArchivedNight | None:
    """Return the night of a club with this uid, as the list has it; None if there is none."""
    return next(iter(find_nights(club_id, uid=uid).rows), None)


def last_changes(club_id: int, uids: Sequence[str]) -> dict[str, datetime]:
    """Return when each of these games of a club was changed last, as far as it ever was, by its uid."""
    newest = select(Play.uid, func.max(Revision.at)).join(Revision, Revision.play_id == Play.id)
    newest = newest.where(Play.club_id == club_id, Play.uid.in_(uids))
    return dict(db.session.execute(newest.group_by(Play.uid)).all())


def last_hands(club_id: int, uids: Sequence[str]) -> dict[str, datetime]:
    """Return when the last hand of each of these games of a club was entered, by its uid, if it has any.

    Nothing that is done to a hand later makes a difference.
    """
    games = select(Play.id).where(Play.club_id == club_id, Play.uid.in_(uids))
    there = (HandRow.play_id.in_(games), HandRow.complete, HandRow.entry.is_not(None))
    last = select(HandRow.play_id, func.max(HandRow.number).label("number")).where(*there)
    last_one = last.group_by(HandRow.play_id).subquery()
    entered = select(Play.uid, func.min(Revision.at)).join(HandRow, HandRow.play_id == Play.id)
    entered = entered.join(Revision, Revision.hand_id == HandRow.id)
    entered = entered.where(Revision.complete, Revision.entry.is_not(None)).join(
        last_one, (last_one.c.play_id == HandRow.play_id) & (last_one.c.number == HandRow.number)
    )
    return dict(db.session.execute(entered.group_by(Play.uid)).all())


def _names_by_night(club_id: int, nights: Sequence[int]) -> dict[int, list[str]]:
    """Return who was there on these nights of a club, by night; someone with two names counts once."""
    came = select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(nights))
    sat = select(Play.night_id, Chair.player_id).join(Play, Play.id == Chair.play_id)
    sat = sat.where(Play.night_id.in_(nights), Play.deleted_at.is_(None))
    there, person = came.union(sat).subquery(), aliased(Player)
    once = select(there.c.night_id, person.name).distinct()
    once = once.join(Player, Player.id == there.c.player_id).join(person, person.id == PERSON)
    # PostgreSQL would read the players of all clubs to find those who came.
    once = once.where(Player.club_id == club_id)
    found: dict[int, list[str]] = {}
    for night, name in sorted(db.session.execute(once), key=lambda row: name_order(row.name)):
        found.setdefault(night, []).append(name)
    return found


class DeletedNight(NamedTuple):
    """A night that was deleted, and the number of its games."""

    night: Night
    games: int


def deleted_nights(club_id: int, request: PageRequest = NEWEST) -> Page[DeletedNight]:
    """Return a page of the deleted nights, the last deleted first."""
    of = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    deleted: Columns = select(Night, of.scalar_subquery().label("games"))
    deleted = deleted.where(Night.club_id == club_id, Night.deleted_at.is_not(None))
    found = PagedQuery(deleted, Night.deleted_at, Night.id).fetch(request)
    return Page([DeletedNight(row.Night, row.games) for row in found.rows], found.newer, found.older)


def deleted_games(club_id: int, request: PageRequest = NEWEST) -> Page[Play]:
    """Return a page of the games that were deleted by themselves, the last deleted first."""
    deleted = select(Play).join(Play.night).options(contains_eager(Play.night), selectinload(Play.seats))
    deleted = deleted.where(Play.club_id == club_id, Play.deleted_at.is_not(None), Night.deleted_at.is_(None))
    found = PagedQuery(deleted, Play.deleted_at, Play.id).fetch(request)
    return Page([row.Play for row in found.rows], found.newer, found.older)
