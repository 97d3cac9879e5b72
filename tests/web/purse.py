"""The coins of the night, as the phone shows them."""

from typing import Any

from tests.web.phone import Phone
from tests.web.table import start, whole

BANK, SETTLE = "/nights/1/bank", "/nights/1/bank/settle"
IDS = {"the house": "house", "Ann": 1, "Bea": 2, "Cal": 3, "Dee": 4}


def won(phone: Phone) -> dict[str, str]:
    """What everybody has won or lost, those at zero left out."""
    rows = phone.open(BANK).page.one("ul", "purses").all("a")
    said = {row.one("bdi").text: row.one("b", "figure").text for row in rows}
    return {name: coins for name, coins in said.items() if coins != "0"}


def stand(phone: Phone) -> dict[str, str]:
    """What everybody holds and owes, in words, of those of whom there is something to say."""
    rows = phone.open(BANK).page.one("ul", "purses").all("a")
    return {row.one("bdi").text: row.all("small")[0].text for row in rows if row.all("small")}


def write(phone: Phone, kind: str, giver: str, taker: str, coins: object, **typed: Any) -> Phone:
    """Write down coins, typed."""
    chosen: dict[str, Any] = {"kind": kind, "giver": IDS[giver], "taker": IDS[taker]}
    return phone.open(BANK).tap("Write it down", **chosen, coins=coins, **typed)


def written(phone: Phone) -> list[str]:
    """What was written down, the newest first."""
    found = phone.open(BANK).page.all("ul", "entries")
    return [row.all("span")[0].text for row in found[0].all("li")] if found else []


def payments(phone: Phone) -> list[str]:
    """Who pays whom, and has paid."""
    lists = phone.open(SETTLE).page.one("section", **{"aria-labelledby": "pay"}).all("ul")
    return [row.all("span")[0].text for row in lists[0].all("li")] if lists else []


def bea_wins(phone: Phone, wager: int = 2) -> Phone:
    """A game of Coralon that Bea wins, with a wager: the others lose it to her."""
    return whole(start(phone, target=5, wager=wager), "Bea", 5, (3, 5, 3, 2))


def fortune(phone: Phone) -> Phone:
    """A new House of Fortune: a coin of everybody lies on the table."""
    return phone.open("/nights/1/games/house-of-fortune").tap("Start House of Fortune")


def cal_won_after_all(phone: Phone) -> Phone:
    """The only hand of the game is corrected: it was Cal's."""
    correction: dict[str, Any] = {"bidder": "Cal", "tricks-1": 3, "tricks-2": 5}
    return phone.open("/plays/1/hands/1").tap("Save hand 1", **correction)
