"""What is wrong where the database is kept: whatever the driver says, as one of few faults."""

import errno
import re

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import TimeoutError

from scorekeeper.domain import StorageError, StorageFault

OF_SQLITE = {
    "SQLITE_BUSY": StorageFault.BUSY,
    "SQLITE_LOCKED": StorageFault.BUSY,
    "SQLITE_FULL": StorageFault.FULL,
    "SQLITE_IOERR_SHMSIZE": StorageFault.FULL,
    "SQLITE_READONLY_DBMOVED": StorageFault.MISSING,
    "SQLITE_READONLY": StorageFault.READ_ONLY,
    "SQLITE_PERM": StorageFault.READ_ONLY,
    "SQLITE_CORRUPT": StorageFault.DAMAGED,
    "SQLITE_NOTADB": StorageFault.DAMAGED,
    "SQLITE_CANTOPEN": StorageFault.UNREADABLE,
    "SQLITE_IOERR": StorageFault.UNREADABLE,
}
"""What SQLite's errors mean, by the start of their names; the first that fits."""

OF_POSTGRESQL = {
    "40001": StorageFault.BUSY,
    "40P01": StorageFault.BUSY,
    "55P03": StorageFault.BUSY,
    "57014": StorageFault.BUSY,
    "53100": StorageFault.FULL,
    "53": StorageFault.BUSY,
    "42501": StorageFault.READ_ONLY,
    "25006": StorageFault.READ_ONLY,
    "XX001": StorageFault.DAMAGED,
    "XX002": StorageFault.DAMAGED,
    "42P01": StorageFault.MISSING,
    "3D000": StorageFault.MISSING,
    "08": StorageFault.UNREADABLE,
    "57P": StorageFault.UNREADABLE,
    "58": StorageFault.UNREADABLE,
}
"""What PostgreSQL's error codes mean, by their start; the first that fits."""

OF_CONNECTING = {
    re.compile(r"too many (clients|connections)|connection slots|starting up"): StorageFault.BUSY,
    re.compile(r"database .* does not exist"): StorageFault.MISSING,
    re.compile(""): StorageFault.UNREADABLE,
}
"""What it means that there is no connection, by what PostgreSQL says in English: there is no code for it."""

OF_SYSTEM = {
    errno.ENOSPC: StorageFault.FULL,
    errno.EDQUOT: StorageFault.FULL,
    errno.EROFS: StorageFault.READ_ONLY,
    errno.EACCES: StorageFault.READ_ONLY,
    errno.EPERM: StorageFault.READ_ONLY,
    errno.EIO: StorageFault.UNREADABLE,
    errno.ENOENT: StorageFault.MISSING,
}
"""What the system's errors mean for a file."""


NoConnection = TimeoutError
"""Raised where all connections that a process may have to the database are in use."""


def fault_of(error: BaseException) -> StorageFault | None:
    """Return which fault an error of the driver or the system tells of; None if it is another mistake."""
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    if name := getattr(error, "sqlite_errorname", ""):
        # The file was replaced by an empty one, which SQLite takes for a database without tables.
        if name == "SQLITE_ERROR" and str(error).startswith("no such table"):
            return StorageFault.MISSING
        return next((fault for start, fault in OF_SQLITE.items() if name.startswith(start)), None)
    code = getattr(error, "sqlstate", None) or ""
    if not code and is_of_connecting(error):
        return next(fault for words, fault in OF_CONNECTING.items() if words.search(str(error)))
    return next((fault for start, fault in OF_POSTGRESQL.items() if code.startswith(start)), None)


def is_of_connecting(error: BaseException) -> bool:
    """Return whether an error of PostgreSQL's driver is about its connection, and not about a statement."""
    return type(error).__module__.startswith("psycopg") and type(error).__name__ == "OperationalError"


def reason_of(error: BaseException | None) -> str:
    """Return in one line what a server says is wrong, such as a password; empty for another fault."""
    if error is None or not is_of_connecting(error):
        return ""
    return str(error).strip().partition("\n")[0]


def tell_faults(engine: Engine) -> None:
    """Have StorageError raised instead of the driver's errors that tell of a fault."""

    @event.listens_for(engine, "handle_error")
    def handle(context: ExceptionContext) -> None:
        # A connection that is tried before it is used, and found closed, is only replaced.
        if not context.is_pre_ping and (fault := fault_of(context.original_exception)):
            raise StorageError(fault, context.original_exception) from context.original_exception
