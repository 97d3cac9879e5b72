"""The made-up club: its year, and that nothing of it is left."""

import os
import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import NoReturn
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.domain import CORRECTED
from scorekeeper.files.documents import NightDocument
from scorekeeper.files.replacing import lock_for_serving
from scorekeeper.hosting import demo
from scorekeeper.hosting.data_folder import DATABASE
from scorekeeper.rules.catalogue import OWN_GAME
from scorekeeper.settings import variable
from scorekeeper.store.addresses import address_of_file
from scorekeeper.store.database import db
from scorekeeper.store.models import BidCount, Play
from tests.web.phone import Phone

MOMENT = datetime(2026, 11, 26, 21, 40, tzinfo=ZoneInfo("Europe/Vienna"))


@pytest.fixture(scope="module")
def nights() -> list[NightDocument]:
    """Return the nights of the club."""
    return demo.demo_club(MOMENT)[1]


@pytest.mark.parametrize("day", range(7))
def test_the_evenings_before_are_fridays_and_none_is_of_today_or_yesterday(day: int) -> None:
    moment = MOMENT + timedelta(days=day)
    *before, tonight = (night.started_at for night in demo.demo_club(moment)[1])
    assert {f"{each:%A %H:%M}" for each in before} == {"Friday 19:30"}
    assert moment - timedelta(days=9, hours=3) < before[-1] < moment - timedelta(days=2)
    assert tonight == moment - demo.SO_FAR


def test_the_year_ends_tonight_with_a_game_that_goes_on(nights: list[NightDocument]) -> None:
    games = [game for night in nights for game in night.games]
    times = [change.at for game in games for change in game.changes]
    assert MOMENT - timedelta(days=366) < min(times) < max(times) <= MOMENT
    assert [game for game in games if game.ended_at is None] == [games[-1]]
    assert not games[-1].changes[-1].complete


def test_the_year_has_something_of_everything(nights: list[NightDocument]) -> None:
    games = [game for night in nights for game in night.games]
    assert len(nights) == 40
    assert {len(night.guests) for night in nights} == {4, 5, 6}
    assert len({game.sheet["game"] for game in games}) >= 12
    assert OWN_GAME in {game.sheet["game"] for game in games}
    assert any(set(night.games[0].sheet["players"]) < set(night.guests) for night in nights)
    assert any(change.action == CORRECTED for game in games for change in game.changes)
    assert any("note" in hand for game in games for hand in game.sheet["hands"])
    kinds = {coins.kind for night in nights for coins in night.coins}
    assert kinds >= {"stake", "cost", "side bet", "settlement"}
    assert any(night.note for night in nights)


def test_the_import_takes_all_of_it(app: Flask, nights: list[NightDocument]) -> None:
    path, phone = demo.make_demo(app), Phone(app)
    with app.app_context():
        assert len(db.session.scalars(select(Play.id)).all()) == sum(len(night.games) for night in nights)
        assert db.session.scalar(select(BidCount.play_id).limit(1))
    phone.open(path)
    phone.tap("I’m Nora")
    assert "You’re Nora" in phone.page.text
    phone.open("/clubs/1/players")
    assert "Rosa" in phone.page.text
    phone.open("/clubs/1/tab")
    assert "Unpaid nights" in phone.page.text


def test_its_folder_is_gone_once_it_stops(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop_at_once(path: str) -> NoReturn:
        assert path == "/join/its-link"
        assert os.environ[variable("port")] == demo.DEMO_PORT
        [folder] = tmp_path.iterdir()
        assert os.environ[variable("data")] == str(folder)
        assert "scorekeeper.db" in {file.name for file in folder.iterdir()}
        raise KeyboardInterrupt

    for name in demo.NOT_FOR_DEMO:
        monkeypatch.setenv(variable(name), "of the real one")
    for name in ("data", "port"):
        monkeypatch.setenv(variable(name), "")
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(demo, "mkdtemp", lambda prefix: str(_made(tmp_path / prefix)))
    monkeypatch.setattr(demo, "refuse_if_taken", lambda *_: None)
    monkeypatch.setattr(demo, "make_demo", lambda app: "/join/its-link")
    monkeypatch.setattr(demo, "run", stop_at_once)
    demo.serve_demo()
    assert not [*tmp_path.iterdir()]


def test_the_next_demo_removes_the_folders_of_killed_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "gettempdir", lambda: str(tmp_path))
    killed, running, others = (tmp_path / name for name in (f"{demo.PREFIX}1", f"{demo.PREFIX}2", "other"))
    for folder in (killed, others):
        with lock_for_serving(address_of_file(_made(folder) / DATABASE)):
            pass
    with lock_for_serving(address_of_file(_made(running) / DATABASE)):
        demo.remove_left()
        assert {*tmp_path.iterdir()} == {running, others}


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
