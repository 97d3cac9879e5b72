"""What a page of the archive costs when a club has played for decades, against one that has just begun."""

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
"""What is looked for: the newest page, those beside a game of long ago, and some filters. Cats stand in the
notes on games and dogs in those on hands; nobody ever saw a unicorn, so that every note is looked at."""

PAGES = 5
"""Pages in a round."""


def measure(clubs: Clubs) -> None:
    """Print what pages of the archive cost."""
    print(f"The archive with {MANY} games against one with {FEW}, {PAGES} pages a round of {ROUNDS}:")
    looks = {name: partial(address, look) for name, look in LOOKS.items()}
    compare(clubs, {**looks, "bin": lambda plays: "/clubs/1/bin"}, PAGES)


def address(look: str, plays: int) -> str:
    """The address of a page in a club with so many games."""
    return "/clubs/1/archive?" + look.format(deep=Cursor(begun(plays // 2), plays // 2), seldom=SELDOM)
