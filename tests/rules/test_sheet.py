"""Setups that are refused: the field, and the reason in a player's words."""

from typing import Any

import pytest

from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse
from tests.rules.cast import ANN, BEA
from tests.rules.sheets import answer, cases, fields, refused, sheet

HAND = {"points": {ANN: 1}}
MISTYPED = {"3.0": 3.0, "a text": "3", "true": True, "null": None, "a list": [3], "an object": {"3": 3}}


def tally(**setup: object) -> dict[str, Any]:
    return {**sheet("tally", HAND), **setup}


def without(key: str) -> dict[str, Any]:
    document = tally()
    del document[key]
    return document


@cases(
    "setup, field, fragment",
    {
        "a later version": ({"scoresheet": 2}, "scoresheet", "must be 1"),
        "a version with a point": ({"scoresheet": 1.0}, "scoresheet", "must be 1"),
        "a version that is true": ({"scoresheet": True}, "scoresheet", "must be 1"),
        "a version as text": ({"scoresheet": "1"}, "scoresheet", "must be 1"),
        "an unknown game": ({"game": "poker"}, "game", "no game called “poker”"),
        "a game in capitals": ({"game": "Tally"}, "game", "no game called “Tally”"),
        "a game that is a list": ({"game": ["tally"]}, "game", "by its key"),
        "no game": ({"game": None}, "game", "by its key"),
        "players that are a text": ({"players": "Ann"}, "players", "must be a list"),
        "players by seat": ({"players": {"1": ANN, "2": BEA}}, "players", "must be a list"),
        "a player that is a number": ({"players": [ANN, 7]}, "players", "must be a list of names"),
        "nobody": ({"players": []}, "players", "2 to 20 players, not 0"),
        "twenty-one": ({"players": list("abcdefghijklmnopqrstu")}, "players", "not 21"),
        "a stranger deals": ({"dealer": "Zoe"}, "dealer", "Dealer: Zoe isn’t playing"),
        "a dealer in small letters": ({"dealer": "ann"}, "dealer", "ann isn’t playing"),
        "a dealer by seat": ({"dealer": 1}, "dealer", "by name"),
        "a dealer that is null": ({"dealer": None}, "dealer", "by name"),
        "hands that are an object": ({"hands": {}}, "hands", "must be a list"),
        "hands that are null": ({"hands": None}, "hands", "must be a list"),
        "finished as text": ({"finished": "true"}, "finished", "true or false"),
        "finished as number": ({"finished": 1}, "finished", "true or false"),
        "finished that is null": ({"finished": None}, "finished", "true or false"),
        "options as a list": ({"options": []}, "options", "by name"),
        "options that are null": ({"options": None}, "options", "by name"),
        "an unknown option": ({"options": {"targt": 5}}, "targt", "no house rule “targt”"),
        "an option of another game": ({"options": {"zero_bids": True}}, "zero_bids", "no house rule"),
        "an unknown key": ({"colour": "red"}, "colour", "has no “colour”"),
        "a key in capitals": ({"Dealer": ANN}, "Dealer", "has no “Dealer”"),
    },
)
def test_the_setup_is_refused(setup: dict[str, object], field: str, fragment: str) -> None:
    (problem,) = refused(tally(**setup))
    assert (problem.hand, problem.field) == (None, field)
    assert fragment in str(problem.message)


@pytest.mark.parametrize("key", ["scoresheet", "game", "players", "hands"])
def test_a_key_that_is_missing_is_refused(key: str) -> None:
    (problem,) = refused(without(key))
    assert (problem.hand, problem.field) == (None, key)
    assert str(problem.message).startswith(f"Add “{key}”")


def test_a_refusal_says_how_a_scoresheet_begins() -> None:
    assert [str(problem.message) for problem in refused({})] == [
        "Add “scoresheet”: 1, which says how the rest is written.",
        "Add “game”, the key of the game, such as “coralon”.",
        "Add “players”, the list of their names in order around the table.",
        "Add “hands”, the list of what was played; it may be empty.",
    ]


@pytest.mark.parametrize("key", ["dealer", "options", "finished"])
def test_a_key_may_be_left_out(key: str) -> None:
    assert key not in tally()
    assert score(tally()).hands


@pytest.mark.parametrize("document", [None, True, 3, "sheet", [], [tally()]], ids=repr)
def test_a_document_that_is_not_an_object_is_refused(document: object) -> None:
    (problem,) = refused(document)
    assert (problem.hand, problem.field) == (None, "file")


def test_all_errors_of_the_setup_are_listed_without_those_of_hands() -> None:
    document = sheet("tally", {"nonsense": 1}, players=[ANN, ANN, ""], dealer="Zoe", finished=0, colour="red")
    problems = refused({**document, "scoresheet": 3, "options": 7})
    assert {"players", "finished", "colour", "scoresheet"} <= set(fields(problems))
    assert {problem.hand for problem in problems} == {None}


