"""Backing up and restoring everything with the command line, also while the app is used."""

import json
import resource
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import select, text

from scorekeeper.cli import main
from scorekeeper.domain import BackupError, StorageError, StorageFault
from scorekeeper.files import backups
from scorekeeper.files.backups import back_up, check_backup, with_digest
from scorekeeper.files.replacing import lock_for_restoring, lock_for_serving
from scorekeeper.hosting.backup import back_up_before_update
from scorekeeper.store import bring_to
from scorekeeper.store.addresses import address_of_file
from scorekeeper.store.database import db
from scorekeeper.store.models import Backup
from tests.conftest import close, database_of, make_app
from tests.web.phone import Phone
from tests.web.table import points, start, totals

ROOT = Path(__file__).parents[2]


@pytest.fixture
def kept(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield an app that the command line finds too, with a game of Tally in it."""
    file = tmp_path / "instance" / "scorekeeper.db"
    file.parent.mkdir()
    shutil.copy(database_of(app), file)
    monkeypatch.setattr("scorekeeper.hosting.backup.create_app", lambda config=None: made(file, config))
    mine = make_app(file)
    yield mine
    close(mine)


def made(file: Path, config: dict[str, str] | None = None) -> Flask:
    uri = (config or {}).get("SQLALCHEMY_DATABASE_URI")
    return make_app(Path(uri.removeprefix("sqlite:///")) if uri else file)


@pytest.fixture
def phone(kept: Flask) -> Phone:
    """Return a phone on the sheet of a game with one hand."""
    phone = Phone(kept).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    return points(start(phone, "Tally"), 3, 4, 5)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def refused(result: Result, sentence: str) -> None:
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_backup_restores_everything_and_keeps_the_previous_database(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    result = run("backup", tmp_path / "mine.backup")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "The backup doesn't include" in result.stdout
    with kept.app_context():
        backup = db.session.query(Backup).one()
        size = (tmp_path / "mine.backup").stat().st_size
        assert (backup.club_id, backup.plays, backup.size) == (None, 1, size)
    points(phone, 10, 20, 30)
    close(kept)
    result = run("restore", tmp_path / "mine.backup")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Phones that used another machine must open their club's link again" in result.stdout
    # The link's secret is known as before, so phones that were let in still are.
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
    (beside,) = database_of(kept).parent.glob("scorekeeper-before-*.db")
    assert str(beside) in result.stdout
    close(kept)
    assert run("restore", beside).exit_code == 0
    assert totals(phone.reload()) == {"Ann": 13, "Bea": 24, "Cal": 35}


def test_a_backup_passes_through_standard_output_and_input(kept: Flask, phone: Phone) -> None:
    backup = run("backup", "-")
    assert backup.exit_code == 0
    assert backup.stderr.startswith("Backed up everything to standard output (")
    assert recorded(kept) == [len(backup.stdout_bytes)]
    points(phone, 10, 20, 30)
    close(kept)
    restored = CliRunner().invoke(main, ["restore", "-"], input=backup.stdout_bytes)
    assert restored.stdout.startswith("Restored everything from standard input.")
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
    cut = CliRunner().invoke(main, ["restore", "-"], input=backup.stdout_bytes[:-9])
    assert "standard input is damaged: its end is missing" in cut.stderr


def recorded(app: Flask) -> list[int]:
    """Return the size of each recorded backup of everything."""
    with app.app_context():
        return list(db.session.scalars(select(Backup.size).order_by(Backup.id)))


def test_a_backup_that_fails_is_recorded_and_a_refused_name_is_not(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    (tmp_path / "there").touch()
    refused(run("backup", tmp_path / "there"), "add --overwrite")
    assert recorded(kept) == []
    refused(run("backup", tmp_path / "unplugged" / "mine.backup"), "can't be written")
    assert recorded(kept) == [backups.FAILED]


def test_a_backup_is_restored_where_there_is_no_database(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    run("backup", tmp_path / "mine.backup")
    close(kept)
    database_of(kept).unlink()
    refused(run("backup", tmp_path / "nothing.backup"), "There is nothing to back up yet")
    assert run("restore", tmp_path / "mine.backup").exit_code == 0
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}


def test_numbers_given_out_after_a_backup_are_not_used_again_once_it_is_restored(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    run("backup", tmp_path / "mine.backup")
    paths = []
    for _ in range(2):
        paths.append(start(phone.open("/nights/1"), "Tally").path)
        close(kept)
        run("restore", tmp_path / "mine.backup")
    assert len(set(paths)) == 2, paths


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "damaged"])
def test_an_unreadable_database_is_replaced_too(
    kept: Flask, phone: Phone, tmp_path: Path, lost: bool
) -> None:
    run("backup", tmp_path / "mine.backup")
    points(phone, 10, 20, 30)
    # As after a power cut: what was written last is in the log only.
    database = database_of(kept)
    data, log = database.read_bytes(), database.with_name("scorekeeper.db-wal").read_bytes()
    assert log
    close(kept)
    database.with_name("scorekeeper.db-wal").write_bytes(log)
    database.unlink() if lost else database.write_bytes(b"rubbish" + data[7:])
    said = run("restore", tmp_path / "mine.backup")
    assert said.exit_code == 0, said.stderr
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
    assert list(database.parent.glob("scorekeeper-before-*"))


def test_a_name_that_no_file_can_have_is_refused(phone: Phone, tmp_path: Path) -> None:
    for command, sentence in (("backup", "can't be written"), ("restore", "can't be read")):
        refused(run(command, tmp_path / ("a" * 300)), f"{sentence}: File name too long.")
    refused(run("backup", tmp_path / "no" / "folder"), "can't be written: No such file or directory")


def test_an_existing_file_is_not_overwritten_silently_and_the_database_never(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    refused(
        run("backup", "--overwrite", database_of(kept)),
        "already exists and was left alone. Choose another name.",
    )
    there = tmp_path / "there"
    there.write_text("my thesis")
    refused(run("backup", there), "already exists")
    assert there.read_text() == "my thesis"
    assert run("backup", "--overwrite", there).exit_code == 0
    assert there.read_bytes().startswith(b'{"scorekeeper_backup":1')
    assert there.stat().st_mode & 0o077 == 0
    assert list(tmp_path.glob("there*")) == [there]


def test_a_backup_is_made_even_if_the_database_cannot_note_it(
    kept: Flask, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise StorageError(StorageFault.FULL_OR_READ_ONLY)

    monkeypatch.setattr(backups, "record_full_backup", fail)
    result = run("backup", tmp_path / "mine.backup")
    assert result.exit_code == 0
    assert "The database itself can't be written" in result.stdout
    check_backup(tmp_path / "mine.backup", "mine")


def test_a_backup_for_which_there_is_no_room_leaves_nothing(phone: Phone, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    try:
        refused(run("backup", tmp_path / "mine.backup"), "can't be written")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.glob("mine*"))


def test_a_file_that_is_not_a_backup_is_refused(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    close(kept)
    foreign, text, club = tmp_path / "foreign", tmp_path / "text", tmp_path / "club"
    club.write_text('{"scorekeeper":4}\n')
    with closing(sqlite3.connect(foreign)) as database:
        database.execute("CREATE TABLE cats (name)")
    text.write_text("a letter to grandma " * 100)
    refused(run("restore", foreign), "is a database, but not one of Scorekeeper")
    refused(run("restore", text), "is not a Scorekeeper backup")
    refused(run("restore", club), "the file of a club or a night, which “scorekeeper import” reads")
    refused(run("restore", tmp_path / "missing"), "doesn't exist")
    refused(run("restore", database_of(kept)), "is the current database")
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}


def test_a_damaged_backup_is_refused(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    file = tmp_path / "mine.backup"
    run("backup", file)
    close(kept)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    refused(run("restore", file), "was changed after it was made")
    for length in (len(data) - 1, len(data) // 2):
        file.write_bytes(data[:length])
        refused(run("restore", file), "is damaged: its end is missing")
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}


def test_a_backup_of_a_newer_scorekeeper_is_refused(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    file = tmp_path / "mine.backup"
    run("backup", file)
    close(kept)
    lines = file.read_bytes().splitlines(keepends=True)[:-1]
    lines[0] = json.dumps(json.loads(lines[0]) | {"revision": "9999", "version": "7.1.0"}).encode() + b"\n"
    file.write_bytes(b"".join(with_digest(lines)))
    refused(run("restore", file), "was made by Scorekeeper 7.1.0, a newer version. Update this one first.")


def test_a_backup_of_a_version_before_1_0_is_refused(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    close(kept)
    file = Path(shutil.copy(database_of(kept), tmp_path / "old.backup"))
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0012'")
    refused(run("restore", file), f"{file} is of a version before 1.0 and can no longer be read.")


def test_a_backup_of_version_1_0_is_restored_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, backup = tmp_path / "old.db", tmp_path / "old.backup"
    app = make_app(old)
    with app.app_context():
        bring_to("1.7")
        new = "INSERT INTO club (name, access_version, made_at) VALUES ('Our table', 0, '2026-11-26')"
        db.session.execute(text(new))
        db.session.commit()
        back_up(app, backup)
        db.engine.dispose()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))
    assert run("restore", backup).exit_code == 0
    assert "Our table" in run("link").stdout


def test_a_backup_while_hands_are_saved_is_whole(kept: Flask, phone: Phone, tmp_path: Path) -> None:
    stop, saved = Event(), Event()

    def keep_saving() -> None:
        while not stop.is_set():
            points(phone, 1, 1, 1)
            saved.set()

    thread = Thread(target=keep_saving)
    thread.start()
    try:
        for number in range(3):
            saved.clear()
            assert saved.wait(20)
            assert run("backup", tmp_path / f"{number}.backup").exit_code == 0
    finally:
        stop.set()
        thread.join()
    for number in range(3):
        rows = rows_in(tmp_path / f"{number}.backup")
        # A hand and its change are saved together or not at all.
        assert rows["hand"] == rows["revision"] > number


def rows_in(backup: Path) -> Counter[str]:
    """Return how many rows each table has in a backup."""
    table, rows = "", Counter[str]()
    for line in map(json.loads, backup.read_bytes().splitlines()):
        table = line.get("table", "") if isinstance(line, dict) else table
        rows[table] += isinstance(line, list)
    return rows


def test_while_the_app_is_running_backups_work_and_restoring_is_refused(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    close(kept)
    with lock_for_serving(address_of_file(database_of(kept))):
        assert run("backup", tmp_path / "mine.backup").exit_code == 0
        refused(run("restore", tmp_path / "mine.backup"), "Scorekeeper is running. Stop it before")
    assert run("restore", tmp_path / "mine.backup").exit_code == 0


def test_nothing_is_restored_while_something_else_has_the_database_open(
    kept: Flask, phone: Phone, tmp_path: Path
) -> None:
    run("backup", tmp_path / "mine.backup")
    close(kept)
    with closing(sqlite3.connect(database_of(kept))) as database:
        database.execute("SELECT count(*) FROM club").fetchone()
        refused(run("restore", tmp_path / "mine.backup"), "The database is in use")
    assert not list(database_of(kept).parent.glob("*.part"))


def test_the_app_cannot_start_while_a_backup_is_restored(kept: Flask) -> None:
    file = address_of_file(database_of(kept))
    being_restored = pytest.raises(BackupError, match="is being restored")
    with lock_for_restoring(file), being_restored, lock_for_serving(file):
        pass


def test_a_first_start_backs_up_nothing(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorekeeper.db")
    assert back_up_before_update(app) == ""
    assert list(tmp_path.glob("*before*")) == []


def test_an_older_version_leaves_a_newer_database_alone(kept: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.hosting.links.create_app", lambda: kept)
    with kept.app_context():
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        db.engine.dispose()
    before = database_of(kept).read_bytes()
    ended = run("link")
    assert ended.exit_code == 1
    assert ended.stderr.startswith("Error: This database was made by a newer version of Scorekeeper,")
    assert back_up_before_update(kept) == ""
    assert database_of(kept).read_bytes() == before
