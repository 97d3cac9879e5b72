"""The faults of a database: whatever SQLite, PostgreSQL or the system says, as one of three."""

import errno
import re

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import TimeoutError

from scorekeeper.domain import StorageError, StorageFault

FAULTS = {
    StorageFault.FULL_OR_READ_ONLY: re.compile(
        r"SQLITE_(FULL|READONLY|PERM|IOERR_SHMSIZE)|53100|42501|25006|E(NOSPC|DQUOT|ROFS|ACCES|PERM)$"
    ),
    StorageFault.BUSY: re.compile(r"SQLITE_(BUSY|LOCKED)|40001|40P01|55P03|57014|53"),
    StorageFault.OTHER: re.compile(r"SQLITE_(CORRUPT|NOTADB|CANTOPEN|IOERR)|XX00[12]|3D000|08|57P|58"),
}
"""How the codes of SQLite, PostgreSQL and the system begin that tell of a fault; the first that fits."""

TOO_MANY = re.compile(r"too many (clients|connections)|connection slots|starting up")
"""What PostgreSQL says, without a code, if it has no connection to spare at the moment."""

NoConnection = TimeoutError
"""Raised where all connections that a process may have to the database are in use."""


def fault_of(error: BaseException) -> StorageFault | None:
    """Return which fault an error of the driver or the system tells of; None if it is another mistake."""
    if isinstance(error, OSError):
        code = errno.errorcode.get(error.errno or 0, "")
    else:
        code = getattr(error, "sqlite_errorname", "") or getattr(error, "sqlstate", "") or ""
    if not code and is_of_connecting(error):
        return StorageFault.BUSY if TOO_MANY.search(str(error)) else StorageFault.OTHER
    return next((fault for fault, codes in FAULTS.items() if codes.match(code)), None)


def is_of_connecting(error: BaseException) -> bool:
    """Return whether an error of PostgreSQL's driver is about its connection, and not about a statement."""
    return type(error).__module__.startswith("psycopg") and type(error).__name__ == "OperationalError"


def tell_faults(engine: Engine) -> None:
    """Have StorageError raised instead of the driver's errors that tell of a fault."""

    @event.listens_for(engine, "handle_error")
    def handle(context: ExceptionContext) -> None:
        # A connection that is tried before it is used, and found closed, is only replaced.
        if not context.is_pre_ping and (fault := fault_of(context.original_exception)):
            raise StorageError(fault, context.original_exception) from context.original_exception
