"""What was answered is kept, whatever happens to the process in the next moment."""

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from flask import Flask

from scorekeeper.store import changes
from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Revision
from scorekeeper.store.sheets import Sheet
from tests.conftest import close, database_of, make_app
from tests.web.phone import Phone
from tests.web.table import bid, took, whole

ROOT = Path(__file__).parents[2]


@pytest.fixture
def table(app: Flask) -> Path:
    """The database of a game with a bid for its first hand; no process has it open."""
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    phone.open("/nights/1/games/coralon").tap("Start Coralon")
    close(app)
    return database_of(app)


def killed(table: Path, program: str) -> None:
    """Run a program that kills itself, as a lost battery would."""
    ended = subprocess.run([sys.executable, "-c", dedent(program), table], cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL


def sheet_of(app: Flask) -> tuple[int, int]:
    """How many hands and how many changes there are."""
    with app.app_context():
        return len(Sheet.of(db.session.get_one(Play, 1)).entries), db.session.query(Revision).count()
