"""Reading files of BG Stats."""

from contextlib import suppress
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.files.bgstats_plays import is_bgstats, read_bgstats
from scorekeeper.files.schema import BadFile
from scorekeeper.files.validation import validated_night
from scorekeeper.rules.halves import as_number

UUID = "1DB76738-9A83-4201-93CB-48E842B3CC7B"


def file(*scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a file with one play."""
    play = {
        "uuid": UUID,
        "gameRefId": 7,
        "locationRefId": 3,
        "playDate": "2024-11-25 20:14:00",
        "durationMin": 60,
        "comments": "Close!",
        "playerScores": [*scores],
    }
    return {
        "plays": [{**play, **more}],
        "games": [{"id": 7, "name": "Azul", "highestWins": True}],
        "players": [
            {"id": 1, "uuid": "A" * 8 + UUID[8:], "name": "Ann"},
            {"id": 2, "name": "Bea"},
            {"id": 3, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"id": 3, "name": "At home"}],
        "userInfo": {"meRefId": 1},
    }


def score(player: int, points: Any = "", **more: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": points, **more}


def results(raw: dict[str, Any]) -> dict[str, tuple[float, bool | None]]:
    (night,) = read_bgstats(raw, "UTC").nights
    (game,) = night.games
    return {
        name: (as_number(seat.total), seat.won) for name, seat in zip(game.seats, game.results, strict=True)
    }


def together(*scores: dict[str, Any]) -> dict[str, Any]:
    """Return a file with one play of a co-operative game."""
    raw = file(*scores)
    raw["games"][0] |= {"name": "Pandemic", "cooperative": True}
    return raw


def test_expansions_boards_and_roles_are_told_in_the_note() -> None:
    raw = file(
        score(1, 5, role="Priest"),
        score(2, 4),
        board="Alps",
        expansionPlays=[{"gameRefId": 8, "bggId": 1}, {"gameRefId": 99}, 3],
    )
    raw["games"].append({"id": 8, "name": "Crystal Mosaic"})
    (night,) = read_bgstats(raw, "UTC").nights
    assert night.games[0].note == "with Crystal Mosaic, Alps and Ann as Priest\nAt home: Close!"


@pytest.mark.parametrize(
    ("raw", "hand"),
    [
        (together(score(1, winner=True), score(2, winner=True)), {"result": "won"}),
        (together(score(1, winner=False), score(2, winner=False)), {"result": "lost"}),
        (together(score(1, 12, winner=False), score(2, 12, winner=False)), {"result": "lost", "score": 12}),
        (together(score(1, 12, winner=True), score(2, 9, winner=True)), {"result": "won"}),
        (file(*(score(n, team="all", winner=False) for n in (1, 2)), usesTeams=True), {"result": "lost"}),
    ],
    ids=["won", "lost", "lost with points", "points of each", "one team"],
)
def test_a_co_operative_play_is_won_or_lost_by_all(raw: dict[str, Any], hand: dict[str, Any]) -> None:
    (night,) = read_bgstats(raw, "UTC").nights
    (game,) = night.games
    assert game.sheet["hands"] == [hand]
    assert game.sheet["options"]["together"] is True
    assert {seat.won for seat in game.results} == {hand["result"] == "won"}
    result = validated_night(night, 1).games[0].result
    assert result
    assert result.setup.is_together


def test_a_traitor_in_a_co_operative_play_wins_alone() -> None:
    raw = together(score(1, winner=True), score(2, winner=False))
    assert results(raw) == {"Ann": (1, True), "Bea": (0, False)}


def test_a_play_that_is_ignored_there_does_not_count_here() -> None:
    for ignored in (True, False):
        (night,) = read_bgstats(file(score(1, 7), score(2, 8), ignored=ignored), "UTC").nights
        assert night.games[0].set_aside is ignored


def test_a_play_keeps_its_identifier_and_all_that_is_known_of_it() -> None:
    found = read_bgstats(file(score(1, "10+5", winner=True), score(2, "8", winner=False)), "UTC")
    (night,) = found.nights
    (game,) = night.games
    assert game.uid == UUID.replace("-", "").lower()
    assert game.sheet["options"]["title"] == "Azul"
    assert (game.note, game.started_at.hour, f"{game.ended_at:%H:%M}") == ("At home: Close!", 20, "21:14")
    assert [person.name for person in found.club.players] == ["Ann", "Bea"]
    assert found.club.players[0].uid == ("a" * 8 + UUID[8:].replace("-", "").lower())
    assert len(found.club.players[1].uid) == 32


@pytest.mark.parametrize(
    ("raw", "result"),
    [
        (
            file(score(1, "15", winner=True), score(2, "8", winner=False)),
            {"Ann": (15, True), "Bea": (8, False)},
        ),
        (file(score(1, 15, rank=2), score(2, 8, rank=1)), {"Ann": (15, False), "Bea": (8, True)}),
        (
            file(score(1, "15", winner=0), score(2, "8", winner="true")),
            {"Ann": (15, False), "Bea": (8, True)},
        ),
        (
            file(score(1, "86+84+", winner=True), score(2, "86+84", winner=False)),
            {"Ann": (1, True), "Bea": (0, False)},
        ),
        (
            file(score(1, "78", winner=True), score(2, "", winner=False)),
            {"Ann": (1, True), "Bea": (0, False)},
        ),
        (
            file(score(1, "15", seatOrder=2), score(2, "8", seatOrder=1)),
            {"Bea": (8, False), "Ann": (15, True)},
        ),
        (
            file(score(3, "1", winner=False), score(3, "2", winner=True)),
            {"Anonymous player": (1, False), "Anonymous player (2)": (2, True)},
        ),
        (
            file(score(1, "5", winner=True, team="0"), score(2, "5", winner=True, team="0")),
            {"Ann": (5, True), "Bea": (5, True)},
        ),
        (
            file(score(1, "5", winner=True), score(99, "3", winner=False)),
            {"Ann": (5, True), "Unknown player": (3, False)},
        ),
    ],
    ids=[
        "winners",
        "ranks",
        "winners that other programs wrote",
        "a sum that doesn’t end",
        "a blank score",
        "order of seats",
        "two unknown people",
        "teams that are none",
        "nobody’s number",
    ],
)
def test_the_scores_of_a_play(raw: dict[str, Any], result: dict[str, tuple[float, bool | None]]) -> None:
    assert results(raw) == result


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"playDate": "2024-11-25T20:14:00Z"}, datetime(2024, 11, 25, 20, 14)),
        ({"playDate": "2024-11-25 00:00:00"}, datetime(2024, 11, 25, 19)),
        ({"playDate": None, "playDateYmd": 20241125}, datetime(2024, 11, 25, 19)),
    ],
)
def test_the_time_of_a_play(more: dict[str, Any], at: datetime) -> None:
    raw = file(score(1, "5", winner=True), score(2, "3", winner=False), **more)
    (night,) = read_bgstats(raw, "UTC").nights
    assert night.games[0].started_at.replace(tzinfo=None) == at


def test_plays_that_cannot_be_read_are_left_out_and_said() -> None:
    raw = file(score(1, "5", winner=True), score(2, "3", winner=False))
    unread = {**raw["plays"][0], "uuid": "", "playerScores": [score(1, winner="maybe"), score(2)]}
    raw["plays"] += [3, {"playDate": "yesterday"}, {**raw["plays"][0], "uuid": UUID.lower()}, unread]
    assert [*map(str, read_bgstats(raw, "UTC").remarks.sentences)] == [
        "Play 2 has no date that can be read, so it is left out.",
        "Play 3 has no date that can be read, so it is left out.",
        "Play 5 (Azul): who won is written as “maybe”, which can’t be read, so the game is left out.",
        "Azul, 25 November 2024: it is there twice and counts once.",
    ]


@pytest.mark.parametrize("raw", [[], {}, {"plays": 3}, {"plays": [], "games": {}, "players": []}, "plays"])
def test_other_json_is_no_file_of_bg_stats(raw: Any) -> None:
    assert not is_bgstats(raw)


def test_the_day_counts_where_no_time_is_known() -> None:
    raw = file(score(1, "5", winner=True), score(2, "3", winner=False), playDate="2024-11-25")
    assert read_bgstats(raw, "UTC").nights[0].started_at.date() == date(2024, 11, 25)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 1, -1, 2.5, "1", "", "x" * 2000, "2024-11-25", "0001-01-01 03:00", [], {}, [3]]
)
ROWS = st.fixed_dictionaries(
    {}, optional={"id": VALUES, "name": VALUES, "uuid": VALUES, "highestWins": VALUES}
)
SEATS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("playerRefId", "score", "winner", "rank", "team", "seatOrder"), VALUES)
)
PLAYS = st.fixed_dictionaries(
    {"playDate": VALUES, "playerScores": st.lists(SEATS, max_size=4) | VALUES},
    optional=dict.fromkeys(
        ("gameRefId", "uuid", "durationMin", "comments", "usesTeams", "locationRefId"), VALUES
    ),
)


@given(
    st.fixed_dictionaries(
        {
            "plays": st.lists(PLAYS | VALUES, max_size=4),
            "games": st.lists(ROWS | VALUES, max_size=3),
            "players": st.lists(ROWS | VALUES, max_size=3),
            "locations": VALUES | st.lists(ROWS, max_size=2),
        }
    )
)
def test_any_file_of_bg_stats_is_read_or_refused(raw: dict[str, Any]) -> None:
    with suppress(BadFile):
        for number, night in enumerate(read_bgstats(raw, "UTC").nights, start=1):
            assert validated_night(night, number).games


def test_a_name_that_many_have_is_numbered_quickly() -> None:
    raw = file(*(score(number) for number in range(20)))
    raw["players"] = [{"id": number, "name": "Ann"} for number in range(2000)]
    raw["plays"] = [
        {**raw["plays"][0], "uuid": "", "playerScores": [score(number + seat) for seat in range(20)]}
        for number in range(0, 2000, 20)
    ]
    assert read_bgstats(raw, "UTC").club.players[-1].name == "Ann (2000)"
