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
from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import title_of
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.editions import compare_all, count_by_earlier_rules
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.files.clubs import club_file, clubs
from tests.files.test_club_file_round_trip import FEW, forget_everything, imported
from tests.store.table import CAST, by_seat, enter, tally


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


LONG = "Wizard as we play it at the mountain hut, with jesters and bombs and the rest"
WIZARD = {**gallery()["wizard"].recipe, "name": LONG}
PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("recipe", {"recipe": WIZARD}),
    ("tally", {"title": "Azul", "hands": 1, "wins": True}),
    ("tally", {"title": "Pandemic", "together": True}),
    ("tally", {"title": "Uno", "hands": 1}),
]
HANDS: list[dict[str, Any]] = [
    {"bid": by_seat(0, 1, 1, 0), "took": by_seat(0, 1, 0, 0)},
    tally(0, 1, 0, 0),
    {"result": "lost"},
    tally(4, 3, 2, 1),
]


def test_own_games_leave_and_come_back_as_what_they_are(database: None) -> None:
    forget_everything()
    club = new_club("Ours")
    night = new_night(club)
    for (game, options), hand in zip(PLAYED, HANDS, strict=True):
        seats = [get_or_create_player(club, name).id for name in CAST]
        play = start_play(night.id, game, options, seats, 0)
        enter(play, hand)
        if not play.ended_at:
            commands.end_play(Sheet.of(play))
        play.set_aside = play.options.get("title") == "Uno"
    db.session.commit()
    plays = bgstats_file(club, true())
    table = csv_bytes(GAME_COLUMNS, games_table(club))
    known = {game["name"]: (game["cooperative"], game["noPoints"]) for game in json.loads(plays)["games"]}
    assert known == {
        LONG: (False, False),
        "Azul": (False, True),
        "Pandemic": (True, True),
        "Uno": (False, False),
    }
    assert [play["ignored"] for play in json.loads(plays)["plays"]] == [False, False, False, True]
    own = club_file(club)
    results = kept(club)
    for file in (own, plays, table):
        forget_everything()
        assert kept(imported(file)) == results
    forget_everything()
    assert club_file(imported(own)) == own


def kept(club: Club) -> list[tuple[object, ...]]:
    """Return what each game of a club is called, whether it counts and is co-operative, and its result."""
    return sorted(
        (
            title_of(play.game, play.options),
            play.set_aside,
            Sheet.of(play).setup.is_together,
            [(chair.name, chair.total, chair.won) for chair in play.seats],
        )
        for play in db.session.query(Play).filter_by(club_id=club.id)
    )


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
