"""Programs may keep score."""

import sqlalchemy as sa
from alembic import op

revision = "1.20"
down_revision = "1.19"


def upgrade() -> None:
    op.add_column("reader", sa.Column("may_write", sa.Boolean, nullable=False, server_default=sa.false()))
