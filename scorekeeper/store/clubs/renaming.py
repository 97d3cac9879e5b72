"""Renaming a player, also on every stored sheet.

Hands are read with the old names and written with the new ones, the way the games declare them. Earlier
versions of hands are renamed too, so that they can still be undone.

Someone who has played for years may have thousands of games. The newest get the new name at once; the others
follow in the background, a few at a time. Each game is rewritten before the database is locked, and is whole
under the one name or the other.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from sqlalchemy import Table, bindparam, func, select, update
from sqlalchemy.orm import aliased, selectinload

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.renaming import Renaming
from scorekeeper.store import turns
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.live.versions import raise_night_versions
from scorekeeper.store.models import Chair, HandRow, Play, Player, Revision
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import entry_in

AT_ONCE = 100
"""How many of a player's games, the newest, get a new name together with the player."""

STEP = 20
"""How many games are renamed in one transaction in the background."""

TRIES = 5
"""How often the newest games are rewritten at most, where other phones change them at the same time."""

log = logging.getLogger(__name__)

_play, _hand, _revision = (cast(Table, model.__table__) for model in (Play, HandRow, Revision))

Rows: TypeAlias = list[dict[str, Any]]


@dataclass
class Rewriting:
    """Some games under new names, with what has to be written; nothing is written yet.

    Attributes:
        renamings: by the id of the game.
        entries: the rows of each table of hands, with the texts that differ.
        layouts: the rows of changes, with the layouts that differ.
        options: the rows of games, with the house rules that differ.
        versions: those of the games as they were read.
    """

    renamings: Mapping[int, Renaming]
    entries: Mapping[Table, Rows]
    layouts: Rows
    options: Rows = field(default_factory=list)
    versions: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, renamings: Mapping[int, Renaming], names: Mapping[int, str] | None = None) -> "Rewriting":
        """Return what to write for every hand of some games, with its earlier versions. Raises BadName.

        ``names`` are those of the players who are renamed everywhere, by id.
        """
        known: dict[tuple[int, str, bool], str] = {}
        entries = {table: _renamed_hands(table, renamings, known) for table in (_hand, _revision)}
        return cls(renamings, entries, _renamed_layouts(renamings, names or {}))

    def write(self) -> None:
        """Write the hands and what changes kept."""
        for table, rows in self.entries.items():
            _write(table, "entry", rows)
        _write(_revision, "layout", self.layouts)


def rename(player: Player, name: str) -> None:
    """Rename a player, and leave the last step to be committed. Raises BadName.

    Games beyond the newest are left to ``rename_older_games``, as ``rename_pending`` then says. What is left
    must not be committed after BadName.
    """
    name, folded = normalize_name(name)
    player_id, was = player.id, player.name
    _refuse_taken(player, folded)
    for attempt in range(TRIES):
        # In a club where something is saved all the time the last try must succeed, so it lets others wait.
        if is_last := attempt == TRIES - 1:
            _take_turn(player_id)
        ids = _games_to_rename(player_id, name, AT_ONCE + 1)
        _refuse_seen(player_id, folded, name)
        rewriting = _rewriting(ids[:AT_ONCE], player_id, name)
        if not is_last:
            _take_turn(player_id)
        player = db.session.get_one(Player, player_id)
        if player.name != was:
            raise BadName(f"Someone has renamed this player to {player.name}. Try again.")
        _refuse_taken(player, folded)
        if _versions(ids[:AT_ONCE]) == rewriting.versions:
            break
        db.session.rollback()
    _write_games(rewriting, player_id, name)
    # Older ones, or one that was started meanwhile.
    player.rename_pending = bool(_games_to_rename(player_id, name, 1))
    player.name, player.folded = name, folded
    raise_night_versions(player.club_id)


def _take_turn(player_id: int) -> None:
    """Begin a transaction in which nobody else changes the player's club."""
    db.session.rollback()
    begin_writing(turns.of_player(player_id))


