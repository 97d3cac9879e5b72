"""An import can be undone as a whole; what someone played alone doesn't count."""

import sqlalchemy as sa
from alembic import op

revision = "1.19"
down_revision = "1.18"

IMPORT = "file_import"
PLAY, CHAIR = (
    sa.table("play", sa.column("id"), sa.column("set_aside")),
    sa.table("chair", sa.column("play_id")),
)


def upgrade() -> None:
    op.create_table(
        IMPORT,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f(f"fk_{IMPORT}_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{IMPORT}")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f(f"ix_{IMPORT}_club_id"), IMPORT, ["club_id"])
    for name in ("player", "night", "own_game", "guest", "play", "season", "transfer"):
        key = sa.ForeignKey(f"{IMPORT}.id", name=op.f(f"fk_{name}_import_id_{IMPORT}"))
        op.add_column(name, sa.Column("import_id", sa.Integer(), key), inline_references=True)
    there = sa.text("import_id IS NOT NULL")
    for name in ("night", "play"):
        op.add_column(name, sa.Column("by_hand", sa.Boolean, nullable=False, server_default=sa.false()))
        index = op.f(f"ix_{name}_import_id")
        op.create_index(index, name, ["import_id"], sqlite_where=there, postgresql_where=there)
    alone = sa.select(CHAIR.c.play_id).group_by(CHAIR.c.play_id).having(sa.func.count() == 1)
    op.execute(sa.update(PLAY).where(PLAY.c.id.in_(alone)).values(set_aside=True))
