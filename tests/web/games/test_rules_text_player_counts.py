"""Sentences for different numbers of players."""

from scorekeeper.web.games.rules_text import group_by_player_count, join_bounds


def test_words_for_all_numbers_of_players_are_said_once() -> None:
    assert group_by_player_count({3: "60", 4: "60"}) == "60"
    assert group_by_player_count({}) == ""


def test_words_for_some_numbers_of_players_are_grouped() -> None:
    scores = {3: "60", 4: "40", 5: "25", 6: "25", 7: "25", 8: "20", 10: "20"}
    assert group_by_player_count(scores) == "60 with 3 players, 40 with 4, 25 with 5 to 7, 20 with 8 and 10"


def test_bounds_with_different_parts_are_joined_for_each_number_of_players() -> None:
    bounds = {3: ("0 to 9",), 4: ("0 to 9", "no halves")}
    assert join_bounds(bounds) == "0 to 9 with 3 players; 0 to 9, no halves with 4 players"