def rename_older_games() -> Iterator[None]:
    """Rename the games of everyone whose renaming left some, yielding after each step.

    A game that can't be read keeps the earlier name. Several processes may do this at once.
    """
    waiting = select(Player.id, Player.name).where(Player.rename_pending).order_by(Player.id)
    while found := db.session.execute(waiting.limit(1)).first():
        yield from _rename_older_games(*found)


def _rename_older_games(player_id: int, name: str) -> Iterator[None]:
    """Rename the games of a player until none is left, or until the player gets another name."""
    failed: set[int] = set()
    while left := [one for one in _games_to_rename(player_id, name, STEP + len(failed)) if one not in failed]:
        try:
            goes_on = _rename_games(left[:STEP], player_id, name)
        except BadName:
            # It is one of these.
            goes_on = all(_rename_or_fail(one, player_id, name, failed) for one in left[:STEP])
        yield
        if not goes_on:
            return
    _take_turn(player_id)
    done = update(Player).where(Player.id == player_id, Player.name == name).values(rename_pending=False)
    db.session.execute(done)
    db.session.commit()


def _rename_or_fail(play_id: int, player_id: int, name: str, failed: set[int]) -> bool:
    """Rename a player in a game as ``_rename_games`` does, or note that it can't be done."""
    try:
        return _rename_games([play_id], player_id, name)
    except BadName as bad:
        log.warning("A game keeps the earlier name of a player. %s", bad)
        failed.add(play_id)
        return True


def rewrite_plays(renamings: Mapping[int, Renaming]) -> None:
    """Rewrite every hand of some games, with its earlier versions. Raises BadName."""
    Rewriting.of(renamings).write()


def _refuse_taken(player: Player, folded: str) -> None:
    """Raise BadName if another player of the club has this name."""
    same = select(Player).where(Player.club_id == player.club_id, Player.folded == folded)
    other = db.session.scalar(same.where(Player.id != player.id))
    if other is not None:
        raise BadName(f"There is already a player called {other.name}. Choose another name.")


def _refuse_seen(player_id: int, folded: str, name: str) -> None:
    """Raise BadName if someone else has this name on a sheet of the player, such as an imported one."""
    mine, other = aliased(Chair), aliased(Chair)
    beside = select(other.name, func.min(other.play_id).label("play_id")).select_from(mine)
    beside = beside.join(other, (other.play_id == mine.play_id) & (other.place != mine.place))
    for row in db.session.execute(beside.where(mine.player_id == player_id).group_by(other.name)):
        if normalize_name(row.name)[1] == folded:
            _renaming(db.session.get_one(Play, row.play_id), player_id, name)


def _games_to_rename(player_id: int, name: str, most: int) -> Sequence[int]:
    """Return the ids of the newest games where a player has another name; deleted ones may be restored."""
    sat = select(Chair.play_id).where(Chair.player_id == player_id, Chair.name != name)
    return db.session.scalars(sat.order_by(Chair.play_id.desc()).limit(most)).all()


def _rename_games(ids: Sequence[int], player_id: int, name: str) -> bool:
    """Rename a player in some games and commit, unless one of them has changed since it was read.

    Returns False if the player has another name by now. Raises BadName.
    """
    db.session.rollback()
    rewriting = _rewriting(ids, player_id, name)
    _take_turn(player_id)
    if db.session.get_one(Player, player_id).name != name:
        db.session.rollback()
        return False
    if _versions(ids) == rewriting.versions:
        _write_games(rewriting, player_id, name)
        db.session.commit()
    db.session.rollback()
    return True


def _rewriting(ids: Sequence[int], player_id: int, name: str) -> Rewriting:
    """Return some games with another name for a player. Raises BadName."""
    versions = _versions(ids)
    plays = db.session.scalars(select(Play).where(Play.id.in_(ids)).options(selectinload(Play.seats))).all()
    renamings = {play.id: _renaming(play, player_id, name) for play in plays}
    rewriting = Rewriting.of(renamings, {player_id: name})
    rules = ((play.id, play.options, dict(renamings[play.id].options)) for play in plays)
    rewriting.options = [
        {"row": play_id, "value": after} for play_id, before, after in rules if before != after
    ]
    rewriting.versions = versions
    return rewriting


