"""Hands without a trump, in games that always have one, no longer say so: they would be refused."""

import json

import sqlalchemy as sa
from alembic import op

revision = "1.3"
down_revision = "1.2"

GAMES = (
    "coralon",
    "ducks-and-geese-cutthroat",
    "up-and-down",
    "up-and-down-points",
    "bishop",
    "baronet",
    "whist",
    "commander-captain-company",
)

PLAY = sa.table("play", sa.column("id"), sa.column("game"))

TABLES = [
    sa.table(name, sa.column("id"), sa.column("play_id"), sa.column("entry")) for name in ("hand", "revision")
]


def upgrade() -> None:
    if op.get_context().as_sql:
        return
    connection = op.get_bind()
    plays = sa.select(PLAY.c.id).where(PLAY.c.game.in_(GAMES))
    for table in TABLES:
        said = sa.select(table).where(table.c.play_id.in_(plays), table.c.entry.like('%"trump":"none"%'))
        for row in connection.execute(said).all():
            entry = json.loads(row.entry)
            if entry.get("trump") == "none":
                del entry["trump"]
                change = sa.update(table).where(table.c.id == row.id)
                text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
                connection.execute(change.values(entry=text))
