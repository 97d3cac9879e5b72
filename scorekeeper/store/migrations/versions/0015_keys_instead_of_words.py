"""English that the app wrote into rows becomes a key, which is worded when it is shown."""

import sqlalchemy as sa
from alembic import op

revision = "1.13"
down_revision = "1.12"


def upgrade() -> None:
    for name, column, words, key in (
        ("club", "name", "Our table", ""),
        ("transfer", "note", "From the count", "from-count"),
    ):
        table = sa.table(name, sa.column(column))
        op.execute(sa.update(table).where(table.c[column] == words).values({column: key}))
