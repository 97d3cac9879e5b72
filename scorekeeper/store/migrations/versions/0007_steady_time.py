"""The steady time, and after which change the players ended a game: what no clock may decide."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "steady_time",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("steady_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clock_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_steady_time")),
    )
    op.add_column("play", sa.Column("ended_after", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("play") as play:
        play.drop_column("ended_after")
    op.drop_table("steady_time")
