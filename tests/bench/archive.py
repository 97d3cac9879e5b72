"""What a page of the archive costs in a club with decades of games, compared to a new one."""

from functools import partial

from scorekeeper.store.history.paging import Cursor
from tests.bench.rounds import ROUNDS
from tests.bench.years import FEW, MANY, SELDOM, Clubs, begun, compare

LOOKS = {
    "first": "",
    "deep": "before={deep}",
    "newer": "after={deep}",
    "player": "player=1",
    "seldom": "player={seldom}",
    "game": "game=whist",
    "words": "words=cat",
    "hands": "words=dog",
    "nothing": "words=unicorn",
    "days": "since=1990-01-01&until=1990-02-01",
}
"""The searches: the newest page, the pages beside an old game, and some filters. Cats are in notes on games,
dogs in notes on hands, and unicorns in none, so that every note is searched."""

PAGES = 5
"""Pages in a round."""


def measure(clubs: Clubs) -> None:
    """Print what pages of the archive cost."""
    print(f"The archive with {MANY} games against one with {FEW}, {PAGES} pages a round of {ROUNDS}:")
    looks = {name: partial(address, look) for name, look in LOOKS.items()}
    compare(clubs, {**looks, "bin": lambda plays: "/clubs/1/bin"}, PAGES)


def address(look: str, plays: int) -> str:
    """Return the address of a page in a club with so many games."""
    return "/clubs/1/archive?" + look.format(deep=Cursor(begun(plays // 2), plays // 2), seldom=SELDOM)
