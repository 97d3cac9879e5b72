"""One word has one meaning: no public name is defined in two modules."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent

# Every blueprint and every extension of Flask is made part of the app by a function of this name.
OF_FLASK = {"init_app"}

Definition = ast.FunctionDef | ast.ClassDef


def definitions() -> dict[str, dict[str, Definition]]:
    """Return every top-level function and class by its name, and then by its module."""
    found: dict[str, dict[str, Definition]] = defaultdict(dict)
    for file in sorted(PACKAGE.rglob("*.py")):
        if "migrations" not in file.parts:
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    found[node.name][file.relative_to(PACKAGE).as_posix()] = node
    return found


def is_route(node: Definition) -> bool:
    """Return whether a function answers requests or the command line: a decorator says so."""
    return isinstance(node, ast.FunctionDef) and any(
        name.endswith((".get", ".post", ".route", ".command", ".errorhandler"))
        for decorator in node.decorator_list
        for name in [ast.unparse(decorator).partition("(")[0]]
    )


@cache
def shared() -> dict[str, dict[str, Definition]]:
    """Return the names that more than one module defines."""
    return {name: places for name, places in definitions().items() if len(places) > 1}


def test_only_routes_share_a_public_name() -> None:
    """A route may be called like the command that it calls, or like the route of another room."""
    wrong = []
    for name, places in shared().items():
        others = [place for place, node in places.items() if not is_route(node)]
        if not name.startswith("_") and name not in OF_FLASK and len(others) > 1:
            wrong.append(f"{name} is defined in {' and '.join(others)}")
    assert not wrong, "\n".join(wrong)


def test_no_class_is_defined_twice() -> None:
    kinds = {name: {type(node) for node in places.values()} for name, places in shared().items()}
    twice = [name for name, found in kinds.items() if ast.ClassDef in found]
    assert not twice


def test_what_a_function_takes_is_called_what_it_is() -> None:
    """In a line or two, what a loop is at may be called one, and what a search gave found."""
    wrong = [
        f"{file.relative_to(PACKAGE)}: {node.name}({argument.arg})"
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        for argument in (*node.args.args, *node.args.kwonlyargs)
        if argument.arg == "found"
        or (argument.arg == "one" and ast.unparse(argument.annotation or argument) != "str")
    ]
    assert not wrong, "\n".join(wrong)


def test_blueprints_are_called_like_their_modules() -> None:
    named = {
        file.relative_to(PACKAGE).as_posix(): re.findall(r'Blueprint\("(\w+)"', file.read_text("utf-8"))
        for file in PACKAGE.rglob("*.py")
    }
    assert not [place for place, names in named.items() if names and names != [Path(place).stem]]
