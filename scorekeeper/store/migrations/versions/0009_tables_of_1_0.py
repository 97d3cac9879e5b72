"""The tables of version 1.0.0, whose databases have been through migrations up to this one.

The columns keep their order there: restoring compares a backup with its copy line by line.
"""

import sqlalchemy as sa
from alembic import op

revision = "1.7"
down_revision = None

POINTS = sa.BigInteger().with_variant(sa.Numeric(20, 1), "postgresql")
"""Points may end in a half, which SQLite also keeps in a column of whole numbers."""


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("access_version", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("players_answer", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("model", sa.String(length=40), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_phone_token_hash")),
    )
    op.create_table(
        "submission",
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_submission")),
    )
    op.create_table(
        "backup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=True),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("newest_play", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_backup_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backup")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("merged_into_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("pay_me", sa.String(length=280), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club")),
        sa.ForeignKeyConstraint(
            ["merged_into_id"], ["player.id"], name=op.f("fk_player_merged_into_id_player"), deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["player.id"], name=op.f("fk_player_person_id_player"), deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "folded", name=op.f("uq_player_club_id_folded")),
        sa.UniqueConstraint("uid", name=op.f("uq_player_uid")),
    )
    op.create_index(op.f("ix_player_person_id"), "player", ["person_id"], unique=False)
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("note", sa.String(length=280), nullable=False),
        sa.Column("searched", sa.Text(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("coin_value", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(length=8), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_on", sa.Date(), nullable=False),
        sa.Column("lots", sa.JSON(), nullable=True),
        sa.Column("valued_coins", sa.Integer(), nullable=False, server_default="1"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_night_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("uid", name=op.f("uq_night_uid")),
    )
    # Version 1.0.0 added it without a name for its constraint, which each database chose by itself.
    banker = sa.Column("banker_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=True)
    op.add_column("night", banker, inline_references=True)
    op.add_column("night", sa.Column("ending", sa.String(length=8), nullable=True))
    op.create_index("ix_night_club_id_changed_on", "night", ["club_id", "changed_on"], unique=False)
    op.create_index("ix_night_club_id_started_at_id", "night", ["club_id", "started_at", "id"], unique=False)
    op.create_index(
        "ix_night_deleted",
        "night",
        ["club_id", "deleted_at", "id"],
        unique=False,
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
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
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_invitation_club_id_club")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_invitation_night_id_night")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_invitation_secret_hash")),
    )
    op.create_index("ix_invitation_club_id_ends_at", "invitation", ["club_id", "ends_at"], unique=False)
    op.create_index("ix_invitation_club_id_night_id", "invitation", ["club_id", "night_id"], unique=False)
    op.create_index(op.f("ix_invitation_night_id"), "invitation", ["night_id"], unique=False)
    op.create_table(
        "play",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("ended_after", sa.Integer(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.String(length=280), nullable=False),
        sa.Column("searched", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(length=40), nullable=True),
        sa.Column("keeps_result", sa.Boolean(), nullable=False),
        sa.Column("last_totals", sa.Text(), nullable=True),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("claims", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_play_club_id_club")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_play_night_id_night")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_play")),
        sa.UniqueConstraint("uid", name=op.f("uq_play_uid")),
    )
    op.create_index(
        "ix_play_club_id_game_started_at", "play", ["club_id", "game", "started_at", "id"], unique=False
    )
    op.create_index("ix_play_club_id_started_at_id", "play", ["club_id", "started_at", "id"], unique=False)
    op.create_index(
        "ix_play_deleted",
        "play",
        ["club_id", "deleted_at", "id"],
        unique=False,
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_index(op.f("ix_play_night_id"), "play", ["night_id"], unique=False)
    op.create_table(
        "transfer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("giver_id", sa.Integer(), nullable=True),
        sa.Column("taker_id", sa.Integer(), nullable=True),
        sa.Column("coins", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.String(length=280), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_on", sa.String(length=40), nullable=True),
        sa.Column("in_money", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("earlier_uid", sa.String(length=32), nullable=True),
        sa.CheckConstraint("coins > 0", name="ck_transfer_coins"),
        sa.ForeignKeyConstraint(["giver_id"], ["player.id"], name=op.f("fk_transfer_giver_id_player")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_transfer_night_id_night")),
        sa.ForeignKeyConstraint(["taker_id"], ["player.id"], name=op.f("fk_transfer_taker_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
        sa.UniqueConstraint("uid", name=op.f("uq_transfer_uid")),
    )
    op.create_index(op.f("ix_transfer_earlier_uid"), "transfer", ["earlier_uid"], unique=False)
    op.create_index(op.f("ix_transfer_night_id"), "transfer", ["night_id"], unique=False)
    op.create_table(
        "bid_count",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("partner", sa.Integer(), nullable=True),
        sa.Column("bid", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_bid_count_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bid_count")),
    )
    op.create_index(op.f("ix_bid_count_play_id"), "bid_count", ["play_id"], unique=False)
    op.create_table(
        "chair",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", POINTS, nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("payout", sa.BigInteger(), nullable=True),
        sa.Column("side", sa.Integer(), nullable=True),
        sa.Column("best", POINTS, nullable=True),
        sa.Column("bumps_given", sa.Integer(), nullable=True),
        sa.Column("bumps_received", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_chair_play_id_play")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_chair_player_id_player")),
        sa.PrimaryKeyConstraint("play_id", "place", name=op.f("pk_chair")),
    )
    op.create_index(op.f("ix_chair_player_id"), "chair", ["player_id"], unique=False)
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_hand_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("play_id", "number", name=op.f("uq_hand_play_id_number")),
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("invitation_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club")),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitation.id"], name=op.f("fk_membership_invitation_id_invitation")
        ),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_membership_night_id_night")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_membership_phone_id_phone")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_membership_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "phone_id", "club_id", "night_id", name=op.f("uq_membership_phone_id_club_id_night_id")
        ),
    )
    op.create_index(op.f("ix_membership_club_id"), "membership", ["club_id"], unique=False)
    op.create_index(op.f("ix_membership_invitation_id"), "membership", ["invitation_id"], unique=False)
    op.create_index(
        "uq_membership_club",
        "membership",
        ["phone_id", "club_id"],
        unique=True,
        sqlite_where=sa.text("night_id IS NULL"),
        postgresql_where=sa.text("night_id IS NULL"),
    )
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=12), nullable=False),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("layout", sa.Text(), nullable=True),
        sa.Column("with_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_revision_hand_id_hand")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_revision_play_id_play")),
        sa.ForeignKeyConstraint(
            ["with_id"], ["revision.id"], name=op.f("fk_revision_with_id_revision"), deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
    )
    op.create_index(op.f("ix_revision_hand_id"), "revision", ["hand_id"], unique=False)
    op.create_index(op.f("ix_revision_play_id"), "revision", ["play_id"], unique=False)
    op.create_index(op.f("ix_revision_with_id"), "revision", ["with_id"], unique=False)
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
