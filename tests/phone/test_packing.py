"""What is packed for a phone runs there: with the standard library alone, and nothing of the server."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scorekeeper.phone import packing
from scorekeeper.phone.packing import NotPureError, modules_from, pack
from tests.rules import skittles
from tests.rules.sheets import figures
from tests.test_plugins import install

PLAY = {
    "sheet": {"scoresheet": 1, "game": "coralon", "players": ["Ann", "Bea", "Cal", "Dee"], "hands": []},
    "bidding": {"bidder": 1, "bid": 5},
    "seats": [1, 2, 3, 4],
}
HAND = [[f"tricks-{seat}", f"{count}"] for seat, count in enumerate((3, 5, 3, 2))]
SCRIPT = """
import sys
sys.path[:] = [place for place in sys.path if "site-packages" not in place]
sys.path.insert(0, sys.argv[1])
from scorekeeper.phone.scoring import answer
print(answer(*sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("packed") / "scorekeeper.zip"
    file.write_bytes(pack())
    return file


def test_the_archive_needs_nothing_else(archive: Path) -> None:
    said = run_packed(archive, "preview", [PLAY, HAND])
    assert 'data-net="5"' in said["now"]["board"]
    assert run_packed(archive, "hand over", [PLAY, "http://x/plays/1", 0, ""])["code"].startswith("<svg")


def run_packed(archive: Path, question: str, args: list[Any]) -> Any:
    """Return the answer of what is in an archive, in a Python that has nothing else."""
    python = [sys.executable, "-I", "-S", "-c", SCRIPT, str(archive), question, json.dumps(args)]
    done = subprocess.run(python, capture_output=True, text=True, cwd=archive.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


SKITTLES = {
    "sheet": {
        "scoresheet": 1,
        "game": "skittles",
        "players": ["Ann", "Bea"],
        "hands": [{"pins": {"0": 9, "1": 4}}],
    },
    "bidding": None,
}


def test_games_of_other_packages_are_packed_if_they_can_run_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Path(skittles.__file__).read_text("utf-8")
    modules = {
        "pub/__init__": "",
        "pub/games": "from .skittles import Skittles",
        "pub/skittles": source,
        "pub_web": "import flask",
        "pub_missing": "import numpy",
    }
    entries = "a = pub.games:Skittles\nb = pub_web:Game\nc = pub_missing:Game\nd = pub_none:Game"
    (tmp_path / "pub").mkdir()
    monkeypatch.syspath_prepend(install(tmp_path, entries, modules))
    archive = tmp_path / "scorekeeper.zip"
    archive.write_bytes(pack())
    with ZipFile(archive) as packed:
        assert packed.read("added-games.txt").split() == [b"pub.games:Skittles", b"pub_missing:Game"]
    said = run_packed(archive, "score", [SKITTLES])
    assert figures(said["result"]["totals"]) == (9, 4)


def test_the_rules_are_packed_as_they_are(archive: Path) -> None:
    with ZipFile(archive) as packed:
        rules = [name for name in packed.namelist() if name.startswith("scorekeeper/rules/")]
        assert {f"scorekeeper/rules/{name}.py" for name in ("engine", "catalogue", "games/ducks")} < {*rules}
        for name in rules:
            assert packed.read(name) == (packing.ROOT / name).read_bytes()


def test_the_same_files_give_the_same_archive(archive: Path) -> None:
    assert pack() == archive.read_bytes()


def test_a_module_that_takes_the_server_is_not_packed() -> None:
    with pytest.raises(NotPureError, match="which a phone"):
        modules_from("scorekeeper.web.plays.sheet")
