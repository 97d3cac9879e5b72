"""The Makefile makes .venv again if it doesn't belong to its folder any more."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[1] / "Makefile"
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


@pytest.mark.parametrize("part", ["bin/python", "lib", ".python"])
def test_a_venv_is_made_again_if_a_part_of_it_is_gone(made: Path, tmp_path: Path, part: str) -> None:
    gone = (made / ".venv" / part).rename(tmp_path / "gone")
    assert not is_done(made)
    gone.rename(made / ".venv" / part)
    assert is_done(made)


def test_a_venv_is_made_again_once_its_python_has_another_version(made: Path) -> None:
    stamp = made / ".venv" / ".python"
    now = stamp.read_text()
    stamp.write_text(now.replace(sys.implementation.cache_tag, "cpython-310"))
    assert not is_done(made)
    stamp.write_text(now)
    assert is_done(made)


def test_a_venv_of_another_python_is_made_again(made: Path) -> None:
    assert not is_done(made, "PYTHON=python3.99")


def test_no_command_is_called_that_names_the_folder_of_the_venv() -> None:
    assert set(re.findall(r"\.venv/bin/([\w.-]+)", MAKEFILE.read_text())) == {"python"}
