"""The connection of a migration: that of the app that runs it, or one that it is given.

All that are missing run in one transaction, which is already begun on a connection that is given. Where two
servers start at once, the second waits for the first, however long that takes, and finds nothing left to do.
"""

from contextlib import nullcontext

from alembic import context
from sqlalchemy import text

from scorekeeper.store.database import Base, db
from scorekeeper.store.transactions import lock_of_servers

AN_HOUR = 3_600_000

given = context.config.attributes.get("connection")
own = nullcontext(given) if given else db.engine.connect().execution_options(writes=True)
with own as connection:
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # The connection is detached, so it is closed at the end and never reused with these settings. They
        # are made below SQLAlchemy's transaction, inside of which the first one has no effect.
        connection.detach()
        cursor = connection.connection.cursor()
        # A changed table is copied and the old one dropped, which must not count as losing what refers to it.
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute(f"PRAGMA busy_timeout = {AN_HOUR}")
    context.configure(
        connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
    )
    with context.begin_transaction():
        if not sqlite:
            connection.execute(text(f"SET LOCAL lock_timeout = {AN_HOUR}"))
            connection.execute(*lock_of_servers())
        context.run_migrations()
        if sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()):
            raise RuntimeError(f"The migration would leave rows that refer to nothing: {lost[:5]}")
