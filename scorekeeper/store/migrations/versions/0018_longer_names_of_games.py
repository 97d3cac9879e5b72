"""The name of a club's own game may be as long as that of a recipe."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.numbers import GIVEN

revision = "1.16"
down_revision = "1.15"

OWN_GAME = "own_game"


def upgrade() -> None:
    # SQLite copies the table, which then no longer knows the numbers of deleted rows.
    in_sqlite = op.get_context().dialect.name == "sqlite"
    known = sa.select(GIVEN.c.seq).where(GIVEN.c.name == OWN_GAME)
    number = op.get_bind().scalar(known) if in_sqlite else None
    with op.batch_alter_table(OWN_GAME, table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.alter_column("name", existing_type=sa.String(40), type_=sa.String(80))
        batch.alter_column("folded", existing_type=sa.String(120), type_=sa.String(240))
    if number:
        op.execute(sa.delete(GIVEN).where(GIVEN.c.name == OWN_GAME))
        op.execute(sa.insert(GIVEN).values(name=OWN_GAME, seq=number))
