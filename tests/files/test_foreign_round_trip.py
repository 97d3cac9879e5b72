"""What came from another program is there once, and leaves as it came."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import true

from scorekeeper.files.bgstats import bgstats_file
from scorekeeper.files.club_file import open_club_file
from scorekeeper.files.importing import MOST_AT_ONCE, import_in_steps
from scorekeeper.files.planning import ImportPlan, plan_import
from scorekeeper.files.tables import GAME_COLUMNS, csv_bytes, games_table
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Play
from scorekeeper.store.plays.editions import compare_all, count_by_earlier_rules
from tests.files.clubs import club_file, clubs
from tests.files.test_club_file_round_trip import FEW, forget_everything, imported


@pytest.fixture
def database(app: Flask) -> Iterator[None]:
    """Yield the database, within reach of a test."""
    with app.app_context():
        yield


def planned(data: bytes, club: Club) -> ImportPlan:
    return plan_import(club, open_club_file(BytesIO(data), now()), now())


SCORES = st.sampled_from(["", "7", "10+5", "2.5", "-3", "0", "many", "null"])


@st.composite
def bgstats(draw: st.DrawFn) -> dict[str, Any]:
    """Return a file of BG Stats, with gaps."""
    players = range(1, 5)
    plays = []
    for number in range(draw(st.integers(1, 4))):
        there = draw(st.lists(st.sampled_from(players), min_size=2, max_size=5))
        scores = [
            {
                "playerRefId": player,
                "score": draw(SCORES),
                "winner": draw(st.booleans()),
                "team": draw(st.sampled_from("AB")),
            }
            for player in there
        ]
        plays.append(
            {
                "uuid": str(UUID(int=number)),
                "gameRefId": draw(st.integers(1, 3)),
                "playDate": f"2024-11-{draw(st.integers(20, 23))} {draw(st.integers(0, 23)):02}:30:00",
                "usesTeams": draw(st.booleans()),
                "playerScores": scores,
            }
        )
    games = [{"id": 1, "name": "Azul", "highestWins": draw(st.booleans())}, {"id": 2, "noPoints": True}]
    return {"plays": plays, "games": games, "players": [{"id": each, "name": f"P{each}"} for each in players]}


@FEW
@given(raw=bgstats())
def test_importing_twice_adds_nothing(database: None, raw: dict[str, Any]) -> None:
    forget_everything()
    data = json.dumps(raw).encode()
    club = imported(data)
    assert not planned(data, club).adds_anything
    first = club_file(club)
    compare_all()
    assert count_by_earlier_rules() == 0
    forget_everything()
    assert club_file(imported(first)) == first


def essence(data: bytes) -> list[tuple[object, ...]]:
    """Return what a file of BG Stats says of each play."""
    file = json.loads(data)
    names = {player["id"]: player["name"] for player in file["players"]}
    return [
        (
            play["uuid"],
            play["playDate"],
            sorted((names[one["playerRefId"]], one["score"], one["winner"]) for one in play["playerScores"]),
        )
        for play in file["plays"]
    ]


@FEW
@given(data=st.data())
def test_our_own_exports_are_recognised_here_and_complete_elsewhere(
    database: None, data: st.DataObject
) -> None:
    forget_everything()
    club = data.draw(clubs())
    plays = bgstats_file(club, true())
    if not json.loads(plays)["plays"]:
        return
    table = csv_bytes(GAME_COLUMNS, games_table(club), data.draw(st.sampled_from(",;")))
    for file in (plays, table):
        assert not planned(file, club).adds_anything
    db.session.rollback()
    for file in (plays, table):
        forget_everything()
        elsewhere = imported(file)
        again = bgstats_file(elsewhere, true())
        if file is plays:
            assert essence(again) == essence(plays)
        else:
            # A table has no seconds.
            assert [play[2] for play in essence(again)] == [play[2] for play in essence(plays)]


def test_many_games_of_a_day_are_added_in_parts_between_which_others_save(database: None) -> None:
    forget_everything()
    rows = (f"2024-11-20,Azul,{name},1,{game}\n" for game in range(2 * MOST_AT_ONCE + 1) for name in "AB")
    data = ("date,game,player,score,id\n" + "".join(rows)).encode()
    club, file = new_club("Ours"), open_club_file(BytesIO(data), now())
    steps = [*import_in_steps(planned(data, club), club, file, lambda _: db.session.commit())]
    assert [step.games for step in steps] == [MOST_AT_ONCE, 2 * MOST_AT_ONCE, 2 * MOST_AT_ONCE + 1]
    assert len(steps[-1].night_ids) == 1
    assert not planned(data, club).adds_anything


def games_of(club: Club) -> int:
    return db.session.query(Play).filter_by(club_id=club.id).count()
