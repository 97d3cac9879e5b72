"""Forms for a whole hand: what they offer, and what can be entered instead of a hand."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import hands, save, start, totals

COUNTED: dict[str, Any] = {
    "cards-0-queens": 1,
    "cards-1-bouts": 2,
    "cards-1-suited": 3,
    "cards-2-kings": 1,
    "cards-3-knaves": 1,
}


def offered(phone: Phone, name: str) -> list[str]:
    return [field["value"] for field in phone.page.all("input", name=name)]


# Whist: one number completes the hand


def test_a_hand_of_whist_is_a_side_and_a_number_that_saves(owner: Phone) -> None:
    start(owner, "Whist")
    assert offered(owner, "winner") == ["0", "1"]
    assert [label.text for label in owner.page.all("label", "chip")][:2] == ["Ann and Cal", "Bea and Dee"]
    owner.tap("9", winner="Bea")
    assert totals(owner) == {"Ann and Cal": 0, "Bea and Dee": 3}
    assert "Bea and Dee took 9 tricks" in hands(owner)[0]


def test_a_number_without_a_side_is_refused_and_kept(owner: Phone) -> None:
    start(owner, "Whist").tap("9")
    owner.refused("winner", "Tap the side that took more tricks.")
    assert owner.page.texts("button", "chosen") == ["9"]


def test_the_player_named_for_a_side_is_still_named_after_a_correction(owner: Phone) -> None:
    start(owner, "Whist").send("/plays/1/hands", number=1, whole="on", winner="Cal", tricks=8)
    owner.open("/plays/1/hands/1")
    assert offered(owner, "winner") == ["2", "1"]
    owner.tap("Save hand 1", tricks=9)
    assert totals(owner) == {"Ann and Cal": 3, "Bea and Dee": 0}


# What a form draws


def test_war_and_peace_say_what_they_mean(owner: Phone) -> None:
    start(owner, "Bishop")
    assert [key.text for key in owner.page.all("button", name="block-now")] == [
        "War Knights and Tars",
        "Peace Bishops and Farmers",
    ]
    hand = {"bidder": "Ann", "bid": 5, "block": "war", "partner": "Bea", "made": "yes"}
    owner.send("/plays/1/hands", number=1, whole="on", **hand)
    owner.open("/plays/1/hands/1").tap("Save hand 1", block="peace").open("/plays/1/hands/1")
    first, second = owner.page.one("ol", "history").texts("span")
    assert first == "Ann bid 5 for War; partner Bea; made yes"
    assert second == "block War (Knights and Tars) → Peace (Bishops and Farmers)"


@pytest.mark.parametrize(
    ("game", "field", "keys"),
    [
        ("Tally", "points-0", "text"),
        ("Caravan", "cargo-0", "text"),
        ("Hazard", "rolls", ""),
        ("Hazard", "bets-0-win", "tel"),
        ("Chevalier", "clean-0", "numeric"),
    ],
)
def test_the_phone_has_the_keys_for_what_must_be_typed_where_no_script_runs(
    owner: Phone, game: str, field: str, keys: str
) -> None:
    owner.open(f"{start(owner, game).path}?whole")
    assert owner.page.one("input", name=field)["inputmode"] == keys


@pytest.mark.parametrize(
    ("guests", "keys"), [("", "numeric"), ("Eva", "decimal")], ids=["four players", "five"]
)
def test_halves_are_typed_only_where_they_can_be_taken(owner: Phone, guests: str, keys: str) -> None:
    if guests:
        owner.tap("Add", name=guests)
    start(owner, "Jeu de Tarock").open("/plays/1?whole")
    assert owner.page.one("input", name="taken")["inputmode"] == keys


def test_the_cards_of_all_players_are_listed_without_script(owner: Phone) -> None:
    start(owner, "Tarock")
    assert all(owner.page.one("input", name=f"cards-{seat}-suited") for seat in range(4))
    save(owner, **COUNTED)
    assert totals(owner) == {"Ann": -1, "Bea": 3, "Cal": -1, "Dee": -1}


def test_counted_cards_are_unfolded_in_a_correction(owner: Phone) -> None:
    save(start(owner, "Tarock"), **COUNTED)
    owner.open("/plays/1/hands/1")
    assert "open" in owner.page.one("details", "instead").attrs
    assert "Ann queens 1, Bea bouts 2 and suited 3, Cal kings 1, Dee knaves 1" in owner.page.one(
        "ol", "history"
    )


def test_cards_of_one_player_alone_are_not_saved(owner: Phone) -> None:
    # All bouts are gone, so the form fills in that the others have none.
    filled: dict[str, Any] = {f"cards-{seat}-bouts": 3 if seat == 1 else 0 for seat in range(4)}
    start(owner, "Tarock").tap("Save hand 1", **filled)
    owner.refused("cards", "Enter the cards of Ann, Cal and Dee too, or 0.")


def test_a_player_without_cards_has_none_of_each_kind(owner: Phone) -> None:
    start(owner, "Tarock")
    names = [field["name"] for field in owner.page.all("input")]
    nothing = dict.fromkeys((name for name in names if "cards-0" in name), 0)
    save(owner, **{**COUNTED, **nothing})
    assert totals(owner) == {"Ann": -1, "Bea": 3, "Cal": -1, "Dee": -1}


def test_the_value_of_a_hand_is_worked_out_line_by_line(owner: Phone) -> None:
    start(owner, "Jeu de Tarock").open("/plays/1?whole")
    typed = {"attacker": "Bea", "contract": "garde", "target": "41", "taken": "48", "poignees": "20"}
    owner.tap("See what it scores", **typed, last_trick_magician="attack")
    steps = owner.page.one("dl", "worked")
    assert list(zip(steps.texts("dt"), steps.texts("dd"), strict=True)) == [
        ("Made 41, 7 above", "+25 +7"),
        ("Magician, the attack", "+10"),
        ("Garde", "× 2"),
        ("A poignée of 20", "+20"),
        ("Each defender", "−104"),
        ("Bea, from 3 defenders", "+312"),
    ]


def test_an_attacker_who_missed_pays_the_defenders(owner: Phone) -> None:
    start(owner, "Jeu de Tarock").open("/plays/1?whole")
    owner.tap("See what it scores", attacker="Bea", contract="prise", target=51, taken=48)
    assert owner.page.one("dl", "worked").texts("dt")[-2:] == ["Each defender", "Bea, to 3 defenders"]


# What is entered instead of a hand, and back


def test_a_hand_of_tarock_is_summarized_by_who_took_most(owner: Phone) -> None:
    save(start(owner, "Tarock"), **{"points-0": "20", "points-1": "30.5"})
    save(owner, **{"points-0": "20", "points-1": "20", "points-2": "30", "forfeited": "Cal"})
    save(owner, **{"points-0": "0"})
    assert [said.split(":")[0] for said in hands(owner)] == [
        "Nobody won",
        "Ann and Bea took 20 card points and shared",
        "Bea took 30½ card points and won",
    ]


def test_a_roll_is_summarized_by_who_rolled_what(owner: Phone) -> None:
    start(owner, "House of Fortune").tap("9").tap("7 the Wedding with 4 coins")
    rolls = [said.split(":")[0] for said in hands(owner)]
    assert rolls == ["Bea rolled 7, the Wedding", "Ann rolled 9 and left a coin"]
    assert owner.open("/plays/1/hands/1").page.one("h2", "title").text == "Ann rolled 9 and left a coin"


def test_a_passed_hand_can_be_corrected_to_a_played_one_and_back(owner: Phone) -> None:
    start(owner, "Chevalier").tap("Everyone passed")
    assert "Everyone passed" in hands(owner)[0]
    owner.open("/plays/1/hands/1").follow("Enter it as played")
    taken: dict[str, Any] = {"clean-0": 5, "clean-1": 2, "poisoned-0": 1, "poisoned-1": 2}
    owner.tap("Save hand 1", bidder="Bea", bid=4, **taken)
    assert "Bea bid 4 and made it" in hands(owner)[0]
    assert totals(owner) == {"Ann and Cal": 2, "Bea and Dee": 5}
    owner.open("/plays/1/hands/1").follow("Everyone passed").tap("Save hand 1")
    assert "Everyone passed" in hands(owner)[0]
    assert totals(owner) == {"Ann and Cal": 0, "Bea and Dee": 0}


def test_an_alternative_to_a_hand_has_its_name_on_the_sheet(owner: Phone) -> None:
    start(owner, "Lansquenet").tap("Save as round 1", sold_to="Bea", price=3)
    owner.open("/plays/1/hands/1")
    assert owner.page.one("h2", "title").text == "Bea bought the bank for 3 coins"
    assert "Who buys the bank?" in owner.open("/plays/1/hands/1?as=hand").page.texts("a")


def test_where_nobody_leads_a_tap_on_the_last_payer_saves(owner: Phone) -> None:
    owner.tap("Add", name="Eva")
    start(owner, "Up and Down", opening="informal").tap("Bea", form="/hands")
    assert list(totals(owner).values()) == [-1, -2, -1, -1, -1]


@pytest.mark.parametrize(
    ("game", "button", "scores"),
    [
        ("Dog", "The dealer forfeits", [0, 3]),
        ("Chevalier", "Everyone passed", [0, 0]),
        ("Bishop", "Everyone passed", [0, 0, 0, 0]),
    ],
)
def test_an_alternative_to_a_hand_is_one_tap(owner: Phone, game: str, button: str, scores: list[int]) -> None:
    start(owner, game).tap(button)
    assert list(totals(owner).values()) == scores


@pytest.mark.parametrize(("wager", "choices"), [(1, ["doubled", "withdrew"]), (0, ["withdrew"])])
def test_a_shipwreck_can_double_only_what_is_at_stake(owner: Phone, wager: int, choices: list[str]) -> None:
    start(owner, "Caravan", special_rolls="on", wager=wager)
    offered = owner.page.one("select", name="shipwreck-0").all("option")
    assert [option["value"] for option in offered if option["value"]] == choices
