"""A checksum inside a backup, by which a file that was cut or damaged is known.

SQLite keeps a number for the app in the header of a database, and doesn't mind what comes after its last
page. So the last line of the file is its checksum, and the number says that there must be one: no cut and no
flipped bit can lose both. A backup made before there were checksums has neither.
"""

import os
import re
import sqlite3
from contextlib import closing
from hashlib import file_digest, sha256
from pathlib import Path

MARK = 0x53636F72
"""The number that SQLite keeps for the app in a backup with a checksum: the letters Scor."""

LINE = "\nScorekeeper backup, SHA-256 of everything before this line: {}\n"
FOUND = re.compile(rb"\nScorekeeper backup, SHA-256 of everything before this line: ([0-9a-f]{64})\n")
LINE_LENGTH = len(LINE.format("0" * 64))

HEADER = 100
"""The bytes of a database's header."""


def add_checksum(file: Path) -> None:
    """Add the checksum to a database that nobody has open, and see to it that the file is on the disk."""
    set_mark(file, MARK)
    with file.open("r+b") as backup:
        line = LINE.format(file_digest(backup, "sha256").hexdigest())
        backup.seek(0, os.SEEK_END)
        backup.write(line.encode())
        backup.flush()
        os.fsync(backup.fileno())


def set_mark(file: Path, mark: int = 0) -> None:
    """Say in a database whether it must have a checksum, which is not so unless it is a backup."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute(f"PRAGMA application_id = {mark:d}")


def has_checksum(file: Path) -> bool:
    """Return whether a backup has a checksum, or must have had one."""
    with file.open("rb") as backup:
        marked = int.from_bytes(backup.read(HEADER)[68:72]) == MARK
        return marked or b"Scorekeeper backup" in _end_of(file, 2 * LINE_LENGTH)


def why_damaged(file: Path) -> str:
    """Return what the checksum or the length of a backup shows to be wrong; empty if nothing."""
    if not has_checksum(file):
        return "" if _has_whole_pages(file) else "its end is missing"
    line = FOUND.fullmatch(_end_of(file, LINE_LENGTH))
    if line is None:
        return "its end is missing"
    if _digest(file, file.stat().st_size - LINE_LENGTH) != line[1].decode():
        return "it isn't as it was when it was made"
    return ""


def _has_whole_pages(file: Path) -> bool:
    """Return whether a database that was written in one go has every byte that its header speaks of."""
    with file.open("rb") as backup:
        header = backup.read(HEADER)
    # A page of 65536 bytes is written as 1; a database of an old SQLite doesn't say how many pages it has.
    page, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    valid = header.startswith(b"SQLite format 3\0") and header[24:28] == header[92:96]
    return not valid or file.stat().st_size >= (65536 if page == 1 else page) * pages


def _end_of(file: Path, length: int) -> bytes:
    with file.open("rb") as backup:
        backup.seek(-min(length, file.stat().st_size), os.SEEK_END)
        return backup.read()


def _digest(file: Path, length: int) -> str:
    digest = sha256()
    with file.open("rb") as backup:
        while length > 0 and (part := backup.read(min(length, 1 << 20))):
            digest.update(part)
            length -= len(part)
    return digest.hexdigest()
