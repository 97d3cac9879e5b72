"""The stored data, and the commands that change it."""

from flask import Flask
from flask_migrate import upgrade as _upgrade


def upgrade(app: Flask) -> None:
    """Bring the database up to date with the newest migration."""
    with app.app_context():
        _upgrade()
