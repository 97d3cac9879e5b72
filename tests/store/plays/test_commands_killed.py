"""Once a change has been answered it is kept, even if the process is killed a moment later."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Revision
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from tests.conftest import close, make_app
from tests.web.phone import Phone
from tests.web.table import bid, took

ROOT = Path(__file__).parents[3]


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Return a phone on the sheet of a game with a bid; no process has the database open."""
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    bid(phone.open("/nights/1/games/coralon").tap("Start Coralon"), "Bea", 5)
    close(app)
    return phone


def killed(app: Flask, phone: Phone, what: Callable[[Phone], None]) -> None:
    """Do something with this phone in a process that is killed on the way."""
    command = f"from {__name__} import in_a_process; in_a_process('{what.__name__}')"
    arguments = [app.config["SQLALCHEMY_DATABASE_URI"], phone.cookie]
    ended = subprocess.run([sys.executable, "-c", command, *arguments], cwd=ROOT, check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL


def in_a_process(what: str) -> None:
    """Do what the killed process does."""
    address, cookie = sys.argv[1:]
    phone = Phone(make_app(address))
    phone.cookie = cookie
    globals()[what](phone.open("/plays/1"))


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def save_and_die_after_the_answer(phone: Phone) -> None:
    _, sent = phone.filled("Save hand 1", **took(3, 5, 3, 2))
    answer = phone.client.post("/plays/1/hands", data=dict(sent))
    assert answer.status_code == 303
    die()


def die_while_saving(phone: Phone) -> None:
    # By now the hand and its revision are written but not committed.
    vars(commands)["keep_result"] = die
    phone.tap("Save hand 1", **took(3, 5, 3, 2))


def kept(app: Flask) -> tuple[int, int]:
    """Return the numbers of hands and of changes."""
    with app.app_context():
        return len(Sheet.of(db.session.get_one(Play, 1)).entries), db.session.query(Revision).count()


def test_a_hand_is_kept_once_saving_it_was_answered(app: Flask, phone: Phone) -> None:
    killed(app, phone, save_and_die_after_the_answer)
    assert kept(app) == (1, 2)


def test_an_interrupted_save_leaves_nothing_half_done(app: Flask, phone: Phone) -> None:
    killed(app, phone, die_while_saving)
    assert kept(app) == (0, 1)
    assert "Bea bid 5" in phone.open("/plays/1").page
    phone.tap("Save hand 1", **took(3, 5, 3, 2))
    assert kept(app) == (1, 2)
