"""The versions of games and nights, which tell an open page that what it shows has changed.

Every change raises them in its own transaction, so that nobody learns of a change that was not saved. That
transaction has the lock of the club, so nobody else raises them until it ends.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import Connection, Table, bindparam, func, select, update

from scorekeeper.store.database import AT_ONCE, db, today
from scorekeeper.store.models import Club, Night, Play

_club, _night, _play = (cast(Table, model.__table__) for model in (Club, Night, Play))
VERSIONS = {
    kind: select(table.c.id, table.c.version, _club.c.access_version)
    .join(_club, _club.c.id == table.c.club_id)
    .where(table.c.id.in_(bindparam("ids", expanding=True)))
    for kind, table in {"play": _play, "night": _night}.items()
}
# Every change of a club raises the version of a night, adds one, or raises the club's own.
VERSIONS["club"] = (
    select(_club.c.id, func.coalesce(func.sum(_night.c.version + 1), 0), _club.c.access_version)
    .outerjoin(_night, _night.c.club_id == _club.c.id)
    .where(_club.c.id.in_(bindparam("ids", expanding=True)))
    .group_by(_club.c.id)
)


class Topic(NamedTuple):
    """The topic of a page: a game, or a night with its games and coins; that of a program is a club."""

    kind: Literal["play", "night", "club"]
    id: int


class Versions(NamedTuple):
    """The version of a topic, and of who may see it."""

    version: int
    access_version: int


def raise_versions(night_id: int | None, play_id: int | None = None) -> None:
    """Raise the version of a night that is changed, and of the game if the change is one of a game.

    They are written together with whatever else has changed.
    """
    if play_id is not None and (play := db.session.get(Play, play_id)):
        play.version, play.by_hand = play.version + 1, True
    if night_id is not None and (night := db.session.get(Night, night_id)):
        night.version, night.by_hand, night.changed_on = night.version + 1, True, today()
    db.session.flush()


def raise_night_versions(night_ids: Iterable[int]) -> None:
    """Raise the versions of nights that a change of another night has changed."""
    for some in _batches(list(night_ids)):
        raised = update(_night).values(version=_night.c.version + 1, changed_on=today())
        db.session.execute(raised.where(_night.c.id.in_(some)))


def note_change(night_ids: Sequence[int]) -> None:
    """Note that nights are changed today, where ``raise_versions`` does not."""
    for some in _batches(night_ids):
        db.session.execute(update(_night).values(changed_on=today()).where(_night.c.id.in_(some)))


def raise_game_versions(night_id: int, only_over: bool = False) -> None:
    """Raise the version of every game of a night, such as when the night is deleted, or of those over."""
    raised = update(_play).values(version=_play.c.version + 1).where(_play.c.night_id == night_id)
    db.session.execute(raised.where(_play.c.ended_at.is_not(None)) if only_over else raised)


def raise_all_versions(club_id: int) -> None:
    """Raise the version of a club and of its every night and game, such as when players are merged.

    A club may have thousands of them, so this is for what happens seldom; or none.
    """
    raise_access_version(club_id)
    for table in (_play, _night):
        raised = update(table).values(version=table.c.version + 1)
        db.session.execute(raised.where(table.c.club_id == club_id))


def raise_access_version(club_id: int) -> None:
    """Raise the version of a club and of who may see it; its open pages then check whether they still may."""
    raised = update(_club).values(access_version=_club.c.access_version + 1)
    db.session.execute(raised.where(_club.c.id == club_id))


def versions_of(topic: Topic) -> Versions:
    """Return the versions of one topic, which must exist, in the current transaction."""
    return read_versions(db.session.connection(), [topic])[topic]


def read_versions(connection: Connection, topics: Iterable[Topic]) -> dict[Topic, Versions]:
    """Return the versions of topics, with few statements; of those that still exist."""
    topics = set(topics)
    found = {}
    for kind, query in VERSIONS.items():
        ids = [topic.id for topic in topics if topic.kind == kind]
        for some in _batches(ids):
            for number, version, access_version in connection.execute(query, {"ids": some}):
                found[Topic(kind, number)] = Versions(version, access_version)  # type: ignore[arg-type]
    return found


def _batches(ids: Sequence[int]) -> Iterable[Sequence[int]]:
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))
