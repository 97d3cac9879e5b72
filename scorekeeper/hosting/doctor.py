"""Checking an installation: what a start needs, and what it can't see. Nothing is changed."""

import json
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from ssl import SSLCertVerificationError
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.domain import DataError, StorageError
from scorekeeper.files.backups import full_backups
from scorekeeper.hosting.data_folder import (
    DATABASE,
    KEY,
    NEW_KEY,
    check_files,
    explained,
    read_key,
    refuse_lost,
    what_is_gone,
)
from scorekeeper.network import EVERYWHERE, url_here
from scorekeeper.phone.preparing import is_prepared
from scorekeeper.places import RESOURCES
from scorekeeper.rules.saying import And, Say
from scorekeeper.settings import ServerSettings, SettingError, proxies_between, read_served
from scorekeeper.store.addresses import Address, address_of_file, file_of, shown
from scorekeeper.store.database import now
from scorekeeper.store.examination import connected, what_is_wrong
from scorekeeper.store.health import CURRENT
from scorekeeper.store.models import Club
from scorekeeper.web.headers import OURS

LEAST_SPACE = 200 * 1024 * 1024
"""Bytes that should be free, besides a copy of the database."""

DIRECTLY = build_opener(ProxyHandler({}))
"""Asks for pages past any proxy that this machine uses for other websites."""

OF_CONTAINERS = (Path("/run/.containerenv"), Path("/.dockerenv"))
"""Files by which a container knows that it is one: which ports can be reached there is decided outside."""

OLDEST_BACKUP = timedelta(days=3)

TO_BACK_UP = (
    "“scorekeeper backup FILE” makes one, or says why it can't. Look at what should do it each night."
)

CERTIFICATE = (
    "Phones may refuse it, too. Renew it; or if an authority of your own has issued it, let this machine and "
    "the phones know that."
)

START = "Start the app with “scorekeeper serve”, or check the port and the reverse proxy."


def examine() -> Iterator[tuple[bool, str]]:
    """Yield for one thing after the other whether it is well, and a line about it. Raises nothing."""
    yield line("Version", f"{__version__}. {RESOURCES / 'CHANGELOG.md'} says what is new in it.")
    try:
        settings = read_served()
    except SettingError as error:
        yield line("Settings", wrong=f"{error} Nothing else was checked.")
        return
    for name, look in CHECKS:
        try:
            with explained(name):
                if well := look(settings):
                    yield line(name, well)
        except DataError as problem:
            yield line(name, wrong=str(problem))
        except Exception as error:
            yield line(name, wrong=f"It can't be checked: {type(error).__name__}.")


def line(name: str, well: str = "", wrong: str = "") -> tuple[bool, str]:
    """Return whether a thing is well, and the line about it."""
    return not wrong, f"{'✗ problem' if wrong else '✓ ok     '}  {name}: {wrong or well}"


def check_settings(settings: ServerSettings) -> str:
    """Return where the data is, and how the app is reached."""
    database = shown(database_address(settings))
    public = f", public address {settings.public_address}" if settings.public_address else ""
    return f"data in {settings.data}, database {database}, port {settings.port}{public}."


def check_proxy(settings: ServerSettings) -> str:
    """Return where the app listens for a proxy that it trusts. Raises DataError."""
    if not proxies_between(settings.public_address, settings.proxies):
        return "none is trusted."
    if settings.host in EVERYWHERE and not any(file.exists() for file in OF_CONTAINERS):
        raise DataError(
            f"The whole network can reach port {settings.port} past the proxy. Set "
            "SCOREKEEPER_HOST=127.0.0.1."
        )
    return f"the app listens on {settings.host}."


def database_address(settings: ServerSettings) -> str | Address:
    return settings.database_url or address_of_file(settings.data / DATABASE)


def check_folder(settings: ServerSettings) -> str:
    """Return how much room the data has. Raises DataError, OSError."""
    file = file_of(database_address(settings))
    free = shutil.disk_usage(settings.data).free
    check_files(file or settings.data / DATABASE)
    said = f"{free / 1024**3:.1f} GB free in {settings.data}"
    if free < LEAST_SPACE + (file.stat().st_size if file and file.exists() else 0):
        raise DataError(f"Only {said}. Make room: a copy of the database must fit besides what is played.")
    return f"{said}."


