"""Correcting an earlier hand, and the history of its changes."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Revision
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import bid, save, start, took, totals, whole

LOOK = "See what would change"


def play_three_hands(scene: Scene) -> None:
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2), trump="cups", note="First")
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2))
    whole(scene.owner, "Dee", 3, (5, 4, 2, 2))


@pytest.fixture
def played(scene: Scene, coralon: Phone, no_hurry: None) -> Phone:
    """Play three hands: Bea's 5 exactly, Cal's 4 over, Dee's 3 missed."""
    scene.after(play_three_hands)
    return coralon


def consequences(phone: Phone) -> list[str]:
    return phone.page.texts("p", "consequence")


def test_a_hand_opens_from_the_sheet_with_its_entries(played: Phone) -> None:
    played.follow("Correct hand 1")
    names = ["bidder", "bid", "trump", "note", "dealer", *took(0, 0, 0, 0)]
    assert [played.value(name) for name in names] == ["Bea", "5", "cups", "First", "", "3", "5", "3", "2"]
    assert "took exactly the 5 tricks bid" in played.page


def test_a_correction_changes_the_totals(played: Phone) -> None:
    before = totals(played)
    played.follow("Correct hand 1").tap("Save hand 1", bid=6)
    assert played.path == "/plays/1"
    assert before == {"Ann": 8, "Bea": 12, "Cal": 7, "Dee": 2}
    assert totals(played) == {"Ann": 11, "Bea": 7, "Cal": 10, "Dee": 4}


def test_a_preview_shows_the_new_score_and_totals_which_saving_then_gives(played: Phone) -> None:
    before = totals(played)
    played.follow("Correct hand 1").tap(LOOK, bid=6)
    assert played.page.one("p", "headline").text == "Missed. All but Bea score."
    after = played.page.one("dl", "after").texts("dd")
    assert after[::2] == ["had 8", "had 12", "had 7", "had 2"]
    assert after[1::2] == ["has 11", "has 7", "has 10", "has 4"]
    assert played.value("bid") == "6"
    assert totals(played.tab().open("/plays/1")) == before
    assert totals(played.tap("Save hand 1"))["Bea"] == 7


def test_a_script_gets_only_the_part_it_asks_for(played: Phone) -> None:
    _, sent = played.follow("Correct hand 1").filled(LOOK, bid=6)
    played.replay("/plays/1/hands/1", [*sent[:-1], ("look", "part")])
    assert not played.page.all("html")
    assert played.page.one("p", "headline").text == "Missed. All but Bea score."
    assert totals(played.open("/plays/1"))["Bea"] == 12


def test_another_dealer_moves_the_deal_of_every_later_hand(played: Phone) -> None:
    played.follow("Correct hand 1").tap(LOOK, dealer="Cal")
    assert consequences(played) == ["Hand 2: Dee deals.", "Hand 3: Ann deals."]
    played.tap("Save hand 1")
    dealt = [hand.one("p", "aside").text.split(".")[0] for hand in played.page.all("details", "hand")]
    assert dealt == ["Ann dealt", "Dee dealt", "Cal dealt"]
    assert played.page.one(id="due").text == "Hand 4 Bea deals, Cal bids first"


@pytest.mark.parametrize("button", [LOOK, "Save hand 1"])
def test_an_impossible_correction_is_refused(played: Phone, button: str) -> None:
    played.follow("Correct hand 1").tap(button, bid="4", **took(3, 5, 3, 1))
    played.refused("tricks", "Tricks must add up to 13, not 12.")
    assert [played.value(name) for name in ("bid", "tricks-1", "tricks-3")] == ["4", "5", "1"]
    assert totals(played.open("/plays/1"))["Bea"] == 12


def test_a_correction_that_makes_a_later_hand_impossible_names_that_hand(owner: Phone) -> None:
    start(owner, zero_bids="on")
    whole(owner, "Bea", 5, (3, 5, 3, 2))
    owner.tap("Save the bid", bidder="Dee", bid="less", zero_bidders="Cal")
    owner.tap("Save hand 2", **took(9, 3, 1, 0))
    owner.follow("Correct hand 1").tap("Save hand 1", dealer="Bea")
    assert owner.status == 422
    assert owner.problems == [
        "Hand 2 would no longer be possible. Only players who bid before Dee count, not Cal."
    ]
    assert not owner.page.all(id="wrong-zero_bidders")


