"""A game of the gallery is played, kept and looked back at like any other."""

from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from tests.web.phone import Phone
from tests.web.table import start

NAMES = ("Ann", "Bea", "Cal", "Dee")


def typed(key: str, *figures: object) -> dict[str, Any]:
    return {f"{key}-{seat}": figure for seat, figure in enumerate(figures)}


@pytest.fixture
def wizard(owner: Phone) -> Phone:
    """Return a phone on the sheet of Wizard, after two hands."""
    start(owner, "Wizard")
    owner.tap("Save the bids", **typed("bid", 0, 1, 0, 1)).tap("Save hand 1", **typed("took", 0, 1, 0, 0))
    return owner.tap("Save the bids", **typed("bid", 2, 0, 0, 1)).tap(
        "Save hand 2", **typed("took", 1, 0, 0, 1)
    )


def test_bids_of_everybody_are_saved_before_the_play(owner: Phone) -> None:
    start(owner, "Wizard").tap("Save the bids", **typed("bid", 0, 1, 0, 1))
    assert owner.page.one(id="due").text == "Hand 1 2 of 1 bid"
    assert owner.page.one("ul", "bids").text == "Ann 0 Bea 1 Cal 0 Dee 1"


def test_nobody_need_be_tapped_where_something_may_hold_of_nobody(owner: Phone) -> None:
    finished, *_ = start(owner, "Phase 10").page.all("fieldset", "chips")
    assert "data-needed" not in finished.attrs


@pytest.mark.parametrize(("game", "rows"), [("Wingspan", [7]), ("Canasta", [5]), ("Yahtzee", [])])
def test_figures_of_everybody_are_rows_of_one_table(owner: Phone, game: str, rows: list[int]) -> None:
    tables = start(owner, game).page.all("div", "figure-rows")
    assert [len(table.all("fieldset")) for table in tables] == rows


def test_a_spare_figure_of_everybody_is_folded_beside_one_that_is_needed(owner: Phone) -> None:
    start(owner, "Skull King").tap("Save the bids", **typed("bid", 0, 1, 0, 1))
    bonus = owner.page.one("fieldset", "places", **{"data-name": "bonus"})
    assert [fold["class"] for fold in bonus.around if fold.tag == "details"][:1] == ["more"]
    owner.tap("See what it scores", **typed("took", 0, 1, 0, 0))
    assert not owner.page.all("p", "left-out")
    owner.tap("See what it scores", **typed("took", 0, 1, 0, 0), **typed("bonus", "", 20))
    assert owner.page.texts("p", "left-out") == ["Ann, Cal and Dee’s bonus are blank and count as 0."]


def test_the_last_choice_before_the_play_saves_the_bid(owner: Phone) -> None:
    start(owner, "French Tarot").tap("Garde", taker=1)
    assert owner.page.one(id="due").text == "Hand 1 Bea: Garde"


def test_a_figure_beyond_the_hand_is_refused(owner: Phone) -> None:
    start(owner, "Wizard").tap("Save the bids", **typed("bid", 0, 2, 0, 0))
    assert owner.status == 422
    assert owner.problems == ["Bea’s bid can be at most 1, not 2."]


def test_the_figures_of_a_form_go_as_far_as_its_hand(wizard: Phone) -> None:
    def most(address: str, key: str) -> set[str]:
        boxes = wizard.open(address).page.all("input")
        return {box["max"] for box in boxes if box["name"].startswith(f"{key}-")}

    assert most("/plays/1", "bid") == {"3"}
    assert most("/plays/1?whole", "took") == {"3"}
    assert most("/plays/1/hands/2", "took") == {"2"}
    assert most("/plays/1/hands/2/insert", "took") == {"2"}


def test_every_page_about_it_is_there(wizard: Phone) -> None:
    wizard.tap("End game")
    of_play = (
        "",
        "/rules",
        "/chart",
        "/board",
        "/history",
        "/recap",
        "/recap.svg",
        "/scoresheet.json",
        "/hands.csv",
    )
    of_club = ("archive", "statistics", "statistics/records", "statistics/players/1")
    pages = [f"/plays/1{path}" for path in (*of_play, "/settings", "/hands/1", "/hands/1/insert", "/said")]
    pages += [f"/clubs/1/{path}" for path in of_club] + [
        "/nights/1",
        "/nights/1/recap",
        "/nights/1/recap.svg",
    ]
    assert [path for path in pages if wizard.open(path).status != 200] == []
    assert "Wizard" in wizard.open("/clubs/1/archive").page.text
    assert "Wizard" in wizard.open("/clubs/1/statistics").page.text


def test_it_can_be_played_again(wizard: Phone) -> None:
    wizard.tap("End game")
    wizard.tap(next(text for text in wizard.page.texts("button", "primary") if text.startswith("Play again")))
    assert wizard.path == "/plays/2"
    assert "Hand 1" in wizard.page.text


def test_the_rules_of_a_recipe_are_told_in_words(stranger: Phone) -> None:
    stranger.open("/games/spades")
    assert "10 × contract, when contract > 0 and tricks that count ≥ contract" in stranger.page
    assert "else 0), added up in the team" in stranger.page
    assert "From 0 to 17 with 3 players, 13 with 4, and as many in all." in stranger.page


def test_the_rules_at_a_table_are_told_for_its_players_and_house_rules(wizard: Phone) -> None:
    assert "The game ends after 15 hands. The highest total wins." in wizard.open("/plays/1/rules").page


@pytest.mark.parametrize("key", gallery())
def test_the_rules_of_a_game_work_out_a_hand(stranger: Phone, key: str) -> None:
    stranger.open(f"/games/{key}")
    assert "An example" in stranger.page.texts("h2")
    assert stranger.page.one("ul", "because").texts("li")
    assert all(stranger.page.one("dl", "entered").texts("dd"))


def test_the_help_of_a_house_rule_is_on_its_form_and_its_page(owner: Phone) -> None:
    assert "A blind nil counts twice." in owner.open("/games/spades").page
    owner.open("/nights/1/games/spades")
    assert "A blind nil counts twice." in owner.page


def test_a_game_with_the_lowest_total_says_where_it_ends(stranger: Phone) -> None:
    stranger.open("/games/hearts")
    assert "Ends at" in stranger.page.texts("dt")


def test_carried_figures_are_shown_with_the_totals(owner: Phone) -> None:
    start(owner, "Spades")
    owner.tap("Save the bids", **typed("bid", 4, 3, 2, 3)).tap("Save hand 1", **typed("took", 5, 3, 2, 3))
    assert owner.page.texts("p", "carried") == ["Bags 1", "Bags 0"]
    assert owner.tap("End game").page.texts("p", "carried") == []


def test_bids_are_said_with_the_tricks_of_their_hand(wizard: Phone) -> None:
    wizard.tap("Save the bids", **typed("bid", 2, 0, 1, 1))
    assert "4 of 3 bid" in wizard.page.one(id="due").text
    assert "Ann 2, Bea 0, Cal 1, Dee 1: 4 of 3" in wizard.open("/plays/1/board").page


def test_every_link_of_the_rules_at_a_table_leads_somewhere(wizard: Phone) -> None:
    links = [link["href"] for link in wizard.open("/plays/1/rules").page.one("article").all("a")]
    assert [link for link in links if wizard.open(link).status != 200] == []