def check_key(settings: ServerSettings) -> str:
    """Return where the key is. Raises DataError."""
    if settings.secret_key:
        return "set by SCOREKEEPER_SECRET_KEY."
    file = settings.data / KEY
    if wrong := read_key(file)[1]:
        first = "" if file.exists() else " Start the app once if this is a new installation."
        raise DataError(f"{file} {wrong}.{first} {NEW_KEY}")
    return f"{file} is there."


def check_soundness(settings: ServerSettings) -> str:
    """Return that the database is sound and current. Raises DataError."""
    url = database_address(settings)
    name = shown(url)
    with explained(name):
        if file := file_of(url):
            refuse_lost(what_is_gone(file))
            if not file.exists():
                raise DataError(f"{name} doesn't exist. Start the app once if this is a new installation.")
        if wrong := what_is_wrong(url):
            raise DataError(f"{name} {wrong}.")
    return "it is sound and as this version needs it."


def check_backups(settings: ServerSettings) -> str:
    """Return when everything was last backed up; empty where the database can't tell. Raises DataError."""
    try:
        with connected(database_address(settings)) as connection:
            first = connection.scalar(select(func.min(Club.made_at)))
            done, failed = full_backups(connection)
    except (StorageError, SQLAlchemyError):
        return ""
    if not first:
        return "there is nothing to back up yet."
    age = now() - (done or first)
    days = f", {age.days} days ago" if age.days > 1 else ""
    newest = f"the newest is of {moment_in_words(done, settings)}{days}" if done else "there is none"
    if failed:
        raise DataError(f"The one of {moment_in_words(failed, settings)} failed; {newest}. {TO_BACK_UP}")
    if age > OLDEST_BACKUP:
        raise DataError(f"None was made in {OLDEST_BACKUP.days} days: {newest}. {TO_BACK_UP}")
    return f"{newest}."


def moment_in_words(at: datetime, settings: ServerSettings) -> str:
    """Return a moment in the server's time zone."""
    return f"{at.astimezone(ZoneInfo(settings.time_zone) if settings.time_zone else None):%-d %B %Y, %H:%M}"


def check_phones(settings: ServerSettings) -> str:
    """Return that phones can score without the server. Raises DataError."""
    if not is_prepared(settings.offline):
        raise DataError(
            "They can't score without a network. Run “scorekeeper offline” once, for the same data folder."
        )
    return "they can score without a network."


def check_answers(settings: ServerSettings) -> str:
    """Return that the app answers at its addresses. Raises DataError."""
    urls = [url_here(settings.host, settings.port), *filter(None, [settings.public_address])]
    for url in urls:
        try:
            with DIRECTLY.open(f"{url}/health", timeout=10) as answer:
                version, text = answer.headers[OURS], answer.read(10_000)
        except HTTPError as error:
            version, text = error.headers[OURS], error.read(10_000)
        except (OSError, HTTPException) as error:
            raise DataError(why_unanswered(url, getattr(error, "reason", error))) from None
        try:
            state = json.loads(text)["database"]
        except (ValueError, TypeError, KeyError):
            raise DataError(f"Something other than Scorekeeper answers at {url}. {START}") from None
        if state != CURRENT:
            raise DataError(f"Scorekeeper answers at {url}, but its database {state}.")
        if version and version != __version__:
            raise DataError(f"Scorekeeper {version} answers at {url}, not this version. Start it again.")
    return str(Say("Scorekeeper answers at {addresses}.", addresses=And(*urls)))


def why_unanswered(url: str, reason: object) -> str:
    """Return what keeps an address from being asked, and what to do."""
    if isinstance(reason, SSLCertVerificationError):
        why = reason.verify_message.rstrip(".")
        return f"This machine doesn't trust the certificate of {url}: {why}. {CERTIFICATE}"
    return f"Nothing answers at {url}: {getattr(reason, 'strerror', '') or reason}. {START}"


CHECKS = (
    ("Settings", check_settings),
    ("Proxy", check_proxy),
    ("Data folder", check_folder),
    ("Key", check_key),
    ("Database", check_soundness),
    ("Backup", check_backups),
    ("Phones", check_phones),
    ("Address", check_answers),
)
"""The checks, in this order."""
