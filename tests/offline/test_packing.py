"""What is packed for a phone runs there: with the standard library alone, and nothing of the server."""

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from scorekeeper.offline import packing
from scorekeeper.offline.packing import NotPureError, modules_from, pack

PLAY = {
    "sheet": {"scoresheet": 1, "game": "coralon", "players": ["Ann", "Bea", "Cal", "Dee"], "hands": []},
    "bidding": {"bidder": "Bea", "bid": 5},
}
HAND = [[f"tricks-{seat}", f"{count}"] for seat, count in enumerate((3, 5, 3, 2))]
SCRIPT = """
import sys
sys.path[:] = [place for place in sys.path if "site-packages" not in place]
sys.path.insert(0, sys.argv[1])
from scorekeeper.offline.phone import answer
print(answer("preview", sys.argv[2]))
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("packed") / "scorekeeper.zip"
    file.write_bytes(pack())
    return file


def test_the_archive_needs_nothing_else(archive: Path) -> None:
    asked = json.dumps([PLAY, HAND])
    python = [sys.executable, "-I", "-S", "-c", SCRIPT, str(archive), asked]
    done = subprocess.run(python, capture_output=True, text=True, cwd=archive.parent)
    assert done.returncode == 0, done.stderr
    assert 'data-net="5"' in json.loads(done.stdout)["now"]["board"]


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
