"""What all tests share."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.database import db

# --- Hypothesis: the same examples on every machine, no clock, few enough to run at every save ---

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000, derandomize=False)
settings.load_profile("quick")

# --- (end of Hypothesis) ---

# --- The app: one for each test, with a database of its own ---


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database brought up to date and with nothing in it, made once and copied for each test."""
    file = tmp_path_factory.mktemp("database") / "empty.db"
    app = make_app(file)
    upgrade(app)
    close(app)
    return file


@pytest.fixture
def app(empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app as it runs at the table: its forms are protected, as people send them."""
    file = shutil.copy(empty_database, tmp_path / "scorekeeper.db")
    app = make_app(file)
    # Most of the time of a test would go into compiling templates that the test before has compiled.
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(empty_database.parent))
    yield app
    close(app)


def make_app(file: Path) -> Flask:
    """The app with this database."""
    settings = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SECRET_KEY": "of the tests", "TESTING": True}
    return create_app(settings)


def close(app: Flask) -> None:
    """Close the connections, so that the database is in its file alone."""
    with app.app_context():
        db.engine.dispose()


# --- (end of the app) ---
