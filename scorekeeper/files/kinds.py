"""Telling which command a file is for by how it begins."""

from pathlib import Path

from scorekeeper.domain import BackupError
from scorekeeper.rules.saying import Say

SQLITE = b"SQLite format 3\0"

OF_RESTORE = Say("This is a backup of everything, which “scorekeeper restore” reads.")
OF_IMPORT = Say("This is the file of a club or a night, which “scorekeeper import” reads.")


def is_backup(start: bytes) -> bool:
    """Return whether a file that begins so is a backup of everything, or a database."""
    return start.startswith(SQLITE) or b'"scorekeeper_backup":' in start[:100]


def is_club_file(start: bytes) -> bool:
    """Return whether a file that begins so is that of a club or a night."""
    return b'"scorekeeper":' in start[:100]


def is_database(file: Path) -> bool:
    """Return whether a file is a database of SQLite. Raises BackupError if it can't be read."""
    try:
        with file.open("rb") as found:
            return found.read(len(SQLITE)) == SQLITE
    except FileNotFoundError:
        raise BackupError(f"{file} doesn't exist.") from None
    except OSError as error:
        raise BackupError(f"{file} can't be read: {error.strerror}.") from None
