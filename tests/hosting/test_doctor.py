"""The doctor says of each thing whether it is well, and what to do if it isn't; it changes nothing."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.hosting import doctor


class Health(BaseHTTPRequestHandler):
    """Answers as the server of the test says."""

    def do_GET(self) -> None:
        """Answer a request."""
        status, text = self.server.answer  # type: ignore[attr-defined]
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    """Yield something that answers at an address, as the app does."""
    server = HTTPServer(("127.0.0.1", 0), Health)
    server.answer = 200, b'{"database": "ok"}'  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def data(empty_database: Path, server: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an installation in which all is well."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(empty_database, data / "scorekeeper.db")
    (data / "secret_key").write_text("0a1b" * 16)
    for file in data.iterdir():
        file.chmod(0o600)
    for name, value in {
        "DATA": str(data),
        "HOST": "127.0.0.1",
        "PORT": str(server.server_address[1]),
        "DATABASE_URL": "",
        "SECRET_KEY": "",
        "PUBLIC_ADDRESS": "",
    }.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    return data


def examined() -> tuple[int, dict[str, str]]:
    """Return the exit status, and the problems by name."""
    ended = CliRunner().invoke(main, ["doctor"], catch_exceptions=False)
    assert ended.stderr == ""
    lines = ended.stdout.splitlines()
    assert all(line.startswith(("✓ ok ", "✗ problem ")) for line in lines)
    wrong = (line.removeprefix("✗ problem").strip().partition(": ") for line in lines if line[0] == "✗")
    return ended.exit_code, {name: said for name, _, said in wrong}


def problem(name: str) -> str:
    """Return what is said about the only problem, which is of this name."""
    status, problems = examined()
    assert status == 1
    assert list(problems) == [name]
    return problems[name]


def test_nothing_is_wrong_where_all_is_well(data: Path) -> None:
    before = {file: file.read_bytes() for file in data.iterdir()}
    assert examined() == (0, {})
    assert {file: file.read_bytes() for file in data.iterdir()} == before


def test_a_setting_without_a_meaning(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_WORKERS", "many")
    assert "SCOREKEEPER_WORKERS must be a number from 1 to 64" in problem("Settings")


def test_a_missing_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(data / "none"))
    status, problems = examined()
    assert status == 1
    assert problems.keys() == {"Data folder", "Key", "Database"}
    assert "Check --data" in problems["Data folder"]
    assert not (data / "none").exists()


def test_a_folder_that_cannot_be_written_to(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(doctor, "TemporaryFile", refuse)
    assert "Read-only file system. Let the user who runs the app write there" in problem("Data folder")


def test_a_full_disk(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_SPACE", 10**18)
    assert "Make room" in problem("Data folder")


@pytest.mark.parametrize(
    ("key", "mode", "said"),
    [
        ("", 0o600, "is empty or cut short"),
        ("short", 0o600, "is empty or cut short"),
        ("0a1b" * 16, 0o644, "Run “chmod 600"),
    ],
)
def test_a_poor_key(data: Path, key: str, mode: int, said: str) -> None:
    (data / "secret_key").write_text(key)
    (data / "secret_key").chmod(mode)
    assert said in problem("Key")


def test_a_missing_key(data: Path) -> None:
    (data / "secret_key").unlink()
    assert "each phone must open its club's link again" in problem("Key")
    assert not (data / "secret_key").exists()


def test_a_short_key_of_the_environment_is_not_shown(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "5ecret")
    said = problem("Settings")
    assert "SCOREKEEPER_SECRET_KEY must be at least 16 random characters" in said
    assert "5ecret" not in said


def test_a_missing_database(data: Path) -> None:
    (data / "scorekeeper.db").unlink()
    assert "restore a backup" in problem("Database")
    assert not (data / "scorekeeper.db").exists()


@pytest.mark.parametrize("at", [0, 30_000], ids=["at the beginning", "within"])
def test_a_damaged_database(data: Path, at: int) -> None:
    file = data / "scorekeeper.db"
    found = bytearray(file.read_bytes())
    found[at : at + 20_000] = b"\x5a" * 20_000
    file.write_bytes(found)
    assert "Stop the app, keep a copy of the file, and restore a backup" in problem("Database")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "of a newer version"),
        ("UPDATE alembic_version SET version_num = '0012'", "of a version before 1.0"),
        ("DELETE FROM alembic_version", "It is empty"),
    ],
)
def test_a_database_of_another_version(data: Path, change: str, said: str) -> None:
    with closing(sqlite3.connect(data / "scorekeeper.db")) as database, database:
        database.execute(change)
    assert said in problem("Database")


def test_a_database_that_others_can_read(data: Path) -> None:
    (data / "scorekeeper.db").chmod(0o640)
    assert "Other users of this machine can read" in problem("Database")


def test_a_server_that_does_not_answer(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.settings.find_spec", lambda name: name)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql+psycopg://scores:5ecret@localhost:1/scores")
    said = problem("Database")
    assert "check SCOREKEEPER_DATABASE_URL" in said
    assert "5ecret" not in said


class Late(datetime):
    """A clock that starts in the past, as after a power cut."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        """Return what the clock says."""
        return datetime(1970, 1, 1, 0, 1, tzinfo=UTC)


def test_a_clock_that_started_in_the_past(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "datetime", Late)
    assert "It says 1 January 1970" in problem("Clock")


def test_a_clock_behind_the_newest_entry(data: Path) -> None:
    with closing(sqlite3.connect(data / "scorekeeper.db")) as database, database:
        columns = [
            name for _, name, _, needed, usual, _ in database.execute("PRAGMA table_info(night)") if needed
        ]
        values = {"id": 1, "club_id": 1, "started_at": "9998-12-30 12:00:00"}
        row = [values.get(name, 0) for name in columns]
        marks = ", ".join("?" * len(columns))
        database.execute(f"INSERT INTO night ({', '.join(columns)}) VALUES ({marks})", row)
    assert "but the newest entry is of 30 December 9998" in problem("Clock")


def test_an_address_at_which_nothing_answers(data: Path, server: HTTPServer) -> None:
    server.shutdown()
    server.server_close()
    assert "Nothing answers at http://127.0.0.1" in problem("Address")


@pytest.mark.parametrize(
    ("status", "text", "said"),
    [
        (200, b"<h1>It works!</h1>", "Something other than Scorekeeper answers"),
        (404, b'["not here"]', "Something other than Scorekeeper answers"),
        (503, b'{"database": "needs migration"}', "but its database needs migration."),
    ],
)
def test_an_address_with_another_answer(
    data: Path, server: HTTPServer, status: int, text: bytes, said: str
) -> None:
    server.answer = status, text  # type: ignore[attr-defined]
    assert said in problem("Address")


def test_a_public_address_is_checked_too(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_ADDRESS", "http://127.0.0.1:1")
    assert "Nothing answers at http://127.0.0.1:1: Connection refused" in problem("Address")


def test_what_cannot_be_checked_is_a_problem_and_no_traceback(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_: str) -> None:
        raise RuntimeError("unheard of")

    monkeypatch.setattr(doctor, "examine", break_down)
    assert problem("Database") == "It can't be checked: RuntimeError."
