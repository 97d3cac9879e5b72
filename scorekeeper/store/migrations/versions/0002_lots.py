"""The lots that were drawn on a night."""

import sqlalchemy as sa
from alembic import op

revision = "1.0.1"
down_revision = "1.0"


def upgrade() -> None:
    op.add_column("night", sa.Column("lots", sa.JSON(), nullable=True))
