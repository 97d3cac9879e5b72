"""A backup that was cut or has a flipped bit is never taken for a whole one."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from scorekeeper.store.transfer.backup_checksum import (
    HEADER,
    LINE_LENGTH,
    add_checksum,
    has_checksum,
    set_mark,
    why_damaged,
)
from scorekeeper.store.transfer.full_backup import copy_database
from scorekeeper.store.transfer.sqlite_backup import BackupError, check_backup, copy_backup
from tests.conftest import database_of

PAGE = 4096

pytestmark = pytest.mark.sqlite


@pytest.fixture
def backup(app: Flask, tmp_path: Path) -> Path:
    """Return a backup."""
    copy_database(app, tmp_path / "mine.backup")
    return tmp_path / "mine.backup"


def test_a_backup_is_a_database_that_ends_with_its_checksum(backup: Path) -> None:
    assert backup.read_bytes().endswith(b"\n")
    assert "Scorekeeper backup, SHA-256" in backup.read_bytes()[-LINE_LENGTH:].decode()
    with closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert why_damaged(backup) == ""
    check_backup(backup)


def test_a_backup_with_any_bit_flipped_is_refused(backup: Path) -> None:
    data = bytearray(backup.read_bytes())
    chosen = Random(6).sample(range(len(data)), 120)
    for at in (*range(0, HEADER, 3), *range(64, 76), *chosen, *range(len(data) - LINE_LENGTH, len(data), 2)):
        for bit in {at % 8, 5}:
            data[at] ^= 1 << bit
            backup.write_bytes(data)
            with pytest.raises(BackupError):
                check_backup(backup)
            data[at] ^= 1 << bit


def test_a_backup_cut_anywhere_is_refused(backup: Path) -> None:
    data = backup.read_bytes()
    lengths = {*range(0, 128), *Random(7).sample(range(len(data)), 100), *range(0, len(data), PAGE)}
    for length in lengths | {len(data) - cut for cut in (1, 2, 60, LINE_LENGTH, LINE_LENGTH + 1, PAGE)}:
        backup.write_bytes(data[:length])
        with pytest.raises(BackupError):
            check_backup(backup)


def test_a_backup_of_an_older_version_is_accepted_unless_its_end_is_missing(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[:-LINE_LENGTH])
    set_mark(backup)
    check_backup(backup)
    assert not has_checksum(backup)
    backup.write_bytes(backup.read_bytes()[:-1])
    with pytest.raises(BackupError, match="its end is missing"):
        check_backup(backup)


def test_a_restored_database_is_not_taken_for_a_backup(app: Flask, backup: Path, tmp_path: Path) -> None:
    copy_backup(backup, tmp_path / "restored.db")
    assert not has_checksum(tmp_path / "restored.db")
    check_backup(tmp_path / "restored.db")


def test_a_database_without_a_backup_has_no_checksum(app: Flask, tmp_path: Path) -> None:
    plain = tmp_path / "plain.db"
    shutil.copy(database_of(app), plain)
    assert (has_checksum(plain), why_damaged(plain)) == (False, "")
    add_checksum(plain)
    assert (has_checksum(plain), why_damaged(plain)) == (True, "")
