"""What the database is asked while the app runs."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from flask import Flask
from sqlalchemy import event

from scorekeeper.store.database import db
from scorekeeper.store.prepared import Compiled


@contextmanager
def before_each_statement(app: Flask, do: Callable[[str], object]) -> Iterator[None]:
    """Call a function with each statement of the block before the database runs it."""
    run = Compiled.run

    def run_by_driver(compiled: Compiled, driver: Any, values: Mapping[str, Any]) -> Any:
        do(compiled.text)
        return run(compiled, driver, values)

    def run_by_sqlalchemy(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        do(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", run_by_sqlalchemy)
    try:
        with patch.object(Compiled, "run", run_by_driver):
            yield
    finally:
        event.remove(engine, "before_cursor_execute", run_by_sqlalchemy)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Yield the list of statements that the database runs in the block."""
    asked: list[str] = []
    with before_each_statement(app, asked.append):
        yield asked
