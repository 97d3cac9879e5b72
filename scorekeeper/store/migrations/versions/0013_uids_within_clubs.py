"""A uid is unique within its club, that of a payment within its night.

Before, what two clubs of one database had got from the same file had different ones: those of the second
were derived from those in the file. It gets these back, so that the file is recognised.
"""

from itertools import count
from uuid import UUID, uuid5

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.numbers import skip_numbers

revision = "1.11"
down_revision = "1.10"

OWNERS = {
    "player": "club_id",
    "night": "club_id",
    "own_game": "club_id",
    "play": "club_id",
    "transfer": "night_id",
}


def upgrade() -> None:
    for name, owner in OWNERS.items():
        with op.batch_alter_table(name, table_kwargs={"sqlite_autoincrement": True}) as batch:
            batch.drop_constraint(f"uq_{name}_uid", type_="unique")
            batch.create_unique_constraint(f"uq_{name}_{owner}_uid", [owner, "uid"])
    # The index of the new constraint begins with it.
    op.drop_index("ix_transfer_night_id", "transfer")
    if op.get_context().as_sql:
        return
    connection = op.get_bind()
    nights = [restore_uids(connection, name) for name in OWNERS][1]
    transfer = sa.table("transfer", sa.column("earlier_uid"))
    for derived, uid in nights.items():
        moved = sa.update(transfer).where(transfer.c.earlier_uid == derived)
        connection.execute(moved.values(earlier_uid=uid))
    # What was copied no longer knows the numbers of deleted rows.
    if connection.dialect.name == "sqlite" and connection.scalar(sa.text("SELECT 1 FROM club LIMIT 1")):
        skip_numbers(connection)


def restore_uids(connection: sa.Connection, name: str) -> dict[str, str]:
    """Give rows of a table the uids in the file that they come from, and return these by those they had."""
    table = sa.table(name, sa.column("id"), sa.column("uid"))
    ids = {uid: row_id for row_id, uid in connection.execute(sa.select(table.c.id, table.c.uid))}
    found = {}
    for uid in ids:
        for copy in count(1):
            derived = uuid5(UUID(uid), f"copy {copy}").hex
            if derived not in ids:
                break
            found[derived] = uid
    for derived, uid in found.items():
        connection.execute(sa.update(table).where(table.c.id == ids[derived]).values(uid=uid))
    return found
