"""Checking an installation: its settings, key, database, disk, clock and address. Nothing is changed."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from scorekeeper.network import url_here
from scorekeeper.settings import SHORTEST_KEY, ServerSettings, SettingError, read_served
from scorekeeper.store.addresses import file_of
from scorekeeper.store.examination import Examination, examine
from scorekeeper.store.health import CURRENT, EARLIER, EMPTY, NEWER, OUTDATED

RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
"""When this version was made; a clock that says something earlier is wrong."""

MAY_DIFFER = timedelta(minutes=2)
"""By how much the newest entry may be in the future: the clock may have been corrected since."""

LEAST_SPACE = 200 * 1024 * 1024
"""Bytes that should be free, besides a copy of the database."""

PATIENCE = 10
"""Seconds to wait for an answer."""

LONGEST_ANSWER = 10_000
"""Bytes; how the app is takes fewer."""

DIRECTLY = build_opener(ProxyHandler({}))
"""What asks for pages, past any proxy that this machine uses for other websites."""

OTHERS = 0o077
"""What a file allows to other users of the machine."""

ADVICE = {
    OUTDATED: "It is of an older version. Start the app once: it makes a backup and updates the database.",
    EARLIER: "It is of a version before 1.0. Export its clubs with that version, and import them here.",
    NEWER: "It is of a newer version of Scorekeeper. Install that version, or restore a backup of this one.",
    EMPTY: "It is empty. Start the app once if this is a new installation, or restore a backup.",
}
"""What to do about a database that is not as this version needs it."""


class NotWell(Exception):
    """Something that is wrong; the message says what, and what to do about it."""


@dataclass(frozen=True)
class Check:
    """What was found out about one thing.

    Attributes:
        name: what was checked.
        is_well: whether nothing is wrong.
        said: what was found, and what to do.
    """

    name: str
    is_well: bool
    said: str

    def __str__(self) -> str:
        return f"{'✓ ok     ' if self.is_well else '✗ problem'}  {self.name}: {self.said}"


def examine_all() -> Iterator[Check]:
    """Yield what was found out, one thing after the other. Nothing here raises an exception."""
    try:
        settings = read_served()
    except SettingError as error:
        yield Check("Settings", False, f"{error} Nothing else was checked.")
        return
    found = Installation(settings)
    yield checked("Settings", found.settings_in_words)
    yield checked("Data folder", found.check_folder)
    yield checked("Key", found.check_key)
    yield checked("Database", found.check_database)
    yield checked("Clock", found.check_clock)
    for address in found.addresses:
        yield checked("Address", partial(check_address, address))


def checked(name: str, look: Callable[[], str]) -> Check:
    """Return what a look at something found; it raises NotWell if that is something wrong."""
    try:
        return Check(name, True, look())
    except NotWell as problem:
        return Check(name, False, str(problem))
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        return Check(name, False, f"It can't be checked:{where} {error.strerror or error}.")
    except Exception as error:
        return Check(name, False, f"It can't be checked: {type(error).__name__}.")


class Installation:
    """What the settings lead to.

    Attributes:
        settings: the settings.
        url, file: the address of the database, and its file; None if it has none.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.url = settings.database_url or f"sqlite:///{settings.data / 'scorekeeper.db'}"
        self.file = file_of(self.url)
        self.examination: Examination | None = None

    @property
    def addresses(self) -> list[str]:
        """The addresses at which the app should answer."""
        settings = self.settings
        return [
            url_here(settings.host, settings.port),
            *([settings.public_address] if settings.public_address else []),
        ]

    def settings_in_words(self) -> str:
        """Return where the data is, and how the app is reached."""
        settings = self.settings
        database = self.file or "a server (SCOREKEEPER_DATABASE_URL)"
        public = f", public address {settings.public_address}" if settings.public_address else ""
        return f"data in {settings.data}, database {database}, port {settings.port}{public}."

    def check_folder(self) -> str:
        """Return how much room the data has. Raises NotWell."""
        folder = self.settings.data
        if not folder.is_dir():
            raise NotWell(
                f"{folder} doesn't exist. Check --data, or start the app once if this is a new installation."
            )
        try:
            with TemporaryFile(dir=folder) as probe:
                probe.write(b"x")
        except OSError as error:
            raise NotWell(f"Nothing can be written to {folder}: {error.strerror}. {_WRITING}") from None
        size = self.file.stat().st_size if self.file and self.file.exists() else 0
        free = shutil.disk_usage(folder).free
        said = f"{free / 1024**3:.1f} GB free in {folder}"
        if free < LEAST_SPACE + size:
            raise NotWell(f"Only {said}. Make room: a copy of the database must fit besides what is played.")
        return f"{said}."

    def check_key(self) -> str:
        """Return where the key is. Raises NotWell."""
        if self.settings.secret_key:
            return "set by SCOREKEEPER_SECRET_KEY."
        file = self.settings.data / "secret_key"
        if not file.exists():
            raise NotWell(
                f"{file} doesn't exist. If you have a copy, put it there; otherwise “scorekeeper serve "
                "--new-key” makes a new one, and each phone must open its club's link again."
            )
        if len(file.read_text().strip()) < SHORTEST_KEY:
            raise NotWell(f"{file} is empty or cut short. Put a copy of it there. {_NEW_KEY}")
        _refuse_others(file)
        return f"{file} is there, and only its owner can read it."

    def check_database(self) -> str:
        """Return that the database is sound and current. Raises NotWell."""
        if self.file and not self.file.exists():
            raise NotWell(
                f"{self.file} doesn't exist. Check --data, or restore a backup with “scorekeeper "
                "restore”; start the app once if this is a new installation."
            )
        found = self.examination = examine(self.url)
        if found.damage:
            raise NotWell(f"It can't be used: {found.damage}. {_DAMAGED if self.file else _ELSEWHERE}")
        if found.state != CURRENT:
            raise NotWell(ADVICE[found.state])
        # Last, as damage is worse.
        if self.file:
            _refuse_others(self.file)
        return "it is sound and as this version needs it."

    def check_clock(self) -> str:
        """Return what time it is. Raises NotWell."""
        here = datetime.now(UTC)
        said = f"{here.astimezone():%-d %B %Y, %H:%M}"
        if here < RELEASED:
            raise NotWell(f"It says {said}, which was before this version was made. {_SET_CLOCK}")
        newest = self.examination.newest if self.examination else None
        if newest and newest > here + MAY_DIFFER:
            last = f"{newest.astimezone():%-d %B %Y, %H:%M}"
            raise NotWell(f"It says {said}, but the newest entry is of {last}. {_SET_CLOCK}")
        return f"it says {said}."


