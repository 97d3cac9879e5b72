"""What a page of the archive costs when a club has played for decades, against one that has just begun."""

from functools import partial

from tests.bench.rounds import ROUNDS
from tests.bench.years import FEW, MANY, SELDOM, Clubs, compare

LOOKS = {
    "first": "",
    "deep": "before={deep}",
    "player": "player=1",
    "seldom": "player={seldom}",
    "game": "game=whist",
    "words": "words=cat",
    "days": "since=1990-01-01&until=1990-02-01",
}
"""What is looked for: the newest page, one in the middle of the years, and some filters."""

PAGES = 5
"""Pages in a round."""


def measure(clubs: Clubs) -> None:
    """Print what pages of the archive cost."""
    print(f"The archive with {MANY} games against one with {FEW}, {PAGES} pages a round of {ROUNDS}:")
    compare(clubs, {name: partial(address, look) for name, look in LOOKS.items()}, PAGES)


def address(look: str, plays: int) -> str:
    """The address of a page in a club with so many games."""
    return "/clubs/1/archive?" + look.format(deep=plays // 2, seldom=SELDOM)
