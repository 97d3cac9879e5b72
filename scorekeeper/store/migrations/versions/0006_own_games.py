"""Games that clubs play by their own rules."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "own_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_own_game_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_game")),
        sa.UniqueConstraint("club_id", "folded", name=op.f("uq_own_game_club_id_folded")),
        sa.UniqueConstraint("uid", name=op.f("uq_own_game_uid")),
    )


def downgrade() -> None:
    op.drop_table("own_game")
