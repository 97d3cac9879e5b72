"""Plays from other programs as games of our own."""

from datetime import date, datetime
from typing import Any

import pytest

from scorekeeper.files.documents import GameDocument
from scorekeeper.files.foreign import (
    ForeignPlay,
    ForeignPlayer,
    ForeignSeat,
    Translated,
    read_score,
    translated,
)
from scorekeeper.files.schema import BadFile
from scorekeeper.files.validation import validated_night
from scorekeeper.rules.halves import as_number

DAY = date(2024, 11, 25)
PLAYERS = {name: ForeignPlayer("", name) for name in ("Ann", "Bea", "Cal", "Dee", "Eve")}


@pytest.mark.parametrize(
    ("text", "points", "said"),
    [
        ("78", 78, ""),
        (" -5 ", -5, ""),
        ("−5", -5, ""),
        ("10+5", 15, ""),
        ("10 + 5 - 2", 13, ""),
        ("25.5", 25.5, ""),
        ("25,5", 25.5, ""),
        ("25½", 25.5, ""),
        ("½", 0.5, ""),
        ("1,234", 1234, ""),
        ("1.234.567", 1234567, ""),
        ("1.234,5", 1234.5, ""),
        ("2.25", 2, "2.25 is rounded to 2"),
        ("2.3", 2.5, "2.3 is rounded to 2½"),
        ("49-46ish", 0, "“49-46ish” isn’t a number and counts as 0"),
        ("36, 42", 0, "“36, 42” isn’t a number and counts as 0"),
        ("=1+1", 0, "“=1+1” isn’t a number and counts as 0"),
        ("1e5", 0, "“1e5” isn’t a number and counts as 0"),
        ("2000000000", 0, "2000000000 is too large and counts as 0"),
        ("9" * 100, 0, f"“{'9' * 12}” isn’t a number and counts as 0"),
        ("", None, ""),
        ("null", None, ""),
    ],
)
def test_a_score_is_read(text: str, points: float | None, said: str) -> None:
    found, wrong = read_score(text)
    assert (None if found is None else as_number(found), wrong) == (points, said)


def play(*seats: ForeignSeat, uid: str = "a" * 32, at: date = DAY, **more: Any) -> ForeignPlay:
    return ForeignPlay(uid=uid, title="Azul", at=at, seats=seats, **more)


def seats(**scores: tuple[str, bool | None, str] | tuple[str, bool | None]) -> list[ForeignSeat]:
    return [ForeignSeat(name, *said) for name, said in scores.items()]


def documents(*plays: ForeignPlay) -> Translated:
    return translated(plays, PLAYERS, [], "Europe/Vienna")


def scored(one: ForeignPlay) -> tuple[GameDocument, list[str]]:
    """Return the game that a play becomes, scored, and what there is to say about it."""
    found = documents(one)
    (night,) = found.nights
    (game,) = validated_night(night, 1).games
    return game, [*found.remarks]


def standing(game: GameDocument) -> dict[str, tuple[float, bool]]:
    return {
        name: (as_number(seat.total), seat.won) for name, seat in zip(game.seats, game.results, strict=True)
    }


RESULTS: list[tuple[str, list[ForeignSeat], dict[str, Any], dict[str, Any], dict[str, Any], bool]] = [
    (
        "the highest score wins",
        seats(Ann=("78", True), Bea=("71", False)),
        {},
        {},
        {"Ann": (78, True), "Bea": (71, False)},
        True,
    ),
    (
        "the lowest score wins",
        seats(Ann=("78", False), Bea=("71.5", True)),
        {"lowest_wins": True},
        {"lowest_wins": True, "halves": True},
        {"Ann": (78, False), "Bea": (71.5, True)},
        True,
    ),
    (
        "the winner shows that the lowest score wins",
        seats(Ann=("78", False), Bea=("71", True)),
        {"lowest_wins": False},
        {"lowest_wins": True},
        {"Ann": (78, False), "Bea": (71, True)},
        True,
    ),
    (
        "a tie that was broken",
        seats(Ann=("78", True), Bea=("78", False)),
        {},
        {},
        {"Ann": (78, True), "Bea": (78, False)},
        False,
    ),
    (
        "without scores only who won counts",
        seats(Ann=("", True), Bea=("", False), Cal=("", True)),
        {},
        {"wins": True},
        {"Ann": (1, True), "Bea": (0, False), "Cal": (1, True)},
        True,
    ),
    (
        "scores that mean nothing",
        seats(Ann=("3", True), Bea=("4", False)),
        {"has_points": False},
        {"wins": True},
        {"Ann": (1, True), "Bea": (0, False)},
        True,
    ),
    (
        "a cooperative game that was lost",
        seats(Ann=("", False), Bea=("", False)),
        {},
        {},
        {"Ann": (0, False), "Bea": (0, False)},
        False,
    ),
    (
        "who won isn’t said",
        seats(Ann=("78", None), Bea=("71", None)),
        {},
        {},
        {"Ann": (78, True), "Bea": (71, False)},
        True,
    ),
    (
        "teams",
        seats(Ann=("5", True, "A"), Bea=("", True, "A"), Cal=("7", False, "B")),
        {"lowest_wins": True},
        {"lowest_wins": True, "teams": 2},
        {"Ann": (5, True), "Cal": (7, False), "Bea": (5, True)},
        True,
    ),
]


