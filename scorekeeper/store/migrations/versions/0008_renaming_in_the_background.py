"""Whether some of a player's older games still have an earlier name."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(
            sa.Column("rename_pending", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("player") as player:
        player.alter_column("rename_pending", existing_type=sa.Boolean(), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.drop_column("rename_pending")
