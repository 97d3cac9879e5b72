"""The proof of a game's result: with it, a finished game need not be scored to be settled."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("play", sa.Column("proof", sa.String(length=12), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("play") as play:
        play.drop_column("proof")