def test_a_correction_that_changes_nothing_is_not_in_the_history(played: Phone) -> None:
    played.follow("Correct hand 1").tap("Save hand 1")
    assert played.status == 200
    played.open("/plays/1/hands/1")
    assert played.page.one("ol", "history").texts("b") == ["iPhone saved this hand"]


def test_a_hand_that_was_never_entered_is_not_found(played: Phone) -> None:
    for number in (0, 4, 99):
        assert played.open(f"/plays/1/hands/{number}").status == 404
        assert played.send(f"/plays/1/hands/{number}", bid=5).status == 404


def test_a_half_entered_hand_cannot_be_corrected(coralon: Phone) -> None:
    coralon.tap("5", bidder="Bea")
    assert coralon.open("/plays/1/hands/1").status == 404


SPECIAL = {"special_rolls": "on"}
WITH_EMPTY_LISTS: dict[str, Any] = {
    "no bet": (("hazard", "Hazard", {}), {"bank": "Ann", "shooter": "Bea", "main": 7, "rolls": "7"}),
    "lansquenet without a stake": (("lansquenet", "Lansquenet", {}), {"result": "bank"}),
    "nobody is left to bring in a cargo": (
        ("ship-captain-crew", "Ship, Captain, and Crew", SPECIAL),
        {f"shipwreck-{seat}": "withdrew" for seat in range(4)},
    ),
}


@pytest.mark.parametrize(("game", "hand"), WITH_EMPTY_LISTS.values(), ids=WITH_EMPTY_LISTS)
def test_an_empty_list_is_saved_again(
    owner: Phone, game: tuple[str, str, dict[str, Any]], hand: dict[str, Any]
) -> None:
    key, name, rules = game
    owner.open(f"/nights/1/games/{key}").tap(f"Start {name}", **rules).open("/plays/1?whole")
    save(owner, **hand)
    save(owner.open("/plays/1/hands/1"), note="a word")
    assert "a word" in owner.open("/plays/1").page.one("p", "note")


# The history of a hand: every change with its time, its device and its values


@pytest.fixture
def changed(coralon: Phone, friend: Phone) -> Phone:
    """Return a hand that was bid, saved, corrected by the friend, removed, restored and undone."""
    bid(coralon, "Bea", 5).tap("Crowns").tap("Save hand 1", **took(3, 5, 3, 2))
    friend.open("/").tap("Save", "/device", name="Dee’s phone")
    friend.open("/plays/1/hands/1").tap("Save hand 1", bid=6)
    coralon.reload().tap("Remove hand 1").tap("Restore hand 1").tap("Undo").tap("Redo")
    return coralon.follow("Correct hand 1")


def changes(phone: Phone) -> list[str]:
    return phone.page.one("ol", "history").texts("b")


def test_every_change_is_listed_with_its_device_time_and_values(changed: Phone, app: Flask) -> None:
    assert changes(changed) == [
        "iPhone saved the bid",
        "iPhone changed the trump",
        "iPhone saved this hand",
        "Dee’s phone corrected this hand",
        "iPhone removed this hand",
        "iPhone restored this hand",
        "iPhone undid a change",
        "iPhone undid a change",
    ]
    times = changed.page.one("ol", "history").texts("small")
    with app.app_context():
        kept = [revision.at.astimezone() for revision in db.session.query(Revision).order_by(Revision.id)]
    assert times == [f"{at:%H:%M}" for at in kept]
    whole_hand = "Bea bid 6 with Crowns as trump; tricks Ann 3, Bea 5, Cal 3, Dee 2"
    assert changed.page.one("ol", "history").texts("span") == [
        "Bea bid 5",
        "Crowns",
        "tricks Ann 3, Bea 5, Cal 3, Dee 2",
        "bid 5 → 6",
        *[whole_hand] * 4,
    ]


def test_a_hand_has_only_its_own_history(coralon: Phone) -> None:
    for _ in range(2):
        whole(coralon, "Bea", 5, (3, 5, 3, 2))
    assert changes(coralon.open("/plays/1/hands/2")) == ["iPhone saved this hand"]
