"""The steps of “Add a game” in CONTRIBUTING.md, followed in a copy of the project with an invented game."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules import skittles

ROOT = Path(__file__).parent.parent.parent
COPIED = ("scorekeeper", "templates", "static", "tests", "pyproject.toml")
SHEET = {"scoresheet": 1, "game": "skittles", "players": ["Ann", "Bea"], "options": {"strikes": True}}
BOWLED = {"pins": {"Ann": 9, "Bea": 4}}
EVENING = [
    {
        "what": "a strike against four pins, five times over",
        "sheet": {**SHEET, "hands": [BOWLED] * 5},
        "result": {
            "outcomes": ["bowled"] * 5,
            "scores": [[12, 4]] * 5,
            "totals": [60, 20],
            "carry": {},
            "finished": True,
            "winners": ["Ann"],
            "payout": [0, 0],
        },
    }
]
PROMISES = (
    "tests/rules/test_catalogue.py",
    "tests/rules/test_engine.py",
    "tests/rules/test_purity.py",
    "tests/web/forms/test_entry_form_every_game.py",
    "tests/web/games/test_games.py",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project to which Skittles was added, step by step."""
    house = tmp_path_factory.mktemp("house")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, house / name)
        else:
            shutil.copy(ROOT / name, house / name)
    # 1. Write the family's file.
    shutil.copy(skittles.__file__, house / "scorekeeper" / "rules" / "games" / "skittles.py")
    # 2. Add it to the catalogue: one line, and the import of what it names.
    catalogue = house / "scorekeeper" / "rules" / "catalogue.py"
    text = catalogue.read_text("utf-8")
    text = text.replace("    Tally(),\n", "    Skittles(),\n    Tally(),\n")
    text = text.replace(
        "from scorekeeper.rules.games.tally",
        "from scorekeeper.rules.games.skittles import Skittles\nfrom scorekeeper.rules.games.tally",
    )
    catalogue.write_text(text, "utf-8")
    # 3. Add an evening of it.
    evening = house / "tests" / "data" / "evenings" / "skittles.json"
    evening.write_text(json.dumps(EVENING), "utf-8")
    return house


def run(house: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python there, with the modules of that copy only."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=house,
        env={**env, "PYTHONPATH": str(house)},
        input=stdin,
        capture_output=True,
        text=True,
    )


def test_sheets_of_the_new_game_are_scored(house: Path) -> None:
    call = "from scorekeeper.cli import main; main()"
    done = run(house, "-c", call, "score", "--json", "-", stdin=json.dumps({**SHEET, "hands": [BOWLED]}))
    assert json.loads(done.stdout)["totals"] == {"Ann": 12, "Bea": 4}, done.stderr


def test_the_new_game_has_a_form_and_a_page_and_keeps_every_promise(house: Path) -> None:
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "skittles", *PROMISES)
    assert done.returncode == 0, done.stdout
    (passed,) = re.findall(r"(\d+) passed", done.stdout)
    assert int(passed) > 20


def test_only_its_own_file_and_the_catalogue_know_the_new_game(house: Path) -> None:
    new = {
        str(file.relative_to(house))
        for file in (house / "scorekeeper").rglob("*.py")
        if "skittles" in file.read_text("utf-8").casefold() and file.name != "plugins.py"
    }
    assert new == {"scorekeeper/rules/games/skittles.py", "scorekeeper/rules/catalogue.py"}
