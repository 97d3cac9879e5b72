"""The programs that read a club, and how often addresses have made requests that are limited."""

import sqlalchemy as sa
from alembic import op

revision = "1.7"
down_revision = "1.6"


def upgrade() -> None:
    op.create_table(
        "reader",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_reader_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reader")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_reader_secret_hash")),
    )
    op.create_index(op.f("ix_reader_club_id"), "reader", ["club_id"], unique=False)
    op.create_table(
        "request_count",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_request_count")),
    )
