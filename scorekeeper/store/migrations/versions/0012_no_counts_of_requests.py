"""Requests are counted in the memory of each process instead of in a table."""

from alembic import op

revision = "1.10"
down_revision = "1.9"


def upgrade() -> None:
    # Backups leave it out, and so has what was restored from one.
    op.execute("DROP TABLE IF EXISTS request_count")
