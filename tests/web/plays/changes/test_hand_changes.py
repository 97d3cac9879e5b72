"""Inserting, moving and removing hands, and swapping names, each after its preview."""

import pytest

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.store.plays import edits
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import hands, start, took, totals, undo, whole

TRICKS = (3, 5, 3, 2)
LOOK = "See what would change"


def play_three_hands(scene: Scene) -> None:
    whole(scene.owner, "Bea", 5, TRICKS)
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2))
    whole(scene.owner, "Dee", 2, (5, 3, 3, 2))


@pytest.fixture
def played(scene: Scene, coralon: Phone, no_hurry: None) -> Phone:
    """Return a sheet with three hands, of Bea, Cal and Dee."""
    scene.after(play_three_hands)
    return coralon


def bidders(phone: Phone) -> list[str]:
    """Return who bid each hand on the sheet, oldest first."""
    return [said.split()[0] for said in reversed(hands(phone.open("/plays/1")))]


def insert(phone: Phone, number: int) -> Phone:
    """Fill in a forgotten hand of Ann, and look at what it changes."""
    return phone.open(f"/plays/1/hands/{number}/insert").tap(LOOK, bidder="Ann", bid=3, **took(*TRICKS))


def test_a_forgotten_hand_is_inserted_between_others(played: Phone) -> None:
    insert(played, 2).tap("Insert hand 2")
    assert undo(played) == "Hand 2 inserted"
    assert bidders(played) == ["Bea", "Ann", "Cal", "Dee"]
    assert totals(played) == {"Ann": 6, "Bea": 8, "Cal": 5, "Dee": 4}


def test_the_preview_says_who_deals_later_hands(played: Phone) -> None:
    change = insert(played, 2).page.one("div", "change")
    assert change.texts("p", "consequence") == [
        "Hand 3: Cal deals.",
        "Hand 4: Dee deals.",
        "Ann deals next.",
    ]
    assert change.one("dl", "after").texts("dd") == ["had 3", "has 6", "", "has 8", "", "has 5", "", "has 4"]


def test_many_later_dealers_are_told_in_one_sentence(played: Phone) -> None:
    for _ in range(2):
        whole(played.open("/plays/1"), "Ann", 3, TRICKS)
    said = insert(played, 1).page.texts("p", "consequence")
    assert said[0] == "Hands 2 to 6 are then dealt by Bea, Cal, Dee, Ann and Bea."


def test_nothing_is_saved_before_its_preview_was_seen(played: Phone) -> None:
    played.open("/plays/1/hands/2/move").tap("Move hand 2", to=3)
    assert played.page.all("div", "change")
    assert bidders(played) == ["Bea", "Cal", "Dee"]


def test_another_choice_than_the_one_previewed_is_previewed_first(played: Phone) -> None:
    played.open("/plays/1/hands/2/move").tap(LOOK, to=3).tap("Move hand 2", to=1)
    assert bidders(played) == ["Bea", "Cal", "Dee"]


def test_a_hand_is_moved(played: Phone) -> None:
    played.open("/plays/1/hands/3/move").tap(LOOK, to=1).tap("Move hand 3")
    assert undo(played) == "Hand 3 moved to place 1"
    assert bidders(played) == ["Dee", "Bea", "Cal"]
    assert bidders(played.tap("Undo")) == ["Bea", "Cal", "Dee"]


def test_a_hand_in_the_middle_is_removed_and_restored_where_it_was(played: Phone) -> None:
    played.open("/plays/1/hands/2").follow("Remove this hand").tap("Remove hand 2")
    assert bidders(played) == ["Bea", "Dee"]
    whole(played, "Ann", 3, TRICKS)
    played.open("/plays/1/history").follow("Restore").tap("Restore hand")
    assert undo(played) == "Hand 2 restored"
    assert bidders(played) == ["Bea", "Cal", "Dee", "Ann"]


def test_the_hand_in_progress_stays_in_progress(played: Phone) -> None:
    played.tap("6", bidder="Ann")
    played.open("/plays/1/hands/1").follow("Remove this hand").tap("Remove hand 1")
    assert bidders(played) == ["Cal", "Dee"]
    assert "Ann bid 6" in played.page.one("h2", "called")
    assert "Hand 3" in played.page.one("h2", "called")


