"""The floor: about the least that an app with a database, forms and a session can do.

It uses the same libraries with the same settings as our app, so any cost beyond it is our own.
"""

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any

from flask import Flask, redirect, render_template, request, url_for
from flask_compress import Compress
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect
from jinja2 import DictLoader
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug import Response

from scorekeeper.store.database import BUSY_SECONDS, prepare_sqlite
from scorekeeper.store.storage import tell_faults

ROWS = 40
"""Rows on the page."""

ROW_BYTES = 300
"""The text of a row that is saved."""

LOOK = 0.05
"""Seconds between two looks at the database for a new row, as often as our app looks."""

NEWEST = 'SELECT max(id) FROM "row"'
CHANGED = {"sqlite": "PRAGMA data_version", "postgresql": NEWEST}
"""What is another after a row was saved."""

OVER = -1
"""Ends a stream."""

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Floor</title></head>
<body>
<form method="post"><input type="hidden" name="csrf_token" value="{{ csrf_token() }}">
<textarea name="text"></textarea><button>Save</button></form>
<ol>
{% for row in rows %}
<li id="row-{{ row.id }}">{{ row.text }}</li>
{% endfor %}
</ol>
</body>
</html>
"""


class Base(DeclarativeBase):
    """The base of the one table."""


db = SQLAlchemy(model_class=Base)


class Row(Base):
    """A line of text that was saved."""

    __tablename__ = "row"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


def create_app(config: dict[str, Any]) -> Flask:
    """Return the app, with its table."""
    app = Flask("floor")
    app.config.from_mapping(config, WTF_CSRF_TIME_LIMIT=None)
    # A template that is loaded is compiled once, as ours are.
    app.jinja_loader = DictLoader({"page.html": PAGE})
    db.init_app(app)
    CSRFProtect(app)
    Compress(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            tell_faults(db.engine)
            prepare_sqlite(db.engine, lambda: BUSY_SECONDS)
        db.create_all()

    @app.get("/")
    def rows() -> str:
        """Return the first rows; rows saved later don't make the page longer."""
        first = select(Row).order_by(Row.id).limit(ROWS)
        return render_template("page.html", rows=db.session.scalars(first).all())

    @app.post("/")
    def save() -> Response:
        """Save one more row."""
        db.session.connection(execution_options={"writes": True})
        db.session.add(Row(text=request.form["text"]))
        db.session.commit()
        return redirect(url_for("rows"), code=303)

    @app.get("/stream")
    def stream() -> Response:
        """Tell of every row that is saved."""
        waiting: SimpleQueue[int] = SimpleQueue()
        waiting.put(0)
        streams.append(waiting)
        if len(streams) == 1:
            Thread(target=watch, args=[app, streams], daemon=True).start()
        return Response(lines(waiting), mimetype="text/event-stream")

    streams = Streams()
    app.extensions["live"] = (streams, None)
    return app


class Streams(list[SimpleQueue[int]]):
    """The open streams of this process."""

    def stop(self) -> None:
        """End all of them, as the server asks for when it stops."""
        for waiting in self:
            waiting.put(OVER)


def watch(app: Flask, streams: "Streams") -> None:
    """Tell every stream of this process that a row was saved."""
    with app.app_context(), db.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        look = CHANGED[db.engine.dialect.name]
        if look == NEWEST:
            driver.autocommit = True  # each look sees what was saved until then
        while True:
            before = driver.execute(look).fetchone()
            while driver.execute(look).fetchone() == before:
                sleep(LOOK)
            (newest,) = driver.execute(NEWEST).fetchone()
            for waiting in streams:
                waiting.put(newest)


def lines(waiting: SimpleQueue[int]) -> Iterator[str]:
    """Yield a line for every row that is saved."""
    for newest in iter(waiting.get, OVER):
        yield f'data: {{"version": {newest}}}\n\n'
