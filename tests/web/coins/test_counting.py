"""Counting the coins: what the page says of the count, and what a tap on it does."""

import pytest
from flask import Flask

from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import BANK, COUNT, bea_wins, count, fortune, history, record, won
from tests.web.table import start


def verdict(phone: Phone) -> list[str]:
    """Return what the page says of the count, sentence by sentence."""
    section = phone.page.one("section", **{"data-part": "verdict"})
    return [*section.texts("h2"), *section.texts("p")]


def explained(phone: Phone) -> list[str]:
    """Return what would explain the count."""
    return [row.one("span").text for row in phone.page.one("ul", "entries").all("li")]


def start_company(phone: Phone) -> Phone:
    """Start Commander, Captain, and Company, whose address has no "and"."""
    phone.open("/nights/1/games/commander-captain-company")
    return phone.tap("Start Commander, Captain, and Company")


def ships(phone: Phone, *winners: str) -> str:
    """Play hands of Commander, Captain, and Company, each of which one player wins; return its address."""
    sheet = start_company(phone).path
    for at, winner in enumerate(winners, start=1):
        seat = ("Ann", "Bea", "Cal", "Dee").index(winner)
        phone.open(sheet).tap(f"Save hand {at}", commander=seat, captain=seat, company=seat)
    return sheet


# --- The form ---


def test_the_coins_lead_to_the_count(owner: Phone) -> None:
    record(owner, "loan", "the house", "Ann", 20)
    assert owner.open(BANK).follow("Count the coins").path == COUNT


def test_everyone_may_have_what_the_book_says(owner: Phone) -> None:
    record(owner, "loan", "the house", "Ann", 20)
    owner.open(f"{COUNT}?same=rest&started=")
    assert verdict(owner)[0] == "All 20 coins are here."


def test_a_figure_of_the_book_is_used_for_one_player(owner: Phone) -> None:
    record(owner, "loan", "the house", "Ann", 20)
    owner.open(f"{COUNT}?same=1&started=&coins-2=5")
    assert [owner.value(f"coins-{player}") for player in (1, 2, 3)] == ["20", "5", ""]
    assert "Enter the coins of" not in owner.page


def test_the_count_is_complete_or_says_who_is_missing(owner: Phone) -> None:
    owner.open(f"{COUNT}?check=yes&coins-1=5&coins-2=+&coins-3=5&coins-4=")
    assert owner.problems == ["Enter the coins of Bea and Dee."]


def test_a_number_that_is_none_is_refused_beside_its_field(owner: Phone) -> None:
    owner.open(f"{COUNT}?check=yes&coins-1=many")
    assert owner.page.one(id="wrong-coins-1").text == "Enter a whole number of coins, such as 20."
    assert owner.value("coins-1") == "many"


def test_coins_that_everyone_brought_are_added_to_the_book(owner: Phone) -> None:
    record(owner, "side bet", "Ann", "Bea", 4)
    owner.open(f"{COUNT}?check=yes&started=20&coins-1=16&coins-2=24&coins-3=0&coins-4=0")
    assert verdict(owner)[0] == "All 40 coins are here."


def test_a_game_with_a_stake_proposes_it(owner: Phone) -> None:
    start(owner, "Baronet", stake=70)
    assert owner.open(COUNT).value("started") == "70"


