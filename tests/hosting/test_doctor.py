"""The doctor says of each thing whether it is well, and what to do if it isn't; it changes nothing."""

import shutil
import sqlite3
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from scorekeeper import __version__
from scorekeeper.cli import main
from scorekeeper.hosting import doctor
from scorekeeper.phone.preparing import recipe
from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club
from tests.conftest import close, make_app


class Health(BaseHTTPRequestHandler):
    """Answers as the server of the test says."""

    def do_GET(self) -> None:
        """Answer a request."""
        status, text, version = self.server.answer  # type: ignore[attr-defined]
        self.send_response(status)
        self.send_header("Scorekeeper-Version", version)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def serving() -> Iterator[HTTPServer]:
    """Yield something that answers at an address, as the app does."""
    server = HTTPServer(("127.0.0.1", 0), Health)
    server.answer = 200, b'{"database": "ok"}', __version__  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    """Yield such a server at the app's own address."""
    with serving() as server:
        yield server


@pytest.fixture
def data(empty_database: Path, server: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an installation in which all is well."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(empty_database, data / "scorekeeper.db")
    (data / "secret_key").write_text("0a1b" * 16)
    offline = tmp_path / "offline"
    offline.mkdir()
    (offline / "stamp").write_text(recipe())
    for name, value in {
        "DATA": str(data),
        "OFFLINE": str(offline),
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


def contents(data: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in data.iterdir()}


def test_nothing_is_wrong_where_all_is_well(data: Path) -> None:
    before = contents(data)
    assert examined() == (0, {})
    assert contents(data) == before


SHORT_KEY = "SCOREKEEPER_SECRET_KEY must be at least 16 random characters. Nothing else was checked."


@pytest.mark.parametrize(
    ("name", "value", "where", "said"),
    [
        ("WORKERS", "many", "Settings", "SCOREKEEPER_WORKERS must be a number from 1 to 64"),
        ("SECRET_KEY", "5ecret", "Settings", SHORT_KEY),
        ("PUBLIC_ADRESS", "x", "Settings", "There is no setting SCOREKEEPER_PUBLIC_ADRESS. Did you mean"),
        ("OFFLINE", "/nowhere", "Phones", "Run “scorekeeper offline” once, for the same data folder."),
        ("PUBLIC_ADDRESS", "http://127.0.0.1:1", "Address", "Nothing answers at http://127.0.0.1:1: Connect"),
        ("DATABASE_URL", "postgresql://ann:5ecret@127.0.0.1:1/scores", "Database", "Connection refused"),
    ],
)
def test_a_poor_setting_is_named(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, where: str, said: str
) -> None:
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    status, problems = examined()
    assert (status, list(problems)) == (1, [where])
    assert said in problems[where]
    assert "5ecret" not in problems[where]


@pytest.mark.parametrize("in_container", [False, True])
def test_an_app_that_can_be_reached_past_its_proxy(
    data: Path, server: HTTPServer, monkeypatch: pytest.MonkeyPatch, in_container: bool
) -> None:
    monkeypatch.setattr(doctor, "OF_CONTAINERS", [data] if in_container else [])
    monkeypatch.setenv("SCOREKEEPER_HOST", "0.0.0.0")
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_ADDRESS", "https://127.0.0.1:1")
    said = examined()[1].get("Proxy", "")
    assert said == (
        ""
        if in_container
        else f"The whole network can reach port {server.server_port} past the "
        "proxy. Set SCOREKEEPER_HOST=127.0.0.1."
    )


def test_a_missing_folder_is_not_made(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(data / "none"))
    status, problems = examined()
    assert (status, {*problems}) == (1, {"Data folder", "Key", "Database"})
    assert not (data / "none").exists()


def overwrite_pages(file: Path) -> None:
    found = bytearray(file.read_bytes())
    found[30_000:50_000] = b"\x5a" * 20_000
    file.write_bytes(found)


def migrated(change: str) -> Callable[[Path], None]:
    """Return a function that changes what a database says of its migrations."""

    def run(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(change)

    return run


@pytest.mark.parametrize(
    ("name", "damage", "where", "said"),
    [
        ("secret_key", Path.unlink, "Key", "is missing. Start the app once if this is a new installation."),
        ("secret_key", lambda file: file.write_text("short"), "Key", "is damaged"),
        ("scorekeeper.db", Path.unlink, "Database", "is missing, but there was one."),
        ("scorekeeper.db", lambda file: file.write_bytes(b"rubbish" * 1000), "Database", "can't be used"),
        ("scorekeeper.db", overwrite_pages, "Database", "restore the newest backup"),
        ("scorekeeper.db", migrated("UPDATE alembic_version SET version_num = '9999'"), "Database", "newer"),
        ("scorekeeper.db", migrated("UPDATE alembic_version SET version_num = '0012'"), "Database", "1.0"),
        ("scorekeeper.db", migrated("DELETE FROM alembic_version"), "Database", "is empty"),
    ],
)
def test_what_is_gone_or_damaged_is_named_and_left_alone(
    data: Path, name: str, damage: Callable[[Path], None], where: str, said: str
) -> None:
    damage(data / name)
    before = contents(data)
    status, problems = examined()
    assert (status, list(problems)) == (1, [where])
    assert str(data / name) in problems[where]
    assert said in problems[where]
    assert contents(data) == before


def test_a_folder_that_cannot_be_written_to(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.hosting.data_folder.os.access", lambda *_: False)
    assert "can't be written. Make room on its disk, and let the user" in examined()[1]["Data folder"]


def test_a_disk_that_is_nearly_full(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_SPACE", 10**18)
    assert "Make room" in examined()[1]["Data folder"]


@pytest.mark.parametrize(
    ("status", "text", "version", "said"),
    [
        (200, b"<h1>It works!</h1>", "", "Something other than Scorekeeper answers"),
        (404, b'["not here"]', "", "Something other than Scorekeeper answers"),
        (503, b'{"database": "needs migration"}', __version__, "but its database needs migration."),
        (200, b'{"database": "ok"}', "0.9", "not this version. Start it again."),
    ],
)
def test_an_address_with_another_answer(
    data: Path, server: HTTPServer, status: int, text: bytes, version: str, said: str
) -> None:
    server.answer = status, text, version  # type: ignore[attr-defined]
    assert said in examined()[1]["Address"]


def test_a_certificate_that_this_machine_does_not_trust(
    data: Path, server: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = f"-subj /CN=127.0.0.1 -keyout {tmp_path / 'key.pem'} -out {tmp_path / 'cert.pem'}"
    command = f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 {made}"
    subprocess.run(command.split(), capture_output=True, check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    with serving() as behind:
        behind.socket = context.wrap_socket(behind.socket, server_side=True)
        monkeypatch.setenv("SCOREKEEPER_PUBLIC_ADDRESS", f"https://127.0.0.1:{behind.server_port}")
        said = examined()[1]["Address"]
    assert said.startswith("This machine doesn't trust the certificate of https://127.0.0.1:")
    assert ": self-signed certificate. " in said


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([], ""),
        ([("Club", 2)], ""),
        ([("Club", 4)], "None was made in 3 days: there is none. "),
        ([("Club", 9), ("Backup", 2)], ""),
        (
            [("Club", 9), ("Backup", 4)],
            "None was made in 3 days: the newest is of 24 November 2026, 12:00",
        ),
        (
            [("Club", 9), ("Backup", 2), ("failure", 1)],
            "The one of 27 November 2026, 12:00 failed; the",
        ),
    ],
)
def test_the_newest_backup_is_old_or_has_failed(
    data: Path, monkeypatch: pytest.MonkeyPatch, made: list[tuple[str, int]], said: str
) -> None:
    noon = datetime(2026, 11, 28, 12, tzinfo=UTC)
    monkeypatch.setenv("SCOREKEEPER_TIME_ZONE", "UTC")
    monkeypatch.setattr(doctor, "now", lambda: noon)
    app = make_app(data / "scorekeeper.db")
    with app.app_context():
        for what, days in made:
            at = noon - timedelta(days=days)
            size = 0 if what == "failure" else 9
            db.session.add(Club(made_at=at) if what == "Club" else Backup(at=at, plays=1, size=size))
        db.session.commit()
    close(app)
    found = examined()[1].get("Backup", "")
    assert found.startswith(said) if said else not found


def test_what_cannot_be_checked_is_a_problem_and_no_traceback(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_: object) -> None:
        raise RuntimeError("unheard of")

    monkeypatch.setattr(doctor, "what_is_wrong", break_down)
    assert examined() == (1, {"Database": "It can't be checked: RuntimeError."})