def test_two_wrong_house_rules_are_both_listed() -> None:
    assert fields(refused(tally(options={"wager": -1, "target": 0}))) == ["wager", "target"]


@pytest.mark.parametrize("option", ["target", "hands", "wager"])
@cases("value", MISTYPED)
def test_a_number_of_the_wrong_type_is_refused(option: str, value: object) -> None:
    (problem,) = refused(tally(options={option: value}))
    assert problem.field == option
    assert str(problem.message).endswith("must be a whole number.")


@cases("value", {"a number": 1, "zero": 0, "a text": "true", "null": None})
def test_a_yes_or_no_of_the_wrong_type_is_refused(value: object) -> None:
    (problem,) = refused(tally(options={"lowest_wins": value}))
    assert problem.field == "lowest_wins"
    assert str(problem.message) == "Lowest total wins must be yes or no (true or false)."


@cases(
    "game, options, field, fragment",
    {
        "a target of 0": ("coralon", {"target": 0}, "target", "at least 1"),
        "a target beyond all numbers": ("coralon", {"target": 10**9 + 1}, "target", "at most 1000000000"),
        "a wager below 0": ("coralon", {"wager": -1}, "wager", "at least 0"),
        "a wager beyond all numbers": ("coralon", {"wager": 10**12}, "wager", "at most 1000000000"),
        "no hands": ("tally", {"hands": 0}, "hands", "at least 1"),
        "a tally’s target of 0": ("tally", {"target": 0}, "target", "at least 1"),
        "a target that is null": ("coralon", {"target": None}, "target", "whole number"),
        "zero bids as number": ("coralon", {"zero_bids": 1}, "zero_bids", "yes or no"),
        "zero bids of partners as number": ("coralon-partners", {"zero_bids": 0}, "zero_bids", "yes or no"),
        "a lowest bid of 1": ("thieves", {"min_bid": 1}, "min_bid", "at least 2"),
        "a lowest bid of 4": ("thieves", {"min_bid": 4}, "min_bid", "at most 3"),
        "a lowest bid in Thief": ("thief", {"min_bid": 2}, "min_bid", "no house rule"),
        "bids for tricks as text": ("thief", {"bid_tricks_only": "yes"}, "bid_tricks_only", "yes or no"),
        "tricks only, in Thieves": ("thieves", {"bid_tricks_only": True}, "bid_tricks_only", "no house rule"),
        "the lowest wins in Coralon": ("coralon", {"lowest_wins": True}, "lowest_wins", "no house rule"),
        "a number of hands in Coralon": ("coralon", {"hands": 5}, "hands", "no house rule"),
    },
)
def test_a_house_rule_is_refused(game: str, options: object, field: str, fragment: str) -> None:
    (problem,) = refused(sheet(game, options=options))
    assert (problem.hand, problem.field) == (None, field)
    assert fragment in str(problem.message)


@cases(
    "game, options",
    {
        "the lowest target": ("coralon", {"target": 1}),
        "the highest target": ("coralon", {"target": 10**9}),
        "no wager": ("coralon", {"wager": 0}),
        "the highest wager": ("coralon", {"wager": 10**9}),
        "no options at all": ("coralon", {}),
    },
)
def test_a_house_rule_is_accepted(game: str, options: object) -> None:
    assert answer(game, options=options)


@cases(
    "game, numbers",
    {
        "Coralon is for three to six": ("coralon", {3, 4, 5, 6}),
        "Coralon, Partners is for four": ("coralon-partners", {4}),
        "Thief is for three to six": ("thief", {3, 4, 5, 6}),
        "Thieves is for four": ("thieves", {4}),
    },
)
def test_the_number_of_players_must_fit_the_game(game: str, numbers: set[int]) -> None:
    for n in range(1, 9):
        document = sheet(game, players=[f"Player {place}" for place in range(n)])
        if n in numbers:
            assert score(document).setup.table.n == n
        else:
            assert fields(refused(document)) == ["players"]


@cases(
    "text, field",
    {
        "on the sheet": ('"game": "tally", "game": "tally", "players": ["Ann", "Bea"], "hands": []', "game"),
        "among the options": (
            '"game": "tally", "players": ["Ann", "Bea"], "hands": [], "options": {"wager": 1, "wager": 1}',
            "wager",
        ),
        "in two ways of writing the same letter": (
            '"game": "tally", "players": ["Ann", "Bea"], "hands": [], "\u00e9": 1, "e\u0301": 1',
            "\u00e9",
        ),
    },
)
def test_a_key_written_twice_is_refused(text: str, field: str) -> None:
    problems = refused(parse(f'{{"scoresheet": 1, {text}}}'))
    assert (problems[0].hand, problems[0].field) == (None, field)
    assert str(problems[0].message) == f"“{field}” is written twice."
