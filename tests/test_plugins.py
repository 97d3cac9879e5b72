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
from scorekeeper.store.plays import stored_hands
from scorekeeper.store.plays.stored_hands import RecentCache
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
    """Write a package as pip would install it: its modules, and its metadata beside them."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    about = folder / "pub_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pub-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{plugins.GROUP}]\n{entries}\n")
    return folder


@pytest.fixture
def pub_games(tmp_path: Path) -> Path:
    """Return the folder in which another package with Skittles is installed."""
    source = Path(skittles.__file__).read_text("utf-8")
    return install(tmp_path, "skittles = pub_skittles:Skittles", {"pub_skittles": source})


@pytest.fixture
def catalogue() -> Iterator[None]:
    """Restore the catalogue after the test."""
    before = dict(CATALOGUE)
    yield
    CATALOGUE.clear()
    CATALOGUE.update(before)


@pytest.fixture
def loaded(pub_games: Path, monkeypatch: pytest.MonkeyPatch, catalogue: None) -> None:
    """Load the games of that package into the catalogue."""
    monkeypatch.syspath_prepend(pub_games)
    plugins.load_plugins()


@pytest.mark.usefixtures("loaded")
def test_a_game_of_another_package_is_last_in_the_catalogue_with_the_version_as_edition() -> None:
    assert list(CATALOGUE)[-1] == "skittles"
    plugins.load_plugins()
    assert list(CATALOGUE).count("skittles") == 1
    assert figures(score(SHEET).as_json()["totals"]) == (12, 4)
    assert CATALOGUE["skittles"].edition == "1.0"


def test_the_command_line_scores_a_game_of_another_package(pub_games: Path) -> None:
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
def test_the_app_plays_and_explains_a_game_of_another_package(app: Flask) -> None:
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    phone.open("/nights/1/games?q=ninepins").follow("Skittles").tap("Start Skittles", strikes="on")
    pins: dict[str, Any] = {"pins-0": 9, "pins-1": 4}
    phone.tap("Save hand 1", **pins)
    assert phone.status == 200
    assert "a strike" in phone.page
    assert "A pin that gets up again" in phone.open("/games/skittles").page


@pytest.fixture
def removed(app: Flask, loaded: None, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return a phone on a night with two games of Skittles and one of Tally; Skittles was then removed."""
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    pins: dict[str, Any] = {"pins-0": 9, "pins-1": 4}
    written: dict[str, Any] = {"points-0": 7, "points-1": 0}
    for _ in range(2):
        phone.open("/nights/1/games/skittles").tap("Start Skittles")
        phone.tap("Save hand 1", **pins)
    phone.tap("Delete game")
    phone.open("/nights/1/games/tally").tap("Start game").tap("Save round 1", **written)
    del CATALOGUE["skittles"]
    monkeypatch.setattr(stored_hands, "_results", RecentCache(500, lambda *_: 1))
    return phone


def test_a_night_opens_after_one_of_its_games_was_removed(removed: Phone) -> None:
    removed.open("/nights/1")
    assert removed.status == 200
    assert "Skittles This game can’t be shown; its hands are kept." in removed.page
    assert "Recently deleted" in removed.page
    assert "Your own game round 2" in removed.page


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


def test_a_finished_game_that_was_removed_shows_its_result(
    app: Flask, loaded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    phone.open("/nights/1/games/skittles").tap("Start Skittles")
    pins: dict[str, Any] = {"pins-0": 9, "pins-1": 4}
    phone.tap("Save hand 1", **pins).tap("End game")
    del CATALOGUE["skittles"]
    monkeypatch.setattr(stored_hands, "_results", RecentCache(500, lambda *_: 1))
    for path in ("/plays/1", "/plays/1/recap", "/plays/1/board", "/nights/1", "/clubs/1/archive"):
        text = phone.open(path).page.text
        assert "Ann won" in text, path
        assert path == "/nights/1" or "Bea 4" in text, path


def test_a_player_of_a_removed_game_is_renamed_and_exports_have_its_name(removed: Phone) -> None:
    assert ",Skittles,1,Ann," in removed.download("/clubs/1/games.csv").decode()
    assert "Skittles is no longer installed" in removed.open("/plays/1/hands.csv").page
    removed.open("/players/1").tap("Rename", name="Zoe")
    assert ",Skittles,1,Zoe," in removed.download("/clubs/1/games.csv").decode()


def test_a_removed_game_and_its_night_are_deleted_and_restored_on_its_own_page(removed: Phone) -> None:
    removed.open("/plays/1").tap("Delete game")
    assert removed.path == "/nights/1"
    assert "Recently deleted" in removed.page
    assert "This game was deleted" in removed.open("/plays/1/recap").page
    removed.tap("Restore game")
    assert "Skittles is no longer installed Its hands are kept" in removed.page
    assert "Skittles This game can’t be shown" in removed.open("/nights/1").page
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
        "the key “tally” is taken by Your own game",
    ),
}


@pytest.mark.parametrize(("entry", "source", "reason"), BROKEN.values(), ids=list(BROKEN))
@pytest.mark.usefixtures("catalogue")
def test_a_game_that_fails_to_load_is_left_out_with_the_reason(
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
def test_a_game_can_be_added_by_calling_add() -> None:
    add(skittles.Skittles())
    assert CATALOGUE["skittles"].name == "Skittles"
