"""Serving the app to the phones around the table."""

import os
import socket
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.app import create_app
from scorekeeper.network import network_address
from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from scorekeeper.store.plays.play_statistics import recount_all
from scorekeeper.store.transfer import sqlite_backup

EVERYWHERE = "0.0.0.0"
PORT = "8000"

SETTINGS = {"workers": 2, "threads": 4, "loglevel": "warning"}
"""How the server works, as gunicorn calls it."""


class Server(BaseApplication):
    """Gunicorn around our app, with its settings in one place."""

    def __init__(self, app: Flask, settings: dict[str, Any]) -> None:
        self.app = app
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Use our settings, and none of the command line."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app."""
        return self.app


def run() -> None:
    """Bring the database up to date, print the addresses, and serve until stopped."""
    host, port = os.environ.get("HOST") or EVERYWHERE, os.environ.get("PORT") or PORT
    if not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit(f"PORT must be a number from 1 to 65535, not “{port}”.")
    refuse_if_taken(host, int(port))
    app = create_app()
    try:
        with serving(app):
            upgrade(app)
            with app.app_context():
                recount_all()
                # The workers are copies of this process; each opens connections of its own.
                db.engine.dispose()
            print(
                "Scorekeeper is ready.", *addresses(host, port), "Stop it with Ctrl+C.", sep="\n", flush=True
            )
            Server(app, {**SETTINGS, "bind": f"{bracketed(host)}:{port}"}).run()
    except sqlite_backup.CopyError as wrong:
        sys.exit(str(wrong))


def serving(app: Flask) -> AbstractContextManager[None]:
    """Keeps others from restoring a backup meanwhile. Raises CopyError while somebody does."""
    with app.app_context():
        backend = db.engine.url.get_backend_name()
    return sqlite_backup.served(sqlite_backup.database_file(app)) if backend == "sqlite" else nullcontext()


def refuse_if_taken(host: str, port: int) -> None:
    """Exit with a clear sentence if the app cannot listen there."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        sys.exit(f"Cannot listen on {host}, port {port}: {error.strerror}. HOST and PORT set another place.")


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def addresses(host: str, port: str) -> list[str]:
    """Where the app can be reached, in words."""
    if host not in (EVERYWHERE, "::"):
        return [f"  http://{bracketed(host)}:{port}"]
    here = [f"  On this machine:             http://localhost:{port}"]
    network = network_address()
    return [*here, f"  On phones in your network:   http://{network}:{port}"] if network else here
