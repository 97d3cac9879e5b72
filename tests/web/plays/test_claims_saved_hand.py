"""Players who say that a hand isn't right, and what becomes of that."""

from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Scene
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import fortune
from tests.web.table import hands, points, save_button, start, took, totals, whole

WRONG = (3, 5, 3, 2)
RIGHT = (4, 4, 3, 2)
SAID = "Bea says hand 2 is wrong"


def play_two_hands(scene: Scene) -> None:
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2))
    whole(scene.owner, "Bea", 5, WRONG)


def say_who_you_are(scene: Scene) -> None:
    scene.friend.open("/nights/1/me").tap("I’m Bea").open("/plays/1")


@pytest.fixture
def bea(scene: Scene, coralon: Phone, friend: Phone, no_hurry: None) -> Phone:
    """Return Bea's phone on a sheet with two hands, of which the second isn't right."""
    scene.after(play_two_hands, say_who_you_are)
    return friend


@pytest.fixture
def flagged(bea: Phone) -> Phone:
    """Return the same after she has said so."""
    return bea.tap("Not right?")


def on_sheet(phone: Phone) -> Phone:
    return phone.open("/plays/1")


def say_figure(phone: Phone, figure: int) -> Phone:
    return phone.tap(str(figure), "claims")


def flags(phone: Phone) -> list[str]:
    return [said for part in phone.page.all(id="objections") for said in part.texts("p", "flag")]


def told(phone: Phone) -> list[str]:
    return phone.page.all("ol")[-1].texts("b")


def test_a_player_reads_what_the_last_hand_brought_them(bea: Phone, owner: Phone) -> None:
    assert "Hand 2: you took 5 tricks and scored 5" in bea.page
    assert "Not right?" not in on_sheet(owner).page, "nobody plays on that phone"


def test_where_nobody_has_a_figure_of_their_own_the_line_says_what_they_scored(bea: Phone) -> None:
    sheet = start(bea, "Whist").tap("8", winner="Ann")
    assert "Hand 1: you scored 0 Not right?" in sheet.page
    assert not sheet.tap("Not right?").page.all("div", "own-figure")


def test_coins_are_said_to_be_won_or_lost(bea: Phone) -> None:
    typed: dict[str, Any] = {f"points-{seat}": points for seat, points in enumerate((30, 20, 10, 5))}
    assert (
        "Hand 1: you lost 1 coin with 20 card points" in start(bea, "Tarock").tap("Save hand 1", **typed).page
    )


def test_a_player_who_did_not_roll_won_no_coins(bea: Phone) -> None:
    assert "Roll 1: you won no coins" in fortune(bea).tap("9").page


def test_of_several_figures_those_that_are_zero_are_not_said(bea: Phone) -> None:
    thieves: dict[str, Any] = {f"thieves-{seat}": kept for seat, kept in enumerate((1, 2, 0, 0))}
    sheet = whole(start(bea, "Thief"), "Ann", 5, (4, 0, 5, 4), **thieves)
    assert "Hand 1: you scored 0 with 2 thieves" in sheet.page


def test_one_tap_flags_the_hand_on_every_phone_and_the_board(flagged: Phone, owner: Phone) -> None:
    for phone in (flagged, on_sheet(owner)):
        assert flags(phone) == [SAID]
        assert hands(phone)[0].endswith("Bea: not right")
        assert phone.page.one("a", "flagged").text == SAID
        assert phone.page.one(id="objected").text == f"{SAID}."
    assert owner.open("/plays/1/board").page.texts("p", "flag") == [SAID]


def test_a_figure_is_added_with_one_tap(flagged: Phone, owner: Phone) -> None:
    assert "Bea, how many tricks did you take?" in flagged.page
    assert not say_figure(flagged, 4).page.all("div", "own-figure")
    assert flags(on_sheet(owner)) == [f"{SAID}: 4 tricks, not 5"]


def test_a_figure_without_keys_is_typed(bea: Phone) -> None:
    sheet = points(start(bea, "Tally"), 20, 1, 30, 40)
    assert "Round 1: you scored 1 Not right?" in sheet.page
    sheet.tap("Not right?")
    assert "Bea, what did you score?" in sheet.page
    typed: dict[str, Any] = {"points-1": "twelve"}
    assert sheet.tap("Send", **typed).problems == ["Bea’s points must be a whole number."]
    assert sheet.page.one("div", "own-figure").one("input")["value"] == "twelve"
    boxes = sheet.tap("Ask the table").page.all("input", name="points-1")
    assert len({box["id"] for box in boxes}) == len(boxes) == 3
    sheet.tap("Stop asking")
    typed = {"points-1": 12}
    assert flags(sheet.tap("Send", **typed)) == ["Bea says round 1 is wrong: 12 points, not 1"]


def test_no_cargo_is_a_figure_too(bea: Phone) -> None:
    sheet = bea.open("/nights/1/games/caravan").tap("Start Caravan")
    typed: dict[str, Any] = {"cargo-0": 7, "cargo-1": 8, "cargo-2": 9, "cargo-3": "–"}
    sheet.tap(save_button(sheet), **typed)
    assert "Round 1: you scored 8 with cargo 8" in sheet.page
    sheet.tap("Not right?").tap("– no cargo", "claims")
    assert flags(sheet) == ["Bea says round 1 is wrong: no cargo, not 8"]


def test_a_figure_that_is_impossible_is_refused(flagged: Phone) -> None:
    flagged.send("/plays/1/hands/2/objections", **{"tricks-1": 14})
    assert flagged.status == 422
    assert flagged.problems == ["Bea’s tricks can be at most 13, not 14."]


