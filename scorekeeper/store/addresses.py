"""The addresses of databases: what is at one, and how it is told to people."""

from pathlib import Path

from flask import Flask
from sqlalchemy.engine import URL, make_url

from scorekeeper.store.database import db

DEFAULT_PORT = 5432


Address = URL
"""The address of a database, parsed."""


def parsed(text: str) -> Address:
    """Return the address in a text, as the settings have it."""
    return make_url(text)


def address_of_file(file: Path) -> Address:
    return URL.create("sqlite", database=str(file.absolute()))


def file_of(url: str | URL) -> Path | None:
    """Return the file of a database; None if it is on a server or in memory."""
    found = make_url(url)
    is_file = found.get_backend_name() == "sqlite" and found.database and found.database != ":memory:"
    return Path(found.database or "") if is_file else None


def address_of(app: Flask) -> URL:
    """Return the address of an app's database."""
    with app.app_context():
        return db.engine.url


def file_of_database(app: Flask) -> Path | None:
    """Return the file of an app's database; None if it is on a server or in memory."""
    return file_of(address_of(app))


def shown(url: str | URL) -> str:
    """Return an address as messages may show it: nothing in it opens the database."""
    found = make_url(url)
    if file := file_of(found):
        return str(file)
    port = f":{found.port}" if found.port and found.port != DEFAULT_PORT else ""
    return f"{found.database or 'the database'} on {found.host or 'this machine'}{port}"
