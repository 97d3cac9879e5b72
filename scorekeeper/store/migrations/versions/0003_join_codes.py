"""The six figures that lead to a link for a few minutes."""

import sqlalchemy as sa
from alembic import op

revision = "1.1"
down_revision = "1.0.1"


def upgrade() -> None:
    op.create_table(
        "join_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("invitation_id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=True),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitation.id"], name=op.f("fk_join_code_invitation_id_invitation")
        ),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_join_code_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_join_code")),
        sa.UniqueConstraint("code", name=op.f("uq_join_code_code")),
    )
    op.create_index(op.f("ix_join_code_invitation_id"), "join_code", ["invitation_id"], unique=False)
