"""What players say of the next hand and of saved ones is in one table."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.numbers import skip_numbers

revision = "1.12"
down_revision = "1.11"

OBJECTIONS = """
INSERT INTO claim (play_id, hand_id, revision_id, player_id, figures, at, device, settled_at, settled_on)
SELECT play_id, hand_id, revision_id, player_id, COALESCE(figures, '{}'), at, device, settled_at, settled_on
FROM objection JOIN hand ON hand.id = hand_id ORDER BY objection.id"""

ASKED = """
SELECT id, claims,
  (SELECT count(*) FROM hand WHERE play_id = play.id AND complete AND entry IS NOT NULL) AS hands
FROM play WHERE claims IS NOT NULL"""

ANY = sa.text("SELECT 1 FROM club LIMIT 1")

SEATS = "SELECT player_id FROM chair WHERE play_id = :play ORDER BY place"

ANSWER = """
INSERT INTO claim (play_id, uid, player_id, figures, at, device)
VALUES (:play, :uid, :player, :figures, CURRENT_TIMESTAMP, '')"""


def upgrade() -> None:
    op.create_table(
        "claim",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=True),
        sa.Column("revision_id", sa.Integer(), nullable=True),
        sa.Column("uid", sa.String(32), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_on", sa.String(40), nullable=True),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_claim_play_id_play")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_claim_hand_id_hand")),
        sa.ForeignKeyConstraint(["revision_id"], ["revision.id"], name=op.f("fk_claim_revision_id_revision")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_claim_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_claim_play_id"), "claim", ["play_id"], unique=False)
    op.execute(OBJECTIONS)
    if not op.get_context().as_sql:
        copy_answers(op.get_bind())
    op.drop_table("objection")
    with op.batch_alter_table("play", table_kwargs={"sqlite_autoincrement": True}) as play:
        play.drop_column("claims")
    # What was copied no longer knows the numbers of deleted rows.
    if op.get_context().dialect.name == "sqlite" and op.get_bind().scalar(ANY):
        skip_numbers(op.get_bind())


def copy_answers(connection: sa.Connection) -> None:
    """Copy the question to the table, and what each player answered, where it is about the next hand."""
    asked = sa.text(ASKED).columns(id=sa.Integer(), claims=sa.JSON(), hands=sa.Integer())
    answer = sa.text(ANSWER).bindparams(sa.bindparam("figures", type_=sa.JSON()))
    for play, claims, hands in connection.execute(asked).all():
        seats = connection.scalars(sa.text(SEATS), {"play": play}).all()
        if not claims or (claims.get("hand"), claims.get("seats")) != (hands + 1, seats):
            continue
        said: dict[str, dict[str, Any]] = {}
        for name, figures in claims["figures"].items():
            for place, figure in figures.items():
                said.setdefault(place, {})[name] = {place: figure}
        rows = [(claims["id"], None, {}), *((None, seats[int(place)], said[place]) for place in said)]
        for uid, player, figures in rows:
            values = {"play": play, "uid": uid, "player": player, "figures": figures}
            connection.execute(answer, values)
