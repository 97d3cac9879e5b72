"""Sums of games that are kept for the statistics. The app fills them in the background."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "sum_span",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_whole", sa.Boolean(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_sum_span_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sum_span")),
    )
    columns = ["club_id", "stale", "since", "until"]
    op.create_index("ix_sum_span_club_id_stale_since_until", "sum_span", columns)
    op.create_table(
        "kept_sums",
        sa.Column("span_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("person_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["span_id"], ["sum_span.id"], name=op.f("fk_kept_sums_span_id_sum_span")),
        sa.PrimaryKeyConstraint("span_id", "game", "person_id", name=op.f("pk_kept_sums")),
    )


def downgrade() -> None:
    op.drop_table("kept_sums")
    op.drop_table("sum_span")
