"""What the pages of a club cost that has decades of games, compared to a new one."""

from collections.abc import Callable, Mapping
from functools import partial

from scorekeeper.store.history.paging import Cursor
from tests.bench.club_rows import A_NIGHT, SELDOM, begun
from tests.bench.rounds import ROUNDS
from tests.bench.years import MANY, Clubs, compare, three_clubs

ARCHIVE = {
    "newest": "",
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
"""The searches: the newest page, the pages beside an old game, and some filters. Cats are in notes on games
and nights, dogs in notes on hands, and unicorns in none."""

CLUB = {
    "home": "/",
    "nights": "/clubs/1/nights",
    "old nights": "/clubs/1/nights?before={deep_night}",
    "deleted": "/clubs/1/bin?only=games",
    "its nights": "/clubs/1/bin?only=nights",
    "players": "/clubs/1/players",
    "profile": "/players/1",
    "phones": "/clubs/1/phones",
    "exchange": "/clubs/1/exchange",
    "import": "/import",
}
"""The other pages of a club."""

NIGHT = {
    "night": "",
    "recap": "/recap",
    "games": "/games",
    "new game": "/games/coralon",
    "coins": "/bank",
    "statement": "/bank/players/1",
    "settle up": "/bank/settle",
    "invite": "/invite",
    "me": "/me",
}
"""The pages of the newest night, as they follow its address."""

GAME = {
    "sheet": "",
    "its history": "/history",
    "settings": "/settings",
    "board": "/board",
}
"""The pages of the newest game, as they follow its address."""

PAGES = 3
"""Pages in a round."""


def measure(clubs: Clubs) -> None:
    """Print what the pages cost."""
    print(f"Pages of a club with {MANY} games; {PAGES} of each a round, medians of {ROUNDS} rounds in turn:")
    compare(clubs, addresses(), PAGES)


def addresses() -> Mapping[str, Callable[[int], str]]:
    """Return the address of every page, in a club with so many games."""
    looks = {name: f"/clubs/1/archive?{look}" for name, look in ARCHIVE.items()}
    nights = {name: f"/nights/{{night}}{path}" for name, path in NIGHT.items()}
    games = {name: f"/plays/{{play}}{path}" for name, path in GAME.items()}
    return {name: partial(address, path) for name, path in (looks | CLUB | nights | games).items()}


def address(path: str, plays: int) -> str:
    """Return the address of a page in a club with so many games."""
    middle = plays // 2
    return path.format(
        deep=Cursor(begun(middle), middle),
        deep_night=Cursor(begun(middle), middle // A_NIGHT),
        seldom=SELDOM,
        night=plays // A_NIGHT,
        play=plays,
    )


def main() -> None:
    """Measure these pages alone."""
    with three_clubs() as clubs:
        measure(clubs)


if __name__ == "__main__":
    main()
