"""Undoing an import as a whole: what it added is deleted, until something of it was changed by hand."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, delete, func, or_, select, update

from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import (
    Chair,
    FileImport,
    Guest,
    Membership,
    Night,
    OwnGame,
    Play,
    Player,
    Season,
    Transfer,
)

MOST_SHOWN = 3


class UndoableImport(NamedTuple):
    """An import with what it added that is still there.

    Attributes:
        changed: the nights of which something was changed since, for which it can't be undone.
    """

    file_import: FileImport
    games: int
    nights: int
    players: int
    changed: Sequence[Night]


def last_imports(club_id: int) -> list[UndoableImport]:
    """Return the newest imports of a club that added games or nights and weren't undone, newest first."""
    added = (select(kind.id).where(kind.import_id == FileImport.id).exists() for kind in (Night, Play))
    there = select(FileImport).where(FileImport.club_id == club_id, FileImport.undone_at.is_(None))
    newest = there.where(or_(*added)).order_by(FileImport.id.desc()).limit(MOST_SHOWN)
    return [_as_undoable(found) for found in db.session.scalars(newest)]


def _as_undoable(made: FileImport) -> UndoableImport:
    games = select(func.count()).where(Play.import_id == made.id, Play.deleted_at.is_(None))
    nights = select(func.count()).where(Night.import_id == made.id, Night.deleted_at.is_(None))
    players = select(func.count()).where(Player.club_id == made.club_id, Player.import_id == made.id)
    added = [db.session.scalar(count) or 0 for count in (games, nights, players)]
    return UndoableImport(made, added[0], added[1], added[2], changed_since(made))


def changed_since(made: FileImport) -> Sequence[Night]:
    """Return the nights of which someone changed what an import had added, or added to it, earliest first."""
    by_hand = select(Play.night_id).where(Play.import_id == made.id, Play.by_hand, Play.deleted_at.is_(None))
    others = select(Play.night_id).join(Play.night).where(Night.import_id == made.id)
    others = others.where(Play.import_id.is_distinct_from(made.id), Play.deleted_at.is_(None))
    coins = select(Transfer.night_id).join(Night, Night.id == Transfer.night_id)
    coins = coins.where(Night.import_id == made.id, Transfer.import_id.is_distinct_from(made.id))
    changed = or_(
        and_(Night.import_id == made.id, Night.by_hand),
        *(Night.id.in_(some) for some in (by_hand, others, coins)),
    )
    nights = select(Night).where(Night.club_id == made.club_id, Night.deleted_at.is_(None), changed)
    return db.session.scalars(nights.order_by(Night.started_at, Night.id)).all()


def undo_import(made: FileImport, device: str) -> None:
    """Delete what an import added, and hide players whom nobody else needs; both can be restored.

    Identifiers change, so that the same file can be imported again. Own games that nobody has changed or
    played since are gone, as the file has them.
    """
    at, theirs = now(), select(Night.id).where(Night.import_id == made.id)
    elsewhere = Play.night_id.not_in(theirs)
    for model in (Night, Play, Player, Season):
        ids = db.session.scalars(
            select(model.id).where(model.club_id == made.club_id, model.import_id == made.id)
        )
        if renamed := [{"id": found, "uid": new_uid()} for found in ids]:
            db.session.execute(update(model), renamed)
    mine = (Play.import_id == made.id, Play.deleted_at.is_(None), elsewhere)
    db.session.execute(update(Play).where(*mine).values(deleted_at=at))
    nights = update(Night).where(Night.import_id == made.id, Night.deleted_at.is_(None))
    db.session.execute(nights.values(deleted_at=at))
    coins = update(Transfer).where(Transfer.import_id == made.id, Transfer.night_id.not_in(theirs))
    coins = coins.where(Transfer.removed_at.is_(None))
    db.session.execute(coins.values(removed_at=at, removed_on=device))
    seasons = update(Season).where(Season.import_id == made.id, Season.removed_at.is_(None))
    db.session.execute(seasons.values(removed_at=at))
    db.session.execute(delete(OwnGame).where(OwnGame.import_id == made.id))
    db.session.execute(delete(Guest).where(Guest.import_id == made.id, Guest.night_id.not_in(theirs)))
    _hide_players(made)
    made.undone_at = at
    raise_all_versions(made.club_id)


def _hide_players(made: FileImport) -> None:
    """Hide the players that an import added, but for those on other nights, with a phone or merged ones."""
    is_there = (Night.club_id == made.club_id, Night.deleted_at.is_(None), Play.deleted_at.is_(None))
    seated = select(Chair.player_id).join(Play, Play.id == Chair.play_id).join(Play.night).where(*is_there)
    came = select(Guest.player_id).join(Night, Night.id == Guest.night_id).where(*is_there[:2])
    merged = select(Player.merged_into_id).where(Player.club_id == made.club_id)
    merged = merged.where(Player.merged_into_id.is_not(None))
    phones = select(Membership.player_id).where(
        Membership.club_id == made.club_id, Membership.player_id.is_not(None)
    )
    unneeded = (Player.id.not_in(some) for some in (seated, came, merged, phones))
    added = (Player.import_id == made.id, Player.hidden_at.is_(None), *unneeded)
    db.session.execute(update(Player).where(*added).values(hidden_at=now()))
