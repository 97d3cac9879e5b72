"""The rules import the standard library alone, and no file knows the game of another."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from scorekeeper.rules.catalogue import CATALOGUE

PACKAGE = Path(scorekeeper.__file__).parent
RULES = sorted((PACKAGE / "rules").rglob("*.py"))
EVERYTHING = sorted(PACKAGE.rglob("*.py"))

IMPURE = {
    "clock": {"calendar", "datetime", "sched", "time", "zoneinfo"},
    "chance": {"random", "secrets", "uuid"},
    "the world outside": {"glob", "http", "io", "logging", "os", "pathlib", "shutil", "socket", "sqlite3"}
    | {"ssl", "subprocess", "sys", "tempfile", "urllib", "locale", "platform"},
    "things at once": {"asyncio", "concurrent", "contextvars", "multiprocessing", "queue", "threading"},
    "heavy": {"ctypes", "decimal", "fractions", "importlib", "inspect", "pdb", "pickle", "unittest"},
}
FORBIDDEN = {module: reason for reason, modules in IMPURE.items() for module in modules}


def test_the_rules_are_found() -> None:
    assert len(RULES) > 5


def file_name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_files_of_the_rules_import_only_rules_and_light_standard_modules() -> None:
    wrong = []
    for path in RULES:
        for module in imports(ast.parse(path.read_text("utf-8"))):
            top = module.partition(".")[0]
            is_rules = f"{module}.".startswith("scorekeeper.rules.")
            if not is_rules and (top not in sys.stdlib_module_names or top in FORBIDDEN):
                why = FORBIDDEN.get(top, "not of the standard library")
                wrong.append(f"{file_name(path)} imports {module}: {why}")
    assert not wrong, "\n".join(wrong)


def test_files_of_the_rules_open_nothing_and_print_nothing() -> None:
    wrong = []
    for path in RULES:
        called = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if bad := called & {"open", "print", "input", "eval", "exec", "__import__", "float"}:
            wrong.append(f"{file_name(path)} calls {bad}")
    assert not wrong, "\n".join(wrong)


def test_only_a_games_own_file_asks_which_game_it_is() -> None:
    wrong = []
    # The examples of lessons are scoresheets, in which an entry may be called what a game is called.
    for path in [path for path in EVERYTHING if path.parent.name != "lessons"]:
        module = "scorekeeper." + file_name(path).removesuffix(".py").replace("/", ".")
        foreign = {key for key, game in CATALOGUE.items() if type(game).__module__ != module}
        if known := set(compared(ast.parse(path.read_text("utf-8")))) & foreign:
            wrong.append(f"{file_name(path)} knows {known}")
    assert not wrong, "\n".join(wrong)


def imports(tree: ast.Module) -> Iterator[str]:
    """Return every module a file imports; a relative import counts as one of its own package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "scorekeeper.rules" if node.level == 1 else node.module or "a package further up"


def compared(tree: ast.Module) -> Iterator[str]:
    """Return every text that something is compared with, matched with, or looked up by."""
    for node in ast.walk(tree):
        places: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            places = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            places = [node.value]
        elif isinstance(node, ast.Subscript):
            places = [node.slice]
        elif isinstance(node, ast.Dict):
            places = [*node.keys]
        for place in places:
            yield from texts(place)


def texts(place: ast.expr | None) -> Iterator[str]:
    """Return the texts in an expression, single or in a sequence."""
    if isinstance(place, ast.Constant) and isinstance(place.value, str):
        yield place.value
    elif isinstance(place, ast.Tuple | ast.List | ast.Set):
        for element in place.elts:
            yield from texts(element)
