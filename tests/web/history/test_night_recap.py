"""The recap of a night, as a page and as a picture."""

from xml.etree import ElementTree

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import bea_wins, fortune
from tests.web.table import points, start, whole

SVG = "{http://www.w3.org/2000/svg}"
RECAP = "/nights/1/recap"


def rows(phone: Phone, name: str) -> list[str]:
    """Return the rows of a section; none if the page does not have it."""
    found = phone.open(RECAP).page.all("section", **{"aria-labelledby": name})
    return found[0].texts("li") if found else []


def headline(phone: Phone) -> str:
    return phone.open(RECAP).page.one("h2", id="result").text


def picture(phone: Phone) -> ElementTree.Element:
    return ElementTree.fromstring(phone.client.get(f"{RECAP}.svg").text)


def words(drawing: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]


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
    assert rows(owner, "games") == ["Coralon still running"]


def test_the_recap_says_who_won_with_which_hands_streaks_and_coins(evening: Phone) -> None:
    assert headline(evening) == "Bea won 2 of 3 games"
    played = ["Coralon Bea", "Coralon Bea", "Your own game Ann", "Coralon still running"]
    assert rows(evening, "games") == played
    assert rows(evening, "streaks") == ["Bea won 2 games in a row", "Bea made 2 bids in a row"]
    assert rows(evening, "coins") == ["Bea +12 coins", "Ann −4 coins", "Cal −4 coins", "Dee −4 coins"]
    assert rows(evening, "best") == [
        "Bea +5 Hand 1 of Coralon: Bea bid 5 and made it exactly",
        "Ann +7 Round 1 of Your own game: Most: Ann, +7",
    ]
    section = evening.page.one("section", **{"aria-labelledby": "best"})
    evening.open(section.all("a")[0]["href"])
    assert "Bea won" in evening.page


def test_coins_stay_on_the_recap_once_they_are_settled(evening: Phone) -> None:
    before = rows(evening, "coins")
    for loser in ("Ann", "Cal", "Dee"):
        evening.open("/nights/1/bank/settle").tap(f"Mark as paid: {loser} pays Bea")
    assert rows(evening, "coins") == before


def test_coins_of_running_games_are_shown_apart_and_in_the_picture(evening: Phone) -> None:
    before = rows(evening, "coins")
    assert not rows(evening, "running")
    fortune(evening)
    assert rows(evening, "coins") == before
    assert rows(evening, "running") == ["House of Fortune 4 on the table Ann −1, Bea −1, Cal −1, Dee −1"]
    said = words(picture(evening))
    assert {"+12 coins", "4 on the table", "Ann −1, Bea −1, Cal −1, Dee −1"} <= {*said}
    assert "Coins of running games, not included" in said


def test_deleted_games_and_unused_coins_are_left_out(owner: Phone) -> None:
    points(start(owner, "Tally"), 1, 0, 0, 0).tap("End game").tap("Delete game")
    points(start(owner, "Tally"), 0, 1, 0, 0).tap("End game")
    assert headline(owner) == "Bea won"
    assert rows(owner, "games") == ["Your own game Bea"]
    assert not rows(owner, "coins")


def test_an_equal_number_of_wins_is_shared(owner: Phone) -> None:
    for scores in ((1, 0, 0, 0), (0, 1, 0, 0)):
        points(start(owner, "Tally"), *scores).tap("End game")
    assert headline(owner) == "Ann and Bea won 1 of 2 games each"


def test_a_night_without_games_has_a_page_but_nothing_to_share(owner: Phone) -> None:
    assert headline(owner) == "No games yet"
    assert not owner.page.all("a", "picture")
    assert owner.client.get(f"{RECAP}.svg").status_code == 200


def test_the_picture_says_the_same_and_is_complete(evening: Phone) -> None:
    answer = evening.client.get(f"{RECAP}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="game-night-20')
    said = words(picture(evening))
    assert said[1] == "Bea won 2 of 3 games"
    assert {"Ann", "still running", "Hand 1 of Coralon: Bea bid 5 and made it exactly"} <= {*said}
    assert {"won 2 games in a row", "+12 coins", "−4 coins"} <= {*said}
    drawing = picture(evening)
    assert drawing.get("width") == "1080"
    low = max(float(text.get("y") or 0) for text in drawing.iter(f"{SVG}text"))
    height = float((drawing.get("viewBox") or "").split()[-1])
    assert low < height < low + 40
    marks = {symbol.get("id") for symbol in drawing.iter(f"{SVG}symbol")}
    used = {(use.get("href") or "")[1:] for use in drawing.iter(f"{SVG}use")}
    assert used
    assert used <= marks


def test_twenty_players_with_long_names_fit_the_picture(stranger: Phone) -> None:
    names = [f"Maximiliana Wolfeschlegelstein {number}" for number in range(20)]
    stranger.open("/").tap("Start a game night").tap("Add", name=", ".join(names))
    points(start(stranger, "Tally"), *[3] * 20).tap("End game")
    said = words(picture(stranger))
    assert all(len(text) <= 62 for text in said)
