"""Large files that are being imported, each with what is known of it, on the disk: a restart loses nothing.

They are in a folder that only the user who runs the app can look into. A file is deleted when it was
imported or refused, and all that is left of it after some days.
"""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from re import fullmatch
from typing import Any, BinaryIO

from flask import current_app

from scorekeeper.store.database import new_uid
from scorekeeper.store.private_files import ONLY_OWNER, make_private_folder

MOST_BYTES = 2 * 1024**3
"""Bytes of all large files at the same time."""

LEFT_FREE = 512 * 1024**2
"""Bytes of the disk that are left for everything else."""

KEPT_SECONDS = 2 * 24 * 3600
"""Seconds after which a file that nobody imports is deleted, with what is known of it."""

ARRIVING_SECONDS = 6 * 3600
"""Seconds after which a file that has not arrived as a whole is given up."""


class ImportStage(StrEnum):
    """What is done with a file; the words are those of the page about it."""

    CHECKING = "checking"
    CHECKED = "checked"
    IMPORTING = "importing"
    DONE = "done"
    REFUSED = "refused"


@dataclass
class Found:
    """What a file would add to a club, or has added, as far as it was looked through.

    Attributes:
        club: the name of the club in the file.
        made_at: when that club was created.
        games, nights, coins: how many the club gains; coins are payments.
        known: the games that the club has already, ``differing`` with other hands by now.
        players: the names of new players, if they are not too many to show.
        new_players, own_games: how many the club gains.
        newest: the newest nights in the file, each with its time and its number of games.
        meets_deleted: whether the club has deleted any of it.
        altered: whether the file isn't as it was made.
    """

    club: str = ""
    made_at: str = ""
    games: int = 0
    nights: int = 0
    coins: int = 0
    known: int = 0
    differing: int = 0
    players: list[str] = field(default_factory=list)
    new_players: int = 0
    own_games: int = 0
    newest: list[tuple[str, int]] = field(default_factory=list)
    meets_deleted: bool = False
    altered: bool = False


@dataclass
class Upload:
    """A large file, and how far it was read.

    Attributes:
        uid: what its page and its files are called.
        name: what the file was called on the phone.
        phone: the hash of the phone that sent it.
        club_id: the club into which it is imported; None if it is to become one.
        total: how many nights it has.
        done: how many nights were read by now, the last of which ends at the byte ``at``.
        found: what it would add, or what it has added by now.
        flaws: why it was refused.
    """

    uid: str
    name: str
    phone: str
    size: int
    club_id: int | None = None
    stage: ImportStage = ImportStage.CHECKING
    total: int = 0
    done: int = 0
    at: int = 0
    found: Found = field(default_factory=Found)
    planned: Found = field(default_factory=Found)
    flaws: list[str] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """The file as it was sent."""
        return _folder() / f"{self.uid}.json"

    @property
    def share(self) -> float:
        """How much of it was read, from 0 to 1."""
        return self.done / self.total if self.total else 0.0

    def save(self) -> None:
        """Write what is known of it; a crash leaves it as it was or as it is."""
        new = _folder() / f"{self.uid}.new"
        with open(new, "w", opener=_private) as file:
            json.dump(asdict(self), file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(_folder() / f"{self.uid}.state")

    def end(self, stage: ImportStage, *flaws: str) -> None:
        """Say that nothing else is done with it, and delete its file."""
        self.stage, self.flaws = stage, list(flaws[:20])
        self.save()
        self.file.unlink(missing_ok=True)


def has_room(size: int) -> bool:
    """Return whether a file of this size may be sent now."""
    folder = _folder()
    make_private_folder(folder)
    delete_old()
    taken = sum(file.stat().st_size for file in folder.iterdir())
    return taken + size <= MOST_BYTES and shutil.disk_usage(folder).free - size >= LEFT_FREE


def new_file() -> BinaryIO:
    """Return a new file for what is arriving; ``keep`` it, or ``drop`` it."""
    return open(_folder() / f"{new_uid()}.part", "x+b", opener=_private)


def keep(file: BinaryIO, name: str, phone: str, club_id: int | None) -> Upload:
    """Return the upload of a file that has arrived, once it is on the disk."""
    file.flush()
    os.fsync(file.fileno())
    part = Path(file.name)
    upload = Upload(part.stem, name, phone, part.stat().st_size, club_id)
    part.replace(upload.file)
    upload.save()
    return upload


def drop(file: BinaryIO) -> None:
    """Delete a file that has arrived, unless it was kept."""
    file.close()
    Path(file.name).unlink(missing_ok=True)


def find(uid: str) -> Upload | None:
    """Return the upload with this uid; None if there is none, or not any more."""
    try:
        raw = json.loads((_folder() / f"{uid}.state").read_text()) if fullmatch("[0-9a-f]{32}", uid) else None
    except (OSError, ValueError):
        return None
    return None if raw is None else _upload_from(raw)


def unfinished() -> list[Upload]:
    """Return the uploads with which something is to be done by the server or a host, by their uids."""
    found = [upload for path in sorted(_folder().glob("*.state")) if (upload := find(path.stem))]
    return [each for each in found if each.stage not in (ImportStage.DONE, ImportStage.REFUSED)]


@contextmanager
def claimed(upload: Upload) -> Iterator[BinaryIO | None]:
    """Open the file of an upload for this process alone; None while another has it, or if it is gone."""
    try:
        file = upload.file.open("rb")
    except FileNotFoundError:
        yield None
        return
    with file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            yield None
        else:
            yield file


def delete_old() -> None:
    """Delete what nobody will need again, or has not arrived in time."""
    for path in _folder().glob("*"):
        with suppress(OSError):
            age = time.time() - path.stat().st_mtime
            if age > (ARRIVING_SECONDS if path.suffix == ".part" else KEPT_SECONDS):
                path.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, ONLY_OWNER)


def _folder() -> Path:
    return Path(current_app.instance_path) / "imports"


def _upload_from(raw: dict[str, Any]) -> Upload:
    """Return what was known of an upload, also to another version of the app."""
    parts = {name: Found(**_known(Found, raw[name])) for name in ("found", "planned")}
    return Upload(**{**_known(Upload, raw), **parts, "stage": ImportStage(raw["stage"])})


def _known(kind: type[Found | Upload], raw: dict[str, Any]) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: value for name, value in raw.items() if name in names}
