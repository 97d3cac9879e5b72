"""The blank forms of the hands to come, fetched in advance, and saving what was entered in them."""

import json
from typing import Any

import pytest

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.game import Game
from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.table import CAST, bid, hands, start, start_button, took, totals, whole

TRICKS = (2, 5, 4, 2)


def form(phone: Phone, step: str) -> Node:
    """Return the blank form of a step."""
    phone.open("/plays/1/blank")
    found = [one for one in phone.page.all("template") if one["data-step"] == step]
    return found[0].all("form")[0]


def seats_in(phone: Phone) -> str:
    """Return the seats that the blank forms of a game are for."""
    blank = form(phone, "whole")
    assert [blank.one("input", name=name)["value"] for name in ("revision", "ahead")] == ["", "yes"]
    seats = blank.one("input", name="seats")["value"]
    phone.open("/plays/1")
    return seats


def entered(number: int, seats: str, **typed: Any) -> dict[str, Any]:
    return {f"hand-{number}": "", "number": number, "seats": seats, "ahead": "yes", **typed}


BID = {"bidder": "Bea", "bid": 5}
HAND = {"whole": "on", **BID, **took(*TRICKS)}


def test_the_forms_are_those_of_the_sheet_with_nothing_filled_in(coralon: Phone) -> None:
    bid(coralon, "Bea", 5)
    assert form(coralon, "bid").texts("legend")[:2] == ["Who won the bid?", "For how many?"]
    names = {field["name"] for field in form(coralon, "whole").all("input")}
    assert {"bidder", "bid", *took(*TRICKS), "seats", "uid", "csrf_token"} <= names
    assert "Bea" not in {field["value"] for field in form(coralon, "whole").all("input", checked="")}


def test_the_bid_says_what_it_brings(owner: Phone) -> None:
    start(owner, target=6)
    (lines,) = [json.loads(one["data-lines"]) for one in form(owner, "bid").all("div", "foretold")]
    assert lines["lines"]["6"] == "6: +6 if exact, everyone scores if more, 0 if fewer"


def test_nobody_is_marked_as_first_because_the_dealer_is_not_known(coralon: Phone) -> None:
    assert "bids first" in coralon.page
    assert "bids first" not in coralon.open("/plays/1/blank").page


@pytest.mark.parametrize(
    "game", [game for game in GAMES if len(CAST) in game.seats], ids=lambda game: game.key
)
def test_every_game_has_a_form_for_a_whole_hand(owner: Phone, game: Game[Any, Any]) -> None:
    owner.open(f"/nights/1/games/{game.key}").tap(start_button(game.name))
    assert form(owner, "whole").one("input", name="number")["value"] == "{number}"


def test_a_game_without_bids_has_one_form(owner: Phone) -> None:
    start(owner, "Tally")
    steps = [one["data-step"] for one in owner.open("/plays/1/blank").page.all("template")]
    assert steps == ["whole"]


def test_a_game_that_is_over_has_none(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS).tap("End game")
    assert not coralon.open("/plays/1/blank").page.all("form")


def test_hands_entered_one_after_another_are_saved_in_order(coralon: Phone) -> None:
    for number in (1, 2, 3):
        seats = seats_in(coralon)
        coralon.send("/plays/1/bid", **entered(number, seats, **BID))
        coralon.send("/plays/1/hands", **entered(number, seats, **HAND))
    assert len(hands(coralon.open("/plays/1"))) == 3
    assert totals(coralon)["Bea"] == 15


def test_a_correction_meanwhile_does_not_matter_to_the_next_hand(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    seats = seats_in(coralon)
    coralon.follow("Correct hand 1").tap("Save hand 1", bid=4)
    coralon.send("/plays/1/hands", **entered(2, seats, **HAND))
    assert len(hands(coralon.open("/plays/1"))) == 2


def test_a_hand_that_is_not_the_next_one_is_refused(coralon: Phone) -> None:
    seats = seats_in(coralon)
    whole(coralon, "Cal", 4, (4, 3, 3, 3))
    assert coralon.send("/plays/1/hands", **entered(1, seats, **HAND)).status == 409
    assert coralon.send("/plays/1/hands", **entered(3, seats, **HAND)).status == 409
    assert len(hands(coralon.open("/plays/1"))) == 1


@pytest.mark.parametrize("sent", [("/plays/1/bid", BID), ("/plays/1/hands", HAND)])
def test_a_hand_for_which_someone_saved_another_bid_is_refused(
    coralon: Phone, sent: tuple[str, dict[str, Any]]
) -> None:
    seats = seats_in(coralon)
    bid(coralon, "Cal", 4)
    path, typed = sent
    assert coralon.send(path, **entered(1, seats, **typed)).status == 409
    assert "Cal bid 4" in coralon.open("/plays/1").page


def test_a_hand_entered_ahead_is_saved_whatever_the_players_are_called_by_then(coralon: Phone) -> None:
    seats = seats_in(coralon)
    coralon.open("/players/2").tap("Rename", name="Zoe")
    coralon.send("/plays/1/hands", **entered(1, seats, **HAND))
    assert totals(coralon)["Zoe"] == 5


def test_seats_that_have_changed_since_are_a_conflict(coralon: Phone) -> None:
    seats = seats_in(coralon)
    places: dict[str, Any] = {"seat-2": 3, "seat-3": 2}
    coralon.open("/plays/1/settings").tap("See what would change", **places)
    coralon.tap("Save changes")
    assert coralon.send("/plays/1/hands", **entered(1, seats, **HAND)).status == 409


def test_the_form_after_the_bid_knows_the_bid(coralon: Phone) -> None:
    known = bid(coralon, "Bea", 5).page.one("details", "take").one("form")["data-bid"]
    assert json.loads(known) == {"bidder": "1", "bid": "5"}


def test_figures_whose_bounds_depend_on_the_hand_have_none(owner: Phone) -> None:
    start(owner, "Wizard")
    boxes = [place.one("input") for place in form(owner, "whole").all("label", "place")]
    assert {box["max"] for box in boxes} == {str(LARGEST)}
    assert {fieldset.attrs.get("data-limit") for fieldset in form(owner, "whole").all("fieldset")} == {None}
