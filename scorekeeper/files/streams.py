"""The files that commands read and write: “-” is standard input and output."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile, gettempdir
from typing import BinaryIO, TextIO

from scorekeeper.domain import BackupError, DataError
from scorekeeper.files.kinds import is_database
from scorekeeper.files.replacing import temporary_file

STREAM = Path("-")


@contextmanager
def file_to_read(file: Path) -> Iterator[tuple[Path, str]]:
    """Yield a file with what to call it; standard input is kept in a file, as it is read more than once.

    Raises DataError.
    """
    if file != STREAM:
        yield file, str(file)
        return
    with NamedTemporaryFile(prefix="scorekeeper-") as kept:
        try:
            copyfileobj(_bytes_of(sys.stdin), kept)
            kept.flush()
        except OSError as error:
            raise DataError(
                f"Standard input can't be kept in {gettempdir()}: {error.strerror}. Make room there, or name "
                "another folder with TMPDIR."
            ) from None
        yield Path(kept.name), "standard input"


@contextmanager
def file_to_write(file: Path, overwrite: bool = False) -> Iterator[BinaryIO]:
    """Yield what to write a file with, which is there once it is whole; or standard output.

    Raises DataError if there is one already, unless it is to ``overwrite`` that and that is no database, and
    BackupError if it can't be written.
    """
    try:
        if file == STREAM:
            yield (stream := _bytes_of(sys.stdout))
            stream.flush()
            return
        if file.exists() and (not overwrite or not file.is_file() or is_database(file)):
            advice = "" if overwrite else ", or add --overwrite"
            raise DataError(f"{file} already exists and was left alone. Choose another name{advice}.")
        with temporary_file(file) as new:
            with new.open("wb") as writing:
                yield writing
                writing.flush()
                os.fsync(writing.fileno())
            new.replace(file)
    except OSError as error:
        why = error.strerror
        if error.errno == errno.ENOSPC:
            why = "its disk is full. Make room on it, or choose another"
        raise BackupError(f"{name_to_write(file)} can't be written: {why}.") from None


def name_to_write(file: Path) -> str:
    """Return what to call a file that is written."""
    return "standard output" if file == STREAM else str(file)


def _bytes_of(stream: TextIO | None) -> BinaryIO:
    """Return standard input or output for bytes. Raises DataError where it is closed."""
    if stream is None:
        raise DataError("There is no standard input or output.")
    return stream.buffer
