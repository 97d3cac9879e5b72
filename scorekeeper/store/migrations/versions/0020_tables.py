"""A night can have several tables, each with its games and its link."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.numbers import GIVEN

revision = "1.18"
down_revision = "1.17"

TABLE, MEMBERSHIP = "game_table", "membership"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("lots", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_game_table_night_id_night")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_table")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_game_table_night_id"), TABLE, ["night_id"])
    for name in ("play", "invitation", MEMBERSHIP):
        key = sa.ForeignKey(f"{TABLE}.id", name=op.f(f"fk_{name}_table_id_{TABLE}"))
        op.add_column(name, sa.Column("table_id", sa.Integer(), key), inline_references=True)
    in_sqlite = op.get_context().dialect.name == "sqlite"
    # SQLite copies the table, which then no longer knows the numbers of deleted rows.
    known = sa.select(GIVEN.c.seq).where(GIVEN.c.name == MEMBERSHIP)
    number = op.get_bind().scalar(known) if in_sqlite else None
    with op.batch_alter_table(MEMBERSHIP, table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.drop_constraint("uq_membership_phone_id_club_id_night_id", type_="unique")
        batch.create_unique_constraint(
            "uq_membership_phone_id_club_id_night_id_table_id",
            ["phone_id", "club_id", "night_id", "table_id"],
        )
    op.create_index(
        "uq_membership_night",
        MEMBERSHIP,
        ["phone_id", "club_id", "night_id"],
        unique=True,
        sqlite_where=sa.text("table_id IS NULL"),
        postgresql_where=sa.text("table_id IS NULL"),
    )
    if number:
        op.execute(sa.delete(GIVEN).where(GIVEN.c.name == MEMBERSHIP))
        op.execute(sa.insert(GIVEN).values(name=MEMBERSHIP, seq=number))
