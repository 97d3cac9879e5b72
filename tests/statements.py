"""What the database is asked while the app runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from scorekeeper.store.database import db


@contextmanager
def before_each_statement(app: Flask, do: Callable[[str], object]) -> Iterator[None]:
    """Call a function with each statement of the block before the database runs it."""

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        do(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", note)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Yield the list of statements that the database runs in the block."""
    asked: list[str] = []
    with before_each_statement(app, asked.append):
        yield asked
