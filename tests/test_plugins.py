"""Games that come from another installed package."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import plugins
from scorekeeper.rules.catalogue import CATALOGUE, add
from scorekeeper.rules.engine import score
from scorekeeper.store.plays import score_cache
from tests.rules import skittles
from tests.rules.sheets import figures
from tests.web.phone import Phone

ROOT = Path(__file__).parent.parent
SHEET = {
    "scoresheet": 1,
    "game": "skittles",
    "players": ["Ann", "Bea"],
    "options": {"strikes": True},
    "hands": [{"pins": {"Ann": 9, "Bea": 4}}],
}


def install(folder: Path, entries: str, modules: dict[str, str]) -> Path:
    """Put a package there as pip would: its modules, and beside them what it says of itself."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    about = folder / "pub_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pub-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{plugins.GROUP}]\n{entries}\n")
    return folder


@pytest.fixture
def pub_games(tmp_path: Path) -> Path:
    """Where another package with Skittles is installed."""
    source = Path(skittles.__file__).read_text("utf-8")
    return install(tmp_path, "skittles = pub_skittles:Skittles", {"pub_skittles": source})


@pytest.fixture
def catalogue() -> Iterator[None]:
    """Leaves the catalogue as it was."""
    before = dict(CATALOGUE)
    yield
    CATALOGUE.clear()
    CATALOGUE.update(before)


@pytest.fixture
def loaded(pub_games: Path, monkeypatch: pytest.MonkeyPatch, catalogue: None) -> None:
    """The games of that package are in the catalogue."""
    monkeypatch.syspath_prepend(pub_games)
    plugins.load_plugins()


@pytest.mark.usefixtures("loaded")
def test_a_game_of_another_package_stands_last_in_the_catalogue() -> None:
    assert list(CATALOGUE)[-1] == "skittles"
    plugins.load_plugins()
    assert list(CATALOGUE).count("skittles") == 1
    assert figures(score(SHEET).as_json()["totals"]) == (12, 4)


def test_the_command_line_scores_it(pub_games: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from scorekeeper.cli import main; main()", "score", "--json", "-"],
        input=json.dumps(SHEET),
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{pub_games}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["totals"] == {"Ann": 12, "Bea": 4}
    assert done.stderr == ""


@pytest.mark.usefixtures("loaded")
def test_it_is_found_played_and_explained_in_the_app(app: Flask) -> None:
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    phone.open("/nights/1/games?q=ninepins").follow("Skittles").tap("Start Skittles", strikes="on")
    pins: dict[str, Any] = {"pins-0": 9, "pins-1": 4}
    phone.tap("Save hand 1", **pins)
    assert phone.status == 200
    assert "a strike" in phone.page
    assert "A pin that gets up again" in phone.open("/games/skittles").page


@pytest.fixture
def removed(app: Flask, loaded: None, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """A phone in a night in which Skittles was played twice, and Tally; then that package was removed."""
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    pins: dict[str, Any] = {"pins-0": 9, "pins-1": 4}
    written: dict[str, Any] = {"points-0": 7}
    for _ in range(2):
        phone.open("/nights/1/games/skittles").tap("Start Skittles")
        phone.tap("Save hand 1", **pins)
    phone.tap("Delete game")
    phone.open("/nights/1/games/tally").tap("Start Tally").tap("Save round 1", **written)
    del CATALOGUE["skittles"]
    monkeypatch.setattr(score_cache, "_results", score_cache.RecentCache(score_cache.PLAYS))
    return phone


def test_the_night_goes_on_when_a_game_that_was_played_is_removed(removed: Phone) -> None:
    removed.open("/nights/1")
    assert removed.status == 200
    assert "Skittles This game is no longer installed; its hands are kept." in removed.page
    assert "Recently deleted" in removed.page
    assert "Tally 1 round so far" in removed.page


def test_the_sheet_of_a_removed_game_says_so_until_it_is_back(removed: Phone) -> None:
    removed.open("/nights/1").follow("Skittles")
    assert removed.status == 404
    assert "Skittles is no longer installed Its hands are kept" in removed.page
    assert "Hand" not in removed.open("/plays/1/hands/1").page
    removed.send("/plays/1/hands", number="2", whole="on")
    assert "Skittles is no longer installed" in removed.page
    removed.follow("Back to the night").tap("Restore")
    assert "Skittles is no longer installed" in removed.page
    add(skittles.Skittles())
    assert "Hand 2" in removed.open("/plays/1").page


def test_what_is_taken_along_of_a_removed_game_calls_it_by_its_name(removed: Phone) -> None:
    assert ",Skittles,1,Ann," in removed.download("/clubs/1/games.csv").decode()
    assert "Skittles is no longer installed" in removed.open("/plays/1/hands.csv").page


def test_nobody_gets_another_name_on_the_sheet_of_a_removed_game_and_is_told_which(removed: Phone) -> None:
    removed.open("/players/1").tap("Rename", name="Zoe")
    assert removed.status == 422
    assert removed.problems[0].startswith("The game of Skittles on ")


def test_a_removed_game_is_deleted_and_brought_back_from_its_own_page(removed: Phone) -> None:
    removed.open("/plays/1").tap("Delete game")
    assert removed.path == "/nights/1"
    assert "Recently deleted" in removed.page
    assert "This game was deleted" in removed.open("/plays/1/recap").page
    removed.tap("Restore game")
    assert "Skittles is no longer installed Its hands are kept" in removed.page
    assert "Skittles This game is no longer installed" in removed.open("/nights/1").page


def test_a_removed_game_of_a_deleted_night_brings_back_its_night(removed: Phone) -> None:
    removed.open("/nights/1").tap("Delete night").open("/plays/1")
    assert "The night of this game was deleted" in removed.page
    assert removed.tap("Restore night").path == "/nights/1"


BROKEN = {
    "breaks when it is imported": ("x = broken:Game", "raise RuntimeError('no balls')", "no balls"),
    "is not there": ("x = broken:Game", "", "has no attribute 'Game'"),
    "is no game": ("x = broken:game", "game = 'skittles'", "it is not a game"),
    "takes the key of another": (
        "x = broken:Fake",
        "from scorekeeper.rules.games.tally import Tally\nclass Fake(Tally):\n    name = 'Fake'\n",
        "the key “tally” is taken by Tally",
    ),
}


@pytest.mark.parametrize(("entry", "source", "reason"), BROKEN.values(), ids=list(BROKEN))
@pytest.mark.usefixtures("catalogue")
def test_a_game_that_cannot_be_there_is_left_out_with_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    entry: str,
    source: str,
    reason: str,
) -> None:
    before = dict(CATALOGUE)
    monkeypatch.syspath_prepend(install(tmp_path, entry, {"broken": source}))
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    plugins.load_plugins()
    assert before == CATALOGUE
    assert reason in caplog.text


@pytest.mark.usefixtures("catalogue")
def test_a_game_is_added_by_hand_too() -> None:
    add(skittles.Skittles())
    assert CATALOGUE["skittles"].name == "Skittles"
