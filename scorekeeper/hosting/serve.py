"""Serving the app to the phones around the table."""

import gc
import resource
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from scorekeeper.app import create_app
from scorekeeper.domain import BackupError, StorageError
from scorekeeper.files.replacing import lock_for_serving, open_existing
from scorekeeper.hosting.backup import back_up_before_update
from scorekeeper.hosting.data_folder import DATABASE, KEY, bring_up_to_date, check_database, explained
from scorekeeper.hosting.logs import WITH_REQUESTS, Log
from scorekeeper.hosting.worker import Worker
from scorekeeper.network import EVERYWHERE, bracketed, url_for_phones, url_here
from scorekeeper.phone.preparing import is_prepared
from scorekeeper.places import IS_CHECKOUT
from scorekeeper.qr_code import terminal_code
from scorekeeper.settings import ServerSettings, note_served, read_environment
from scorekeeper.store.addresses import address_of, file_of_database
from scorekeeper.store.database import db, identity_of
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.store.private_files import make_all_private
from scorekeeper.web.engine import own_archive
from scorekeeper.web.live.limits import MOST_STREAMS

CONNECTIONS = 2 * MOST_STREAMS
"""Connections of each worker; further phones wait until others have gone."""

OPEN_FILES = 4 * MOST_STREAMS
"""Files and connections that a worker may need at once: two for a connection on which nothing has arrived."""


def gunicorn_settings(settings: ServerSettings) -> dict[str, Any]:
    """Return the settings of the server, under gunicorn's names."""
    return {
        "workers": settings.workers,
        "worker_class": Worker,
        # Besides one for each stream; they start as they are needed.
        "threads": MOST_STREAMS + settings.threads,
        "worker_connections": CONNECTIONS,
        # With it a thread would never stop waiting for a phone that doesn't take its file.
        "sendfile": False,
        # Any phone behind a proxy on this machine could send them.
        "forwarder_headers": "",
        "loglevel": settings.log_level,
        "logger_class": Log,
        "accesslog": "-" if settings.log_level in WITH_REQUESTS else None,
        # It would be made in the home folder, which a service doesn't have.
        "control_socket_disable": True,
        "bind": f"{bracketed(settings.host)}:{settings.port}",
    }


def open_database(worker: Worker) -> None:
    """Open the database in a worker: pages can then be read even once its folder can't be written."""
    with suppress(StorageError), worker.wsgi.app_context(), db.engine.connect():
        pass


def folding_in(app: Flask) -> Callable[[Arbiter], None]:
    """Return what folds SQLite's log into the database once the workers have stopped.

    They end without closing their connections, so what was saved last would be missing from the file alone.
    """
    database = file_of_database(app)
    served = database and identity_of(str(database))

    def fold(_: Arbiter) -> None:
        # The log of a database that was moved away must not get into another one at its place.
        if database and served and identity_of(str(database)) == served:
            with suppress(sqlite3.Error, OSError), closing(open_existing(database)) as last:
                last.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    return fold


class Server(BaseApplication):
    """A gunicorn server for the app, with its settings in one place."""

    def __init__(self, app: Flask, settings: dict[str, Any]) -> None:
        self.app = app
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Apply our settings, and none from the command line."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the app, in a worker."""
        return self.app

    def run(self) -> None:
        """Serve the app until the server is stopped."""
        # All that is there stays, so the garbage collectors of the workers needn't look through it, which
        # would also make copies of the memory that they share.
        gc.freeze()
        gc.enable()
        super().run()


def run(new: bool = False, new_key: bool = False, path: str = "") -> None:
    """Bring the database up to date, print the addresses, and serve the app until it is stopped.

    Where the database or the key is gone, a ``new`` one is made only if that is asked for. The addresses lead
    to a ``path``, such as that of a link. Raises DataError.
    """
    settings = read_environment()
    refuse_if_taken(settings.host, settings.port)
    allow_open_files()
    app = create_app({"NEW_KEY": True}) if new_key else create_app()
    check_database(app, new)
    try:
        with database_in_use(app):
            make_data_private(app)
            if said := back_up_before_update(app):
                print(said, flush=True)
            bring_up_to_date(app)
            with explained("The database"), app.app_context():
                compare_all()
                # The workers are forks of this process; each opens its own connections.
                db.engine.dispose()
            note_served(settings)
            # Python's parser, which packing takes, fails now and then in the threads of a worker.
            own_archive()
            told = [*addresses(settings, path), *code_lines(settings, path), *missing_for_phones(settings)]
            print("Scorekeeper is ready.", *told, "Stop it with Ctrl+C.", sep="\n", flush=True)
            hooks = {"post_worker_init": open_database, "on_exit": folding_in(app)}
            Server(app, {**gunicorn_settings(settings), **hooks}).run()
    except BackupError as error:
        sys.exit(str(error))


def make_data_private(app: Flask) -> None:
    """Let nobody else on this machine read the database, its copies and the key, whatever was so before."""
    folder = Path(app.instance_path)
    make_all_private(file_of_database(app) or folder / DATABASE, folder / KEY)


@contextmanager
def database_in_use(app: Flask) -> Iterator[None]:
    """Let no backup be restored. Raises BackupError while one is being restored, and DataError."""
    file = file_of_database(app)
    with ExitStack() as held:
        with explained(file or "The database"):
            held.enter_context(lock_for_serving(address_of(app)))
        yield


def allow_open_files() -> None:
    """Raise this process's limit of open files as far as the system lets it; some begin with 256."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = OPEN_FILES if hard == endless else min(OPEN_FILES, hard)
    if soft != endless and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def refuse_if_taken(host: str, port: int) -> None:
    """Exit with a message if the app can't listen on this host and port."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        sys.exit(f"Can't listen on {host}, port {port}: {error.strerror}. Set HOST or PORT to use another.")


def phone_address(settings: ServerSettings) -> str:
    """Return the address for phones; empty if the app can't be reached from the network."""
    return settings.public_address or url_for_phones(settings.host, settings.port)


def addresses(settings: ServerSettings, path: str = "") -> list[str]:
    """Return the lines that say where the app, or a path of it, can be reached."""
    if settings.public_address:
        return [f"  {settings.public_address}{path}"]
    here = url_here(settings.host, settings.port) + path
    if settings.host not in EVERYWHERE:
        return [f"  {here}"]
    phones = phone_address(settings)
    lines = [f"  On this machine:             {here}"]
    return [*lines, f"  On phones in your network:   {phones}{path}"] if phones else lines


def code_lines(settings: ServerSettings, path: str = "") -> list[str]:
    """Return the QR code of the address for phones as lines; none where no terminal shows them."""
    phones = phone_address(settings)
    return terminal_code(phones + path) if phones else []


def missing_for_phones(settings: ServerSettings) -> list[str]:
    """Return the line that says how phones learn to score alone; none if they can or soon will."""
    if IS_CHECKOUT or is_prepared(settings.offline):
        return []
    return ["So that phones can score without a network, run “scorekeeper offline” once."]
