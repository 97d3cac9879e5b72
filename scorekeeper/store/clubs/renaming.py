"""Renaming a player, also on every stored sheet.

Hands are read with the old names and written with the new ones, the way the games declare them. Earlier
versions of hands are renamed too, so that they can still be undone.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.orm import selectinload

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.renaming import Renaming
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.database import db
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Chair, HandRow, Play, Player, Revision
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Sheet

BATCH = 200
"""How many games have their hands in memory at the same time."""


def rename(player: Player, name: str) -> None:
    """Rename a player everywhere. Raises BadName, after which nothing may be committed."""
    name, folded = normalize_name(name)
    same = select(Player).where(Player.club_id == player.club_id, Player.folded == folded)
    other = db.session.scalar(same.where(Player.id != player.id))
    if other is not None:
        raise BadName(f"There is already a player called {other.name}. Choose another name.")
    sat = select(Chair.play_id).where(Chair.player_id == player.id).order_by(Chair.play_id)
    ids = db.session.scalars(sat).all()
    for first in range(0, len(ids), BATCH):
        # Deleted games too: they may be restored.
        some = select(Play).where(Play.id.in_(ids[first : first + BATCH])).options(selectinload(Play.seats))
        renamings = {
            play.id: _rename_table(play, player, name) for play in db.session.scalars(some.with_for_update())
        }
        rewrite_plays(renamings, {player.id: name})
    player.name, player.folded = name, folded
    raise_all_versions(player.club_id)


def rewrite_plays(renamings: Mapping[int, Renaming], names: Mapping[int, str] | None = None) -> None:
    """Rewrite every hand of some games, with its earlier versions. Raises BadName.

    ``names`` are those of the players who are renamed everywhere, by id.
    """
    known: dict[tuple[int, str, bool], str] = {}
    for table in (HandRow.__table__, Revision.__table__):
        _rewrite(cast(Table, table), renamings, known)
    kept = select(Revision.id, Revision.play_id, Revision.layout)
    for row in db.session.execute(kept.where(Revision.play_id.in_(renamings), Revision.layout.is_not(None))):
        layout = as_text(_renamed_layout(json.loads(row.layout or "{}"), renamings[row.play_id], names or {}))
        if layout != row.layout:
            db.session.execute(update(Revision).where(Revision.id == row.id).values(layout=layout))


def _renamed_layout(layout: dict[str, Any], renaming: Renaming, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what a change kept of the house rules and seats, with the new names."""
    renamed = dict(layout)
    if "seats" in layout:
        renamed["seats"] = [[seat, names.get(seat, name), place] for seat, name, place in layout["seats"]]
    if "options" in layout:
        # Rules that can't be read any more can't be used either, only looked at.
        with suppress(Refused):
            renamed["options"] = renaming.rules(layout["options"])
    return renamed


def _rename_table(play: Play, player: Player, name: str) -> Renaming:
    """Rename a player at the table of a game, and return the renaming of its hands."""
    names = [name if chair.player_id == player.id else chair.name for chair in play.seats]
    try:
        renaming = Renaming.of(Sheet(play, []).as_json(play.stopped), names)
    except Refused as refused:
        raise BadName(f"{_describe(play)} can’t use that name: {refused}") from None
    for chair, known in zip(play.seats, names, strict=True):
        chair.name = known
    if renaming.options != play.options:
        play.options = dict(renaming.options)
    return renaming


def _rewrite(
    table: Table, renamings: Mapping[int, Renaming], known: dict[tuple[int, str, bool], str]
) -> None:
    """Rewrite the hands of some games, or their earlier versions, with the new names.

    Most hands equal their last version, so texts already renamed are kept in ``known``.
    """
    kept = select(table.c.id, table.c.play_id, table.c.entry, table.c.complete)
    rows = db.session.execute(kept.where(table.c.play_id.in_(renamings), table.c.entry.is_not(None))).all()
    changed = []
    for row in rows:
        key = (row.play_id, row.entry, row.complete)
        try:
            if key not in known:
                known[key] = as_text(renamings[row.play_id].hand(json.loads(row.entry), row.complete))
        except Refused as refused:
            of = _describe(db.session.get_one(Play, row.play_id))
            raise BadName(
                f"{of} has a hand that can’t be read, so the name was not changed: {refused}"
            ) from None
        if known[key] != row.entry:
            changed.append({"row": row.id, "text": known[key]})
    if changed:
        write = update(table).where(table.c.id == bindparam("row")).values(entry=bindparam("text"))
        db.session.connection().execute(write, changed)


def _describe(play: Play) -> str:
    local = play.started_at.astimezone()
    return f"The game of {title_of(play.game, play.options)} on {local.day} {local:%B %Y}"
