"""How a game would have gone under other house rules."""

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import points, start, whole

SEE = "Work it out"
PAGE = "/plays/1/what-if"


def play_to_twenty(scene: Scene) -> None:
    """Play Coralon for 2 coins: Cal has 10 after hand 2, and Bea wins with hand 4."""
    start(scene.owner, target=20, wager=2, zero_bids="on")
    whole(scene.owner, "Cal", 5, (3, 3, 5, 2))
    whole(scene.owner, "Cal", 5, (3, 3, 5, 2))
    whole(scene.owner, "Bea", 0, (5, 0, 5, 3))
    whole(scene.owner, "Bea", 10, (1, 10, 1, 1))


@pytest.fixture
def over(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return a finished game that Bea won with hand 4, in which she bid zero in hand 3."""
    scene.after(play_to_twenty)
    return owner


def outcome(phone: Phone) -> str:
    return phone.page.texts("p", "lead")[0]


def rows(phone: Phone) -> list[list[str]]:
    """Return each player with their totals and coins, as played and under the other rules."""
    body = phone.page.one("table", "sums").one("tbody")
    return [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in body.all("tr")]


def test_a_lower_target_would_have_ended_the_game_earlier(over: Phone) -> None:
    over.open("/plays/1/rules").follow("What if you had other rules?").tap(SEE, target=10)
    assert outcome(over) == "With a target of 10 Cal would have won in hand 2."
    assert "Hands 3 and 4 wouldn’t have been played." in over.page
    assert rows(over) == [
        ["Ann", "0 −2 coins", "0 −2 coins"],
        ["Bea", "23 +6 coins", "0 −2 coins"],
        ["Cal", "10 −2 coins", "10 +6 coins"],
        ["Dee", "0 −2 coins", "0 −2 coins"],
    ]


def test_with_a_higher_target_the_game_would_still_be_on(over: Phone) -> None:
    over.open(PAGE).tap(SEE, target=50)
    assert outcome(over) == "With a target of 50 nobody would have won yet."


def test_hands_that_the_rules_refuse_are_named_and_left_out(over: Phone) -> None:
    over.open(PAGE).tap(SEE, zero_bids=[])
    assert outcome(over) == "With these rules nobody would have won yet."
    assert "Zero bids yes → no." in over.page
    assert "Hand 3 wouldn’t be allowed: Bid must be at least 2, not 0." in over.page
    assert "The game is scored as if that hand hadn’t been played." in over.page


def test_under_its_own_rules_nothing_would_change(over: Phone) -> None:
    over.open(PAGE).tap(SEE)
    assert outcome(over) == "Nothing would change."


def test_rules_that_make_no_difference_say_so(over: Phone) -> None:
    over.open(PAGE).tap(SEE, target=19)
    assert outcome(over) == "With a target of 19 nothing would change."


def test_a_running_game_says_who_would_have_won(owner: Phone) -> None:
    start(owner, "Tally", target=100)
    points(points(owner, 30, 0, 0, 5), 5, 4, 3, 2)
    owner.open(PAGE).tap(SEE, target=30)
    assert outcome(owner) == "With a target of 30 Ann would have won in round 1."
    owner.open(PAGE).tap(SEE, target=50)
    assert outcome(owner) == "With a target of 50 nothing would change."
    owner.open(PAGE).tap(SEE, lowest_wins="on", target=30)
    assert outcome(owner) == "With these rules Bea and Cal would have won in round 1."


def test_a_game_that_was_ended_early_would_have_been_ended_there(owner: Phone) -> None:
    points(start(owner, "Tally"), 30, 0, 0, 5)
    owner.tap("End game")
    owner.open(PAGE).tap(SEE, lowest_wins="on")
    ended = "With these rules nobody would have won when the game was ended after round 1."
    assert outcome(owner) == ended


def test_without_hands_there_is_nothing_to_compare(owner: Phone) -> None:
    start(owner)
    owner.open(PAGE)
    assert outcome(owner) == "No hand was entered, so there is nothing to compare yet."


@pytest.mark.parametrize("target", ["0", "-5", "x", "99999999999999999999"])
def test_a_rule_that_cannot_be_is_refused_beside_its_field(over: Phone, target: str) -> None:
    over.open(f"{PAGE}?target={target}")
    assert over.status == 422
    over.refused("target", over.problems[0])
    assert over.value("target") == target
    assert not over.page.all("table")


def test_rubbish_in_the_address_changes_no_player(over: Phone) -> None:
    over.open(f"{PAGE}?look=page&target=20&wager=2&zero_bids=on&seat-1=2&by-1=9&dealer=3&title=x&y=%00")
    assert outcome(over) == "Nothing would change."


def test_a_side_is_called_by_its_players(owner: Phone) -> None:
    start(owner, "Whist").open(PAGE)
    named = [label.text for label in owner.page.all("label", "figure-line")]
    assert {"Ann and Cal", "Bea and Dee"} <= {*named}


def test_an_address_with_some_rules_changes_only_these(over: Phone) -> None:
    assert outcome(over.open(f"{PAGE}?target=10")) == "With a target of 10 Cal would have won in hand 2."
    assert (over.value("wager"), over.value("zero_bids")) == ("2", "on")
    assert outcome(over.open(f"{PAGE}?nonsense=1")) == "Nothing would change."


def test_a_rule_that_is_left_blank_is_none(owner: Phone) -> None:
    points(start(owner, "Tally", target=100, hands=9), 10, 0, 0, 5)
    owner.open(PAGE).tap(SEE, hands="")
    assert "Number of rounds 9 → none." in owner.page
    owner.open(PAGE).tap(SEE, target="")
    assert "Target 100 → none." in owner.page


def test_refused_hands_in_a_row_are_said_from_first_to_last(owner: Phone) -> None:
    start(owner, target=40, zero_bids="on")
    for _ in range(3):
        whole(owner, "Bea", 0, (5, 0, 5, 3))
    owner.open(PAGE).tap(SEE, zero_bids=[])
    assert "Hands 1 to 3 wouldn’t be allowed" in owner.page


def test_a_handicap_names_both_partners(owner: Phone) -> None:
    start(owner, "Whist").open(f"{PAGE}?target=&handicap-0=20&handicap-1=3")
    assert "Ann and Cal 20, Bea and Dee 3" in owner.page


def test_the_target_of_a_recipe_is_called_as_it_is_there(owner: Phone) -> None:
    start(owner, "Hearts").open(f"{PAGE}?target=20")
    assert outcome(owner) == "With these rules nothing would change."
    assert "Ends at 100 → 20." in owner.page
