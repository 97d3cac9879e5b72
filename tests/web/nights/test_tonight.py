"""The strip of a night: who is here, who won what, and the coins, in words as well as drawn."""

import pytest

from tests.web.phone import Phone
from tests.web.purse import bea_wins, record
from tests.web.table import CAST, here, points, start, whole


def rows(phone: Phone) -> list[str]:
    """Return the rows of the strip, each as one line."""
    return phone.open("/nights/1").page.one("table", "guests").one("tbody").texts("tr")


def columns(phone: Phone) -> list[str]:
    """Return what the columns are called."""
    return phone.open("/nights/1").page.one("table", "guests").texts("th", scope="col")


def test_before_the_first_game_it_is_a_list_of_names(owner: Phone) -> None:
    assert rows(owner) == ["Ann", "Bea", "Cal", "Dee"]
    assert columns(owner) == []
    assert not owner.page.all("svg", "lane")


def test_a_running_game_adds_a_lane_and_says_who_plays(owner: Phone) -> None:
    start(owner)
    owner.open("/nights/1").tap("Add", name="Eve")
    assert rows(owner) == [*(f"{name} playing" for name in CAST), "Eve"]
    assert columns(owner)[0] == "Player"
    assert "won" not in columns(owner)


def test_those_who_won_have_strokes_and_their_number(owner: Phone) -> None:
    for _ in range(2):
        whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    assert rows(owner) == ["Ann", "Bea 2", "Cal", "Dee"]
    assert columns(owner)[-1] == "won"
    assert len(owner.page.all("svg", "strokes")) == 1


def test_someone_who_left_a_running_game_is_no_longer_playing(owner: Phone) -> None:
    points(points(start(owner, "Tally"), 5, 1, 2, 3), 1, 1, 1, 1)
    owner.open("/plays/1/presence").tap("See what would change", who=1).tap("Save")
    assert rows(owner) == ["Ann", *(f"{name} playing" for name in CAST[1:])]


def test_coins_have_a_column_once_any_have_moved(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 5)
    assert rows(owner) == ["Ann −5", "Bea +5", "Cal 0", "Dee 0"]
    assert columns(owner)[-1] == "coins"


def test_those_who_have_left_stay_with_what_they_won(owner: Phone) -> None:
    bea_wins(owner).open("/nights/1").tap("Remove Bea")
    assert rows(owner) == ["Ann −2", "Cal −2", "Dee −2", "Bea (left) 1 +6"]
    assert owner.page.one("h2", id="who").text == "Tonight’s players 3"


def test_both_names_of_a_person_are_one_row(owner: Phone) -> None:
    points(start(owner, "Tally", target=5), 5, 1, 2, 3)
    owner.open("/nights/1").tap("Remove Ann").tap("Add", name="Annie")
    owner.open("/players/1").tap("Merge", person=5)
    assert here(owner.open("/nights/1")) == ["Bea", "Cal", "Dee", "Annie"]
    assert rows(owner)[-1] == "Annie 1"


@pytest.mark.parametrize(("guests", "first"), [(4, "players"), (5, "running")])
def test_with_many_players_the_running_games_come_first(owner: Phone, guests: int, first: str) -> None:
    owner.tap("Add", name=", ".join(f"Guest {number}" for number in range(guests)))
    start(owner, "Tally")
    parts = [part["data-part"] for part in owner.open("/nights/1").page.all("section")]
    assert parts[0] == first
