"""The stored data, and the commands that change it."""

from pathlib import Path

from flask import Flask
from sqlalchemy import Connection

from scorekeeper.domain import EarlierDatabase, NewerDatabase
from scorekeeper.store.health import CURRENT, EARLIER, NEWER, database_state

MIGRATING = Path(__file__).parent / "migrations" / "alembic.ini"


def upgrade(app: Flask) -> None:
    """Bring the database up to date with the newest migration. Raises NewerDatabase, EarlierDatabase."""
    with app.app_context():
        state = database_state()
        if state == NEWER:
            raise NewerDatabase
        if state == EARLIER:
            raise EarlierDatabase
        if state != CURRENT:
            bring_to("head")


def bring_to(version: str, within: Connection | None = None) -> None:
    """Bring the app's database to a version, within a transaction of its own or another one."""
    # Imported here because most starts do without it, and it takes time and memory.
    from alembic import command
    from alembic.config import Config

    command.upgrade(Config(MIGRATING, attributes={"connection": within}), version)
