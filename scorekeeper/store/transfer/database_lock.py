"""The lock that keeps a backup from being restored while the app is running."""

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

from scorekeeper.store.private_files import ONLY_OWNER, make_private_folder
from scorekeeper.store.transfer.sqlite_backup import BackupError


@contextmanager
def lock_for_serving(database: Path) -> Iterator[None]:
    """Hold the database while it is served. Raises BackupError while a backup is being restored."""
    with _locked(database, LOCK_SH, "A backup is being restored. Try again in a moment."):
        yield


@contextmanager
def lock_for_restoring(database: Path) -> Iterator[None]:
    """Hold the database while a backup is restored. Raises BackupError while the app is running."""
    with _locked(database, LOCK_EX, "Scorekeeper is running. Stop it before you restore a backup."):
        yield


@contextmanager
def _locked(database: Path, operation: int, refusal: str) -> Iterator[None]:
    """Lock a file beside the database; the lock ends with the processes that hold it, however they end."""
    make_private_folder(database.parent)
    file = database.with_name(database.name + ".lock")
    try:
        file.touch(ONLY_OWNER)
    except OSError as error:
        raise BackupError(f"{file} can't be written: {error.strerror}.") from None
    with file.open("a") as lock:
        try:
            flock(lock, operation | LOCK_NB)
        except OSError:
            raise BackupError(refusal) from None
        yield
