"""The games of a night and of a club: starting them, and finding those that are running."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select
from sqlalchemy.orm import contains_eager, selectinload

from scorekeeper.rules.catalogue import BY_NAME
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_game_versions
from scorekeeper.store.models import (
    COUNTS,
    TITLE,
    Chair,
    GameTable,
    HandRow,
    Invitation,
    Night,
    Play,
    Player,
)
from scorekeeper.store.plays.changes import keep_searched

RECENT = 200
"""The number of a club's newest plays whose games it has played lately."""

MOST_RUNNING = 50
"""More games than any club plays at once."""

PLAYS = (
    select(Play)
    .where(Play.night_id.in_(bindparam("nights", expanding=True)))
    .options(selectinload(Play.seats), selectinload(Play.table))
    .order_by(Play.id.desc())
)

_running = (
    select(Play)
    .join(Play.night)
    .where(Play.ended_at.is_(None), Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    .order_by(Play.id.desc())
)
# Games of nights without a link that still works are in the archive.
_linked = select(Invitation.night_id).where(Invitation.ends_at > bindparam("now"))
RUNNING_ON_NIGHT = _running.where(Play.night_id == bindparam("night")).limit(1)
RUNNING_IN_CLUB = _running.where(
    Play.night_id.in_(_linked.where(Invitation.club_id == bindparam("club")))
).limit(1)
RUNNING = (
    _running.where(
        Play.night_id.in_(_linked.where(Invitation.night_id.in_(bindparam("nights", expanding=True))))
    )
    .options(selectinload(Play.seats))
    .limit(MOST_RUNNING)
)

NEWEST_PLAY = select(func.max(Play.id))

_seats = select(func.count()).where(Chair.play_id == Play.id)
_shared = _seats.where(Chair.player_id.in_(bindparam("players", expanding=True))).scalar_subquery()
# Several games may go on at once, and a player may move to another table. Most of those at a table play its
# next game, or most who play that were at the table.
NEXT_PLAY = (
    select(Play)
    .where(
        Play.night_id == bindparam("night"),
        Play.id > bindparam("play"),
        Play.deleted_at.is_(None),
        or_(2 * _shared > bindparam("seats"), 2 * _shared > _seats.scalar_subquery()),
    )
    .order_by(Play.id.desc())
    .limit(1)
)


def _at(night_id: int, table_id: int) -> ColumnElement[bool]:
    """Return the condition for the plays at a table; those of a night have an index."""
    return and_(Play.night_id == night_id, Play.table_id == table_id)


def start_play(
    night_id: int,
    game: str,
    options: dict[str, Any],
    seats: Iterable[int],
    dealer: int,
    table_id: int | None = None,
) -> Play:
    """Add a new game and return it; a night that was being ended goes on, and a removed table is there again.

    ``seats`` has the ids of the players in seat order; ``dealer`` is a seat; ``table_id`` is one of the
    night's tables, if it has any.
    """
    night = db.session.get_one(Night, night_id)
    night.ending = None
    # The pages of the games before it lead to it.
    raise_game_versions(night_id, only_over=True)
    play = Play(club_id=night.club_id, night_id=night_id, game=game, options=options, dealer=dealer)
    if table_id is not None:
        play.table = db.session.get_one(GameTable, table_id)
        play.table.removed_at = None
    play.seats = [Chair(place=place, player_id=player_id) for place, player_id in enumerate(seats)]
    play.set_aside = len(play.seats) == 1
    db.session.add(play)
    db.session.flush()
    if game in BY_NAME:
        keep_searched([play.id])
    return play


def plays_of_night(night: Night) -> Sequence[Play]:
    """Return the games of a night with their seats, newest first, including deleted ones."""
    return plays_of_nights([night.id])


def plays_of_nights(ids: Sequence[int]) -> Sequence[Play]:
    """Return the games of nights, given by their ids, as ``plays_of_night`` does."""
    return db.session.scalars(PLAYS, {"nights": ids}).all()


def wins_until(play: Play) -> dict[int, int]:
    """Return how many games of its night each person had won once this game had ended, by their id."""
    won = select(PERSON, func.count()).join_from(Chair, Play).join(Player, Player.id == Chair.player_id)
    tonight = won.where(
        Play.night_id == play.night_id,
        Play.deleted_at.is_(None),
        Play.ended_at <= play.ended_at,
        COUNTS,
        Chair.won.is_(True),
    )
    return dict(db.session.execute(tonight.group_by(PERSON)).all())


def unstarted_plays(night_id: int, game: str, since: int, table_id: int | None) -> Sequence[Play]:
    """Return the plays of a game at a table that are newer than ``since`` and have no hands, oldest first."""
    newer = select(Play).where(
        Play.night_id == night_id,
        Play.table_id.is_not_distinct_from(table_id),
        Play.game == game,
        Play.id > since,
        Play.deleted_at.is_(None),
        ~select(HandRow.id).where(HandRow.play_id == Play.id).exists(),
    )
    return db.session.scalars(newer.order_by(Play.id)).all()


def unstarted_play(
    night_id: int,
    game: str,
    options: dict[str, Any],
    seats: Sequence[int],
    dealer: int,
    since: int,
    table_id: int | None,
) -> Play | None:
    """Return the oldest of these plays that was set up like this and not ended; None if there is none."""
    for play in unstarted_plays(night_id, game, since, table_id):
        same_seats = [chair.player_id for chair in play.seats] == list(seats)
        if same_seats and (play.options, play.dealer, play.ended_at) == (options, dealer, None):
            return play
    return None


def last_plays(club_id: int) -> dict[tuple[str, str], int]:
    """Return the id of the newest play of each game that a club has played lately, the most recent first.

    A game is its key and the name that its players gave it, if any.
    """
    played = select(Play.id, Play.game, TITLE.label("title"))
    played = played.where(Play.club_id == club_id, Play.deleted_at.is_(None))
    latest = played.order_by(Play.started_at.desc(), Play.id.desc()).limit(RECENT)
    newest: dict[tuple[str, str], int] = {}
    for play in db.session.execute(latest):
        newest.setdefault((play.game, play.title), play.id)
    return newest


def plays_with_seats(ids: Iterable[int]) -> dict[int, Play]:
    """Return these plays by their ids, with their seats."""
    found = select(Play).where(Play.id.in_(list(ids))).options(selectinload(Play.seats))
    return {play.id: play for play in db.session.scalars(found)}


def newest_play(night_id: int) -> int:
    """Return the id of the play started last on a night; 0 if there is none."""
    return db.session.scalar(NEWEST_PLAY.where(Play.night_id == night_id)) or 0


def newest_plays_at_tables(night_id: int) -> dict[int, int]:
    """Return the id of the play started last at each table of a night, by the table's id; some have none."""
    found = NEWEST_PLAY.add_columns(Play.table_id).where(
        Play.night_id == night_id, Play.table_id.is_not(None)
    )
    return {table: play for play, table in db.session.execute(found.group_by(Play.table_id))}


def newest_play_at(place: Night | GameTable) -> int:
    """Return the id of the play started last on a night, or at one of its tables; 0 if there is none."""
    if isinstance(place, Night):
        return newest_play(place.id)
    return db.session.scalar(NEWEST_PLAY.where(_at(place.night_id, place.id))) or 0


def next_play(play: Play, own: Chair | None = None) -> Play | None:
    """Return the newest later play of the night at the same table; None if there is none.

    With a seat, it is the newest in which its player sits, at whatever table.
    """
    if own is None and play.table_id is not None:
        later = _at(play.night_id, play.table_id), Play.id > play.id, Play.deleted_at.is_(None)
        return db.session.scalars(select(Play).where(*later).order_by(Play.id.desc()).limit(1)).first()
    players = [seat.player_id for seat in ([own] if own else play.seats)]
    found = {"play": play.id, "night": play.night_id, "players": players, "seats": len(players)}
    return db.session.scalars(NEXT_PLAY, found).first()


def running_play_of_night(night_id: int, table_id: int | None = None) -> Play | None:
    """Return the newest game of a night, or of a table of it, that is neither over nor deleted, if any."""
    found = RUNNING_ON_NIGHT if table_id is None else RUNNING_ON_NIGHT.where(Play.table_id == table_id)
    return db.session.scalar(found, {"night": night_id})


def running_play_of_club(club_id: int) -> Play | None:
    """Return the club's newest such game on its latest nights, if any."""
    return db.session.scalar(RUNNING_IN_CLUB, {"club": club_id, "now": now()})


def running_known_as(club_id: int, names: Collection[str]) -> Sequence[Play]:
    """Return such games of a club that are known as one of these, with their nights and seats."""
    theirs = _running.where(Play.club_id == club_id, Play.known_as.in_(names))
    return db.session.scalars(theirs.options(contains_eager(Play.night), selectinload(Play.seats))).all()


def running_plays(nights: Iterable[Night]) -> Sequence[Play]:
    """Return such games, with their seats, of the latest of these nights, newest first."""
    theirs = {"nights": [night.id for night in nights], "now": now()}
    return db.session.scalars(RUNNING, theirs).all()
