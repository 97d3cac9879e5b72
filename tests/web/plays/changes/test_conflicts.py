"""What others saved meanwhile, and what was entered here, side by side, with buttons that settle it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Fields, Phone
from tests.web.table import CAST, bid, drawn_from, hands, start, took, totals, whole

THEIRS, MINE = (3, 5, 3, 2), (2, 6, 3, 2)
HAND, WHOLE = "/plays/1/hands", "/plays/1?whole"


def sides(phone: Phone) -> list[str]:
    """Return what the two sides of the conflict say."""
    return [side.text for side in phone.page.one("section", "conflict").one("div", "both").all("div")]


def ways(phone: Phone) -> list[str]:
    """Return the buttons that settle the conflict; none if there is no conflict."""
    found = phone.page.all("section", "conflict")
    return found[0].texts("button") if found else []


def uid(sent: Fields) -> str:
    return dict(sent)["uid"]


def mine(phone: Phone, bidder: str = "Cal", tricks: int = 3) -> Fields:
    """Return a whole hand that a phone has filled in and not sent."""
    phone.open(WHOLE)
    number = 1 + len(hands(phone))
    return phone.filled(f"Save hand {number}", bidder=bidder, bid=tricks, **took(*MINE))[1]


def enter_two_hands(scene: Scene) -> Fields:
    kept = mine(scene.friend)
    whole(scene.owner, "Bea", 5, THEIRS)
    scene.friend.replay(HAND, kept)
    return kept


@pytest.fixture
def sent(scene: Scene, coralon: Phone, friend: Phone) -> Fields:
    """Return a hand that the friend entered after the owner had saved another one."""
    fields: Fields = scene.after(enter_two_hands)
    return fields


@pytest.mark.usefixtures("sent")
def test_both_are_shown_with_what_each_scores(friend: Phone) -> None:
    assert friend.status == 409
    assert friend.problems == ["iPhone saved hand 1 first."]
    theirs, own = sides(friend)
    assert theirs.startswith("Theirs: iPhone Bea bid 5 and made it exactly")
    assert "Bea +5" in theirs
    assert own.startswith("Mine, not saved yet Cal bid 3 and made it exactly")
    assert "Tricks: Ann 2, Bea 6, Cal 3, Dee 2" in own
    assert "Cal +3" in own


@pytest.mark.usefixtures("sent")
def test_nothing_changes_until_someone_chooses(friend: Phone) -> None:
    assert ways(friend) == ["Keep theirs", "Use mine instead", "Enter mine as hand 2"]
    assert totals(friend) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}


CHOICES = {
    "Keep theirs": {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0},
    "Use mine instead": {"Ann": 0, "Bea": 0, "Cal": 3, "Dee": 0},
    "Enter mine as hand 2": {"Ann": 0, "Bea": 5, "Cal": 3, "Dee": 0},
}


@pytest.mark.parametrize("choice", CHOICES)
def test_each_choice_does_what_it_says(friend: Phone, sent: Fields, choice: str) -> None:
    assert friend.tap(choice).status == 200
    assert totals(friend) == CHOICES[choice]
    assert not ways(friend)


@pytest.mark.parametrize(("choice", "other"), [*pairwise([*CHOICES, *CHOICES][:4])])
def test_mine_counts_once_whatever_is_tapped_or_sent_again(
    friend: Phone, sent: Fields, choice: str, other: str
) -> None:
    first, second = friend.form(choice), friend.form(other)
    for path, fields in (first, first, second, (HAND, sent)):
        assert friend.replay(path, fields).status == 200
    assert totals(friend) == CHOICES[choice]


def test_the_same_form_gets_the_same_answer(friend: Phone, sent: Fields) -> None:
    before = sides(friend), ways(friend)
    assert friend.replay(HAND, sent).status == 409
    assert (sides(friend), ways(friend)) == before


def test_the_answer_names_the_form_that_it_is_about(friend: Phone, sent: Fields) -> None:
    section = friend.page.one("section", "conflict")
    assert section["data-conflict"] == uid(sent)
    assert {form["data-settles"] for form in section.all("form")} == {uid(sent)}
    assert uid(sent) not in [field["value"] for field in section.all("input", name="uid")]


@pytest.mark.usefixtures("sent")
def test_a_choice_made_too_late_shows_both_again(coralon: Phone, friend: Phone) -> None:
    coralon.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    friend.tap("Use mine instead")
    assert friend.status == 409
    assert "Bea bid 4" in sides(friend)[0]
    assert "Bea bid 4" in hands(coralon.open("/plays/1"))[0]
    assert totals(friend.tap("Use mine")) == CHOICES["Use mine instead"]


def test_a_result_keeps_the_bid_that_it_was_entered_for(coralon: Phone, friend: Phone) -> None:
    bid(coralon, "Bea", 5)
    _, kept = friend.open("/plays/1").filled("Save hand 1", **took(*MINE))
    coralon.tap("Save hand 1", **took(*THEIRS))
    friend.replay(HAND, kept)
    assert "Bea bid 5" in sides(friend)[1]
    assert hands(friend.tap("Use mine instead"))[0].startswith("Bea bid 5 and went over: Ann +2, Bea +6")


def test_the_next_hand_is_not_offered_over_someone_elses_bid(coralon: Phone, friend: Phone) -> None:
    kept = mine(friend)
    bid(whole(coralon, "Bea", 5, THEIRS), "Dee", 4)
    friend.replay(HAND, kept)
    assert ways(friend) == ["Keep theirs", "Use mine instead"]


def test_a_form_with_a_renewed_version_is_still_about_its_hand(coralon: Phone, friend: Phone) -> None:
    kept = dict(mine(friend))
    whole(coralon, "Bea", 5, THEIRS)
    friend.replay(HAND, [*(kept | drawn_from(friend.open("/plays/1"))).items()])
    assert friend.status == 409
    assert len(hands(friend)) == 1


def test_a_form_sent_again_with_a_renewed_version_counts_once(coralon: Phone, friend: Phone) -> None:
    kept = dict(mine(friend))
    friend.replay(HAND, [*kept.items()])
    renewed = drawn_from(coralon.open("/plays/1"))
    assert friend.replay(HAND, [*(kept | renewed).items()]).status == 200
    assert len(hands(friend)) == 1


def test_two_corrections_of_a_hand_are_shown_side_by_side(coralon: Phone, friend: Phone) -> None:
    whole(coralon, "Bea", 5, THEIRS)
    _, kept = friend.open("/plays/1/hands/1").filled("Save hand 1", bid=4)
    coralon.open("/plays/1/hands/1").tap("Save hand 1", bid=6)
    friend.replay("/plays/1/hands/1", kept)
    assert friend.problems == ["iPhone has changed hand 1."]
    assert "Bea bid 6 and missed" in sides(friend)[0]
    assert "Bea bid 4 and went over" in sides(friend)[1]
    assert ways(friend) == ["Keep theirs", "Use mine"]
    assert "Bea bid 4" in hands(friend.tap("Use mine"))[0]


def correction(phone: Phone, number: int = 1, **typed: Any) -> Fields:
    """Return a correction that a phone has filled in and not sent."""
    return phone.open(f"/plays/1/hands/{number}").form(f"Save hand {number}", **typed)[1]


UNTOUCHED: dict[str, tuple[Callable[[Phone], object], int]] = {
    "a hand was added": (lambda phone: whole(phone, "Cal", 3, THEIRS), 2),
    "another hand was corrected": (
        lambda phone: phone.open("/plays/1/hands/1").tap("Save hand 1", bidder="Ann", bid=3),
        2,
    ),
    "a hand was inserted before it": (
        lambda phone: (
            phone.open("/plays/1/hands/1/insert")
            .tap("See what would change", bidder="Ann", bid=3, **took(*THEIRS))
            .tap("Insert hand 1")
        ),
        3,
    ),
    "the hand before it was removed": (
        lambda phone: phone.open("/plays/1/hands/1/remove").tap("Remove hand 1"),
        1,
    ),
    "a player was renamed": (lambda phone: rename(phone, Ann="Zoe"), 2),
}


@pytest.mark.parametrize(("meanwhile", "number"), UNTOUCHED.values(), ids=list(UNTOUCHED))
def test_a_correction_of_a_hand_nobody_touched_is_saved(
    coralon: Phone, friend: Phone, meanwhile: Callable[[Phone], object], number: int
) -> None:
    whole(whole(coralon, "Bea", 5, THEIRS), "Dee", 2, THEIRS)
    kept = correction(friend, 2, bid=3)
    meanwhile(coralon.open("/plays/1"))
    assert friend.replay("/plays/1/hands/2", kept).status == 200
    assert hands(friend)[-number].startswith("Dee bid 3")


def test_a_correction_of_a_hand_that_was_removed_can_be_the_next_hand(coralon: Phone, friend: Phone) -> None:
    whole(whole(coralon, "Bea", 5, THEIRS), "Dee", 2, THEIRS)
    kept = correction(friend, bid=4)
    coralon.open("/plays/1/hands/1/remove").tap("Remove hand 1")
    friend.replay("/plays/1/hands/1", kept)
    assert friend.problems == ["iPhone has removed hand 1."]
    assert ways(friend) == ["Keep theirs", "Enter mine as hand 2"]
    friend.tap("Enter mine as hand 2")
    assert [said.partition(" and ")[0] for said in hands(friend)] == ["Bea bid 4", "Dee bid 2"]


ARRIVED: dict[str, tuple[str, str, dict[str, Any], dict[str, str], tuple[str, str]]] = {
    "a bid": ("/plays/1", "7", {"bidder": "Cal"}, {"bid": "6"}, ("Cal bid 7", "Cal bid 6")),
    "a hand": (
        WHOLE,
        "Save hand 1",
        {"bidder": "Cal", "bid": 3, **took(*THEIRS)},
        {"bid": "4"},
        ("Cal bid 3", "Cal bid 4"),
    ),
    "a correction": ("/plays/1/hands/1", "Save hand 1", {"bid": 4}, {"bid": "3"}, ("Bea bid 4", "Bea bid 3")),
}


@pytest.mark.parametrize(("page", "button", "typed", "other", "said"), ARRIVED.values(), ids=list(ARRIVED))
def test_what_was_changed_after_it_had_arrived_is_shown_beside_it(
    coralon: Phone,
    page: str,
    button: str,
    typed: dict[str, Any],
    other: dict[str, str],
    said: tuple[str, str],
) -> None:
    if "hands" in page:
        whole(coralon, "Bea", 5, THEIRS)
    path, first = coralon.open(page).form(button, **typed)
    kept = {name: value for name, value in first if name != "bid-now"}
    coralon.replay(path, first).replay(path, [*(kept | other).items()])
    assert coralon.status == 409
    assert [words in side for words, side in zip(said, sides(coralon), strict=True)] == [True, True]


def test_two_bids_for_a_hand_are_shown_side_by_side(coralon: Phone, friend: Phone) -> None:
    _, kept = friend.open("/plays/1").filled("7", bidder="Cal")
    bid(coralon, "Bea", 5)
    friend.replay("/plays/1/bid", kept)
    assert friend.problems == ["iPhone saved the bid of hand 1 first."]
    assert friend.page.texts("p", "headline") == ["Bea bid 5", "Cal bid 7"]
    assert "Bea bid 5" in sides(friend)[0]
    assert "Cal bid 7" in sides(friend)[1]
    assert friend.tap("Use mine").page.one("h2", "called").text.endswith("Cal bid 7")


def test_the_player_who_saved_the_other_bid_is_named(coralon: Phone, friend: Phone) -> None:
    _, kept = friend.open("/plays/1").filled("7", bidder="Cal")
    coralon.open("/nights/1/me").tap("I’m Bea")
    bid(coralon.open("/plays/1"), "Bea", 5)
    friend.replay("/plays/1/bid", kept)
    assert friend.problems == ["Bea (iPhone) saved the bid of hand 1 first."]
    assert ways(friend) == ["Keep Bea’s", "Use mine"]


def test_a_bid_that_was_changed_is_said_to_be(coralon: Phone, friend: Phone) -> None:
    bid(coralon, "Bea", 5)
    _, kept = friend.open("/plays/1?bid").filled("7", bidder="Cal")
    coralon.open("/plays/1?bid").tap("6", bidder="Bea")
    friend.replay("/plays/1/bid", kept)
    assert friend.problems == ["iPhone has changed the bid of hand 1."]


def test_a_bid_for_a_hand_that_is_over_can_be_the_next_one(coralon: Phone, friend: Phone) -> None:
    _, kept = friend.open("/plays/1").filled("7", bidder="Cal")
    whole(coralon, "Bea", 5, THEIRS)
    friend.replay("/plays/1/bid", kept)
    assert ways(friend) == ["Keep theirs", "Enter mine for hand 2"]
    called = friend.tap("Enter mine for hand 2").page.one("h2", "called").text
    assert called == "Hand 2 Cal bid 7"


Step = Callable[[Phone], Phone]
MEANWHILE: dict[str, tuple[Step, str, str]] = {
    "the game was ended": (
        lambda phone: phone.tap("End game"),
        "Someone has ended the game.",
        "Continue the game and enter mine as hand 2",
    ),
    "the game was deleted": (
        lambda phone: phone.tap("Delete game"),
        "This game was deleted, so nothing was changed.",
        "Restore the game and enter mine as hand 2",
    ),
    "a hand was removed": (
        lambda phone: phone.tap("Remove hand 1"),
        "iPhone has removed a hand.",
        "Enter mine as hand 1",
    ),
}


@pytest.mark.parametrize(("meanwhile", "why", "way"), MEANWHILE.values(), ids=list(MEANWHILE))
@pytest.mark.parametrize("keeps", [True, False], ids=["theirs", "mine"])
def test_a_hand_can_be_kept_or_discarded_after(
    coralon: Phone, friend: Phone, meanwhile: Step, why: str, way: str, keeps: bool
) -> None:
    whole(coralon, "Bea", 5, THEIRS)
    kept = mine(friend)
    meanwhile(coralon)
    friend.replay(HAND, kept)
    assert friend.status == 409
    assert friend.problems == [why]
    assert ways(friend) == ["Keep theirs", way]
    before = hands(friend)
    assert friend.tap("Keep theirs" if keeps else way).status == 200
    assert len(hands(friend)) == len(before) + (not keeps)
    assert (hands(friend)[:1] == before[:1]) == keeps
    assert not ways(friend)


def test_a_hand_for_a_deleted_game_is_shown_beside_the_deletion(coralon: Phone, friend: Phone) -> None:
    kept = mine(friend)
    whole(coralon, "Bea", 5, THEIRS).tap("Delete game")
    theirs, _ = sides(friend.replay(HAND, kept))
    assert theirs == "Theirs This game was deleted."


def test_a_hand_for_a_deleted_night_can_be_saved_once_it_is_restored(coralon: Phone, friend: Phone) -> None:
    kept = mine(friend)
    coralon.open("/nights/1").tap("Delete night")
    friend.replay(HAND, kept)
    assert ways(friend) == ["Keep theirs", "Try again"]
    path, again = friend.form("Try again")
    assert [name for name, _ in again].count("uid") == 1
    coralon.tap("Restore")
    assert totals(friend.replay(path, again))["Cal"] == 3


def rename(phone: Phone, **names: str) -> Phone:
    """Give players other names."""
    for was, name in names.items():
        phone.open(f"/players/{CAST.index(was) + 1}").tap("Rename", name=name)
    return phone.open("/plays/1")


def test_a_hand_follows_a_player_who_is_renamed(coralon: Phone, friend: Phone) -> None:
    kept = mine(friend)
    rename(coralon, Cal="Zoe")
    assert totals(friend.replay(HAND, kept))["Zoe"] == 3
    assert friend.replay(HAND, kept).status == 200
    assert len(hands(friend)) == 1


def test_a_note_is_not_renamed(coralon: Phone, friend: Phone) -> None:
    friend.open(WHOLE)
    _, kept = friend.filled("Save hand 1", bidder="Cal", bid=3, **took(*MINE), note="Cal")
    rename(coralon, Cal="Zoe")
    assert hands(friend.replay(HAND, kept))[0].startswith("Zoe bid 3")
    assert friend.open("/plays/1/hands/1").value("note") == "Cal"


def test_a_result_follows_its_renamed_bidder(coralon: Phone, friend: Phone) -> None:
    bid(coralon, "Bea", 5)
    _, kept = friend.open("/plays/1").filled("Save hand 1", **took(*THEIRS))
    rename(coralon, Bea="Zoe", Dee="Eve")
    assert totals(friend.replay(HAND, kept)) == {"Ann": 0, "Zoe": 5, "Cal": 0, "Eve": 0}


def test_a_game_that_ended_by_its_rules_takes_no_further_hand(owner: Phone, friend: Phone) -> None:
    start(owner, target=5)
    kept = mine(friend)
    whole(owner, "Bea", 5, THEIRS)
    friend.replay(HAND, kept)
    assert ways(friend) == ["Keep theirs", "Use mine instead"]
    assert "The game is no longer over." in sides(friend)[1]


def test_an_invalid_hand_is_shown_with_what_is_wrong(owner: Phone, friend: Phone) -> None:
    start(owner)
    friend.open(WHOLE)
    _, kept = friend.filled("Save hand 1", bidder="Cal", bid=3, **took(1, 1, 1, 1))
    whole(owner, "Bea", 5, THEIRS)
    friend.replay(HAND, kept)
    assert "Tricks must add up to 13, not 4." in sides(friend)[1]
    assert ways(friend) == ["Keep theirs", "Change mine"]


def test_a_phone_that_only_watches_gets_no_choice(coralon: Phone, sent: Fields) -> None:
    assert not ways(coralon.open("/plays/1"))


def change_places(phone: Phone) -> None:
    """Let Bea and Cal change places."""
    settings = phone.open("/plays/1/settings")
    settings.tap("See what would change", "", **{"seat-2": 3, "seat-3": 2}).tap("Save changes")
    assert list(totals(phone)) == ["Ann", "Cal", "Bea", "Dee"]


def test_a_hand_entered_before_players_changed_places_is_still_theirs(coralon: Phone, friend: Phone) -> None:
    kept = mine(friend, "Cal")
    change_places(coralon)
    friend.replay(HAND, kept)
    assert friend.problems == ["iPhone has changed the seats of this game."]
    assert sides(friend)[1].startswith("Mine, not saved yet Cal bid 3 and made it exactly")
    assert totals(friend.tap("Enter mine as hand 1")) == {"Ann": 0, "Cal": 3, "Bea": 0, "Dee": 0}
    assert "Bea 6" in friend.open("/plays/1/hands/1").page.text


def test_a_refused_hand_entered_before_players_changed_places_is_still_theirs(
    coralon: Phone, friend: Phone
) -> None:
    friend.open(WHOLE)
    kept = friend.filled("Save hand 1", bidder="Cal", bid=3, **took(2, 6, 3, 3))[1]
    change_places(coralon)
    friend.replay(HAND, kept).tap("Change mine")
    assert [friend.value(f"tricks-{seat}") for seat in range(4)] == ["2", "3", "6", "3"]
    assert friend.value("bidder") == "Cal"


def test_a_correction_made_before_players_changed_places_is_still_theirs(
    coralon: Phone, friend: Phone
) -> None:
    whole(coralon, "Cal", 3, MINE)
    _, kept = friend.open("/plays/1/hands/1").filled("Save hand 1", bidder="Bea", bid=6)
    change_places(coralon)
    friend.replay("/plays/1/hands/1", kept)
    assert friend.status == 409
    assert totals(friend.tap("Use mine")) == {"Ann": 0, "Cal": 0, "Bea": 6, "Dee": 0}


def test_a_hand_to_insert_is_still_theirs_after_players_changed_places(coralon: Phone, friend: Phone) -> None:
    whole(coralon, "Cal", 3, MINE)
    friend.open("/plays/1/hands/1/insert")
    button = friend.page.texts("button", "primary")[0]
    _, kept = friend.filled(button, bidder="Bea", bid=6, **took(*MINE))
    change_places(coralon)
    friend.replay("/plays/1/hands/1/insert", kept)
    assert "Check what changes now, and tap again." in friend.problems[0]
    assert (friend.value("bidder"), friend.value("tricks-2")) == ("Bea", "6")


def test_a_swap_of_names_is_still_theirs_after_players_changed_places(coralon: Phone, friend: Phone) -> None:
    whole(coralon, "Cal", 3, MINE)
    friend.open("/plays/1/hands/1/swap")
    _, kept = friend.filled("See what would change", players=["Ann", "Cal"])
    change_places(coralon)
    friend.replay("/plays/1/hands/1/swap", kept)
    assert [box["value"] for box in friend.page.all("input", name="players") if "checked" in box.attrs] == [
        "1",
        "3",
    ]
