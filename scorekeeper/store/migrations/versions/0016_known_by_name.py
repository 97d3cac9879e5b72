"""Games are counted by what a club knows them as: their key, or the name that players gave them."""

import unicodedata
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.rules.catalogue import OWN_GAME

revision = "1.14"
down_revision = "1.13"

AT_ONCE = 500


def known_as(options: Mapping[str, Any]) -> str:
    """Return what a game of the players' own was known as when this was written."""
    letters = unicodedata.normalize("NFKD", options.get("title", "").strip().casefold())
    folded = "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
    return f"={folded[:240]}" if folded else OWN_GAME


def upgrade() -> None:
    op.add_column("play", sa.Column("known_as", sa.String(241), nullable=False, server_default=""))
    play = sa.table(
        "play",
        *(sa.column(name, sa.Integer) for name in ("id",)),
        *(sa.column(name, sa.String) for name in ("game", "known_as")),
        sa.column("options", sa.JSON),
    )
    op.execute(sa.update(play).values(known_as=play.c.game))
    if not op.get_context().as_sql:
        own = sa.select(play.c.id, play.c.options).where(play.c.game == OWN_GAME)
        named = [{"its": row.id, "name": known_as(row.options)} for row in op.get_bind().execute(own).all()]
        change = sa.update(play).where(play.c.id == sa.bindparam("its"))
        for first in range(0, len(named), AT_ONCE):
            some = named[first : first + AT_ONCE]
            op.get_bind().execute(change.values(known_as=sa.bindparam("name")), some)
    op.drop_index("ix_play_club_id_game_started_at", "play")
    op.create_index(
        "ix_play_club_id_known_as_started_at", "play", ["club_id", "known_as", "started_at", "id"]
    )
