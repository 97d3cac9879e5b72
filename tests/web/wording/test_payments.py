"""Coins: what a preview says of them, and how borrowing is marked."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import hands, save, save_button

LOOK = "See what it scores"


def start(owner: Phone, game: str, name: str, **rules: Any) -> Phone:
    return owner.open(f"/nights/1/games/{game}").tap(f"Start {name}", **rules)


@pytest.fixture
def ship(owner: Phone) -> Phone:
    return start(owner, "ship-captain-crew", "Ship, Captain, and Crew")


def cargo(*cargoes: object) -> dict[str, Any]:
    return {f"cargo-{seat}": value for seat, value in enumerate(cargoes)}


def paid(phone: Phone) -> list[str]:
    return phone.page.one("ul", "paid").texts("li")


def why(phone: Phone) -> list[str]:
    return phone.page.one("ul", "because").texts("li")


def test_a_pot_won_at_once_is_described_as_who_pays_whom(ship: Phone) -> None:
    assert paid(ship.tap(LOOK, **cargo(9, 4, "–", 5))) == ["Bea, Cal and Dee pay Ann 1 each"]


def test_a_pot_that_stays_on_the_table_is_described_by_its_moves(ship: Phone) -> None:
    assert paid(ship.tap(LOOK, **cargo("–", "–", "–", "–"))) == ["Everyone puts 1 in the pot"]
    ship.tap(save_button(ship), **cargo("–", "–", "–", "–"))
    ship.tap(LOOK, **cargo(9, 4, "–", 5))
    assert paid(ship) == ["Everyone puts 1 in the pot", "Ann takes 8 from the pot"]


def test_the_bank_settles_with_each_player(owner: Phone) -> None:
    start(owner, "hazard", "Hazard").open("/plays/1?whole")
    bets: dict[str, Any] = {"bets-1-win": 5, "bets-2-lose": "3+4", "bets-3-win": 5}
    owner.tap(LOOK, bank="Ann", shooter="Bea", main=7, rolls=11, **bets)
    assert paid(owner) == ["Cal pays Ann 7", "Ann pays Bea and Dee 5 each"]


def test_piles_have_their_names(owner: Phone) -> None:
    start(owner, "commander-captain-company", "Commander, Captain, and Company")
    owner.tap(LOOK, commander="Dee", captain=" ", company="Ann")
    assert paid(owner) == [
        "Everyone puts 1 each in the Commander pile, the Captain pile and the Company pile",
        "Dee takes 4 from the Commander pile",
        "Ann takes 4 from the Company pile",
    ]


def test_players_with_the_same_reason_share_a_line(owner: Phone) -> None:
    start(owner, "nobles-estate", "Noble’s Estate")
    left: dict[str, Any] = {f"cards_left-{seat}": 2 for seat in (1, 2, 3)}
    owner.tap(LOOK, mistress="Cal", beggar=" ", winner="Ann", **left)
    assert why(owner) == [
        "Cal +9 coins: paid by the others for the Mistress",
        "Ann, Bea and Dee −3 coins: paid Cal for the Mistress",
        "Ann +6 coins: paid by the others for cards left",
        "Bea, Cal and Dee −2 coins: paid Ann for 2 cards left",
    ]


def test_a_bet_made_twice_has_two_lines(owner: Phone) -> None:
    start(owner, "hazard", "Hazard").open("/plays/1?whole")
    bets: dict[str, Any] = {"bets-2-win": "1+1"}
    owner.tap(LOOK, bank="Ann", shooter="Bea", main=7, rolls=7, **bets)
    assert [line for line in why(owner) if line.startswith("Cal")] == [
        "Cal +1 coin: bet 1 on the shooter, and Bea won with 7 on the first roll; paid 1 to 1",
        "Cal +1 coin: bet 1 on the shooter, and Bea won with 7 on the first roll; paid 1 to 1",
    ]


def test_a_preview_shows_who_has_to_borrow(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="Eva")
    start(owner, "baronet", "Baronet", stake=2)
    owner.open("/plays/1?whole").tap(LOOK, bidder="Ann", bid="6", block="war", partner="Dee", made="yes")
    assert "borrowed" in owner.page.one("dl", "after").text


@pytest.mark.parametrize(("rules", "offered"), [({}, False), ({"stones": "on"}, True)])
def test_nobody_wins_only_where_stones_run_out(owner: Phone, rules: dict[str, Any], offered: bool) -> None:
    start(owner, "nobles-estate", "Noble’s Estate", **rules)
    winners = [choice["value"] for choice in owner.page.all("input", name="winner")]
    assert (" " in winners) is offered


def test_an_earlier_roll_shows_the_board_before_it(owner: Phone) -> None:
    start(owner, "house-of-fortune", "House of Fortune")
    for roll in (5, 12):
        owner.send("/plays/1/hands", whole="on", roll=roll)
    owner.open("/plays/1/hands/2")
    assert owner.page.one("fieldset", "spaces").texts("i", "lies")[3] == "with 1 coin"


@pytest.mark.parametrize(
    ("game", "name", "hand", "told"),
    [
        (
            "ship-captain-crew",
            "Ship, Captain, and Crew",
            cargo(9, 9, "–", 5),
            "Ann and Bea brought in 9 and shared",
        ),
        ("caravan", "Caravan", cargo(9, 4, "–", 5), "Ann banked 9, Bea 4 and Dee 5"),
        (
            "commander-captain-company",
            "Commander, Captain, and Company",
            {"commander": "Dee", "captain": " ", "company": "Ann"},
            "Dee won Commander, Ann won Company",
        ),
    ],
)
def test_the_list_of_hands_says_who_won(
    owner: Phone, game: str, name: str, hand: dict[str, Any], told: str
) -> None:
    start(owner, game, name)
    owner.tap(save_button(owner), **hand)
    assert told in owner.page.one("span", "what").text


def test_a_round_with_one_stake_has_no_name_before_it(owner: Phone) -> None:
    start(owner, "lansquenet", "Lansquenet")
    staked: dict[str, Any] = {"standing-1": 2}
    save(owner, result="returned", **staked)
    assert hands(owner)[0].startswith("Ann held the bank and returned the stakes")


def test_dice_are_asked_in_seat_order(ship: Phone) -> None:
    ship.tap(save_button(ship), **cargo(9, 4, "–", 5))
    assert [place["name"] for place in ship.page.all("input") if "cargo" in place["name"]] == [
        f"cargo-{seat}" for seat in range(4)
    ]
