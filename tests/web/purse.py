"""The coins of a night, as a phone shows them."""

from typing import Any
from urllib.parse import urlencode

from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.table import start, whole

BANK, SETTLE, COUNT = "/nights/1/bank", "/nights/1/bank/settle", "/nights/1/bank/count"
IDS = {"the house": "house", "Ann": 1, "Bea": 2, "Cal": 3, "Dee": 4}


def won(phone: Phone) -> dict[str, str]:
    """Return what each player has won or lost, without zeros."""
    rows = phone.open(BANK).page.one("ul", "purses").all("a")
    said = {row.one("bdi").text: row.one("b", "figure").text for row in rows}
    return {name: coins for name, coins in said.items() if coins != "0"}


def positions(phone: Phone) -> dict[str, str]:
    """Return what each player has borrowed and lent, as a sentence."""
    rows = [row.all("span")[0] for row in phone.open(BANK).page.one("ul", "purses").all("a")]
    return {row.one("bdi").text: row.all("small")[0].text for row in rows if row.all("small")}


def still_to_pay(phone: Phone) -> list[str]:
    """Return what each player still pays or gets."""
    return [
        row.one("span", "amount").one("small").text
        for row in phone.open(BANK).page.one("ul", "purses").all("a")
    ]


def record(phone: Phone, kind: str, giver: str, taker: str, coins: object, **typed: Any) -> Phone:
    """Record a posting, with the coins typed."""
    chosen: dict[str, Any] = {"kind": kind, "giver": IDS[giver], "taker": IDS[taker]}
    return phone.open(BANK).tap("Record", **chosen, coins=coins, **typed)


def history(phone: Phone) -> list[str]:
    """Return the postings as sentences, newest first."""
    found = phone.open(BANK).page.all("ul", "entries")
    return [row.all("span")[0].text for row in found[0].all("li")] if found else []


def payments(phone: Phone) -> list[str]:
    """Return who pays whom, and who has paid."""
    lists = phone.open(SETTLE).page.one("section", **{"aria-labelledby": "pay"}).all("ul")
    rows = lists[0].all("li") if lists else []
    return [row.all("span")[0].text if row.all("span") else row.text for row in rows]


def bea_wins(phone: Phone, wager: int = 2) -> Phone:
    """Play a game of Coralon that Bea wins, so that the others lose the wager to her."""
    return whole(start(phone, target=5, wager=wager), "Bea", 5, (3, 5, 3, 2))


def fortune(phone: Phone) -> Phone:
    """Start House of Fortune, which puts a coin of each player on the table."""
    return phone.open("/nights/1/games/house-of-fortune").tap("Start House of Fortune")


def cal_won_after_all(phone: Phone) -> Phone:
    """Correct the only hand of the game, so that Cal wins."""
    correction: dict[str, Any] = {"bidder": "Cal", "tricks-1": 3, "tricks-2": 5}
    return phone.open("/plays/1/hands/1").tap("Save hand 1", **correction)


def count(phone: Phone, page: str = COUNT, /, **more: int) -> Phone:
    """Count the coins: everyone has what the book says, but some have so many more or fewer."""
    book = {row.one("bdi").text: row.all("button") for row in _rows_of_count(phone, page)}
    coins = {
        f"coins-{same[0]['value']}": int(same[0].text.replace("−", "-")) + more.get(name, 0)
        for name, same in book.items()
    }
    return phone.open(f"{page}?{urlencode({**coins, 'check': 'yes'})}")


def _rows_of_count(phone: Phone, page: str) -> list[Node]:
    rows = phone.open(page).page.one("form", "counted").all("li")
    return [row for row in rows if row.all("bdi")]