def test_nobody_is_asked_what_they_brought_where_stakes_were_handed_out(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    assert not owner.open(COUNT).page.all(id="started")


def test_coins_on_a_table_are_not_counted(owner: Phone) -> None:
    fortune(owner)
    help_text = owner.open(f"{COUNT}?started=30").page.texts("p", "help")[0]
    assert help_text == "4 coins on the table of House of Fortune : don’t count them."
    assert verdict(owner.open(f"{COUNT}?started=30&same=rest"))[0] == "All 116 coins are here."


# --- What would explain it ---


def test_the_page_says_who_has_more_or_fewer_than_the_book(owner: Phone) -> None:
    count(owner, Cal=3, Dee=-1)
    assert verdict(owner)[1:] == [
        "Cal has 3 coins too many.",
        "Dee has 1 coin too few.",
        "In all, 2 coins are too many.",
        "Did someone borrow more from the house than was recorded? Record that first.",
    ]


@pytest.mark.parametrize(
    ("recorded", "more", "button"),
    [
        pytest.param(
            [],
            {"Cal": 3, "Dee": -3},
            "Record: Cal won 3 coins from Dee in a side bet. This wasn’t recorded.",
            id="a bet is missing",
        ),
        pytest.param(
            [("gift", "Ann", "Bea", 4)] * 2,
            {"Ann": 4, "Bea": -4},
            "Undo one: Ann gave Bea 4 coins. This was recorded twice.",
            id="a gift was recorded twice",
        ),
        pytest.param(
            [("gift", "Ann", "Bea", 4)],
            {"Ann": 4, "Bea": -4},
            "Undo: Ann gave Bea 4 coins. This never happened.",
            id="a gift never happened",
        ),
        pytest.param(
            [("side bet", "Ann", "Bea", 4)],
            {"Ann": 8, "Bea": -8},
            "Correct: Bea won 4 coins from Ann in a side bet. It was the other way around.",
            id="a bet was recorded the wrong way around",
        ),
        pytest.param(
            [("loan", "the house", "Ann", 9)],
            {"Ann": -9, "Cal": 9},
            "Correct: Ann borrowed 9 coins from the house. It was Cal, not Ann.",
            id="another player borrowed",
        ),
        pytest.param(
            [("loan", "the house", "Ann", 9)],
            {"Ann": -4},
            "Correct: Ann borrowed 9 coins from the house. It was 5 coins, not 9.",
            id="the amount is wrong",
        ),
    ],
)
def test_a_tap_corrects_what_would_explain_it(
    owner: Phone, recorded: list[tuple[str, str, str, int]], more: dict[str, int], button: str
) -> None:
    for kind, giver, taker, coins in recorded:
        record(owner, kind, giver, taker, coins)
    count(owner, **more).tap(button)
    assert owner.path.startswith(COUNT)
    assert verdict(owner)[0].startswith("All ")


def test_a_stake_that_was_smaller_is_told_with_its_own_amount(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20, to=[1, 2])
    count(owner, Ann=-5).tap("Correct: Ann got 20 coins to start with. It was 15 coins, not 20.")
    said = "Bea got 20 coins to start with; Ann got 15 coins to start with"
    assert history(owner)[0].startswith(said)


def test_a_hand_entered_for_the_wrong_player_is_corrected(owner: Phone) -> None:
    ships(owner, "Ann", "Cal", "Bea")
    count(owner, Cal=-12, Dee=12)
    assert explained(owner)[0] == (
        "Hand 2 of Commander, Captain, and Company was entered for Cal instead of Dee. See hand 2"
    )
    owner.tap(f"Correct: {explained(owner)[0].removesuffix(' See hand 2')}")
    assert verdict(owner)[0].startswith("All ")
    assert owner.page.one("p", "flash").text.startswith("Hand 2 corrected. You can undo that on the sheet of")
    assert owner.page.one("p", "flash").one("a")["href"] == "/plays/1"


def test_a_hand_entered_twice_is_removed(owner: Phone) -> None:
    ships(owner, "Ann", "Cal", "Cal")
    count(owner, Ann=3, Bea=3, Cal=-9, Dee=3)
    owner.tap("Remove one: Hand 3 of Commander, Captain, and Company was entered twice.")
    assert verdict(owner)[0].startswith("All ")


def test_a_game_that_nobody_paid_needs_no_correction(owner: Phone) -> None:
    bea_wins(owner)
    count(owner, Ann=2, Bea=-6, Cal=2, Dee=2)
    assert explained(owner)[0].startswith("The coins of Coralon (")
    assert verdict(owner.follow("They have now"))[0].startswith("All ")


def test_without_an_explanation_the_page_says_so(owner: Phone) -> None:
    count(owner, Ann=3, Bea=-1, Cal=-2)
    assert owner.page.texts("h2")[1] == "No single mistake would explain it"


def test_the_count_of_an_evening_without_scores_is_what_everyone_won(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    count(owner, Ann=15, Bea=-20, Cal=5)
    assert "If nothing was scored tonight, accept the count" in owner.page.text
    owner.tap("Accept the count")
    assert won(owner) == {"Ann": "+15", "Bea": "−20", "Cal": "+5"}


def test_a_mistake_that_someone_else_has_corrected_is_not_corrected_again(owner: Phone) -> None:
    count(owner, Cal=3, Dee=-3)
    record(owner.tab(), "side bet", "Dee", "Cal", 3)
    owner.tap("Record: Cal won 3 coins from Dee in a side bet. This wasn’t recorded.")
    assert owner.status == 409
    assert verdict(owner)[0].startswith("All ")
    assert len(history(owner)) == 1


# --- Accepting it ---


def test_an_accepted_count_is_won_and_lost_with_its_reason(owner: Phone) -> None:
    count(owner, Cal=3, Dee=-3).tap("Accept the count", note="Dee ate one")
    assert verdict(owner)[0].startswith("All ")
    assert won(owner) == {"Cal": "+3", "Dee": "−3"}
    assert history(owner)[0].startswith(
        "Dee had 3 coins too few at the count, and Cal as many too many Dee ate one"
    )


def test_a_tap_undoes_all_that_was_accepted(owner: Phone) -> None:
    count(owner, Ann=-2, Cal=5, Dee=-1).tap("Accept the count")
    assert len(history(owner)) == 1
    owner.open(BANK).tap("Undo")
    assert won(owner) == {}


def test_missing_coins_that_nobody_owes_cannot_be_accepted(owner: Phone) -> None:
    count(owner, Cal=-2)
    assert "2 coins are missing. Count again." in owner.page.text
    assert "Accept the count" not in owner.page.texts("button")


def test_a_count_of_coins_that_have_changed_is_not_accepted(owner: Phone) -> None:
    count(owner, Cal=3, Dee=-3)
    record(owner.tab(), "side bet", "Ann", "Bea", 3)
    assert owner.tap("Accept the count", note="No idea").status == 409
    assert owner.value("note") == "No idea"
    assert len(history(owner)) == 1


def test_a_viewer_sees_the_count_and_corrects_nothing(app: Flask, owner: Phone) -> None:
    viewer = joined(app, link_to(bea_wins(owner), "watch"), "I’m just watching")
    count(viewer, Cal=3, Dee=-3)
    assert explained(viewer)
    assert "Record" not in viewer.page.texts("button")
    assert "Accept the count" not in viewer.page.texts("button")