@pytest.mark.parametrize(
    ("there", "more", "options", "result", "agrees"),
    [case[1:] for case in RESULTS],
    ids=[case[0] for case in RESULTS],
)
def test_a_play_becomes_a_finished_game_with_its_own_result(
    there: list[ForeignSeat],
    more: dict[str, Any],
    options: dict[str, Any],
    result: dict[str, Any],
    agrees: bool,
) -> None:
    game, remarks = scored(play(*there, **more))
    assert remarks == []
    assert game.sheet["options"] == {"title": "Azul", "hands": 1, **options}
    assert standing(game) == result
    assert game.ended_at is not None
    assert game.result
    assert game.result.ending
    assert (str(game.result.ending.why) == "Imported with this result") is not agrees


REMARKS: list[tuple[str, ForeignPlay, str]] = [
    (
        "one score is missing",
        play(*seats(Ann=("5", True), Bea=("", False))),
        "Bea has no score, which counts as 0.",
    ),
    (
        "no number",
        play(*seats(Ann=("5", True), Bea=("few", False))),
        "Bea’s score “few” isn’t a number and counts as 0.",
    ),
    ("nobody knows", play(*seats(Ann=("", None), Bea=("", None))), "it doesn’t say who won."),
    (
        "one against four",
        play(*seats(Ann=("5", True, "A"), **dict.fromkeys(("Bea", "Cal", "Dee", "Eve"), ("1", False, "B")))),
        "its teams are not of equal size or have several scores, so each plays alone.",
    ),
    (
        "a long comment",
        play(*seats(Ann=("5", True), Bea=("1", False)), comment="x" * 300),
        "its comment is cut off after 280 characters.",
    ),
]


@pytest.mark.parametrize(("one", "said"), [case[1:] for case in REMARKS], ids=[case[0] for case in REMARKS])
def test_what_cannot_be_represented_is_said(one: ForeignPlay, said: str) -> None:
    assert scored(one)[1] == [f"Azul, 25 November 2024: {said}"]


LEFT_OUT: list[tuple[str, ForeignPlay, str]] = [
    ("alone", play(*seats(Ann=("5", True))), "it was played alone"),
    ("nobody", play(), "it names no players"),
    (
        "long ago",
        play(*seats(Ann=("5", True), Bea=("1", False)), at=datetime(1, 1, 1, 1)),
        "its date can’t be right",
    ),
]


@pytest.mark.parametrize(("one", "said"), [case[1:] for case in LEFT_OUT], ids=[case[0] for case in LEFT_OUT])
def test_a_play_that_can_be_no_game_is_left_out(one: ForeignPlay, said: str) -> None:
    with pytest.raises(BadFile, match=f"no play in it that can be imported.*{said}, so it is left out."):
        documents(one)


def test_a_play_with_too_many_players_is_left_out() -> None:
    names = [f"Player {number}" for number in range(21)]
    known = {name: ForeignPlayer("", name) for name in names}
    big = play(*(ForeignSeat(name, "1", False) for name in names))
    with pytest.raises(BadFile, match="it has 21 players, and 20 is the most"):
        translated([big], known, [], "UTC")


def test_the_plays_of_an_evening_are_one_night() -> None:
    two = seats(Ann=("5", True), Bea=("1", False))
    found = documents(
        play(*two, uid="1" * 32, at=datetime(2024, 11, 26, 0, 40), minutes=30),
        play(*two, uid="2" * 32, at=datetime(2024, 11, 25, 20, 15)),
        play(*two, uid="3" * 32, at=date(2024, 11, 26), place="Café", comment="Close"),
    )
    first, second = found.nights
    assert [f"{game.started_at:%d %H:%M}" for game in first.games] == ["25 19:15", "25 23:40"]
    assert f"{first.games[1].ended_at:%d %H:%M}" == "26 00:10"
    assert f"{second.started_at:%d %H:%M}" == "26 18:00"
    assert second.games[0].note == "Café: Close"
    assert first.guests == ("Ann", "Bea")


def test_names_that_look_the_same_or_show_nothing_get_names_of_their_own() -> None:
    known = {
        "1": ForeignPlayer("", "Ann"),
        "2": ForeignPlayer("", "ANN"),
        "3": ForeignPlayer("", "\u200b"),
        "4": ForeignPlayer("", "A" * 60),
        "5": ForeignPlayer("", "Bea\n\x01Sue"),
    }
    found = translated([play(*(ForeignSeat(key, "1", True) for key in known))], known, [], "UTC")
    assert [person.name for person in found.club.players] == ["Ann", "ANN (2)", "Player", "A" * 40, "Bea Sue"]
