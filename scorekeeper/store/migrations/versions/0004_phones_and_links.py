"""Phones, the links that let them in, and the versions that tell open pages of a change."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

VERSIONED = {"club": "access_version", "night": "version", "play": "version"}


def upgrade() -> None:
    for table, version in VERSIONED.items():
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(version, sa.Integer(), nullable=True))
        op.execute(f"UPDATE {table} SET {version} = 0")
        with op.batch_alter_table(table) as changed:
            changed.alter_column(version, existing_type=sa.Integer(), nullable=False)

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
    op.create_index(op.f("ix_invitation_club_id"), "invitation", ["club_id"])
    op.create_index(op.f("ix_invitation_night_id"), "invitation", ["night_id"])
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
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_membership_phone_id_phone")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_membership_night_id_night")),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitation.id"], name=op.f("fk_membership_invitation_id_invitation")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_membership_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "phone_id", "club_id", "night_id", name=op.f("uq_membership_phone_id_club_id_night_id")
        ),
    )
    op.create_index(op.f("ix_membership_club_id"), "membership", ["club_id"])
    op.create_index(op.f("ix_membership_invitation_id"), "membership", ["invitation_id"])
    op.create_index(
        "uq_membership_club",
        "membership",
        ["phone_id", "club_id"],
        unique=True,
        sqlite_where=sa.text("night_id IS NULL"),
        postgresql_where=sa.text("night_id IS NULL"),
    )
    # Anyone who had a club's only link could do everything, so it is its host's link from now on.
    op.execute(
        "INSERT INTO invitation (club_id, role, nonce, secret_hash) SELECT id, 4, '', secret_hash FROM club"
    )
    with op.batch_alter_table("club") as club:
        club.drop_constraint(op.f("uq_club_secret_hash"), type_="unique")
        club.drop_column("secret_hash")


def downgrade() -> None:
    op.add_column("club", sa.Column("secret_hash", sa.String(length=64)))
    hosts_link = "SELECT secret_hash FROM invitation WHERE club_id = club.id AND role = 4"
    op.execute(f"UPDATE club SET secret_hash = ({hosts_link})")
    with op.batch_alter_table("club") as club:
        club.alter_column("secret_hash", existing_type=sa.String(64), nullable=False)
        club.create_unique_constraint(op.f("uq_club_secret_hash"), ["secret_hash"])
    for table in ("membership", "invitation", "phone"):
        op.drop_table(table)
    for table, version in VERSIONED.items():
        with op.batch_alter_table(table) as changed:
            changed.drop_column(version)
