"""What the pages of a club cost that has played for twenty years, and with many other clubs beside it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

import sqlalchemy
from sqlalchemy import Column, ColumnElement, String, Table, func, insert, select

from scorekeeper.domain import Role
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, secret_of
from scorekeeper.store.database import db
from scorekeeper.store.history.paging import Cursor
from scorekeeper.store.models import (
    BidCount,
    Chair,
    Club,
    Guest,
    HandRow,
    Night,
    Play,
    Player,
    Revision,
    Transfer,
)
from tests.bench.client import Client, Cost
from tests.bench.club_rows import A_NIGHT, FIRST, SELDOM, begun, written
from tests.bench.databases import copy_database, settle
from tests.bench.rounds import ROUNDS, in_turn
from tests.bench.server import create, serving

FEW, MANY = 100, 6240
"""Games of a new club, and of one that plays six a week for twenty years."""

OTHERS, THEIRS = 10_000, 24
"""Other clubs beside it, and the games of each."""

STATISTICS = {
    "club": "",
    "a year": "?since={year}-01-01&until={year}-12-31",
    "ten years": "?since={year}-01-01&until={ninth}-12-31",
    "player": "/players/1",
    "game": "/games/coralon",
    "records": "/records",
}
"""The pages of the statistics, as they follow their address."""

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
    "days": "since={year}-01-01&until={year}-02-01",
}
"""The searches: the newest page, the pages beside an old game, and some filters. Cats are in notes on games
and nights, dogs in notes on hands, and unicorns in none."""

CLUB = {
    "home": "/",
    "nights": "/clubs/1/nights",
    "old nights": "/clubs/1/nights?before={deep_night}",
    "deleted": "/clubs/1/bin?only=games",
    "players": "/clubs/1/players",
    "profile": "/players/1",
    "exchange": "/clubs/1/exchange",
    "night": "/nights/{night}",
    "coins": "/nights/{night}/bank",
    "sheet": "/plays/{play}",
}
"""Other pages: of the club, of its newest night, and of the newest game."""

_club = cast(Table, Club.__table__)


class Visited(NamedTuple):
    """A club with a client that hosts it, and the number of its games."""

    client: Client
    plays: int


Clubs = Mapping[str, Visited]
"""The clubs: "few" has FEW games, "many" has MANY, and "beside" is the same as that, beside OTHERS."""


def measure() -> None:
    """Print what the pages cost."""
    print(f"Pages of a club with {MANY} games, in CPU time: medians of {ROUNDS} rounds in turn.")
    with three_clubs() as clubs:
        for name, prefix, pages in (
            ("Statistics", "/clubs/1/statistics", STATISTICS),
            ("Archive", "/clubs/1/archive?", ARCHIVE),
            ("Others", "", CLUB),
        ):
            print(f"  {name:12}          against {FEW} games   with {OTHERS} other clubs")
            compare(clubs, {page: prefix + path for page, path in pages.items()})


@contextmanager
def three_clubs() -> Iterator[Clubs]:
    """Yield the clubs, each with a database and a server of its own."""
    with ExitStack() as stack:
        folders = {
            name: Path(stack.enter_context(TemporaryDirectory())) for name in ("few", "many", "beside")
        }
        secrets = {"few": seed(folders["few"], FEW), "many": seed(folders["many"], MANY)}
        copy_database("ours", folders["many"], folders["beside"])
        secrets["beside"] = secrets["many"]
        add_others(folders["beside"])
        clubs = {}
        for name, folder in folders.items():
            client = Client(stack.enter_context(serving("ours", folder)))
            client.get(f"/join/{secrets[name]}")
            client.post(f"/join/{secrets[name]}", {"player": ""})
            clubs[name] = Visited(client, FEW if name == "few" else MANY)
        for club in clubs.values():
            club.client.wait_until_at_rest()
        yield clubs
        for club in clubs.values():
            club.client.connection.close()


def compare(clubs: Clubs, pages: Mapping[str, str]) -> None:
    """Print the cost of pages."""
    parts = {
        f"{page} {name}": partial(get, club.client, address(path, club.plays))
        for page, path in pages.items()
        for name, club in clubs.items()
    }
    rounds = in_turn(parts)
    for page in pages:
        cost = rounds.median(f"{page} many")
        ratio = rounds.ratio(f"{page} many", f"{page} few")
        beside = rounds.ratio(f"{page} beside", f"{page} many")
        print(f"  {page:12}{cost.cpu * 1000:7.1f} ms{ratio.cpu:14.2f} x{beside.cpu:20.2f} x", flush=True)


def address(path: str, plays: int) -> str:
    """Return the address of a page in a club with so many games: a new club has all of them in a year."""
    middle, year = plays // 2, FIRST.year + (plays == MANY)
    return path.format(
        deep=Cursor(begun(middle), middle),
        deep_night=Cursor(begun(middle), middle // A_NIGHT),
        seldom=SELDOM,
        night=plays // A_NIGHT,
        play=plays,
        year=year,
        ninth=year + 9,
    )


def get(client: Client, path: str) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(1) as cost:
        client.get(path)
    return cost


def seed(folder: Path, plays: int) -> str:
    """Add a club with this many games to a new database, and return its secret."""
    app = create("ours", folder)
    with app.app_context():
        club = new_club("Our table")
        secret = secret_of(open_link(club.id, Role.HOST))
        for table, rows in written(Random("years"), club.id, plays).items():
            db.session.execute(insert(table), rows)
        finish()
    return secret


def add_others(folder: Path) -> None:
    """Add the other clubs: copies of the first games of the one that is there."""
    nights = THEIRS // A_NIGHT + 1
    theirs: dict[Any, ColumnElement[bool]] = {
        Player: Player.id <= SELDOM,
        Night: Night.id <= nights,
        Guest: Guest.night_id <= nights,
        Transfer: Transfer.night_id <= nights,
        Play: Play.id <= THEIRS,
        Chair: Chair.play_id <= THEIRS,
        BidCount: BidCount.play_id <= THEIRS,
        HandRow: HandRow.play_id <= THEIRS,
        Revision: Revision.play_id <= THEIRS,
    }
    app = create("ours", folder)
    with app.app_context():
        clubs = [{"id": number, "name": f"Club {number}"} for number in range(2, OTHERS + 2)]
        db.session.execute(insert(Club), clubs)
        for model, condition in theirs.items():
            table = cast(Table, model.__table__)
            copies = select(*map(moved, table.columns)).select_from(table.join(_club, _club.c.id > 1))
            names = [column.name for column in table.columns]
            db.session.execute(insert(table).from_select(names, copies.where(condition)))
        finish()


def finish() -> None:
    """Commit what was added, and close the database."""
    db.session.commit()
    db.session.remove()
    settle(db.engine)
    db.engine.dispose()


def moved(column: Column[Any]) -> ColumnElement[Any]:
    """Return what a copied row has in a column: ids are moved beyond those of all clubs before."""
    if column.name == "club_id":
        return _club.c.id
    if column.name == "uid":
        return func.substr(column, 1, 26, type_=String) + sqlalchemy.cast(_club.c.id, String)
    if column.name == "id" or column.foreign_keys:
        return column + (_club.c.id - 1) * (10 * MANY)
    return column


if __name__ == "__main__":
    measure()
