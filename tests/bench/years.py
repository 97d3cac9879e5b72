"""A new club, one with decades of games, and the same beside many others: what a page costs in each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

import sqlalchemy
from scorekeeper.store.history.keeping_sums import keep_sums
from scorekeeper.store.history.note_words import keep_words
from sqlalchemy import Column, ColumnElement, String, Table, func, insert, or_, select

from scorekeeper.domain import Role
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, secret_of
from scorekeeper.store.database import db
from scorekeeper.store.models import (
    BidCount,
    Chair,
    Club,
    Guest,
    HandRow,
    Night,
    NoteWord,
    Play,
    Player,
    PlayWord,
    Revision,
    Transfer,
)
from tests.bench.client import Client, Cost
from tests.bench.club_rows import A_NIGHT, SELDOM, written
from tests.bench.databases import copy_database, settle
from tests.bench.rounds import in_turn
from tests.bench.server import create, serving

FEW, MANY = 100, 100_000
"""Games of a new club, and of one with decades of them."""

OTHERS = 1000
"""Other clubs, each with the games of a new one, beside one with decades of games."""

NIGHTS_OF_FEW = FEW // A_NIGHT + 1

_club = cast(Table, Club.__table__)


class Visited(NamedTuple):
    """A club with a client that hosts it, and the number of its games."""

    client: Client
    plays: int


Clubs = Mapping[str, Visited]
"""The clubs: "few" has FEW games, "many" has MANY, and "beside" is the same as that, beside OTHERS."""


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
            # It looks at each of its clubs for something to count.
            club.client.wait_until_at_rest()
        yield clubs
        for club in clubs.values():
            club.client.connection.close()


def compare(clubs: Clubs, pages: Mapping[str, Callable[[int], str]], times: int) -> None:
    """Print the cost of pages, each requested this often in a round; an address may depend on the games."""
    parts = {
        f"{page} {name}": partial(get, club.client, address(club.plays), times)
        for page, address in pages.items()
        for name, club in clubs.items()
    }
    rounds = in_turn(parts)
    print(f"  {'':10}     CPU       wall   CPU, times {FEW} games   with {OTHERS} other clubs")
    for page in pages:
        cost, ratio = rounds.median(f"{page} many"), rounds.ratio(f"{page} many", f"{page} few")
        beside = rounds.ratio(f"{page} beside", f"{page} many")
        print(
            f"  {page:10}{cost.cpu * 1000:6.1f} ms{cost.wall * 1000:8.1f} ms"
            f"{ratio.cpu:15.2f} x{beside.cpu:23.2f} x",
            flush=True,
        )


def get(client: Client, path: str, times: int) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(times) as cost:
        for _ in range(times):
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
        noted = or_(Play.note != "", Play.hand_notes != "", Night.note != "")
        keep_words(db.session.scalars(select(Play.id).join(Play.night).where(noted)).all())
        db.session.commit()
        for _ in keep_sums():
            pass
        db.session.remove()
        settle(db.engine)
        db.engine.dispose()
    return secret


def add_others(folder: Path) -> None:
    """Add the other clubs: copies of the first games of the one that is there."""
    theirs: dict[Any, ColumnElement[bool]] = {
        Player: Player.id <= SELDOM,
        Night: Night.id <= NIGHTS_OF_FEW,
        Guest: Guest.night_id <= NIGHTS_OF_FEW,
        Transfer: Transfer.night_id <= NIGHTS_OF_FEW,
        Play: Play.id <= FEW,
        Chair: Chair.play_id <= FEW,
        BidCount: BidCount.play_id <= FEW,
        HandRow: HandRow.play_id <= FEW,
        Revision: Revision.play_id <= FEW,
        NoteWord: NoteWord.club_id == 1,
        PlayWord: PlayWord.play_id <= FEW,
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
        db.session.commit()
        # Otherwise the server does it while its pages are measured.
        for _ in keep_sums():
            pass
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
