"""Seasons of a club."""

import sqlalchemy as sa
from alembic import op

revision = "1.17"
down_revision = "1.16"


def upgrade() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("since", sa.Date, nullable=False),
        sa.Column("until", sa.Date, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("kept", sa.JSON, nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_season_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("club_id", "uid", name=op.f("uq_season_club_id_uid")),
        sqlite_autoincrement=True,
    )
