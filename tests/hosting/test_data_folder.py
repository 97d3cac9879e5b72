"""What a start says where the database or the key is gone or damaged; neither is made anew unasked."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.domain import DataError
from scorekeeper.hosting import serve
from scorekeeper.hosting.data_folder import begin, secret_key
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Phone as StoredPhone
from tests.conftest import close, database_of, make_app

ALL_IS_LOST = "is missing, but there was one. Nothing was changed."


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with a club and a phone, which the command line uses."""
    folder = tmp_path / "data"
    secret_key(folder)
    shutil.copy(empty_database, folder / "scorekeeper.db")
    app = make_app(folder / "scorekeeper.db")
    begin(app)
    with app.app_context():
        db.session.add_all([new_club("Our table"), StoredPhone(token_hash="hash", model="iPhone")])
        db.session.commit()
    close(app)
    monkeypatch.setenv("SCOREKEEPER_DATA", str(folder))
    return folder


def run(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run a command; a server is not served after its start."""
    monkeypatch.setattr(serve, "refuse_if_taken", lambda *_: None)
    monkeypatch.setattr(serve.Server, "run", lambda _: None)
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def delete(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    file.write_bytes(b"")


def delete_as_an_older_version(file: Path) -> None:
    file.unlink()
    file.with_name("scorekeeper.db.made").unlink()


def overwrite_header(file: Path) -> None:
    file.write_bytes(b"rubbish" + file.read_bytes()[7:])


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:8192])


def replace_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def replace_by_rubbish(file: Path) -> None:
    file.write_bytes(bytes(range(128, 192)))


def shorten(file: Path) -> None:
    file.write_text("abc")


@pytest.mark.parametrize(
    ("damage", "name", "sentence"),
    [
        (delete, "scorekeeper.db", ALL_IS_LOST),
        (delete_as_an_older_version, "scorekeeper.db", ALL_IS_LOST),
        (empty, "scorekeeper.db", "is empty, but there was one. Nothing was changed."),
        (overwrite_header, "scorekeeper.db", "can't be used (file is not a database). Check its disk"),
        (cut_off, "scorekeeper.db", "can't be used (database disk image is malformed). Check its disk"),
        (replace_by_folder, "scorekeeper.db", "is a folder. Move it away"),
        (delete, "secret_key", "which keeps phones signed in, is missing. Put a copy"),
        (empty, "secret_key", "which keeps phones signed in, is empty. Put a copy"),
        (replace_by_rubbish, "secret_key", "is damaged: what is in it is no key. Put a copy"),
        (shorten, "secret_key", "is damaged: what is in it is too short for a key."),
        (replace_by_folder, "secret_key", "is a folder, not a file. Put a copy"),
    ],
)
def test_a_start_says_what_is_wrong_and_changes_nothing(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], None],
    name: str,
    sentence: str,
) -> None:
    damage(folder / name)
    before = {file.name for file in folder.iterdir()} - {"scorekeeper.db.lock"}
    said = run("link" if name == "secret_key" else "serve", monkeypatch=monkeypatch)
    assert said.exit_code == 1
    assert said.stderr.startswith(f"Error: {folder / name}")
    assert sentence in said.stderr
    assert {file.name for file in folder.iterdir()} - {"scorekeeper.db.lock"} == before


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").touch()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    assert f"{tmp_path / 'data'} can't be used (File exists)." in run("serve", monkeypatch=monkeypatch).stderr


def test_an_empty_database_is_begun_if_that_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "scorekeeper.db").unlink()
    (folder / "scorekeeper.db-wal").write_bytes(b"the newest hands")
    assert run("serve", "--new", monkeypatch=monkeypatch).exit_code == 0
    (kept,) = folder.glob("scorekeeper-left-*.db-wal")
    assert kept.read_bytes() == b"the newest hands"
    assert run("serve", monkeypatch=monkeypatch).exit_code == 0
    assert "There is no club yet." in run("link", monkeypatch=monkeypatch).stderr


def test_a_new_key_is_made_if_that_is_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_by_rubbish(folder / "secret_key")
    assert run("serve", "--new-key", monkeypatch=monkeypatch).exit_code == 0
    key = secret_key(folder)
    assert len(key) >= 32
    assert run("serve", "--new-key", monkeypatch=monkeypatch).exit_code == 0
    assert secret_key(folder) == key


def test_a_first_start_needs_no_flag_even_after_one_that_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    assert "There is no club yet." in run("link", monkeypatch=monkeypatch).stderr
    assert not (tmp_path / "data" / "scorekeeper.db").exists()
    secret_key(tmp_path / "data")
    assert run("serve", monkeypatch=monkeypatch).exit_code == 0
    (tmp_path / "data" / "scorekeeper.db").unlink()
    assert ALL_IS_LOST in run("serve", monkeypatch=monkeypatch).stderr


def test_a_database_of_an_older_version_needs_no_flag(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "scorekeeper.db.made").unlink()
    assert run("serve", monkeypatch=monkeypatch).exit_code == 0
    assert (folder / "scorekeeper.db.made").exists()


def test_a_database_of_another_program_is_left_alone(app: Flask) -> None:
    file = database_of(app)
    close(app)
    file.unlink()
    made = make_app(file)
    with made.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE cats (name)")
    close(made)
    with pytest.raises(DataError, match="is a database of another program"):
        begin(made)


def test_a_lost_database_is_not_backed_up_and_can_be_restored(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = str(tmp_path / "mine.backup")
    assert run("backup", backup, monkeypatch=monkeypatch).exit_code == 0
    (folder / "scorekeeper.db").unlink()
    assert ALL_IS_LOST in run("link", monkeypatch=monkeypatch).stderr
    said = run("backup", "--overwrite", backup, monkeypatch=monkeypatch)
    assert "is missing, so there is nothing to back up." in said.stderr
    assert not (folder / "scorekeeper.db").exists()
    assert run("restore", backup, monkeypatch=monkeypatch).exit_code == 0
    assert run("serve", monkeypatch=monkeypatch).exit_code == 0
    assert "Our table" in run("link", monkeypatch=monkeypatch).stdout
