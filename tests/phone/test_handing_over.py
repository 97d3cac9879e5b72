"""A sheet as a QR code: how much fits, and that the other phone reads all of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.phone.scoring import answer
from tests.bench.client import coralon_hands
from tests.rules.sheets import by_seat

EXAMPLES = Path(__file__).parents[1] / "data" / "examples.jsonl"
PAGE = "https://scorekeeper.example.org/plays/12345"


def game(hands: int) -> dict[str, Any]:
    """Return a game of Coralon with so many hands, as the server sends it."""
    table = {"scoresheet": 1, "game": "coralon", "players": ["Ann", "Bea", "Cal", "Dee"], "dealer": 0}
    sheet = {**table, "options": {"target": 9999}, "hands": coralon_hands(hands), "finished": False}
    return {"sheet": sheet, "bidding": None, "seats": [12, 15, 17, 18]}


def ask(question: str, *args: Any) -> Any:
    """Return what a phone answers."""
    return json.loads(answer(question, json.dumps(args)))


def code_of(hands: int) -> tuple[str, str]:
    """Return the digits of a sheet with so many hands, and its code."""
    shown = ask("hand over", game(hands), PAGE, 40, "0123456789abcdef01234567")
    page, _, digits = shown["address"].partition("#sheet=")
    assert page == PAGE
    return digits, shown["code"]


@pytest.mark.parametrize(("hands", "modules"), [(10, 73), (60, 97), (150, 125)])
def test_an_evening_fits_into_a_code_that_a_camera_reads(hands: int, modules: int) -> None:
    digits, code = code_of(hands)
    size = int(re.findall(r"viewBox=\"0 0 (\d+)", code)[0])
    assert size <= modules
    assert "style" not in code
    assert digits.isdecimal()


def test_a_sheet_that_is_too_long_has_a_link_alone() -> None:
    digits, code = code_of(400)
    assert not code
    assert len(ask("take over", game(0), 0, digits)["actions"]) == 400


def test_the_other_phone_fills_in_the_same_hands() -> None:
    played, digits = game(60), code_of(60)[0]
    said = ask("take over", game(38), 38, digits)
    assert [action["number"] for action in said["actions"]] == [*range(39, 61)]
    assert said["offer"] == "Take over 22 hands from the other phone?"
    totals = ask("score", played)["result"]["totals"]
    shown = ", ".join(f"{name} {total}" for name, total in totals.items())
    assert said["more"].endswith(f" The other phone should show the same totals: {shown}.")
    again = game(38)
    for action in said["actions"]:
        again = ask("preview", again, action["fields"])["play"]
    assert again["sheet"] == played["sheet"]


def test_the_hands_of_every_game_are_filled_in_again() -> None:
    for line in EXAMPLES.read_text("utf-8").splitlines():
        example = json.loads(line)
        if "answer" not in example:
            continue
        sheet = {**by_seat(example["sheet"]), "finished": False}
        played = {"sheet": sheet, "bidding": None, "seats": [1, 2]}
        shown = ask("hand over", played, PAGE, 0, "")
        now = {**played, "sheet": {**sheet, "hands": []}}
        said = ask("take over", now, 0, shown["address"].partition("#sheet=")[2])
        for action, raw in zip(said["actions"], sheet["hands"], strict=True):
            found = ask("preview", now, action["fields"])
            if found["hand"] is None:
                # No form saves it without the figures that it leaves out.
                assert "or 0" in found["problems"][0]["message"]
                break
            assert found["hand"] == {name: value for name, value in raw.items() if value != {}}
            now = found["play"]


@pytest.mark.parametrize("cut", [slice(0), slice(-58), slice(29, None), slice(0, 40)])
def test_a_link_without_all_of_it_is_refused(cut: slice) -> None:
    assert ask("take over", game(0), 0, code_of(60)[0][cut])["why"].startswith("This link doesn’t have")


def hand_on(handed: dict[str, Any], to: dict[str, Any]) -> Any:
    """Return what a phone says of a sheet that another has handed over."""
    shown = ask("hand over", handed, PAGE, len(to["sheet"]["hands"]), "0123456789abcdef01234567")
    return ask("take over", to, len(to["sheet"]["hands"]), shown["address"].partition("#sheet=")[2])


def test_what_the_rules_refuse_is_not_taken_over() -> None:
    refused = {"why": "The hands of the other phone can’t be scored in this game."}
    handed = game(1)
    handed["sheet"]["hands"][0]["tricks"] = {"0": 13, "1": 13, "2": 0, "3": 0}
    assert hand_on(handed, game(0)) == refused
    for bid in ({"bidder": 2, "bid": 14}, {"bidder": "<b>", "bid": 4}, [1], "x"):
        assert hand_on({**game(1), "bidding": bid}, game(1)) == refused


def test_a_bid_that_is_taken_over_is_named_first() -> None:
    said = hand_on({**game(1), "bidding": {"bidder": 2, "bid": 4}}, game(1))
    assert (said["offer"], said["more"]) == ("Take over the bid from the other phone?", "Cal, 4.")
