"""The app as a package: built, installed where there is no checkout, and played."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM
from socket import create_server
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen
from venv import EnvBuilder

import pytest

from tests.bench.client import Client
from tests.bench.web import Ours, coralon_hands

ROOT = Path(__file__).parent.parent
PATIENCE = 60
"""Seconds until the app must have started."""


@pytest.fixture(scope="module")
def scorekeeper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of an app that was built and installed."""
    folder = tmp_path_factory.mktemp("package")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    environment = folder / "environment"
    EnvBuilder().create(environment)
    python = environment / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    subprocess.run(
        [*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True
    )
    # What the app needs, but not the checkout: a line like this adds a folder, and not what that adds itself.
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "needs.pth").write_text(sysconfig.get_path("purelib"))
    return environment / "bin" / "scorekeeper"


@contextmanager
def serving(command: Path, data: Path) -> Iterator[int]:
    """Serve the installed app with its data in a folder, and yield its port."""
    with create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    arguments = ["--data", str(data), "serve", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    clean = {name: text for name, text in os.environ.items() if name not in ("PYTHONPATH", "HOST", "PORT")}
    process = subprocess.Popen([command, *arguments], cwd="/", env=clean, stdout=subprocess.DEVNULL)
    try:
        wait_until_served(port, process)
        yield port
    finally:
        process.send_signal(SIGTERM)
        process.wait()


def wait_until_served(port: int, process: subprocess.Popen[bytes]) -> None:
    until = monotonic() + PATIENCE
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/").close()
            return
        except (URLError, ConnectionError):
            assert process.poll() is None, "the app has stopped"
            assert monotonic() < until
            sleep(0.05)


def test_an_installed_app_plays_a_hand_and_keeps_it(scorekeeper: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(scorekeeper, data) as port:
        table = Ours.begun(Client(port))
        table.save(1, coralon_hands(1)[0])
        cookies = table.client.cookies
        table.client.connection.close()
    assert (data / "scorekeeper.db").exists()
    assert (data / "secret_key").exists()

    with serving(scorekeeper, data) as port:
        phone = Client(port, cookies)
        sheet = phone.get(table.play)
        assert "Hand 1" in sheet.text
        styles = sheet.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert phone.get(styles).status == 200
        phone.connection.close()
