"""Choosing a game."""

import pytest

from scorekeeper.rules.catalogue import GAMES
from tests.web.phone import Phone
from tests.web.table import start


def listed(phone: Phone, heading: str) -> list[str]:
    """Return the names of the games under a heading."""
    return [
        game.text
        for section in phone.page.all("section", "panel")
        if section.texts("h2") == [heading]
        for game in section.all("b")
    ]


OTHERS = "For other numbers of players"
RECENT = "Played recently"


def test_games_that_fit_the_number_of_players_come_first(owner: Phone) -> None:
    owner.tap("Remove Dee").follow("Start a game")
    fit = listed(owner, "For 3 players")
    assert fit == [game.name for game in GAMES if 3 in game.seats]
    assert fit[:2] == ["Coralon", "Thief"]
    assert listed(owner, OTHERS) == [game.name for game in GAMES if 3 not in game.seats]


def test_games_played_recently_come_first_and_once(owner: Phone) -> None:
    for game in ("Whist", "Coralon", "Thief"):
        start(owner, game)
    owner.open("/nights/1/games")
    assert listed(owner, RECENT) == ["Thief", "Coralon", "Whist"]
    assert not {"Thief", "Coralon", "Whist"} & {*listed(owner, "For 4 players")}
    assert owner.open("/nights/1/games?q=whist").page.texts("h2") == [RECENT]


def test_every_game_has_its_description_and_other_names(owner: Phone) -> None:
    owner.open("/nights/1/games")
    for game in owner.page.one("section", "panel", **{"aria-label": "For 4 players"}).all("li"):
        assert len(game.one("span").text) > 20
    assert "Also Vines (in Meere and the south), Marshal (in Sierin)" in owner.page


@pytest.mark.parametrize("words", ["vines", "VINES", "  marshal ", "cora cinamon", "coralon"])
def test_a_game_is_found_by_any_of_its_names(owner: Phone, words: str) -> None:
    owner.open(f"/nights/1/games?q={words}")
    assert "Coralon" in listed(owner, "For 4 players")
    assert "Your own game" not in listed(owner, "For 4 players")
    assert owner.value("q") == words


def test_a_search_without_matches_says_so(owner: Phone) -> None:
    owner.open("/nights/1/games?q=bridge")
    assert "hidden" not in owner.page.one("p", "empty").attrs
    assert not owner.page.all("h2")


def test_searching_works_without_javascript(owner: Phone) -> None:
    form = owner.open("/nights/1/games").page.one("form", "search")
    assert form.attrs.get("method", "get") == "get"
    assert form.one("input", type="search")["name"] == "q"


def test_an_unknown_game_gets_a_page_of_its_own(owner: Phone) -> None:
    assert owner.open("/nights/1/games/bridge").status == 404
    assert "Page not found" in owner.page


def test_the_rules_of_a_game_lead_back_to_the_choice(owner: Phone) -> None:
    owner.open("/nights/1/games").follow("?").follow("‹ Back")
    assert owner.path == "/nights/1/games"
