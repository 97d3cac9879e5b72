"""Hands without a number, and changes of a game itself: the order of its hands, house rules and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("hand") as hand:
        hand.alter_column("number", existing_type=sa.Integer(), nullable=True)
    with op.batch_alter_table("revision") as changed:
        changed.alter_column("hand_id", existing_type=sa.Integer(), nullable=True)
        changed.add_column(sa.Column("layout", sa.Text(), nullable=True))


def downgrade() -> None:
    unnumbered = "SELECT id FROM hand WHERE number IS NULL"
    lost = f"SELECT id FROM revision WHERE hand_id IS NULL OR hand_id IN ({unnumbered})"
    op.execute(f"UPDATE revision SET with_id = NULL WHERE with_id IN ({lost})")
    op.execute(f"DELETE FROM revision WHERE hand_id IS NULL OR hand_id IN ({unnumbered})")
    op.execute("DELETE FROM hand WHERE number IS NULL")
    with op.batch_alter_table("revision") as changed:
        changed.drop_column("layout")
        changed.alter_column("hand_id", existing_type=sa.Integer(), nullable=False)
    with op.batch_alter_table("hand") as hand:
        hand.alter_column("number", existing_type=sa.Integer(), nullable=False)
