"""SQLite never gives the number of a deleted row to a new one, as PostgreSQL never did.

Nothing says any more which numbers deleted rows had, so those of new rows leave a gap.
"""

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.numbers import skip_numbers

revision = "1.8"
down_revision = "1.7"


def upgrade() -> None:
    if op.get_context().dialect.name != "sqlite":
        return
    connection = op.get_bind()
    found = sa.MetaData()
    found.reflect(connection)
    numbered = [table for table in found.tables.values() if "id" in table.c]
    for table in numbered:
        with op.batch_alter_table(table.name, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    # In a new database they begin at 1.
    if any(connection.execute(sa.select(table.c.id).limit(1)).first() for table in numbered):
        skip_numbers(connection)
