"""Names of players and own games that look the same count as the same.

Two of a club that look the same already stay as they are: a host can merge or rename them.
"""

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.clubs.clubs import look_alike

revision = "1.2"
down_revision = "1.1"

TABLES = [
    sa.table(name, sa.column("id"), sa.column("club_id"), sa.column("name"), sa.column("folded"))
    for name in ("player", "own_game")
]


def upgrade() -> None:
    if op.get_context().as_sql:
        return
    connection = op.get_bind()
    for table in TABLES:
        rows = connection.execute(sa.select(table).order_by(table.c.id)).all()
        taken = {(row.club_id, row.folded) for row in rows}
        for row in rows:
            folded = look_alike(row.name)
            if (row.club_id, folded) not in taken:
                taken.add((row.club_id, folded))
                change = sa.update(table).where(table.c.id == row.id)
                connection.execute(change.values(folded=folded))
