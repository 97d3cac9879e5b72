"""A player's statement: where every coin came from."""

import re

from tests.web.phone import Phone
from tests.web.purse import BANK, bea_wins, fortune, record


def test_a_statement_lists_where_every_coin_came_from(owner: Phone) -> None:
    bea_wins(owner)
    record(owner, "loan", "the house", "Bea", 10)
    record(owner, "side bet", "Bea", "Cal", 3, note="rain before ten")
    owner.open(BANK).follow("Bea")
    rows = [[cell.text for cell in row if cell.tag in ("th", "td")] for row in owner.page.all("tr")[1:]]
    assert [[re.sub(r"\d\d:\d\d", "21:14", cell) for cell in row] for row in rows] == [
        ["Coralon 21:14", "+6", "6"],
        ["Bea borrowed 10 coins from the house 21:14, iPhone", "+10", "16"],
        ["Cal won 3 coins from Bea in a side bet rain before ten 21:14, iPhone", "−3", "13"],
    ]
    assert owner.page.one("h2", "title").text == "+3 coins"
    assert "Borrowed 10 from the house." in owner.page
    assert owner.follow("Coralon").path == "/plays/1"


def test_the_balance_of_a_statement_is_what_the_player_holds_without_running_games(owner: Phone) -> None:
    fortune(owner)
    record(owner, "loan", "the house", "Ann", 5)
    owner.open(f"{BANK}/players/1")
    assert "Borrowed 5 from the house." in owner.page
    (line,) = owner.page.one("tbody").texts("tr")
    assert line.startswith("Ann borrowed 5 coins")
    assert line.endswith("+5 5")


def test_a_statement_with_only_a_running_game_says_so(owner: Phone) -> None:
    fortune(owner).open(f"{BANK}/players/1")
    assert "Only running games so far." in owner.page
    assert owner.follow("House of Fortune").path == "/plays/1"


def test_the_coins_of_a_running_game_are_not_in_the_sum(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 3)
    fortune(owner)
    owner.open(f"{BANK}/players/1")
    assert owner.page.one("h2", "title").text == "−3 coins"
    assert "−1 in House of Fortune" in owner.page


def test_the_statement_of_a_player_without_coins_is_empty(owner: Phone) -> None:
    assert "No coins yet tonight." in owner.open(f"{BANK}/players/1").page


def test_someone_who_was_not_there_has_no_statement(owner: Phone) -> None:
    assert owner.open(f"{BANK}/players/99").status == 404
