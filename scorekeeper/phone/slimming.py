"""Making modules smaller: without comments and docstrings they do the same."""

import ast
import tokenize
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple

Position = tuple[int, int]
"""A line, from 1, and a column in characters."""

WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Cut(NamedTuple):
    """A part of a module that is left out, and what stands there instead."""

    start: Position
    end: Position
    instead: str


def slim(source: bytes) -> bytes:
    """Return a module without comments and docstrings, each line where it was.

    One that takes a newer Python than this is returned as it is.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = StringIO(source.decode()).readlines()
    for cut in sorted([*comments(lines), *docstrings(tree, lines)], reverse=True):
        leave_out(cut, lines)
    return "".join(lines).encode()


def comments(lines: list[str]) -> Iterator[Cut]:
    """Yield the comments of a module."""
    for token in tokenize.generate_tokens(StringIO("".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            yield Cut(token.start, token.end, "")


def docstrings(tree: ast.AST, lines: list[str]) -> Iterator[Cut]:
    """Yield the docstrings of a module, its classes and functions; some have nothing else in them."""
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            end = first.end_lineno or 0, first.end_col_offset or 0
            yield Cut(position_of(lines, first.lineno, first.col_offset), position_of(lines, *end), '""')


def position_of(lines: list[str], line: int, column: int) -> Position:
    """Return a position whose column is in bytes, as the parser has it, in characters."""
    return line, len(lines[line - 1].encode()[:column].decode())


def leave_out(cut: Cut, lines: list[str]) -> None:
    """Replace a part of these lines."""
    (first, start), (last, end) = cut.start, cut.end
    before, after = lines[first - 1][:start], lines[last - 1][end:]
    if not cut.instead:
        before = before.rstrip(" \t")
    lines[first - 1 : last] = [before + cut.instead + after] + ["\n"] * (last - first)