def test_two_names_are_swapped_from_a_hand_on(played: Phone) -> None:
    played.open("/plays/1/hands/2").follow("Swap names")
    played.tap(LOOK, players=["Bea", "Cal"], hands="later").tap("Swap names")
    assert undo(played) == "Bea and Cal swapped in hands 2 and 3"
    assert "swapped Bea and Cal in hands 2 and 3" in played.page.one("p", id="news")["data-notice"]
    assert totals(played) == {"Ann": 3, "Bea": 10, "Cal": 3, "Dee": 4}


def test_two_names_are_swapped_in_one_hand(played: Phone) -> None:
    played.open("/plays/1/hands/1/swap").tap(LOOK, players=["Bea", "Dee"]).tap("Swap names")
    assert "swapped Bea and Dee in hand 1: " in played.page.one("p", id="news")["data-notice"]
    assert bidders(played) == ["Dee", "Cal", "Dee"]
    assert totals(played) == {"Ann": 3, "Bea": 3, "Cal": 5, "Dee": 9}


@pytest.mark.parametrize("players", [["Bea"], ["Ann", "Bea", "Cal"]], ids=len)
def test_a_swap_needs_two_players(played: Phone, players: list[str]) -> None:
    played.open("/plays/1/hands/1/swap").tap(LOOK, players=players)
    assert played.status == 422
    assert played.problems == ["Tap the two players to swap."]


def test_a_place_must_be_chosen(played: Phone) -> None:
    played.open("/plays/1/hands/1/move").tap(LOOK)
    assert played.problems == ["Choose where the hand goes."]


def test_a_game_that_ends_earlier_says_which_hands_will_be_removed(owner: Phone) -> None:
    start(owner, target=10)
    for bidder in ("Bea", "Cal", "Dee"):
        whole(owner, bidder, 2, (2, 3, 4, 4))
    owner.open("/plays/1/hands/1/insert").tap(LOOK, bidder="Dee", bid=4, **took(3, 3, 3, 4))
    assert "The game ends with hand 3, so the last hand will be removed." in owner.page.texts(
        "p", "consequence"
    )
    owner.tap("Insert hand 1")
    assert len(bidders(owner)) == 3
    assert len(bidders(owner.tap("Undo"))) == 3


def test_a_phone_that_is_behind_sees_the_change_before_it_saves(played: Phone, friend: Phone) -> None:
    friend.open("/plays/1/hands/2/remove")
    whole(played, "Ann", 3, TRICKS)
    friend.tap("Remove hand 2")
    assert friend.status == 409
    assert friend.problems[0].endswith("Check what changes now, and tap again.")
    assert len(bidders(friend)) == 4


def test_a_hand_that_is_not_there_cannot_be_changed(played: Phone) -> None:
    for path in ("hands/4/move", "hands/5/insert", "removed/1", "removed/99"):
        assert played.open(f"/plays/1/{path}").status == 404


def test_the_history_of_a_hand_says_what_was_done_to_it(played: Phone) -> None:
    insert(played, 1).tap("Insert hand 1")
    played.open("/plays/1/hands/1/swap").tap(LOOK, players=["Ann", "Dee"]).tap("Swap names")
    played.open("/plays/1/hands/1/move").tap(LOOK, to=2).tap("Move hand 1")
    done = played.open("/plays/1/hands/2").page.one("ol", "history").texts("b")
    assert sorted(done) == ["iPhone inserted this hand", "iPhone moved this hand", "iPhone swapped names"]


def test_a_hand_that_later_ones_need_cannot_be_removed(
    played: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Refused([Problem("hands", Say("Hand 2 would no longer be possible. Bid less."), 2)])

    monkeypatch.setattr(edits, "remove_hand", refuse)
    played.open("/plays/1/hands/1/remove")
    assert played.problems == ["Hand 2 would no longer be possible. Bid less."]


def test_a_forgotten_hand_is_inserted_from_the_menu_before_any_hand(played: Phone) -> None:
    played.open("/plays/1").follow("Insert a forgotten hand")
    assert played.path == "/plays/1/hands/3/insert"
    assert played.follow("1").path == "/plays/1/hands/1/insert"
