"""Keeping the database and what belongs to it readable for the user who runs the app alone.

Anyone who can read a database sees every club in it, and SQLite creates files that everyone may read.
"""

from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

ONLY_OWNER, OTHERS = 0o600, 0o077


def make_private(file: Path) -> None:
    """Let only its owner read and write a file, if it is there and ours."""
    with suppress(OSError):
        mode = file.stat().st_mode
        if S_ISREG(mode) and mode & OTHERS:
            file.chmod(ONLY_OWNER)


def make_all_private(database: Path, key: Path) -> None:
    """Make a database, its logs, the copies beside it and the key private, also those of older versions."""
    copies = database.parent.glob(f"{database.stem}-*")
    for file in (*database.parent.glob(f"{database.name}*"), *copies, *key.parent.glob(f"{key.name}*")):
        make_private(file)


def make_private_folder(folder: Path) -> None:
    """Create a folder that only its owner can look into; one that is there stays as it is."""
    folder.mkdir(0o700, parents=True, exist_ok=True)
