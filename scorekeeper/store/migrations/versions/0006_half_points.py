"""Totals and best scores that end in a half, which SQLite can store without a change."""

import sqlalchemy as sa
from alembic import op

revision = "1.4"
down_revision = "1.3"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for column in ("total", "best"):
            op.alter_column("chair", column, type_=sa.Numeric(20, 1))
