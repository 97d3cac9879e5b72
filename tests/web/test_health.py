"""What the app says of itself to whatever watches over it."""

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.database import db
from tests.conftest import database_of


def test_a_healthy_app_says_so_and_sets_no_cookie(app: Flask) -> None:
    answer = app.test_client().get("/health")
    assert (answer.status_code, answer.json) == (200, {"database": "ok"})
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("version", "said"),
    [("0012", "is of a version before 1.0 and can no longer be read"), ("9999", "is of a newer version")],
)
def test_a_database_of_another_version_is_said(app: Flask, version: str, said: str) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
    answer = app.test_client().get("/health")
    assert (answer.status_code, answer.json) == (503, {"database": said})


@pytest.mark.sqlite
def test_a_damaged_database_is_said(app: Flask) -> None:
    database_of(app).write_bytes(b"not a database at all" * 1000)
    answer = app.test_client().get("/health")
    assert (answer.status_code, answer.json) == (503, {"database": "does not answer"})
