"""How a migration reaches the database: over the connection of the app that runs it."""

from alembic import context

from scorekeeper.store.database import Base, db

with db.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot change a column; there a changed table is copied instead.
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
