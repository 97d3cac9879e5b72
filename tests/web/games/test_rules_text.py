"""A game's declaration, described on its rules page."""

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from tests.web.games.rules_page import definitions
from tests.web.phone import Phone


def test_entry_starts_with_the_question_on_the_sheet(stranger: Phone) -> None:
    stranger.open("/games/commander-captain-company")
    assert definitions(stranger, "Commander")[0].startswith(
        "Who won the most tricks? Nobody, if there was a tie."
    )


def test_entry_of_the_game_is_described_although_the_form_folds_it(stranger: Phone) -> None:
    (text,) = definitions(stranger.open("/games/house-of-fortune"), "Rolled by")
    assert text == "Only needed if someone rolled out of turn. A player."


def test_bets_are_described_with_their_choices(stranger: Phone) -> None:
    bets = definitions(stranger.open("/games/hazard"), "Bets")[0]
    assert "Any number, each 1 or more coins on “Shooter wins” or “Shooter loses”." in bets


def test_every_house_rule_gives_its_default(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        for entry in game.house_rules.values():
            assert any("Default: " in words for words in definitions(stranger, entry.label)), entry.label


DESCRIBED = {
    "bounds for each number of players": (
        "coralon",
        "Bid",
        "2 to 18 with 3 players, 2 to 13 with 4, 2 to 11 with 5, 2 to 9 with 6.",
    ),
    "what a house rule adds": ("coralon", "Bid", "With “Zero and less”: also 0 or less."),
    "bounds that a house rule moves": ("hazard", "Rolls", "With “Dice: 3”: any number, each 3 to 18."),
    "what only a house rule asks": ("dog", "Blind", "Only with “Blind bids”: yes or no."),
    "what a house rule asks that is no switch": ("up-and-down", "Nobody led", "Only with “Informal"),
    "what adds up": ("thief", "Thieves", "at most 11 in all with 3 to 5 players, at most 9 in all with 6."),
    "when it is asked": ("chevalier", "Clean tricks", "Entered after play."),
    "a default choice": ("chevalier", "Poison cards", "Default: “Sevens”."),
    "a default for each number of players": ("bishop", "Target", "Default: 25 with 4 players, 21 with 5."),
    "no default": ("tally", "Target", "Default: none."),
    "halves": ("jeu-de-tarock", "Taken", "0 to 91, halves allowed with 3 and 5 players, no halves with 4."),
}


@pytest.mark.parametrize(("key", "label", "words"), DESCRIBED.values(), ids=list(DESCRIBED))
def test_declaration_is_described(stranger: Phone, key: str, label: str, words: str) -> None:
    stranger.open(f"/games/{key}")
    assert any(words in text for text in definitions(stranger, label)), definitions(stranger, label)
