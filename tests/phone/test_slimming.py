"""Modules without comments and docstrings do the same as before."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from scorekeeper.phone.slimming import WITH_DOCSTRING, slim

MODULE = '''#!/usr/bin/env python
"""About it."""
import os  # for “paths”


class Empty(Exception):
    """Nothing else."""


def two() -> str:
    """Says

    more."""
    # Not a docstring:
    return """# kept""" + "é"; """Not either."""
'''
SLIM = '''
""
import os


class Empty(Exception):
    ""


def two() -> str:
    ""



    return """# kept""" + "é"; """Not either."""
'''


def test_comments_and_docstrings_are_left_out_and_lines_stay() -> None:
    assert slim(MODULE.encode()).decode() == SLIM


def test_what_takes_a_newer_python_stays_as_it_is() -> None:
    assert slim(b"def (: # newer") == b"def (: # newer"


@pytest.mark.parametrize("name", ["asyncio.base_events", "enum", "inspect", "jinja2.lexer", "textwrap"])
def test_a_module_does_the_same(name: str) -> None:
    spec = find_spec(name)
    assert spec
    assert spec.origin
    source = Path(spec.origin).read_bytes()
    assert without_docstrings(slim(source)) == without_docstrings(source)
    assert len(slim(source)) < 0.9 * len(source)


def without_docstrings(source: bytes) -> str:
    """Return what a module does."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.Expr(ast.Constant(""))
    return ast.dump(tree)
