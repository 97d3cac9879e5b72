"""Which phone is the first of a player, and has answered for them; and who changed how to pay whom."""

import sqlalchemy as sa
from alembic import op

revision = "1.9"
down_revision = "1.8"


def upgrade() -> None:
    for name in ("is_first", "has_answered"):
        op.add_column("membership", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    membership = sa.table(
        "membership",
        *(sa.column(name, sa.Integer) for name in ("id", "player_id", "night_id")),
        sa.column("is_first", sa.Boolean),
    )
    of_club = membership.c.night_id.is_(None), membership.c.player_id.is_not(None)
    first = sa.select(sa.func.min(membership.c.id)).where(*of_club).group_by(membership.c.player_id)
    op.execute(sa.update(membership).where(membership.c.id.in_(first)).values(is_first=True))
    op.create_table(
        "pay_me_change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_pay_me_change_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_me_change")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_pay_me_change_player_id"), "pay_me_change", ["player_id"], unique=False)
