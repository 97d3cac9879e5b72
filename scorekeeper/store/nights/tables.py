"""The tables of a night on which people play at several: each has its games, and a link for its phone."""

from itertools import count

from scorekeeper.domain import MAX_TABLE_NAME_LENGTH
from scorekeeper.rules.saying import Refusal, Say
from scorekeeper.store.clubs.clubs import BadName, look_alike, normalize_name
from scorekeeper.store.clubs.invitations import open_table_link
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_game_versions
from scorekeeper.store.models import GameTable, Night, Play
from scorekeeper.store.plays.plays import running_play_of_night

NAMED_SO = Say("This night has a table with this name. Choose another one.")
NAMED_SO_BEFORE = Say("A table that was removed has this name. Restore it, or choose another one.")
STILL_PLAYING = Say("A game is running at this table. End it, then remove the table.")


class TableInUse(Refusal):
    """A table at which a game is running."""


def table_of(night: Night, table_id: int) -> GameTable | None:
    """Return a table of a night, also one that was removed; None if the night has none with this id."""
    return next((table for table in night.all_tables if table.id == table_id), None)


def table_called(night: Night, name: str) -> GameTable | None:
    """Return the table of a night whose name looks the same, also one that was removed, if any."""
    folded = look_alike(name, MAX_TABLE_NAME_LENGTH)
    same = (table for table in night.all_tables if look_alike(table.name, MAX_TABLE_NAME_LENGTH) == folded)
    return next(same, None)


def new_table(night: Night, name: str = "") -> GameTable:
    """Add a table with its link to a night, and return it; one of this name that was removed is there again.

    Without a name it gets the next number. Raises BadName.
    """
    taken = {table.name for table in night.tables}
    free = next(number for number in map(str, count(1)) if number not in taken)
    name, _ = normalize_name(name or free, MAX_TABLE_NAME_LENGTH)
    table = table_called(night, name)
    if table is None:
        table = GameTable(night=night, name=name)
        db.session.add(table)
        db.session.flush()
        open_table_link(night, table.id)
    elif table.removed_at is None:
        raise BadName(NAMED_SO)
    table.removed_at = None
    return table


def rename_table(table: GameTable, name: str) -> None:
    """Give a table another name. Raises BadName."""
    name, _ = normalize_name(name, MAX_TABLE_NAME_LENGTH)
    there = table_called(table.night, name)
    if there is not None and there is not table:
        raise BadName(NAMED_SO_BEFORE if there.removed_at else NAMED_SO)
    table.name = name
    raise_game_versions(table.night_id)


def remove_table(table: GameTable) -> None:
    """Remove a table, whose games stay. Raises TableInUse."""
    if running_play_of_night(table.night_id, table.id):
        raise TableInUse(STILL_PLAYING)
    table.removed_at = table.removed_at or now()


def move_play(play: Play, table: GameTable) -> None:
    """Move a game of the night to a table, whose phone then keeps its score."""
    play.table = table
    raise_game_versions(table.night_id)
