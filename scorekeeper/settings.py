"""Settings from outside, through the environment: where the data is, and how the app is reached."""

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from scorekeeper.places import usual_data_folder, usual_offline_folder

PREFIX = "SCOREKEEPER_"
ADDRESS = re.compile(r"https?://[\w.-]+(:\d+)?(/[\w~-][\w.~-]*)*/?", re.ASCII)
DATABASE = re.compile(
    r"[a-z][a-z0-9_+]*://([^@]*@)?(\[[0-9a-f:]+\]|[^@/:\[\]]*)(:\d+)?(/.*)?", re.ASCII | re.IGNORECASE
)
LARGEST_PORT = 65535
SHORTEST_KEY = 16
"""Characters of a key that nobody can guess."""
MOST_WORKERS = 64
MOST_PROXIES = 9
POSTGRESQL = "postgresql+psycopg"
NAMES = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": POSTGRESQL,
    "postgresql": POSTGRESQL,
    POSTGRESQL: POSTGRESQL,
}
"""How the address of each kind of database begins, and how the app has it begin."""
DRIVERS = {"sqlite": "sqlite3", POSTGRESQL: "psycopg"}
"""The module that opens each kind of database."""
LOG_LEVELS = ("debug", "info", "warning", "error")


class SettingError(ValueError):
    """Raised for a setting that has no meaning; the message says what it must be, as a sentence."""


@dataclass(frozen=True)
class ServerSettings:
    """The settings, each with the value that it has unless the environment says something else."""

    data: Path
    offline: Path
    database_url: str = ""
    secret_key: str = ""
    public_address: str = ""
    proxies: int | None = None
    host: str = "0.0.0.0"
    port: int = 8000
    workers: int = 2
    threads: int = 32
    log_level: str = "warning"
    sign_up: str = "open"
    time_zone: str = ""


def proxies_between(public_address: str, proxies: int | None) -> int:
    """Return how many proxies are believed: unless it is set, one if the public address has https."""
    return int(public_address.startswith("https:")) if proxies is None else proxies


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a function that reads a whole number between two others."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"a number from {least} to {most}")
        return int(text)

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Return a function that reads one of several words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}")
        return text

    return read


def address(text: str) -> str:
    """Return the address of a website, which may have a path, without the slash at its end."""
    found = ADDRESS.fullmatch(text)
    if not found or not 1 <= int((found[1] or ":1")[1:]) <= LARGEST_PORT:
        raise ValueError("an address such as https://scores.example.org")
    return text.rstrip("/")


def folder(text: str) -> Path:
    """Return a folder as an absolute path."""
    return Path(text).expanduser().absolute()


def key(text: str) -> str:
    """Return a key that is long enough."""
    if len(text) < SHORTEST_KEY:
        raise ValueError(f"at least {SHORTEST_KEY} random characters")
    return text


def time_zone(text: str) -> str:
    """Return the name of a time zone that this computer knows."""
    if text not in available_timezones():
        raise ValueError("a time zone such as Europe/Vienna")
    return text


def database(text: str) -> str:
    """Return the address of a database that the app can open, and whose driver is installed."""
    if not DATABASE.fullmatch(text):
        raise ValueError("an address such as postgresql://user:password@host/scorekeeper")
    scheme, _, rest = text.partition(":")
    if scheme.lower() not in NAMES:
        raise ValueError("an address of SQLite or PostgreSQL, as no other database is supported")
    name = NAMES[scheme.lower()]
    if find_spec(DRIVERS[name]) is None:
        raise SettingError(
            "PostgreSQL's driver isn't installed: install requirements-postgres.txt, as docs/hosting.md says."
        )
    return f"{name}:{rest}"


READ: Mapping[str, Callable[[str], Any]] = {
    "data": folder,
    "offline": folder,
    "database_url": database,
    "secret_key": key,
    "public_address": address,
    "proxies": whole_number(0, MOST_PROXIES),
    "host": str,
    "port": whole_number(1, LARGEST_PORT),
    "workers": whole_number(1, MOST_WORKERS),
    "threads": whole_number(1, 1000),
    "log_level": one_of(*LOG_LEVELS),
    "sign_up": one_of("open", "closed"),
    "time_zone": time_zone,
}
"""How the text of each setting is read. Raises ValueError with what it must be."""

SERVED = "served.env"
"""The file in the data folder that says where the app was served last."""

NEVER_SHOWN = ("database_url", "secret_key")
"""Settings that no message quotes, as they hold a password or a key."""

