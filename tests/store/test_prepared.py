"""A prepared statement does what it does when SQLAlchemy runs it."""

from datetime import UTC, datetime, timedelta, timezone
from typing import cast

import pytest
from flask import Flask
from sqlalchemy import Table, bindparam, insert, select, text, update

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import db, execute
from scorekeeper.store.models import Play, Submission
from scorekeeper.store.plays.play_snapshot import READ_PLAY
from scorekeeper.store.prepared import Prepared
from tests.store.table import NewPlay

_play, _submission = (cast(Table, model.__table__) for model in (Play, Submission))
COLUMNS = (_play.c.game, _play.c.options, _play.c.stopped, _play.c.started_at, _play.c.ended_at)
READ = select(*COLUMNS).where(_play.c.id == bindparam("play"))
CHANGE = Prepared(update(_play).where(_play.c.id == bindparam("play")))
NEW_ANSWER = Prepared(insert(_submission))
ANSWER = {"key": "of a form", "at": datetime(2026, 2, 1, tzinfo=UTC), "answer": "/plays/1"}
READ_ONLY = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET TRANSACTION READ ONLY"}


def test_its_rows_have_the_same_values(new_play: NewPlay) -> None:
    play = new_play("coralon", target=50)
    assert Prepared(READ).run({"play": play.id}) == execute(READ, {"play": play.id}).all()


def test_its_rows_have_their_columns_as_attributes(new_play: NewPlay) -> None:
    row = Prepared(READ).run({"play": new_play("coralon", target=50).id})[0]
    assert (row.game, row.options, row.stopped) == ("coralon", {"target": 50}, False)


def test_what_it_writes_is_read_by_sqlalchemy(new_play: NewPlay) -> None:
    play = new_play()
    at = datetime(2026, 2, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    rows = CHANGE.run({"play": play.id, "options": {"target": 7}, "stopped": True, "ended_at": at})
    db.session.refresh(play)
    assert rows == ()
    assert (play.options, play.stopped, play.ended_at) == ({"target": 7}, True, at)


def test_what_it_wrote_is_gone_when_the_transaction_is_rolled_back(app: Flask) -> None:
    with app.app_context():
        NEW_ANSWER.run(ANSWER)
        db.session.rollback()
        assert db.session.scalars(select(Submission)).all() == []


def test_a_default_that_it_would_forget_is_refused(app: Flask) -> None:
    with app.app_context(), pytest.raises(TypeError, match="default"):
        Prepared(insert(_play)).run({"game": "coralon"})


def test_a_value_that_the_database_refuses_raises_the_drivers_error(app: Flask) -> None:
    with app.app_context():
        refused = db.engine.dialect.loaded_dbapi.IntegrityError
        NEW_ANSWER.run(ANSWER)
        with pytest.raises(refused):
            NEW_ANSWER.run(ANSWER)


def test_a_fault_of_the_database_is_told(app: Flask) -> None:
    with app.app_context():
        db.session.execute(text(READ_ONLY[db.engine.dialect.name]))
        with pytest.raises(StorageError) as told:
            NEW_ANSWER.run(ANSWER)
    assert told.value.fault is StorageFault.READ_ONLY


@pytest.mark.postgresql
def test_after_a_connection_was_lost_there_is_another(app: Flask) -> None:
    asked = {"play": 1, "token_hash": ""}
    with app.test_request_context("/"):
        number = db.session.scalar(text("SELECT pg_backend_pid()"))
        with db.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:number, 2000)"), {"number": number})
        with pytest.raises(StorageError):
            READ_PLAY.run(asked)
        db.session.rollback()
        assert READ_PLAY.run(asked) == []
