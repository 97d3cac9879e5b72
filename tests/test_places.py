"""The app as a package: built, installed elsewhere, and played as a container would serve it."""

import json
import os
import re
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

from tests.bench.client import Client, Ours, coralon_hands

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text()
LICENCES = ROOT / "LICENCES.txt"
PATIENCE = 60
"""Seconds until the app must have started."""


@pytest.fixture(scope="module")
def scorekeeper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of an app that was built and installed."""
    folder = tmp_path_factory.mktemp("package")
    # As pip does, and much quicker without it.
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    environment = folder / "environment"
    EnvBuilder().create(environment)
    python = environment / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--no-compile", str(wheel)], check=True)
    # What the app needs, but not the checkout: a line like this adds a folder, and not what that adds itself.
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "needs.pth").write_text(sysconfig.get_path("purelib"))
    return environment / "bin" / "scorekeeper"


def test_the_package_names_its_license(scorekeeper: Path) -> None:
    (about,) = scorekeeper.parents[1].glob("lib/python*/site-packages/scorekeeper_table-*.dist-info")
    assert "License-Expression: MIT\n" in (about / "METADATA").read_text()
    text = (about / "licenses" / "LICENSE").read_text()
    assert text.startswith("MIT License\n\nCopyright (c) 2026 the Scorekeeper developers\n")
    assert (about / "licenses" / LICENCES.name).read_text() == LICENCES.read_text()


def test_the_licences_are_those_of_the_versions_that_are_installed() -> None:
    locked = re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / "requirements-postgres.txt").read_text())
    listed = re.findall(r"(?m)^ ([\w.-]+) +(\S+) +\S", LICENCES.read_text())
    assert {(re.sub(r"[-_.]+", "-", name).lower(), version) for name, version in listed[1:]} <= {*locked}
    assert {"flask", "psycopg"} <= {name.lower() for name, _ in listed}


def in_container(command: Path, data: Path, port: int) -> dict[str, str]:
    """Return the variables of the container, with the paths and the port of this machine."""
    found = dict(re.findall(r"(\bSCOREKEEPER_\w+)=(\S+)", CONTAINERFILE.rpartition("FROM")[2]))
    variables = {name: text.replace("/data", str(data)) for name, text in found.items()}
    own = {"PATH": f"{command.parent}:{os.environ['PATH']}", "SCOREKEEPER_WORKERS": "1"}
    return {**variables, **own, "SCOREKEEPER_HOST": "127.0.0.1", "SCOREKEEPER_PORT": str(port)}


def commands() -> tuple[list[str], list[str]]:
    """Return how the container says whether it is well, and how it is started."""
    asks, starts = re.findall(r"(?m)\bCMD (\[.*\])$", CONTAINERFILE)
    return json.loads(asks), json.loads(starts)


@contextmanager
def serving(command: Path, data: Path) -> Iterator[int]:
    """Serve the installed app with its data in a folder, and yield its port."""
    with create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    is_well, start = commands()
    variables = in_container(command, data, port)
    process = subprocess.Popen(start, cwd="/", env=variables, stdout=subprocess.DEVNULL)
    try:
        wait_until_served(port, process)
        asked = [part.replace(":8000/", f":{port}/") for part in is_well]
        subprocess.run(asked, env=variables, check=True)
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
        assert phone.get("/help/new").status == 200
        phone.connection.close()
