"""Commands whose database can't be written end with one sentence, and change nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import Connection, event

from scorekeeper.cli import main
from scorekeeper.hosting import club_files, links, recounting
from scorekeeper.store.database import db
from tests.conftest import database_of
from tests.web.phone import Phone
from tests.web.table import points, start


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def exported(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the file of a club that the command line finds."""
    for module in (links, club_files, recounting):
        monkeypatch.setattr(module, "create_app", lambda: app)
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    points(start(phone, "Tally"), 3, 4, 5).tap("End game")
    file = f"{tmp_path / 'club.json'}"
    assert run("export", file).exit_code == 0
    return file


@pytest.fixture
def full(app: Flask, exported: str) -> Iterator[None]:
    """Let nothing be written into the tables."""

    def refuse(_: Connection, cursor: sqlite3.Cursor, statement: str, *about: object) -> None:
        if statement.startswith(("INSERT", "UPDATE")):
            cursor.execute("PRAGMA query_only = ON")

    def let(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA query_only = OFF")

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", refuse)
        event.listen(db.engine, "checkin", let)
        yield
        event.remove(db.engine, "before_cursor_execute", refuse)
        event.remove(db.engine, "checkin", let)


def content(app: Flask) -> list[str]:
    """Return all that is in the database."""
    with closing(sqlite3.connect(database_of(app))) as database:
        return list(database.iterdump())


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "command", ["club Kitchen", "link 1", "recount", "import FILE", "import --club 1 NEW"]
)
def test_a_command_that_can_write_nothing_says_so(
    app: Flask, exported: str, full: None, tmp_path: Path, command: str
) -> None:
    new = tmp_path / "new.csv"
    new.write_text("date,game,player\n2024-11-25,Azul,Ann\n2024-11-25,Azul,Bea\n")
    before = content(app)
    result = run(*command.replace("FILE", exported).replace("NEW", str(new)).split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: The database can't be written: it is full or read-only (")
    assert result.stderr.count("\n") == 1
    assert "Make room on its disk" in result.stderr
    assert content(app) == before


def test_a_first_start_on_a_full_disk_can_be_tried_again(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.db.made").touch()  # its name had room, its content had none
    make_new = run("--data", str(tmp_path), "club", "Kitchen")
    assert "a host of Kitchen" in make_new.stdout
