"""The stored data, and the commands that change it."""

from flask import Flask
from flask_migrate import upgrade as _upgrade

from scorekeeper.domain import EarlierDatabase, NewerDatabase
from scorekeeper.store.health import EARLIER, NEWER, database_state


def upgrade(app: Flask) -> None:
    """Bring the database up to date with the newest migration. Raises NewerDatabase, EarlierDatabase."""
    with app.app_context():
        state = database_state()
        if state == NEWER:
            raise NewerDatabase
        if state == EARLIER:
            raise EarlierDatabase
        _upgrade()
