"""The addresses that are printed when the app is served, and how the server stops."""

import io
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals
from socket import create_connection, create_server
from subprocess import DEVNULL, PIPE

import pytest

from scorekeeper import network
from scorekeeper.domain import BackupError
from scorekeeper.files.replacing import lock_for_restoring
from scorekeeper.hosting import serve
from scorekeeper.qr_code import qr_lines
from scorekeeper.settings import ServerSettings, read_environment, read_served, variable
from scorekeeper.store.addresses import address_of_file
from scorekeeper.web.engine import own_archive
from scorekeeper.web.live.limits import MOST_STREAMS
from tests.bench.client import Client, Ours

GRACE = 20
"""Seconds; a server that waited for its streams would take longer, and then cut them off."""


def settings(**variables: str) -> ServerSettings:
    """Return the settings with these variables."""
    return read_environment({variable(name): text for name, text in variables.items()})


@pytest.mark.parametrize(
    ("host", "address", "has_code"),
    [
        ("127.0.0.1", "http://127.0.0.1:8123", False),
        ("localhost", "http://localhost:8123", False),
        ("::1", "http://[::1]:8123", False),
        ("192.168.1.7", "http://192.168.1.7:8123", True),
        ("scores.home", "http://scores.home:8123", True),
    ],
)
def test_a_named_host_is_the_only_address(
    monkeypatch: pytest.MonkeyPatch, host: str, address: str, has_code: bool
) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "10.0.0.7")
    named = settings(host=host, port="8123")
    assert serve.addresses(named) == [f"  {address}"]
    assert serve.phone_address(named) == (address if has_code else "")


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_everywhere_is_this_machine_and_the_network(monkeypatch: pytest.MonkeyPatch, everywhere: str) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "192.168.1.7")
    here, phones = serve.addresses(settings(host=everywhere))
    assert here.endswith("http://localhost:8000")
    assert phones.endswith("http://192.168.1.7:8000")
    assert "phones" in phones


def test_without_a_network_only_this_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "network_address", lambda: "")
    assert len(serve.addresses(settings())) == 1


class Output(io.TextIOWrapper):
    """An output that says whether it is a terminal."""

    def __init__(self, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def code(
    monkeypatch: pytest.MonkeyPatch, output: Output, term: str = "xterm", found: str = "10.0.0.7"
) -> str:
    """Return what is printed of the QR code to an output."""
    monkeypatch.setattr(network, "network_address", lambda: found)
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setenv("TERM", term)
    return "".join(serve.code_lines(settings()))


def test_a_terminal_shows_the_code_of_the_address_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code(monkeypatch, Output(terminal=True)) == "".join(qr_lines("http://10.0.0.7:8000"))


@pytest.mark.parametrize(
    ("terminal", "encoding", "term", "network"),
    [
        pytest.param(False, "utf-8", "xterm", "10.0.0.7", id="a pipe"),
        pytest.param(True, "utf-8", "dumb", "10.0.0.7", id="a terminal without colors"),
        pytest.param(True, "ascii", "xterm", "10.0.0.7", id="a terminal without block characters"),
        pytest.param(True, "utf-8", "xterm", "", id="a machine without a network"),
    ],
)
def test_no_code_is_shown_where_it_could_not_be_used(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, encoding: str, term: str, network: str
) -> None:
    assert not code(monkeypatch, Output(terminal, encoding), term, network)


def test_500_phones_fit_and_leave_threads_for_ordinary_requests() -> None:
    server = serve.gunicorn_settings(settings())
    assert server["workers"] * MOST_STREAMS >= 500
    assert server["threads"] >= MOST_STREAMS + 16


def test_every_stream_may_have_its_connection() -> None:
    known = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, known[1]))
    serve.allow_open_files()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, known)
    assert (soft, hard) == (min(serve.OPEN_FILES, hard), known[1])


def test_a_higher_limit_of_open_files_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    known = resource.getrlimit(resource.RLIMIT_NOFILE)
    monkeypatch.setattr(serve, "OPEN_FILES", 16)
    serve.allow_open_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == known


def test_what_phones_need_is_packed_before_there_are_threads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, empty_database: Path
) -> None:
    shutil.copy(empty_database, tmp_path / "scorekeeper.db")
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    with create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setenv("SCOREKEEPER_PORT", str(free.getsockname()[1]))
    packed: list[int] = []
    monkeypatch.setattr(serve.Server, "run", lambda _: packed.append(own_archive.cache_info().currsize))
    own_archive.cache_clear()
    serve.run()
    assert packed == [1]


@pytest.mark.parametrize("signal", [SIGTERM, SIGINT], ids=["asked to stop", "by Ctrl+C"])
def test_a_stop_ends_open_streams_and_leaves_the_database_in_one_file(
    tmp_path: Path, empty_database: Path, signal: Signals
) -> None:
    shutil.copy(empty_database, tmp_path / "scorekeeper.db")
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = "from scorekeeper.cli import main; main()"
    serve = ["--data", str(tmp_path), "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [sys.executable, "-c", command, *serve, "--log-level", "info"],
        stdout=DEVNULL,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr
        assert any("Listening at" in line for line in process.stderr)
        table = Ours.begun(Client(port))
        # The server would wait for another request on it.
        table.client.connection.close()
        assert (tmp_path / "scorekeeper.db-wal").stat().st_size
        database = address_of_file(tmp_path / "scorekeeper.db")
        with pytest.raises(BackupError, match="Scorekeeper is running"), lock_for_restoring(database):
            pass
        with create_connection(("127.0.0.1", port), timeout=GRACE) as stream, stream.makefile("rb") as events:
            cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
            request = f"GET {table.play}/live HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n"
            stream.sendall(request.encode())
            while not events.readline().startswith(b"event: version"):
                pass
            # The terminal sends Ctrl+C to the workers too.
            os.killpg(process.pid, signal) if signal == SIGINT else process.send_signal(signal)
            process.communicate(timeout=GRACE)
            assert events.read().endswith(b"0\r\n\r\n")
    assert process.returncode == 0
    assert not list(tmp_path.glob("scorekeeper.db-*"))
    served = read_served({variable("data"): str(tmp_path)})
    assert (served.host, served.port) == ("127.0.0.1", port)
    shutil.copy(tmp_path / "scorekeeper.db", tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT count(*) FROM play").fetchone() == (1,)
