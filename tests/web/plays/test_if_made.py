"""What a bid would bring, on the page that asks for it and while it is played."""

import json

from tests.web.phone import Phone
from tests.web.table import bid, start


def test_each_number_has_the_total_of_every_player_who_makes_it(owner: Phone) -> None:
    start(owner, target=6)
    keys = owner.page.one("fieldset", **{"data-name": "bid"})
    totals = json.loads(keys["data-if-made"])
    assert totals["1"]["5"] == [5, False]
    assert totals["1"]["6"] == [6, True]
    assert list(totals) == ["0", "1", "2", "3"]


def test_the_coins_everyone_starts_with_are_in_the_totals(owner: Phone) -> None:
    start(owner, "Baronet", stake=100)
    totals = json.loads(owner.page.one("fieldset", **{"data-name": "bid"})["data-if-made"])
    assert totals["1"]["5"] == [107, False]


def test_three_drawings_say_who_scores_before_it_is_known_who_bids(coralon: Phone) -> None:
    outcomes = coralon.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["only the bidder", "everyone", "all but the bidder"]
    by_bidder = [
        json.loads(one["data-scorers"])["1"] for one in outcomes.all("div") if "data-scorers" in one.attrs
    ]
    assert by_bidder == ["only Bea", "everyone", "all but Bea"]


def test_partners_play_for_the_others_if_they_miss(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    outcomes = owner.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["only the bidders", "everyone", "only the others"]


def test_while_the_cards_are_played_each_outcome_has_the_new_total(coralon: Phone) -> None:
    bid(coralon, "Bea", 5)
    outcomes = coralon.page.one("div", "outcomes")
    assert outcomes.texts("b") == ["Bea 5", "Bea 6+", "Bea 0"]
    assert "Enter tricks" in coralon.page.texts("summary")


def test_the_page_knows_what_every_bid_is_worth(owner: Phone) -> None:
    start(owner, target=6)
    (worths,) = [json.loads(one["data-worths"]) for one in owner.page.all("div", "foretold")]
    assert worths["by"] == ["bid"]
    assert worths["lines"]["5"] == "5: +5 if exact, everyone scores if more, 0 if less"


def test_a_contract_says_what_it_is_worth_while_it_is_played(owner: Phone) -> None:
    start(owner, "Jeu de Tarock")
    owner.tap("Save the bid", attacker="Ann", contract="garde", target=41)
    assert owner.page.texts("p", "worth") == ["Garde: +150 if just made, −156 if missed by 1, plus extras"]


def test_a_game_without_bids_says_nothing_of_them(owner: Phone) -> None:
    start(owner, "Tally")
    assert not owner.page.all("div", "outcomes")
    assert not owner.page.all("p", "worth")
