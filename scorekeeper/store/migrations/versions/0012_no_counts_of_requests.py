"""Requests are counted in the memory of each process instead of in a table."""

from alembic import op

revision = "1.10"
down_revision = "1.9"


def upgrade() -> None:
    op.drop_table("request_count", if_exists=True)
