"""What players say of the hand in progress and of saved hands, and whether phones that watch may."""

import sqlalchemy as sa
from alembic import op

revision = "1.6"
down_revision = "1.5"


def upgrade() -> None:
    op.add_column(
        "club", sa.Column("players_answer", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("play", sa.Column("claims", sa.JSON(), nullable=True))
    op.create_table(
        "objection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_on", sa.String(40), nullable=True),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_objection_hand_id_hand")),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_objection_revision_id_revision")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_objection_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_objection")),
    )
    op.create_index(op.f("ix_objection_hand_id"), "objection", ["hand_id"], unique=False)
