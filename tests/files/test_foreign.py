"""Plays from other programs as games of our own."""

from datetime import date, datetime
from typing import Any

import pytest

from scorekeeper.files.documents import GameDocument
from scorekeeper.files.foreign import (
    ForeignPlay,
    ForeignPlayer,
    ForeignSeat,
    Remarks,
    Translated,
    translated,
)
from scorekeeper.files.schema import BadFile
from scorekeeper.files.validation import validated_night
from scorekeeper.rules.halves import as_number

DAY = date(2024, 11, 25)
PLAYERS = {name: ForeignPlayer("", name) for name in ("Ann", "Bea", "Cal", "Dee", "Eve")}


def play(*seats: ForeignSeat, uid: str = "a" * 32, at: date = DAY, **more: Any) -> ForeignPlay:
    return ForeignPlay(uid=uid, title="Azul", at=at, seats=seats, **more)


def seats(**scores: tuple[str, bool | None, str] | tuple[str, bool | None]) -> list[ForeignSeat]:
    return [ForeignSeat(name, *said) for name, said in scores.items()]


def documents(*plays: ForeignPlay) -> Translated:
    return translated(plays, PLAYERS, Remarks(), "Europe/Vienna")


def scored(one: ForeignPlay) -> tuple[GameDocument, list[str]]:
    """Return the game that a play becomes, scored, and what there is to say about it."""
    found = documents(one)
    (night,) = found.nights
    (game,) = validated_night(night, 1).games
    return game, [*map(str, found.remarks.sentences)]


def standing(game: GameDocument) -> dict[str, tuple[float, bool | None]]:
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
        "there is no score that can be read for Bea, so only who won counts. The note has the scores as they "
        "are written.",
    ),
    (
        "scores that can’t be understood",
        play(*seats(Ann=("5", True), Bea=("86+84+", False), Cal=("", False))),
        "there is no score that can be read for Bea (“86+84+”) and Cal, so only who won counts. The note has "
        "the scores as they are written.",
    ),
    ("rounded", play(*seats(Ann=("2.3", True), Bea=("1", False))), "Ann’s score 2.3 is rounded to 2½."),
    (
        "nobody knows",
        play(*seats(Ann=("", None), Bea=("", None))),
        "it doesn’t say who won, so it is imported without a winner.",
    ),
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
    (
        "the scores decide who won, and one can’t be understood",
        play(*seats(Ann=("5", None), Bea=("1 O", None))),
        "there is no score that can be read for Bea \\(“1 O”\\), and no winner",
    ),
    (
        "nobody won, and a score is missing",
        play(*seats(Ann=("5", False), Bea=("", False))),
        "there is no score that can be read for Bea, and no winner",
    ),
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


@pytest.mark.parametrize(
    ("said", "standing_there"),
    [
        (("5", True), (5, True)),
        (("5", None), (5, True)),
        (("5", False), (5, False)),
        (("", False), (0, False)),
        (("no idea", False), (0, False)),
    ],
)
def test_what_was_played_alone_is_a_game_of_one(
    said: tuple[str, bool | None], standing_there: tuple[float, bool]
) -> None:
    game, _ = scored(play(*seats(Ann=said)))
    assert standing(game) == {"Ann": standing_there}


def test_the_note_tells_what_was_used_and_who_played_as_what() -> None:
    seated = [ForeignSeat("Ann", "5", True, role="Priest"), ForeignSeat("Bea", "4", False)]
    game, _ = scored(play(*seated, used=["European Expansion", " "], comment="Close!"))
    assert game.note == "with European Expansion and Ann as Priest\nClose!"


def test_without_a_score_for_everyone_only_who_won_counts_and_the_note_keeps_the_scores() -> None:
    written = seats(Ann=("78", True), Bea=("86+84+", False), Cal=("", False))
    game, _ = scored(play(*written, place="At home"))
    assert standing(game) == {"Ann": (1, True), "Bea": (0, False), "Cal": (0, False)}
    assert game.sheet["options"] == {"title": "Azul", "hands": 1, "wins": True}
    assert game.note == "Ann 78, Bea 86+84+\nAt home"


def test_someone_without_a_score_has_that_of_their_team() -> None:
    four = dict.fromkeys(("Bea", "Cal", "Dee"), ("", False, "B"))
    game, _ = scored(play(*seats(Ann=("5", True, "A"), Eve=("3", False, "B"), **four)))
    assert standing(game) == {"Ann": (5, True), **dict.fromkeys(("Eve", "Bea", "Cal", "Dee"), (3, False))}


def test_a_play_with_too_many_players_is_left_out() -> None:
    names = [f"Player {number}" for number in range(21)]
    known = {name: ForeignPlayer("", name) for name in names}
    big = play(*(ForeignSeat(name, "1", False) for name in names))
    with pytest.raises(BadFile, match="it has 21 players, and 20 is the most"):
        translated([big], known, Remarks(), "UTC")


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
    found = translated([play(*(ForeignSeat(key, "1", True) for key in known))], known, Remarks(), "UTC")
    assert [person.name for person in found.club.players] == ["Ann", "ANN (2)", "Player", "A" * 40, "Bea Sue"]
