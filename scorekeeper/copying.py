"""The command that copies everything from one database to another one, of whatever kind."""

from pathlib import Path

from scorekeeper.data_folder import explained
from scorekeeper.domain import DataError
from scorekeeper.settings import SettingError, read_one
from scorekeeper.store.addresses import Address, address_of_file, file_of, parsed, shown
from scorekeeper.store.database import now
from scorekeeper.store.examination import examine
from scorekeeper.store.health import CURRENT, EARLIER, EMPTY, NEWER, OUTDATED
from scorekeeper.store.transfer.database_lock import lock_for_restoring
from scorekeeper.store.transfer.full_backup import temporary_file
from scorekeeper.store.transfer.moving import copy_into_file, copy_into_server, refuse_clubs_in
from scorekeeper.store.transfer.server_lock import server_kept_free
from scorekeeper.store.transfer.sqlite_backup import BackupError, replace_database

OF_ANOTHER_VERSION = {
    OUTDATED: "is of an older version of Scorekeeper. Start this version on it once",
    EARLIER: "is of a version before 1.0. Export its clubs with that version, and import them here",
    NEWER: "is of a newer version of Scorekeeper. Copy it with that version",
    EMPTY: "is empty, so there is nothing to copy. Check its address",
}
"""Why a database isn't copied, and what to do."""


def copy_everything(source: str, target: str) -> str:
    """Copy a database to another address or file, and return a message with the rows of each table.

    Raises BackupError, DataError, SettingError.
    """
    here, there = named_database("FROM", source), named_database("TO", target)
    if here == there:
        raise BackupError("FROM and TO are the same database.")
    refuse_source(here)
    with explained(shown(there)):
        file = file_of(there)
        rows = copy_to_new_file(here, file) if file else copy_to_server(here, there)
    lines = [f"{count:>12,}  {table}" for table, count in sorted(rows.items())]
    return "\n".join(
        [
            f"Copied everything from {shown(here)} to {shown(there)}. Rows in each table, all compared:",
            *lines,
            f"{sum(rows.values()):>12,}  in all",
            "What is entered from now on isn't copied: let the app use the new database from its next start. "
            "Keep the file secret_key where it is, and phones stay signed in.",
        ]
    )


def named_database(name: str, text: str) -> Address:
    """Return the address of a database, which may be given as a file. Raises SettingError."""
    if "://" in text:
        return parsed(read_one(name, "database_url", text))
    if not text.strip():
        raise SettingError(
            f"{name} must be a file, or an address such as postgresql://user@host/scorekeeper."
        )
    return address_of_file(Path(text).expanduser())


def refuse_source(source: Address) -> None:
    """Raise DataError unless a database can be copied."""
    file = file_of(source)
    if file and not file.is_file():
        raise DataError(f"{file} doesn't exist or isn't a file.")
    found = examine(source)
    if found.state == CURRENT:
        return
    why = found.damage and f"can't be read: {found.damage.rstrip('.')}"
    raise DataError(f"{shown(source)} {why or OF_ANOTHER_VERSION[found.state]}. Nothing was copied.")


def copy_to_new_file(source: Address, file: Path) -> dict[str, int]:
    """Copy a database into a file that is new or has no clubs, and return how many rows each table has."""
    with lock_for_restoring(file):
        refuse_clubs_in(file)
        with temporary_file(file) as new:
            rows = copy_into_file(source, new)
            replace_database(new, file, now())
    return rows


def copy_to_server(source: Address, target: Address) -> dict[str, int]:
    """Copy a database into one on a server without clubs, and return how many rows each table has."""
    with server_kept_free(target):
        return copy_into_server(source, target, only_if_empty=True)