_DAMAGED = "Stop the app, keep a copy of the file, and restore a backup with “scorekeeper restore”."
_ELSEWHERE = "See that the server runs, and check SCOREKEEPER_DATABASE_URL."
_WRITING = "Let the user who runs the app write there, make room on a full disk, or use another with --data."
_NEW_KEY = "“openssl rand -hex 32” makes a new one; each phone must then open its club's link again."
_SET_CLOCK = "Set the clock, such as with “timedatectl set-ntp true”."


def _refuse_others(file: Path) -> None:
    if file.stat().st_mode & OTHERS:
        raise NotWell(f"Other users of this machine can read {file}. Run “chmod 600 {file}”.")


def check_address(address: str) -> str:
    """Return that the app answers at an address. Raises NotWell."""
    start = "Start the app with “scorekeeper serve”, or check the port and the reverse proxy."
    try:
        with DIRECTLY.open(f"{address}/health", timeout=PATIENCE) as answer:
            text = answer.read(LONGEST_ANSWER)
    except HTTPError as error:
        text = error.read(LONGEST_ANSWER)
    except HTTPException:
        text = b""
    except OSError as error:
        reason = getattr(error, "reason", error)
        why = getattr(reason, "strerror", "") or reason
        raise NotWell(f"Nothing answers at {address}: {why}. {start}") from None
    state = _state_in(text)
    if state is None:
        raise NotWell(f"Something other than Scorekeeper answers at {address}. {start}")
    if state != CURRENT:
        raise NotWell(f"Scorekeeper answers at {address}, but its database {state}.")
    return f"Scorekeeper answers at {address}."


def _state_in(text: bytes) -> str | None:
    """Return how the database is according to an answer; None if the app doesn't answer like that."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    state = found.get("database") if isinstance(found, dict) else None
    return state if isinstance(state, str) else None
