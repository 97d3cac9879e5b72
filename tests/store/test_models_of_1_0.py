"""A club of version 1.0.0 opens and loses nothing: its database, a backup, and the club’s file."""

import gzip
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.domain import FROM_COUNT, Role
from scorekeeper.files.backups import restored_lines
from scorekeeper.files.club_file import open_club_file
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.files.restoring import fill_database
from scorekeeper.store import upgrade
from scorekeeper.store.addresses import address_of
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, secret_of
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Membership, Reader
from tests.conftest import close, database_of, make_app
from tests.files.clubs import club_file
from tests.web.invited import joined
from tests.web.phone import Phone
from tests.web.purse import payments, won
from tests.web.table import totals

FOLDER = Path(__file__).parents[1] / "data" / "1.0.0"
"""Ann's table, as version 1.0.0 kept it: an evening in which everything was changed once."""

DATABASE, BACKUP, CLUB_FILE = "scorekeeper.db", "backup", "club.jsonl"


def kept(name: str) -> bytes:
    """Return what version 1.0.0 wrote into a file."""
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())


def opened(app: Flask, name: str, folder: Path) -> None:
    """Bring what version 1.0.0 wrote into the database of an app."""
    if name == DATABASE:
        database_of(app).write_bytes(kept(DATABASE))
    if name == BACKUP:
        (folder / BACKUP).write_bytes(kept(BACKUP))
        with restored_lines(folder / BACKUP, BACKUP) as lines:
            fill_database(address_of(app), lines)
    upgrade(app)
    if name == CLUB_FILE:
        with app.app_context():
            club, file = new_club("Ann’s table"), open_club_file(BytesIO(kept(CLUB_FILE)), now())
            apply_import(plan_import(club, file, now()), club, file)
            db.session.commit()


@pytest.fixture(scope="module", params=[DATABASE, BACKUP, CLUB_FILE])
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield an app of today with the club of version 1.0.0."""
    folder = tmp_path_factory.mktemp("version")
    app = make_app(folder / "here.db")
    opened(app, request.param, folder)
    yield app
    close(app)


@pytest.fixture
def host(app: Flask) -> Phone:
    """Return a phone that manages the club."""
    with app.app_context():
        secret = secret_of(open_link(1, Role.HOST))
        db.session.commit()
    return joined(app, f"/join/{secret}", "Someone else")


def test_the_club_is_exported_as_version_1_0_0_exported_it(app: Flask) -> None:
    with app.app_context():
        here = club_file(db.session.get_one(Club, 1))
    # What the app itself wrote as words is a key by now.
    assert parts(here) == parts(kept(CLUB_FILE).replace(b"From the count", FROM_COUNT.encode()))


def parts(data: bytes) -> list[Any]:
    """Return what is in the file of a club, but when that was created, and how the file ends."""
    club, *nights, _ = map(json.loads, data.splitlines())
    return [club | {"made_at": None}, *nights]


def test_its_pages_show_what_was_played_and_paid(host: Phone) -> None:
    plays = {key: totals(host.open(f"/plays/{key}")) for key in (1, 2, 3, 4)}
    assert [[*total.values()] for total in plays.values()] == [
        [3, 8, 5, 2],
        [0, 5, 0, 0],
        [10, -5, 9, 0],
        [0, 5, 0, 0],
    ]
    assert won(host) == {"Anna": "−2", "Bea": "+6", "Cal": "−3", "Dee": "−1"}
    assert payments(host) == ["Cal pays Bea 1.50 kr", "Anna pays Bea 1 kr", "Dee pays Bea 0.50 kr"]
    for page in ("/plays/1/history", "/plays/3/history", "/nights/1/recap", "/clubs/1/players"):
        assert host.open(page).status == 200, page


@pytest.mark.parametrize("app", [DATABASE, BACKUP], indirect=True)
def test_what_no_file_of_a_club_has_is_there_too(app: Flask, host: Phone) -> None:
    page = host.open("/plays/4").page
    assert "Bea says hand 1 is wrong: 4 tricks, not 5" in page.text
    assert json.loads(page.one(**{"data-part": "answers"})["data-figures"]) == {"tricks-1": "3"}
    with app.app_context():
        assert db.session.scalars(select(Reader.name)).all() == ["Dashboard"]
        roles = db.session.scalars(select(Membership.role).where(Membership.club_id == 1))
        assert [*roles][:2] == [Role.HOST, Role.MEMBER]
        unnamed = db.session.get_one(Club, 2)
        assert (unnamed.given_name, unnamed.name) == ("", "Our table")