WITHOUT_PREFIX = ("host", "port")
"""ServerSettings that also have a short name, as in ``PORT=8080 make run``."""


def variable(name: str) -> str:
    """Return the environment variable for a setting."""
    return PREFIX + name.upper()


def read_environment(environ: Mapping[str, str] = os.environ) -> ServerSettings:
    """Return the settings from the environment. Raises SettingError."""
    refuse_misspelt(environ)
    found: dict[str, Any] = {}
    for name in (field.name for field in fields(ServerSettings)):
        for key in (variable(name), *([name.upper()] if name in WITHOUT_PREFIX else [])):
            if text := environ.get(key, "").strip():
                found[name] = read_one(key, name, text)
                break
    # Only where none is named: a user in a container may have no home.
    if "data" not in found:
        found["data"] = usual_data_folder()
    found.setdefault("offline", usual_offline_folder(found["data"]))
    return ServerSettings(**found)


def note_served(settings: ServerSettings) -> None:
    """Note where the app is served, for commands that name its address or see whether it answers."""
    # By their short names, which count less than any variable that is set for such a command.
    short = [f"{name.upper()}={getattr(settings, name)}" for name in WITHOUT_PREFIX]
    lines = [*short, f"{variable('public_address')}={settings.public_address}", ""]
    with suppress(OSError):
        (settings.data / SERVED).write_text("\n".join(lines))


def read_served(environ: Mapping[str, str] = os.environ) -> ServerSettings:
    """Return the settings with which the app was served last, as far as the environment sets no others.

    Raises SettingError.
    """
    settings = read_environment(environ)
    try:
        noted = read_env_file(settings.data / SERVED)
    except SettingError:
        # It was never served from this folder, or by another user.
        return settings
    return read_environment({**noted, **environ})


def read_one(key: str, name: str, text: str) -> Any:
    """Return the value of one variable. Raises SettingError."""
    try:
        return READ[name](text)
    except SettingError as error:
        raise SettingError(f"{key} can't be used: {error}") from None
    except ValueError as error:
        said = "" if name in NEVER_SHOWN else f", not “{text}”"
        raise SettingError(f"{key} must be {error}{said}.") from None


def refuse_misspelt(environ: Mapping[str, str]) -> None:
    """Raise SettingError for a variable that is meant for the app but is none of its settings."""
    known = [variable(name) for name in READ]
    for name in environ:
        if name in known or not environ[name].strip():
            continue
        # Where the prefix is misspelt, the whole must be nearly right: it may be another program's.
        alike = 0 if name.upper().startswith(PREFIX) else 0.9
        if nearest := get_close_matches(name.upper(), known, 1, alike):
            raise SettingError(
                f"There is no setting {name}. Did you mean {nearest[0]}? Correct or remove it."
            )


ASSIGNMENT = re.compile(
    r"""
    [ \t]*
    (?:
        [#;][^\n]*
    |
        (?P<name>[A-Za-z_][A-Za-z0-9_]*)[ \t]*=
        (?P<quoted>(?:[ \t]*(?:'[^']*'|"(?:\\.|[^"\\])*"))*)[ \t]*
        (?P<plain>(?!['"])(?:\\.|[^\\\n])*?)[ \t]*
    )?
    (?:\n|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)
"""A line of an environment file: blank, a comment, or a variable."""

QUOTED = re.compile(r"'([^']*)'" r'|"((?:\\.|[^"\\])*)"', re.DOTALL)


def read_env_file(file: Path) -> dict[str, str]:
    """Return the variables in a file, read as systemd reads an EnvironmentFile. Raises SettingError.

    To a shell such a file would mean something else: an & or a space in a value ends it there.
    """
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise SettingError(f"{file} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingError(f"{file} isn't UTF-8 text.") from None
    found = {}
    at = 0
    while at < len(text):
        line = ASSIGNMENT.match(text, at)
        if line is None:
            number = text.count("\n", 0, at) + 1
            raise SettingError(f"{file}, line {number}: write NAME=VALUE, and close any quotes.")
        if line["name"]:
            quoted = (once or unescaped(twice, r'["\\`$]') for once, twice in QUOTED.findall(line["quoted"]))
            found[line["name"]] = "".join(quoted) + unescaped(line["plain"], ".")
        at = line.end()
    return found


def unescaped(text: str, letters: str) -> str:
    """Return a text without the backslashes before some letters, and before the ends of lines."""
    return re.sub(rf"\\(?:\n|({letters}))", r"\1", text)
