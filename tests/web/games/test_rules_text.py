"""The house rules of a game, described on its rules page."""

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from tests.web.games.rules_page import definitions
from tests.web.phone import Phone


def test_every_house_rule_gives_its_default(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        for entry in game.house_rules.values():
            assert any("Default: " in words for words in definitions(stranger, entry.label)), entry.label


DESCRIBED = {
    "bounds": ("whist", "Book", "5 or 6. Default: 6."),
    "bounds that begin somewhere": ("coralon", "Wager", "0 or more. Default: 0."),
    "choices": ("chevalier", "Poison cards", "“Sevens” or “Tars (Buccaneer)”. Default: “Sevens”."),
    "figures of players": ("whist", "Handicap", "For each player, 1 or more. Default: none."),
    "a switch": ("coralon", "Zero and less", "Default: off."),
    "a default for each number of players": ("bishop", "Target", "Default: 25 with 4 players, 21 with 5."),
    "no default": ("tally", "Target", "Default: none."),
}


@pytest.mark.parametrize(("key", "label", "words"), DESCRIBED.values(), ids=list(DESCRIBED))
def test_house_rule_is_described(stranger: Phone, key: str, label: str, words: str) -> None:
    stranger.open(f"/games/{key}")
    assert any(words in text for text in definitions(stranger, label)), definitions(stranger, label)
