"""What a bid would bring, on the page that asks for it and while it is played."""

import json
from typing import Any

from flask import Flask

from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import bid, start, whole


def if_made(phone: Phone) -> Any:
    """Return what the page knows of the totals."""
    return json.loads(phone.page.one("fieldset", **{"data-name": "bid"})["data-if-made"])


def lines(phone: Phone) -> Any:
    """Return what the page knows of all bids."""
    (found,) = [json.loads(one["data-lines"]) for one in phone.page.all("div", "foretold")]
    return found


def test_each_number_has_the_total_of_every_player_who_makes_it(owner: Phone) -> None:
    whole(start(owner, target=6), "0", 2, (2, 4, 4, 3))
    found = if_made(owner)
    assert (found["totals"]["1"]["5"], found["totals"]["1"]["6"]) == ([5, False], [6, True])
    assert list(found["totals"]) == ["0", "1", "2", "3"]
    said = ("{name}’s total if exact", "{total} if exact", "wins if exact", "wins")
    assert tuple(found[name] for name in ("whose", "total", "wins", "key")) == said


def test_before_the_first_score_no_number_is_repeated_as_a_total(coralon: Phone) -> None:
    assert if_made(coralon)["totals"] == {}


def test_the_totals_of_a_bid_that_cannot_go_over_are_those_if_it_is_made(owner: Phone) -> None:
    start(owner, "Bishop")
    assert if_made(owner)["whose"] == "{name}’s total if made"


def test_three_drawings_say_who_scores_before_it_is_known_who_bids(coralon: Phone) -> None:
    outcomes = coralon.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["only the bidder", "everyone", "all but the bidder"]
    messages = [one["data-scorers"] for one in outcomes.all("div") if "data-scorers" in one.attrs]
    assert messages == ["only {bidders}", "everyone", "all but {bidders}"]
    assert lines(coralon)["names"]["1"] == {"bidders": "Bea", "others": "Ann, Cal and Dee"}


def test_partners_play_for_the_others_if_they_miss(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    outcomes = owner.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["only the bidders", "everyone", "only the others"]


def test_while_the_cards_are_played_each_outcome_has_the_new_total(coralon: Phone) -> None:
    bid(coralon, "Bea", 5)
    outcomes = coralon.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["Bea 5", "Bea 6+", "Bea 0"]
    assert "Enter tricks" in coralon.page.texts("summary")


def test_a_phone_that_watches_shows_what_a_bid_brings_as_well(app: Flask, coralon: Phone) -> None:
    bid(coralon, "Bea", 5)
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching").open("/plays/1")
    assert viewer.page.one("div", "outcomes").texts("b") == ["Bea 5", "Bea 6+", "Bea 0"]


def test_the_page_knows_what_every_bid_brings(owner: Phone) -> None:
    start(owner, target=6)
    assert lines(owner)["by"] == ["bid"]
    assert lines(owner)["lines"]["5"] == "5: +5 if exact, everyone scores if more, 0 if fewer"


def test_a_contract_says_what_it_brings_while_it_is_played(owner: Phone) -> None:
    start(owner, "Jeu de Tarock")
    owner.tap("Save the bid", attacker="Ann", contract="garde", target=41)
    assert owner.page.texts("p", "worth") == ["Garde: +150 if just made, −156 if missed by 1, plus extras"]


def test_a_game_without_bids_says_nothing_of_them(owner: Phone) -> None:
    start(owner, "Tally")
    assert not owner.page.all("div", "outcomes")
    assert not owner.page.all("p", "worth")
