"""Changing the house rules, seats, players and first dealer of a running game."""

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import hands, start, took, totals, undo, whole

LOOK, SAVE = "See what would change", "Save changes"


def play_two_hands(scene: Scene) -> None:
    start(scene.owner, target=40)
    scene.owner.open("/nights/1").tap("Add", name="Eve").open("/plays/1")
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2))
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2))


@pytest.fixture
def played(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return a sheet with two hands; Eve is on tonight's list too."""
    scene.after(play_two_hands)
    return owner


def test_a_new_target_is_saved_after_its_preview(played: Phone) -> None:
    played.open("/plays/1").follow("Game settings").tap(LOOK, target=30)
    assert played.value("target") == "30"
    assert undo(played.tap(SAVE)) == "Settings changed: target 40 → 30"
    assert undo(played.tap("Undo")) == "Change of the settings undone: target 30 → 40"
    assert undo(played.tap("Redo")) == "Settings changed again: target 40 → 30"


def test_a_lower_target_ends_the_game_and_removes_later_hands(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, target=5)
    assert played.page.texts("p", "consequence") == [
        "Bea wins with 5.",
        "The game ends with hand 1, so hand 2 will be removed.",
    ]
    assert "Bea won" in played.tap(SAVE).page
    assert len(hands(played)) == 1
    assert len(hands(played.tap("Undo"))) == 2


def test_settings_changed_by_others_name_everything_that_they_changed(played: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1/settings").filled(SAVE, target=50)
    played.open("/plays/1/settings").tap(LOOK, target=30).tap(SAVE)
    played.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    friend.replay("/plays/1/settings", sent)
    assert friend.problems == [
        "iPhone corrected hand 1: bid 5 → 4; iPhone changed the settings: target 40 → 30. "
        "Check what changes now, and tap again."
    ]


def test_another_first_dealer_changes_every_dealer(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, dealer="Cal")
    assert played.page.texts("p", "consequence") == [
        "Hand 1: Cal deals.",
        "Hand 2: Dee deals.",
        "Ann deals next.",
    ]
    assert undo(played.tap(SAVE)) == "Settings changed: first dealer Ann → Cal"


def test_scores_stay_with_their_players_in_other_seats(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, "", **{"seat-1": 2, "seat-2": 1}).tap(SAVE)
    assert list(totals(played).items()) == [("Bea", 8), ("Ann", 3), ("Cal", 5), ("Dee", 2)]
    assert undo(played) == "Settings changed: order of seats Ann, Bea, Cal, Dee → Bea, Ann, Cal, Dee"


def test_another_player_takes_over_a_seat_with_its_scores(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, "", **{"by-3": 5}).tap(SAVE)
    assert totals(played) == {"Ann": 3, "Bea": 8, "Eve": 5, "Dee": 2}
    assert undo(played) == "Settings changed: player Cal → Eve"
    assert totals(played.tap("Undo")) == {"Ann": 3, "Bea": 8, "Cal": 5, "Dee": 2}


def test_two_players_cannot_have_one_seat(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, "", **{"seat-1": 2})
    assert played.problems == ["Give each player a seat of their own."]
    assert played.value("seat-1") == "2"


def test_a_house_rule_that_makes_a_hand_impossible_is_refused(owner: Phone) -> None:
    start(owner, "Coralon", zero_bids="on")
    whole(owner, "Bea", 0, (5, 0, 5, 3))
    form = owner.open("/plays/1/settings")
    form.tap(LOOK, zero_bids="")
    assert form.status == 422
    assert form.problems[0].startswith("Hand 1 would no longer be possible.")


def test_a_wrong_house_rule_is_refused_beside_it(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, target=0)
    played.refused("target", "Target must be at least 1, not 0.")


def test_saving_without_a_change_changes_nothing(played: Phone) -> None:
    before = undo(played)
    played.open("/plays/1/settings").tap(SAVE)
    assert played.path == "/plays/1"
    assert undo(played) == before


def test_a_renamed_player_can_still_be_undone(played: Phone) -> None:
    played.open("/plays/1/settings").tap(LOOK, "", **{"by-3": 5, "seat-1": 2, "seat-2": 1}).tap(SAVE)
    played.send("/players/5/rename", name="Eva").send("/players/1/rename", name="Anna")
    assert totals(played.open("/plays/1").tap("Undo")) == {"Anna": 3, "Bea": 8, "Cal": 5, "Dee": 2}
    assert totals(played.tap("Redo")) == {"Bea": 8, "Anna": 3, "Eva": 5, "Dee": 2}


def test_an_earlier_version_that_the_rules_refuse_by_now_stays_with_its_player(owner: Phone) -> None:
    start(owner, "Coralon", zero_bids="on")
    whole(owner, "Bea", 0, (5, 0, 5, 3))
    owner.follow("Correct hand 1").tap("Save hand 1", bid=3, **took(3, 3, 4, 3))
    owner.open("/plays/1/settings").tap(LOOK, zero_bids="").tap(SAVE)
    owner.open("/plays/1/settings").tap(LOOK, "", **{"seat-1": 2, "seat-2": 1}).tap(SAVE)
    first = owner.open("/plays/1/hands/1").page.one("ol", "history").all("li")[0].text
    assert "bidder Bea" in first
