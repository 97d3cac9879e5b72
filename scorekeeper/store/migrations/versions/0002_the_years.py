"""The coins of a night, people who go by several names, a bin for nights, and figures for the statistics."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

RANDOM_UIDS = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(gen_random_uuid()::text, '-', '')",
}


def upgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True))
        player.add_column(sa.Column("merged_into_id", sa.Integer(), nullable=True))
        player.add_column(sa.Column("person_id", sa.Integer(), nullable=True))
        for name in ("merged_into_id", "person_id"):
            player.create_foreign_key(op.f(f"fk_player_{name}_player"), "player", [name], ["id"])
        player.create_index(op.f("ix_player_person_id"), ["person_id"])

    with op.batch_alter_table("night") as night:
        night.add_column(sa.Column("uid", sa.String(length=32), nullable=True))
        night.add_column(sa.Column("note", sa.String(length=280), nullable=True))
        night.add_column(sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
        night.add_column(sa.Column("coin_value", sa.Integer(), nullable=True))
        night.add_column(sa.Column("currency", sa.String(length=8), nullable=True))
    with op.batch_alter_table("play") as play:
        play.add_column(sa.Column("club_id", sa.Integer(), nullable=True))
        play.add_column(sa.Column("uid", sa.String(length=32), nullable=True))
        play.add_column(sa.Column("counted", sa.Integer(), nullable=True))
        play.add_column(sa.Column("hands", sa.Integer(), nullable=True))
        play.add_column(sa.Column("hand_notes", sa.Text(), nullable=True))
    uid = RANDOM_UIDS[op.get_context().dialect.name]
    op.execute(f"UPDATE night SET uid = {uid}, note = '', currency = ''")
    op.execute(f"UPDATE play SET uid = {uid}, counted = 0, hand_notes = ''")
    gather_notes()
    op.execute("UPDATE play SET club_id = (SELECT club_id FROM night WHERE night.id = play.night_id)")
    with op.batch_alter_table("night") as night:
        for name, kind in (("uid", sa.String(32)), ("note", sa.String(280)), ("currency", sa.String(8))):
            night.alter_column(name, existing_type=kind, nullable=False)
        night.create_unique_constraint(op.f("uq_night_uid"), ["uid"])
    with op.batch_alter_table("play") as play:
        for name, number in (("uid", sa.String(32)), ("club_id", sa.Integer()), ("counted", sa.Integer())):
            play.alter_column(name, existing_type=number, nullable=False)
        play.alter_column("hand_notes", existing_type=sa.Text(), nullable=False)
        play.create_unique_constraint(op.f("uq_play_uid"), ["uid"])
        play.create_foreign_key(op.f("fk_play_club_id_club"), "club", ["club_id"], ["id"])
        play.create_index(op.f("ix_play_club_id_started_at_id"), ["club_id", "started_at", "id"])
        play.create_index(op.f("ix_play_club_id_game_started_at"), ["club_id", "game", "started_at", "id"])

    with op.batch_alter_table("chair") as chair:
        for name in ("side", "bumps_given", "bumps_received"):
            chair.add_column(sa.Column(name, sa.Integer(), nullable=True))
        chair.add_column(sa.Column("best", sa.BigInteger(), nullable=True))

    op.create_table(
        "called",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("partner", sa.Integer(), nullable=True),
        sa.Column("bid", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_called_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_called")),
    )
    op.create_index(op.f("ix_called_play_id"), "called", ["play_id"])

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
        sa.Column("taken_back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_back_on", sa.String(length=40), nullable=True),
        sa.CheckConstraint("coins > 0", name=op.f("ck_transfer_coins")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_transfer_night_id_night")),
        sa.ForeignKeyConstraint(["giver_id"], ["player.id"], name=op.f("fk_transfer_giver_id_player")),
        sa.ForeignKeyConstraint(["taker_id"], ["player.id"], name=op.f("fk_transfer_taker_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
        sa.UniqueConstraint("uid", name=op.f("uq_transfer_uid")),
    )
    op.create_index(op.f("ix_transfer_night_id"), "transfer", ["night_id"])

    op.create_table(
        "backup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=True),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_backup_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backup")),
    )


def gather_notes() -> None:
    """Keep the notes on hands with their plays; only where there is a database to read them from."""
    if op.get_context().as_sql:
        return
    hand = sa.table("hand", sa.column("play_id"), sa.column("number"), sa.column("entry", sa.Text()))
    play = sa.table("play", sa.column("id", sa.Integer()), sa.column("hand_notes", sa.Text()))
    noted = sa.select(hand.c.play_id, hand.c.entry).where(hand.c.entry.contains('"note"'))
    notes: dict[int, list[str]] = {}
    for play_id, entry in op.get_bind().execute(noted.order_by(hand.c.play_id, hand.c.number)):
        if note := json.loads(entry).get("note"):
            notes.setdefault(play_id, []).append(note)
    for play_id, together in notes.items():
        op.get_bind().execute(
            play.update().where(play.c.id == play_id).values(hand_notes="\n".join(together))
        )


def downgrade() -> None:
    for table in ("backup", "transfer", "called"):
        op.drop_table(table)
    with op.batch_alter_table("chair") as chair:
        for name in ("side", "best", "bumps_given", "bumps_received"):
            chair.drop_column(name)
    with op.batch_alter_table("play") as play:
        play.drop_index(op.f("ix_play_club_id_game_started_at"))
        play.drop_index(op.f("ix_play_club_id_started_at_id"))
        play.drop_constraint(op.f("fk_play_club_id_club"), type_="foreignkey")
        play.drop_constraint(op.f("uq_play_uid"), type_="unique")
        for name in ("club_id", "uid", "counted", "hands", "hand_notes"):
            play.drop_column(name)
    with op.batch_alter_table("night") as night:
        night.drop_constraint(op.f("uq_night_uid"), type_="unique")
        for name in ("uid", "note", "deleted_at", "coin_value", "currency"):
            night.drop_column(name)
    with op.batch_alter_table("player") as player:
        player.drop_index(op.f("ix_player_person_id"))
        player.drop_constraint(op.f("fk_player_merged_into_id_player"), type_="foreignkey")
        player.drop_constraint(op.f("fk_player_person_id_player"), type_="foreignkey")
        for name in ("retired_at", "merged_into_id", "person_id"):
            player.drop_column(name)
