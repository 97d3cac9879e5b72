"""Clubs, nights, plays, and hands with their history."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_club_secret_hash")),
    )
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_night_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
    )
    op.create_index(op.f("ix_night_club_id"), "night", ["club_id"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "folded", name=op.f("uq_player_club_id_folded")),
    )
    op.create_table(
        "guest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_guest_night_id_night")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_guest_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guest")),
        sa.UniqueConstraint("night_id", "player_id", name=op.f("uq_guest_night_id_player_id")),
    )
    op.create_table(
        "play",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.String(length=280), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_play_night_id_night")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_play")),
    )
    op.create_index(op.f("ix_play_night_id"), "play", ["night_id"])

    op.create_table(
        "chair",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("payout", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_chair_play_id_play")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_chair_player_id_player")),
        sa.PrimaryKeyConstraint("play_id", "place", name=op.f("pk_chair")),
    )
    op.create_index(op.f("ix_chair_player_id"), "chair", ["player_id"])

    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_hand_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("play_id", "number", name=op.f("uq_hand_play_id_number")),
    )
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=12), nullable=False),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("with_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_revision_play_id_play")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_revision_hand_id_hand")),
        sa.ForeignKeyConstraint(["with_id"], ["revision.id"], name=op.f("fk_revision_with_id_revision")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
    )
    op.create_index(op.f("ix_revision_play_id"), "revision", ["play_id"])
    op.create_index(op.f("ix_revision_hand_id"), "revision", ["hand_id"])
    op.create_index(op.f("ix_revision_with_id"), "revision", ["with_id"])


def downgrade() -> None:
    for table in ("revision", "hand", "chair", "play", "guest", "player", "night", "club"):
        op.drop_table(table)
