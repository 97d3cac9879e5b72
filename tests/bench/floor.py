"""The floor: about the least that an app with a database, forms and a session can do.

It has the same libraries and settings as ours, so any cost beyond it is our own.
"""

from typing import Any

from flask import Flask, redirect, render_template, request, url_for
from flask_compress import Compress
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect
from jinja2 import DictLoader
from sqlalchemy import event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug import Response

ROWS, ROW_BYTES = 40, 300
"""Rows on the floor's page, and the text of a row that is saved."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""The settings of SQLite, as our app has them."""

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
    """The base of the floor's one table."""


class Row(Base):
    """A line of text that was saved."""

    __tablename__ = "row"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


def create_floor(database: str) -> Flask:
    """Return the floor, with its table in the database at an address."""
    app, rows_db = Flask("floor"), SQLAlchemy(model_class=Base)
    app.config.from_mapping(
        SECRET_KEY="of the benchmark", SQLALCHEMY_DATABASE_URI=database, WTF_CSRF_TIME_LIMIT=None
    )
    # A template that is loaded is compiled once, as ours are.
    app.jinja_loader = DictLoader({"page.html": PAGE})
    rows_db.init_app(app)
    CSRFProtect(app)
    Compress(app)

    def connect(connection: Any, _: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    with app.app_context():
        if database.startswith("sqlite"):
            event.listen(rows_db.engine, "connect", connect)
        rows_db.create_all()
        rows_db.engine.dispose()  # the worker opens connections of its own

    @app.get("/")
    def rows() -> str:
        """Return some rows from one on."""
        first = request.args.get("first", 1, type=int)
        some = select(Row).where(Row.id >= first).order_by(Row.id).limit(ROWS)
        return render_template("page.html", rows=rows_db.session.scalars(some).all())

    @app.post("/")
    def save() -> Response:
        """Save one more row, and redirect to the page that begins with it."""
        row = Row(text=request.form["text"])
        rows_db.session.add(row)
        rows_db.session.flush()
        path = url_for("rows", first=row.id)
        rows_db.session.commit()
        return redirect(path, code=303)

    return app
