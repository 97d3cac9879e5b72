"""Copying everything between SQLite and PostgreSQL, and backing up and restoring PostgreSQL."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import insert, make_url, select, text

from scorekeeper.cli import main
from scorekeeper.domain import BackupError, DataError
from scorekeeper.files import restoring
from scorekeeper.files.replacing import lock_for_restoring, lock_for_serving
from scorekeeper.hosting.serve import database_in_use
from scorekeeper.rules.halves import read_points
from scorekeeper.store import bring_to
from scorekeeper.store.database import Base, db
from scorekeeper.store.models import Chair, Club, HandRow, Night, OwnGame, Play, Player, Revision
from tests.conftest import close, make_app
from tests.databases import on_server, own_name
from tests.postgresql import Server

WHAT = "copy-database"
real = restoring._value_for
RULES = {"title": "Skittlés", "rounds": [3, None, {"z": 1, "a": "\\u0000 \N{CROWN}"}]}


@pytest.fixture
def target(postgresql_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of an empty database, which is the app's."""
    with on_server(postgresql_server, own_name("target")) as address:
        monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", address.replace("postgresql+psycopg:", "postgres:"))
        monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
        yield address


@pytest.fixture(scope="session")
def filled(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a row of many kinds, some of which refer to later rows; each test has a copy."""
    file = tmp_path_factory.mktemp("filled") / "source.db"
    shutil.copy(empty_database, file)
    app = make_app(file)
    with app.app_context():
        db.session.execute(text("PRAGMA defer_foreign_keys = ON"))
        for table, values in {
            Club: {"id": 7, "name": "Où ça?"},
            OwnGame: {"club_id": 7, "name": "Ü", "folded": "ü", "options": RULES},
            Night: {
                "id": 3,
                "club_id": 7,
                "started_at": datetime(2026, 11, 22, 23, 59, 59, 999_999, tzinfo=UTC),
                "note": "a\tb\\N\nc",
                "coin_value": 0,
            },
            Play: {"id": 4, "club_id": 7, "night_id": 3, "game": "tally", "options": {}, "dealer": 0},
            HandRow: {"id": 5, "play_id": 4, "number": 1, "entry": '{"points":  [1]}', "complete": True},
        }.items():
            db.session.execute(insert(Base.metadata.tables[table.__tablename__]).values(values))
        players = [("Ann", 9), ("Bea", None)]
        for number, (name, later) in enumerate(players, 8):
            values = {"id": number, "club_id": 7, "name": name, "folded": name.lower()}
            db.session.execute(insert(Player).values(values | {"merged_into_id": later, "person_id": later}))
        seat = {"play_id": 4, "place": 0, "player_id": 8, "total": -(2**40), "best": read_points(25.5)}
        db.session.execute(insert(Chair).values(seat))
        for number, cause in ((20, 21), (21, None)):
            values = {"id": number, "play_id": 4, "hand_id": 5, "device": "", "action": "entered"}
            db.session.execute(insert(Revision).values(values | {"complete": False, "with_id": cause}))
        db.session.commit()
    close(app)
    return file


@pytest.fixture
def source(filled: Path, tmp_path: Path) -> Path:
    """Return a test's own copy of a file with a row of many kinds."""
    return Path(shutil.copy(filled, tmp_path))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def done(*arguments: str | Path) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def refused(*arguments: str | Path) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Traceback" not in result.stderr
    return result.stderr


def rows_of(file: Path) -> dict[str, list[Any]]:
    """Return every row of every table as SQLite has it in a file."""
    with closing(sqlite3.connect(file)) as found:
        return {
            name: found.execute(
                f"SELECT {', '.join(sorted(table.columns.keys()))} FROM {name}"
                f" ORDER BY {', '.join(table.primary_key.columns.keys())}"
            ).fetchall()
            for name, table in Base.metadata.tables.items()
        }


def tables_on(address: str) -> list[str]:
    with restoring.opened(make_url(address)), db.engine.connect() as connection:
        return list(connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")))


def clubs_on(address: str) -> list[str]:
    with restoring.opened(make_url(address)), db.engine.connect() as connection:
        return list(connection.scalars(select(Club.given_name)))


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as found:
        found.execute(statement)
        found.commit()


def test_everything_is_the_same_there_and_back(source: Path, target: str, tmp_path: Path) -> None:
    before = source.read_bytes()
    assert "           2  player\n" in done(WHAT, source, target)
    assert source.read_bytes() == before
    back = tmp_path / "back.db"
    done(WHAT, target, back)
    # Versions go on where they never were, as numbers do: no program may take what is there for what it has.
    assert rows_of(back)["club"][0][0] > 20_000_000
    change(back, "UPDATE club SET access_version = 0")
    assert rows_of(back) == rows_of(source)
    assert not list(tmp_path.glob("back.db-*"))


def test_what_is_new_gets_an_id_of_its_own_and_refers_to_what_is_there(source: Path, target: str) -> None:
    done(WHAT, source, target)
    with restoring.opened(make_url(target)):
        db.session.add(Club(given_name="New"))
        db.session.commit()
        first, new = db.session.scalars(select(Club.id).order_by(Club.id))
        # The numbers from 8 on may have been those of clubs that were deleted.
        assert (first, new > 20_000_000) == (7, True)
        with pytest.raises(Exception, match="fk_night_club_id_club"):
            db.session.execute(insert(Night).values(club_id=9))


def test_a_database_with_clubs_is_left_alone(source: Path, target: str, tmp_path: Path) -> None:
    done(WHAT, source, target)
    change(source, "UPDATE club SET name = 'Other'")
    assert "The target has clubs in it" in refused(WHAT, source, target)
    assert clubs_on(target) == ["Où ça?"]
    assert "The target has clubs in it" in refused(WHAT, target, source)
    assert "Other" in rows_of(source)["club"][0]
    assert "the same database" in refused(WHAT, source, source)


def test_a_file_of_another_program_is_left_alone(target: str, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis"
    thesis.write_text("my thesis" * 100)
    with restoring.opened(make_url(target)):
        bring_to("head")
    assert "Name a file that doesn't exist yet" in refused(WHAT, target, thesis)
    assert thesis.read_text() == "my thesis" * 100


@pytest.mark.parametrize(
    ("version", "said"), [("0012", "of a version before 1.0"), ("9999", "of a newer"), ("", "is empty")]
)
def test_another_version_is_not_copied(source: Path, target: str, version: str, said: str) -> None:
    change(
        source,
        f"UPDATE alembic_version SET version_num = '{version}'" if version else "DELETE FROM alembic_version",
    )
    assert said in refused(WHAT, source, target)
    assert tables_on(target) == []


def test_an_interrupted_copy_leaves_nothing(
    source: Path, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(restoring, "_check_references", interrupt)
        for there in (target, tmp_path / "new.db"):
            assert run(WHAT, source, there).exit_code == 1
    assert tables_on(target) == []
    assert [file.name for file in tmp_path.glob("new*")] == ["new.db.lock"]
    done(WHAT, source, target)


def test_what_cannot_be_stored_is_named(source: Path, target: str) -> None:
    change(source, f"UPDATE player SET name = '{'x' * 100}' WHERE id = 8")
    assert "A row of “player” can't be copied: value too long" in refused(WHAT, source, target)
    change(source, "UPDATE player SET name = 'Ann', person_id = 77 WHERE id = 8")
    assert "refers to rows that are missing" in refused(WHAT, source, target)
    assert tables_on(target) == []


def test_a_character_that_postgresql_cannot_store_is_left_out(source: Path, target: str) -> None:
    change(source, "UPDATE night SET note = 'a' || char(0) || 'b'")
    done(WHAT, source, target)
    with restoring.opened(make_url(target)):
        assert db.session.scalar(select(Night.note)) == "ab"


def test_a_difference_is_found(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        restoring, "_value_for", lambda column, value: 3 if value == 2**40 * -1 else real(column, value)
    )
    assert "isn't the same as what was copied" in refused(WHAT, source, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_password_is_never_shown(source: Path, postgresql_server: Server, target: str) -> None:
    for address in (
        "postgresql://ann:5ecret@127.0.0.1:1/scores",
        "postgres://ann:5ecret@nowhere.invalid/scores?password=5ecret",
        "postgresql://ann:5ecret@db:5ecret/scores",
        postgresql_server.url("missing").replace("postgres:@", "postgres:5ecret@"),
    ):
        for said in (refused(WHAT, source, address), refused(WHAT, address, source)):
            assert "5ecret" not in said
            assert "Error: " in said


def test_a_server_that_does_not_answer_is_told_before_serving() -> None:
    app = make_app("postgresql+psycopg://ann:5ecret@127.0.0.1:1/scores")
    with (
        pytest.raises(
            DataError, match=r"^The database can't be used \(connection failed.*Connection refused"
        ) as told,
        database_in_use(app),
    ):
        pass
    assert "5ecret" not in str(told.value)


def test_a_missing_key_of_a_database_on_a_server_is_not_replaced(target: str, tmp_path: Path) -> None:
    done("club", "Friday")
    (tmp_path / "data" / "secret_key").unlink()
    assert "is missing. Put a copy of the right one there" in refused("club", "Saturday")


def test_a_backup_of_postgresql_is_restored_anywhere(source: Path, target: str, tmp_path: Path) -> None:
    done(WHAT, source, target)
    done("backup", tmp_path / "all.backup")
    with restoring.opened(make_url(target)):
        db.session.add(Club(given_name="New"))
        db.session.commit()
    said = done("restore", tmp_path / "all.backup")
    (kept,) = (tmp_path / "data").glob("scorekeeper-before-*.backup")
    assert f"The previous database is now {kept}." in said
    assert clubs_on(target) == ["Où ça?"]
    done("restore", kept)
    assert clubs_on(target) == ["Où ça?", "New"]


def test_a_backup_that_cannot_be_restored_changes_nothing(source: Path, target: str) -> None:
    done(WHAT, source, target)
    change(source, "UPDATE club SET name = 'Other'")
    change(source, f"UPDATE player SET name = '{'x' * 100}' WHERE id = 8")
    assert "can't be copied" in refused("restore", source)
    assert clubs_on(target) == ["Où ça?"]


def test_nothing_is_restored_while_the_app_is_running(source: Path, target: str) -> None:
    done(WHAT, source, target)
    with lock_for_serving(make_url(target)), lock_for_serving(make_url(target)):
        assert "Stop it on every machine first" in refused("restore", source)
    being_restored = pytest.raises(BackupError, match="is being restored")
    with lock_for_restoring(make_url(target)), being_restored, lock_for_serving(make_url(target)):
        pass
    # As after a restart of PostgreSQL: the lock is lost, but the app is connected.
    with restoring.opened(make_url(target)), db.engine.connect():
        assert "Stop it on every machine first" in refused("restore", source)
    done("restore", source)
