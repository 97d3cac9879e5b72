"""The recap of a night."""

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import bea_wins, fortune, record
from tests.web.table import points, start, whole

RECAP = "/nights/1/recap"


def rows(phone: Phone, name: str) -> list[str]:
    """Return the rows of a section; none if the page does not have it."""
    found = phone.open(RECAP).page.all("section", **{"aria-labelledby": name})
    return found[0].texts("li") if found else []


def strip(phone: Phone) -> list[str]:
    """Return the players with the games that they won, and their coins if there are any."""
    found = phone.open(RECAP).page.all("table", "guests")
    return found[0].one("tbody").texts("tr") if found else []


def running(phone: Phone) -> str:
    """Return the line of the games that are still running."""
    return phone.open(RECAP).page.one("p", "running").text.replace(" ,", ",").replace(" .", ".")


def headline(phone: Phone) -> str:
    return phone.open(RECAP).page.one("h2", id="result").text


def play_four_games(scene: Scene) -> None:
    bea_wins(bea_wins(scene.owner))
    points(start(scene.owner, "Tally"), 7, 4, 5, 2).tap("End game")
    whole(start(scene.owner), "Dee", 4, (3, 3, 3, 4))


@pytest.fixture
def evening(scene: Scene, owner: Phone) -> Phone:
    """Return a phone of a night on which Bea won twice for coins, and Ann a third game."""
    scene.after(play_four_games)
    return owner


def test_the_night_leads_to_its_recap_once_there_is_a_game(owner: Phone) -> None:
    assert "Recap of the night" not in owner.open("/nights/1").page
    start(owner)
    owner.open("/nights/1").follow("Recap of the night")
    assert owner.path == RECAP
    assert running(owner) == "Still running: Coralon."


def test_the_recap_says_who_won_with_which_hands_streaks_and_coins(evening: Phone) -> None:
    assert headline(evening) == "Bea won 2 of 3 games"
    won = "Coralon Bea won Bea 5, Ann 0, Cal 0, Dee 0"
    assert rows(evening, "games") == [won, won, "Your own game Ann won Ann 7, Cal 5, Bea 4, Dee 2"]
    assert running(evening) == "Still running: Coralon."
    assert rows(evening, "streaks") == ["Bea won 2 games in a row", "Bea made 2 bids in a row"]
    assert strip(evening) == [
        "Bea playing 2 +12",
        "Ann playing 1 −4",
        "Cal playing −4",
        "Dee playing −4",
    ]
    assert rows(evening, "best") == [
        "Bea Hand 1 of Coralon: Bea bid 5 and made it exactly +5",
        "Ann Round 1 of Your own game: Ann scored the most, +7 +7",
    ]
    section = evening.page.one("section", **{"aria-labelledby": "best"})
    evening.open(section.all("a")[0]["href"])
    assert "Bea won" in evening.page


def test_points_are_added_up_over_games_of_one_kind_alone(owner: Phone) -> None:
    for _ in range(2):
        points(start(owner, "Tally"), 7, 4, 5, 2).tap("End game")
    assert strip(owner)[0] == "Ann 2 14"
    points(start(owner, "Tally", title="Skyline"), 1, 2, 3, 4).tap("End game")
    assert strip(owner)[0] == "Ann 2"


def test_coins_stay_on_the_recap_once_they_are_settled(evening: Phone) -> None:
    before = strip(evening)
    for loser in ("Ann", "Cal", "Dee"):
        evening.open("/nights/1/bank/settle").tap(f"Mark as paid: {loser} pays Bea")
    assert strip(evening) == before


def test_coins_of_running_games_are_shown_apart(evening: Phone) -> None:
    before = strip(evening)
    fortune(evening)
    assert strip(evening) == before
    assert running(evening) == (
        "Still running: Coralon, House of Fortune (4 coins on the table). "
        "Coins of running games aren’t included."
    )


def test_running_games_are_named_with_their_tables(owner: Phone) -> None:
    owner.open("/nights/1/tables").tap("New table")
    whole(start(owner, table="1"), "Dee", 4, (3, 3, 3, 4))
    assert running(owner) == "Still running: Coralon at Table 1."


def test_deleted_games_and_unused_coins_are_left_out(owner: Phone) -> None:
    points(start(owner, "Tally"), 1, 0, 0, 0).tap("End game").tap("Delete game")
    points(start(owner, "Tally"), 0, 1, 0, 0).tap("End game")
    assert headline(owner) == "Bea won"
    assert rows(owner, "games") == ["Your own game Bea won Bea 1, Ann 0, Cal 0, Dee 0"]
    assert strip(owner) == ["Bea 1 1", "Ann 0", "Cal 0", "Dee 0"]


def test_an_equal_number_of_wins_is_shared(owner: Phone) -> None:
    for scores in ((1, 0, 0, 0), (0, 1, 0, 0)):
        points(start(owner, "Tally"), *scores).tap("End game")
    assert headline(owner) == "Ann and Bea won 1 of 2 games each"


def test_a_night_without_games_has_its_coins(owner: Phone) -> None:
    record(owner, "side bet", "Ann", "Bea", 3)
    assert headline(owner) == "Won and lost"
    assert strip(owner)[:2] == ["Ann −3", "Bea +3"]


def test_a_night_without_games_has_a_page_but_nothing_to_share(owner: Phone) -> None:
    assert headline(owner) == "No games yet"
    assert not owner.page.all("a", "picture")