def _write_games(rewriting: Rewriting, player_id: int, name: str) -> None:
    """Write a player's new name into some games: at the table, in the house rules and in the hands."""
    ids = list(rewriting.renamings)
    seats = update(Chair).where(Chair.play_id.in_(ids), Chair.player_id == player_id).values(name=name)
    db.session.execute(seats)
    _write(_play, "options", rewriting.options)
    rewriting.write()
    raised = update(_play).where(_play.c.id.in_(ids)).values(version=_play.c.version + 1)
    db.session.connection().execute(raised)


def _versions(ids: Sequence[int]) -> dict[int, int]:
    """Return the versions of some games."""
    found = select(Play.id, Play.version).where(Play.id.in_(ids))
    return {row.id: row.version for row in db.session.execute(found)}


def _renaming(play: Play, player_id: int, name: str) -> Renaming:
    """Return a game with another name for one of its players. Raises BadName."""
    names = [name if chair.player_id == player_id else chair.name for chair in play.seats]
    try:
        return Renaming.of(Sheet(play, []).as_json(play.stopped), names)
    except Refused as refused:
        raise BadName(f"{_describe(play)} can’t use that name: {refused}") from None


def _renamed_hands(
    table: Table, renamings: Mapping[int, Renaming], known: dict[tuple[int, str, bool], str]
) -> Rows:
    """Return the hands of some games, or their earlier versions, that differ under the new names.

    Most hands equal their last version, so texts already renamed are kept in ``known``.
    """
    kept = select(table.c.id, table.c.play_id, table.c.entry, table.c.complete)
    rows = db.session.execute(kept.where(table.c.play_id.in_(renamings), table.c.entry.is_not(None))).all()
    changed = []
    for row in rows:
        key = (row.play_id, row.entry, row.complete)
        try:
            if key not in known:
                known[key] = as_text(renamings[row.play_id].hand(_read(row.entry), row.complete))
        except ValueError as unreadable:
            of = _describe(db.session.get_one(Play, row.play_id))
            raise BadName(
                f"{of} has a hand that can’t be read, so the name was not changed: {unreadable}"
            ) from None
        if known[key] != row.entry:
            changed.append({"row": row.id, "value": known[key]})
    return changed


def _renamed_layouts(renamings: Mapping[int, Renaming], names: Mapping[int, str]) -> Rows:
    """Return the changes of some games whose layouts differ under the new names."""
    kept = select(Revision.id, Revision.play_id, Revision.layout)
    changed = []
    for row in db.session.execute(kept.where(Revision.play_id.in_(renamings), Revision.layout.is_not(None))):
        # What can't be read any more can't be used either, only looked at.
        with suppress(ValueError):
            layout = as_text(_renamed_layout(_read(row.layout), renamings[row.play_id], names))
            if layout != row.layout:
                changed.append({"row": row.id, "value": layout})
    return changed


def _read(text: str) -> dict[str, Any]:
    """Return an object given as JSON text. Raises ValueError."""
    found = dict(entry_in(text))
    if not found and text != as_text({}):
        raise ValueError("It is damaged.")
    return found


def _renamed_layout(layout: dict[str, Any], renaming: Renaming, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what a change kept of the house rules and seats, with the new names."""
    renamed = dict(layout)
    if "seats" in layout:
        renamed["seats"] = [[seat, names.get(seat, name), place] for seat, name, place in layout["seats"]]
    if "options" in layout:
        with suppress(Refused):
            renamed["options"] = renaming.rules(layout["options"])
    return renamed


def _write(table: Table, column: str, rows: Rows) -> None:
    """Write the values of some rows into a column."""
    if rows:
        write = update(table).where(table.c.id == bindparam("row")).values({column: bindparam("value")})
        db.session.connection().execute(write, rows)


def _describe(play: Play) -> str:
    local = play.started_at.astimezone()
    return f"The game of {title_of(play.game, play.options)} on {local.day} {local:%B %Y}"
