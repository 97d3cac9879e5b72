"""How a migration reaches the database: over the connection of the app that runs it."""

from alembic import context

from scorekeeper.store.database import Base, db

with db.engine.connect() as connection:
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # There a changed table is copied and the old one dropped, which must not count as losing what
        # refers to it. The setting has no effect inside a transaction, so it is made below SQLAlchemy's.
        # The connection is detached, so it is closed at the end and never reused with this setting.
        connection.detach()
        connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
        if sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()):
            raise RuntimeError(f"The migration would leave rows that refer to nothing: {lost[:5]}")
