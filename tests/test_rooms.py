"""Every layer has the same rooms, and a test file is in the room of its module."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE, TEMPLATES, TESTS = ROOT / "scorekeeper", ROOT / "templates", ROOT / "tests"

# Forms, drawings, wording, the installed app and what programs read are a matter of requests, games are not
# stored, and files have a room of their own.
OF_PAGES_ALONE = {"api", "app", "drawings", "forms", "games", "files", "wording"}

# What these say or send is drawn by the pages of other rooms, or by other programs.
WITHOUT_TEMPLATES = {"api", "live", "wording"}

# These test the whole app through a browser or its server: their rooms are all they share with the modules.
WHOLE_APP = {"browser", "webkit", "proxies", "bench", "walk", "soak"}

# These hold for every file of a layer, and so are named after what they hold it to.
GUARDS = {
    f"test_{of}" for of in ("arrows", "names", "rooms", "words", "documents", "hosting_files", "purity")
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


def test_every_test_is_named_after_the_module_it_tests() -> None:
    wrong = []
    for file in TEST_FILES:
        name = file.stem.removeprefix("test_")
        there = modules(file.parent.relative_to(TESTS))
        if file.stem not in GUARDS and not any(f"{name}_".startswith(f"{module}_") for module in there):
            wrong.append(place(file))
    assert not wrong, "\n".join(wrong)


def test_the_rooms_of_the_layers_have_the_same_names() -> None:
    assert rooms(PACKAGE / "web") - OF_PAGES_ALONE == rooms(PACKAGE / "store")
    assert rooms(TEMPLATES) | WITHOUT_TEMPLATES == rooms(PACKAGE / "web")
    for layer in ("store", "web"):
        assert rooms(TESTS / layer) <= rooms(PACKAGE / layer)
    assert rooms(TESTS / "browser") <= rooms(PACKAGE / "web")
