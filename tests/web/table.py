"""Short ways to do on a phone what people do at the table."""

from typing import Any

from tests.web.markup import Node
from tests.web.phone import CAST as CAST
from tests.web.phone import Phone


def start(phone: Phone, game: str = "Coralon", night: int = 1, **typed: Any) -> Phone:
    """Start a game with everyone in the order of arrival, and house rules as typed.

    Tally is a game of the players' own that has no name.
    """
    key = game.lower().replace(",", "").replace(" ", "-")
    return phone.open(f"/nights/{night}/games/{key}").tap(start_button(game), **typed)


def start_button(game: str) -> str:
    """Return the words on the button that starts a game; the players' own has no name yet."""
    return "Start game" if game in ("Tally", "Your own game") else f"Start {game}"


def here(phone: Phone) -> list[str]:
    """Return tonight's players, as the page lists them; a long name has its shortest beginning beside it."""
    lists = phone.page.all("table", "guests")
    cells = lists[0].all("bdi") if lists else []
    return [(cell.all("span", "whole") or cell.all("span"))[0].text for cell in cells]


def took(*tricks: object) -> dict[str, Any]:
    """Return what is typed for the tricks of each player."""
    return {f"tricks-{seat}": count for seat, count in enumerate(tricks)}


def bid(phone: Phone, bidder: str, tricks: int | str, **typed: Any) -> Phone:
    """Save the bidding of the hand in progress."""
    return phone.tap(str(tricks), bidder=bidder, **typed)


def whole(phone: Phone, bidder: str, bid: int, tricks: tuple[int, ...], **typed: Any) -> Phone:
    """Enter a whole hand at once."""
    sheet = phone.path.split("?")[0]
    phone.open(f"{sheet}?whole")
    return phone.tap(save_button(phone), bidder=bidder, bid=bid, **took(*tricks), **typed)


def points(phone: Phone, *scores: object) -> Phone:
    """Enter a hand of Tally."""
    typed: dict[str, Any] = {f"points-{seat}": score for seat, score in enumerate(scores)}
    return phone.tap(save_button(phone), **typed)


def save_button(phone: Phone) -> str:
    """Return the words on the button that saves the hand (roll, round) that is due."""
    return next(text for text in phone.page.texts("button", "primary") if text.startswith("Save "))


def play_again(phone: Phone) -> Phone:
    """Start the game on the sheet again; the button says who deals."""
    return phone.tap(again_button(phone))


def again_button(phone: Phone) -> str:
    """Return the words on the button that starts the game again."""
    return next(text for text in phone.page.texts("button", "primary") if text.startswith("Play again"))


def save(phone: Phone, **typed: Any) -> Phone:
    """Save a hand, once more if figures are left out: without a script the page says so first."""
    phone.tap(save_button(phone), **typed)
    if "blank and count" in phone.page.text:
        phone.tap(save_button(phone))
    assert phone.status == 200, phone.problems
    return phone


def drawn_from(phone: Phone) -> dict[str, str]:
    """Return what the forms of the sheet say of the game that they were drawn from."""
    form = next(form for form in phone.page.all("form") if form.all("input", name="revision"))
    return {name: form.one("input", name=name)["value"] for name in ("number", "seats", "revision", "ahead")}


def totals(phone: Phone) -> dict[str, int]:
    """Return the scoreboard: every side with its total."""
    return {
        " and ".join(map(whole_name, side.all("span", "name"))): int(side.one("p", "total")["data-net"])
        for side in phone.page.one("section", "board").all("div", "side")
    }


def whole_name(name: Node) -> str:
    """Return a name without the shorter one that takes its place where there is no room."""
    whole = name.all("span", "whole")
    return whole[0].text if whole else name.text


def hands(phone: Phone) -> list[str]:
    """Return the first lines of the hands on the sheet, newest first."""
    return phone.page.one("section", "hands").texts("span", "what")


def undo(phone: Phone) -> str:
    """Return what can be undone now, in words; empty if nothing can."""
    found = phone.page.all("form", "undo")
    return found[0].one("span").text if found else ""


def menu(phone: Phone) -> list[str]:
    """Return what the menu of the sheet offers."""
    return phone.page.one("details", "menu").texts("button")
