"""What is kept, and how it is changed."""

from flask import Flask
from flask_migrate import upgrade as _upgrade


def upgrade(app: Flask) -> None:
    """Bring the database up to date with the newest migration."""
    with app.app_context():
        _upgrade()
