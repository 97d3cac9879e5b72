"""The stored data, and the commands that change it."""

from flask import Flask
from flask_migrate import upgrade as _upgrade

from scorekeeper.domain import NewerDatabase
from scorekeeper.store.health import NEWER, database_state


def upgrade(app: Flask) -> None:
    """Bring the database up to date with the newest migration. Raises NewerDatabase."""
    with app.app_context():
        if database_state() == NEWER:
            raise NewerDatabase
        _upgrade()
