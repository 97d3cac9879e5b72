"""What a game is and how it scores, drawn from its declaration; and help."""

import pytest

from scorekeeper.rules.catalogue import GAMES
from tests.web.phone import Phone

KEYS = [game.key for game in GAMES]


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_a_game_have_its_parts(stranger: Phone, key: str) -> None:
    stranger.open(f"/games/{key}")
    assert stranger.status == 200
    headings = stranger.page.texts("h2")
    assert headings[:4] == ["What is entered", "How a hand scores", "The end", "House rules"]
    assert all(text for text in stranger.page.texts("dd"))


def test_a_game_says_its_usual_target_for_each_number_of_players(stranger: Phone) -> None:
    assert "60 with 3, 40 with 4, 25 with 5, 25 with 6" in stranger.open("/games/coralon").page
    assert "Winning score 80" in stranger.open("/games/thieves").page


def test_a_game_says_where_its_text_is_silent(stranger: Phone) -> None:
    assert "A tie at the target goes to the side that bid" in stranger.open("/games/thieves").page


def test_the_rules_lead_back_to_where_they_were_opened(coralon: Phone) -> None:
    assert coralon.follow("How Coralon is scored").follow("‹ Back").path == "/plays/1"
    assert coralon.open("/games/thief").follow("‹ Back").path == "/help"


def test_help_lists_every_game(stranger: Phone) -> None:
    stranger.open("/help")
    assert [link["href"] for link in stranger.page.one("ul", "list").all("a")] == [f"/games/{key}" for key in KEYS]