def test_the_correction_has_the_figure_and_clears_the_flag(flagged: Phone, owner: Phone) -> None:
    say_figure(flagged, 4)
    on_sheet(owner).follow("Correct hand 2")
    assert [owner.value(name) for name in took(0, 0, 0, 0)] == ["3", "4", "3", "2"]
    owner.tap("Save hand 2", **took(*RIGHT))
    assert totals(owner) == {"Ann": 7, "Bea": 3, "Cal": 8, "Dee": 4}
    assert flags(owner) == flags(flagged.reload()) == []


def test_the_page_of_a_hand_shows_it_as_it_was_saved(flagged: Phone) -> None:
    say_figure(flagged, 4).open("/plays/1/hands/2")
    assert flagged.value("tricks-1") == "5"
    assert flags(flagged) == [f"{SAID}: 4 tricks, not 5"]


@pytest.mark.parametrize("who", ["who keeps score", "who objected"])
def test_someone_says_that_it_is_right(flagged: Phone, owner: Phone, who: str) -> None:
    phone = flagged if who == "who objected" else on_sheet(owner)
    assert flags(phone.tap("It’s right")) == []
    assert flags(on_sheet(flagged)) == []
    assert "Not right?" in flagged.page


def test_both_are_in_the_history_of_the_game_and_of_the_hand(flagged: Phone, owner: Phone) -> None:
    say_figure(flagged, 4)
    on_sheet(owner).tap("It’s right")
    assert told(owner.open("/plays/1/history"))[:3] == [
        "iPhone said that hand 2 is right",
        "Bea (Android phone) said that hand 2 is wrong: 4 tricks, not 5",
        "iPhone saved hand 2",
    ]
    assert told(owner.open("/plays/1/hands/2")) == [
        "iPhone saved this hand",
        "Bea (Android phone) said that this hand is wrong: 4 tricks, not 5",
        "iPhone said that this hand is right",
    ]


def test_the_history_calls_the_hand_what_it_was_called_then(flagged: Phone, owner: Phone) -> None:
    flagged.open("/plays/1/hands/1/remove").tap("Remove hand 1")
    on_sheet(owner).tap("It’s right")
    assert told(owner.open("/plays/1/history"))[:3] == [
        "iPhone said that hand 1 is right",
        "Bea (Android phone) removed hand 1",
        "Bea (Android phone) said that hand 2 is wrong",
    ]


def test_any_hand_can_be_flagged_on_its_page(bea: Phone) -> None:
    bea.open("/plays/1/hands/1").tap("Not right?")
    assert bea.path.startswith("/plays/1")
    assert flags(bea) == ["Bea says hand 1 is wrong"]
    assert hands(bea)[1].endswith("Bea: not right")


def test_two_players_object_to_the_same_hand(flagged: Phone, owner: Phone) -> None:
    owner.open("/nights/1/me").tap("I’m Dee")
    say_figure(on_sheet(owner).tap("Not right?"), 3)
    assert flags(owner) == [f"{SAID}; Dee says hand 2 is wrong: 3 tricks, not 2"]
    assert flags(owner.tap("It’s right")) == []


def test_the_hand_that_ended_the_game_can_be_flagged(bea: Phone) -> None:
    bea.tap("End game").tap("Not right?")
    assert flags(bea) == [SAID]


@pytest.mark.parametrize("change", ["corrected", "removed"])
def test_a_hand_that_was_changed_since_is_not_flagged(bea: Phone, owner: Phone, change: str) -> None:
    path, sent = bea.form("Not right?")
    if change == "corrected":
        owner.open("/plays/1/hands/2").tap("Save hand 2", **took(*RIGHT))
    else:
        on_sheet(owner).tap("Remove hand 2")
    bea.replay(path, sent)
    assert bea.status == 409
    assert "Hand 2 has been changed since. Look again." in bea.problems
    assert flags(on_sheet(bea)) == []


def test_a_hand_is_flagged_wherever_it_is_by_then(bea: Phone, owner: Phone) -> None:
    path, sent = bea.form("Not right?")
    typed: dict[str, Any] = {"bidder": "Ann", "bid": 3, **took(*WRONG)}
    owner.open("/plays/1/hands/1/insert").tap("See what would change", **typed).tap("Insert hand 1")
    assert flags(bea.replay(path, sent)) == ["Bea says hand 3 is wrong"]


class TestWatching:
    """A phone that only watches."""

    @pytest.fixture
    def watcher(self, app: Flask, bea: Phone, owner: Phone) -> Phone:
        return on_sheet(joined(app, link_to(owner, "watch"), "I’m Dee"))

    def test_it_sees_flags_and_can_do_nothing(self, watcher: Phone, bea: Phone) -> None:
        bea.tap("Not right?")
        assert flags(on_sheet(watcher)) == [SAID]
        buttons = watcher.page.one(id="objections").texts("button")
        assert buttons == []
        for path in ("hands/2/objections", "hands/2/objections/settled"):
            assert watcher.send(f"/plays/1/{path}").status == 403

    def test_it_objects_for_a_player_where_the_host_allows_that(self, watcher: Phone, owner: Phone) -> None:
        owner.open("/clubs/1/phones").tap("Let players answer there")
        assert flags(on_sheet(watcher).tap("Not right?")) == ["Dee says hand 2 is wrong"]
        assert flags(watcher.tap("It’s right")) == []

    def test_it_settles_only_what_its_owner_has_said(self, watcher: Phone, owner: Phone, bea: Phone) -> None:
        owner.open("/clubs/1/phones").tap("Let players answer there")
        bea.tap("Not right?")
        on_sheet(watcher).tap("Not right?").tap("It’s right")
        assert flags(watcher) == [SAID]
