"""Every layer has the same rooms, and a test file is in the room of its module."""

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, TEMPLATES, TESTS = ROOT / "scorekeeper", ROOT / "templates", ROOT / "tests"
FULL = 26

# Forms and the installed app are a matter of pages, games are not stored, and files have a room of their own.
OF_PAGES_ALONE = {"app", "forms", "games", "files"}

# What these send is drawn by the pages of other rooms.
WITHOUT_TEMPLATES = {"live"}

# These test the whole app through a browser or its server: their rooms are all they share with the modules.
WHOLE_APP = {"browser", "webkit", "bench", "walk", "soak"}

# These hold for every file of a layer, and so are named after what they hold it to.
GUARDS = {
    "test_arrows",
    "test_names",
    "test_rooms",
    "test_words",
    "test_documents",
    "test_hosting_files",
    "test_purity",
}


def rooms(layer: Path) -> set[str]:
    """Return the names of the rooms of a layer."""
    return {room.name for room in layer.iterdir() if room.is_dir() and room.name[0] not in "_."} - {
        "migrations"
    }


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def modules(room: Path) -> set[str]:
    """Return the modules and packages that are tested in the room of this name."""
    here = PACKAGE / room
    found = {file.stem for file in here.glob("*.py")} | rooms(here) if here.is_dir() else set()
    # The app as a whole is tested with the phones of the web layer.
    return found | {"app"} if room.name == "web" else found


TEST_FILES = sorted(
    file for file in TESTS.rglob("test_*.py") if file.relative_to(TESTS).parts[0] not in WHOLE_APP
)


@pytest.mark.parametrize("file", TEST_FILES, ids=place)
def test_a_test_is_named_after_the_module_it_tests(file: Path) -> None:
    name = file.stem.removeprefix("test_")
    there = modules(file.parent.relative_to(TESTS))
    assert file.stem in GUARDS or any(name == module or name.startswith(f"{module}_") for module in there)


def test_the_rooms_of_the_layers_have_the_same_names() -> None:
    assert rooms(PACKAGE / "web") - OF_PAGES_ALONE == rooms(PACKAGE / "store")
    assert rooms(TEMPLATES) | WITHOUT_TEMPLATES == rooms(PACKAGE / "web")
    for layer in ("store", "web"):
        assert rooms(TESTS / layer) <= rooms(PACKAGE / layer)
    assert rooms(TESTS / "browser") <= rooms(PACKAGE / "web")


@pytest.mark.parametrize("top", [PACKAGE, TEMPLATES, ROOT / "static", TESTS], ids=place)
def test_no_room_is_too_full(top: Path) -> None:
    files = [
        file
        for kind in ("*.py", "*.html", "*.js", "*.css", "*.svg")
        for file in top.rglob(kind)
        if file.name != "__init__.py" and "migrations" not in file.parts
    ]
    full = {place(room): many for room, many in Counter(file.parent for file in files).items() if many > FULL}
    assert not full
