"""The players of a club: renaming, merging and hiding them."""

import pytest

from tests.web import table
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import hands, start, totals, whole


def play_on_two_nights(scene: Scene) -> None:
    whole(scene.owner, "Ann", 5, (5, 3, 3, 2))
    scene.owner.open("/").tap("Start a game night").tap("Add", name="Annie, Eve")
    scene.owner.open("/players/1")


@pytest.fixture
def played(scene: Scene, coralon: Phone) -> Phone:
    """Return the page of Ann, who has played a hand; Annie came on another night."""
    scene.after(play_on_two_nights)
    return coralon


def listed(phone: Phone) -> list[str]:
    """Return the players of the club, as the page lists them."""
    return phone.open("/clubs/1/players").page.texts("li")


def suggested(phone: Phone) -> list[str]:
    """Return the players suggested on another night."""
    phone.open("/nights/2")
    return [button["value"] for button in phone.page.all("button", name="known")]


def here(phone: Phone) -> list[str]:
    """Return the guests of the other night."""
    return table.here(phone.open("/nights/2"))


def test_home_and_the_night_link_to_the_players(played: Phone) -> None:
    for path in ("/", "/nights/1"):
        played.open(path).follow("Players")
        assert played.path == "/clubs/1/players"
    played.follow("Bea")
    assert played.path == "/players/2"


def test_the_page_shows_figures_first_and_what_changes_the_player_under_settings(played: Phone) -> None:
    assert "No finished games." in played.page.one("main")
    played.open("/plays/1").tap("End game").open("/players/1")
    facts = played.page.one("dl", "facts")
    assert facts.texts("dt") == ["game", "won", "win rate", "most played"]
    assert facts.texts("dd") == ["1", "1", "100%", "Coralon"]
    settings = played.page.one("details", id="settings")
    assert settings.texts("button") == ["Rename", "Merge", "Hide Ann"]
    assert "open" not in settings.attrs


def test_a_new_name_is_on_every_sheet(played: Phone) -> None:
    played.tap("Rename", name=" Zoe ")
    assert played.page.one("h1").text == "Zoe"
    played.open("/plays/1")
    assert totals(played)["Zoe"] == 5
    assert hands(played)[0].startswith("Zoe bid 5")
    assert "Zoe" in played.open("/plays/1/hands/1").page
    assert "Zoe" in totals(start(played))


@pytest.mark.parametrize(
    ("name", "sentence"),
    {
        "Bea": "There is already a player called Bea. Choose another name.",
        "": "Enter a name for every player.",
    }.items(),
)
def test_a_bad_name_is_refused_and_stays_in_the_field(played: Phone, name: str, sentence: str) -> None:
    played.tap("Rename", name=name).refused("name", sentence)
    assert played.value("name") == name
    assert "open" in played.page.one("details", id="settings").attrs
    assert "Ann" in played.open("/plays/1").page


def test_merged_players_are_counted_together_but_sheets_stay_until_they_are_separated(played: Phone) -> None:
    played.tap("Merge", person=5)
    assert played.path == "/players/5"
    assert listed(played) == ["Annie also Ann", "Bea", "Cal", "Dee", "Eve"]
    assert "Ann" in totals(played.open("/plays/1"))
    played.open("/clubs/1/archive?player=5")
    assert len(played.page.one("ul", "archive").texts("li")) == 1
    # An old link finds the person.
    assert played.open("/players/1").path == "/players/5"
    assert played.tap("Separate").path == "/players/5"
    assert listed(played) == ["Ann", "Annie", "Bea", "Cal", "Dee", "Eve"]
    assert "No games match." in played.open("/clubs/1/archive?player=5").page


def test_merging_with_nobody_or_with_an_opponent_is_refused(played: Phone, stranger: Phone) -> None:
    played.tap("Merge", person=2)
    played.refused("person", "Ann and Bea sat in the same game, so they are different people.")
    assert played.value("person") == "2"
    played.tap("Merge", person="").refused("person", "Choose the other name.")
    stranger.open("/").tap("Start a game night").tap("Add", name="Fay")
    for other in (7, 10**30):
        played.send("/players/1/merge", person=other).refused("person", "Choose the other name.")


def test_a_merged_player_has_the_mark_of_the_person_on_old_sheets(played: Phone) -> None:
    def first_mark() -> str:
        return played.open("/plays/1").page.one("section", "board").all("svg", "icon")[0]["class"]

    own = first_mark()
    played.open("/players/1").tap("Merge", person=5)
    assert (own, first_mark()) == ("icon m1", "icon m5")


def test_a_hidden_player_stays_in_the_archive_and_returns_by_name_or_by_a_tap(played: Phone) -> None:
    played.open("/players/2").tap("Hide Bea")
    assert "Hidden since" in played.page.one("main")
    assert suggested(played) == ["Ann", "Cal", "Dee"]
    assert "Hidden players 1" in played.open("/clubs/1/players").page
    assert len(played.open("/clubs/1/archive?player=2").page.one("ul", "archive").texts("li")) == 1
    played.open("/players/2").tap("Stop hiding Bea")
    played.open("/players/2").tap("Hide Bea").tap("Stop hiding Bea")
    assert "Bea" in suggested(played)
    played.open("/players/2").tap("Hide Bea").open("/nights/2").tap("Add", name="bea")
    assert here(played) == ["Annie", "Eve", "Bea"]
    assert "Hidden players" not in played.open("/clubs/1/players").page


def test_the_same_players_may_be_merged_from_two_pages(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="Eve, Flo, Annie")
    _, sent = owner.open("/players/7").filled("Merge", person=1)
    _, other = owner.open("/players/7").filled("Merge", person=2)
    _, late = owner.open("/players/7").filled("Merge", person=1)
    assert owner.replay("/players/7/merge", sent).path == "/players/1"
    assert owner.replay("/players/7/merge", late).path == "/players/1"
    owner.replay("/players/7/merge", other)
    owner.refused("person", "One of them has already been merged with another player. Choose again.")
    assert owner.page.one("h1").text == "Ann"
