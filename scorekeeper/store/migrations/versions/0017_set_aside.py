"""Players can say that a game doesn't count."""

import sqlalchemy as sa
from alembic import op

revision = "1.15"
down_revision = "1.14"


def upgrade() -> None:
    op.add_column("play", sa.Column("set_aside", sa.Boolean, nullable=False, server_default=sa.false()))
