"""Settling up in money, with shared costs, a banker, and what is still open from earlier nights."""

import sqlalchemy as sa
from alembic import op

revision = "1.5"
down_revision = "1.4"


def upgrade() -> None:
    op.add_column("player", sa.Column("pay_me", sa.String(280), nullable=False, server_default=""))
    op.add_column("night", sa.Column("valued_coins", sa.Integer(), nullable=False, server_default="1"))
    banker = sa.ForeignKey("player.id", name=op.f("fk_night_banker_id_player"))
    op.add_column(
        "night", sa.Column("banker_id", sa.Integer(), banker, nullable=True), inline_references=True
    )
    op.add_column("night", sa.Column("ending", sa.String(8), nullable=True))
    op.add_column("transfer", sa.Column("in_money", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("transfer", sa.Column("earlier_uid", sa.String(32), nullable=True))
    op.create_index(op.f("ix_transfer_earlier_uid"), "transfer", ["earlier_uid"], unique=False)
