"""What it costs to back up a club: `python -m tests.bench.backups [GAMES]`. Nothing is asserted."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from scorekeeper.domain import CORRECTED, ENTERED, Role
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, secret_of
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.models import Chair, Guest, HandRow, Night, Play, Player, Revision, Transfer
from scorekeeper.store.plays.play_statistics import VERSION
from scorekeeper.store.plays.stored_hands import as_text
from tests.bench import databases
from tests.bench.client import Client
from tests.bench.club_rows import (
    A_NIGHT,
    HANDS,
    NEWEST,
    PLAYERS,
    SEATS,
    Row,
    begun,
    came,
    lent,
    night_row,
)
from tests.bench.hands import draw_entries
from tests.bench.memory import peak, workers
from tests.bench.server import create, running

GAMES = 4000
"""Games of the club, unless another number is given: too many for a file that is imported at once."""

A_LOT = 400
"""Games that are made at a time; whole nights."""

TABLES, DRAWN = 40, 30
"""How many tables sit down in turn, and how many hands were drawn for each."""

SELDOM = 10
"""One in this many hands was corrected."""

OPTIONS = {"target": LARGEST}
"""House rules with which no game ends by itself."""

PIECE = 1 << 18


def measure(games: int = GAMES) -> None:
    """Print what a backup costs."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="backups-")))
        secret = seed(folder, games)
        for encoding in ("identity", "gzip"):
            with running("ours", folder) as (server, port):
                client = joined(port, secret)
                client.get("/")
                before, start = client.cpu(), perf_counter()
                size = download(client, 1, folder / "backup.json", encoding)
                wall, cpu = perf_counter() - start, client.cpu() - before
                most = max(map(peak, workers(server)))
            print(
                f"Backup of {games:,} games, {encoding}: {size / 1e6:.1f} MB in {wall:.1f} s, "
                f"{1000 * cpu / games:.3f} ms of CPU a game; the worker took {most:.0f} MB at most.",
                flush=True,
            )


def seed(folder: Path, games: int) -> str:
    """Add a club with this many games and all of their hands to a new database, and return its secret."""
    app, random = create("ours", folder), Random("backups")
    tables = list(seated(random))
    with app.app_context():
        club = new_club("Our table")
        secret = secret_of(open_link(club.id, Role.HOST))
        names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
        people = [{"club_id": club.id, "name": name, "folded": name.lower()} for name in names]
        db.session.execute(insert(Player), people)
        for first in range(0, games, A_LOT):
            nights = range(first // A_NIGHT + 1, min(first + A_LOT, games) // A_NIGHT + 1)
            rows = [night_row(club.id, number) for number in nights]
            db.session.execute(insert(Night), rows)
            db.session.execute(insert(Guest), [guest for number in nights for guest in came(random, number)])
            loans = [loan for night in rows for loan in lent(night)]
            if loans:
                db.session.execute(insert(Transfer), loans)
            played: dict[Any, list[Row]] = {Play: [], Chair: [], HandRow: [], Revision: []}
            for number in range(first + 1, nights[-1] * A_NIGHT + 1):
                add_game(played, random, tables, club.id, number)
            for table, some in played.items():
                db.session.execute(insert(table), some)
            db.session.commit()
        db.session.remove()
        databases.settle(db.engine)
        db.engine.dispose()
    return secret


def seated(random: Random) -> Iterator[tuple[list[int], list[str]]]:
    """Yield tables: the ids of the players in seat order, and hands that they could have played."""
    for _ in range(TABLES):
        ids = random.sample(range(1, PLAYERS + 1), SEATS)
        names = [f"Player {one}" for one in ids]
        setup = set_up({"scoresheet": 1, "game": NEWEST, "players": names, "options": OPTIONS, "hands": []})
        entries = setup.game.entries[setup.game.hand]
        hands = [draw_entries(random, entries, setup.table) for _ in range(DRAWN)]
        yield ids, [as_text({**hand, "bid": random.randint(3, 6)}) for hand in hands]


def add_game(
    rows: dict[Any, list[Row]],
    random: Random,
    tables: list[tuple[list[int], list[str]]],
    club_id: int,
    number: int,
) -> None:
    """Add the rows of a finished game."""
    ids, hands = random.choice(tables)
    at = begun(number - 1)
    rows[Play].append(
        {
            "id": number,
            "club_id": club_id,
            "night_id": (number - 1) // A_NIGHT + 1,
            "uid": new_uid(),
            "game": NEWEST,
            "options": OPTIONS,
            "dealer": 0,
            "stopped": True,
            "started_at": at,
            "ended_at": at,
            "note": "",
            "edition": "1",
            "counted": VERSION,
            "hands": HANDS,
        }
    )
    for place, player_id in enumerate(ids):
        rows[Chair].append({"play_id": number, "place": place, "player_id": player_id})
    for at_hand, entry in enumerate(random.sample(hands, HANDS), start=1):
        hand_id = (number - 1) * HANDS + at_hand
        rows[HandRow].append(
            {"id": hand_id, "play_id": number, "number": at_hand, "entry": entry, "complete": True}
        )
        change = {"play_id": number, "hand_id": hand_id, "at": at, "device": "iPhone", "complete": True}
        if random.randrange(SELDOM) == 0:
            rows[Revision].append({**change, "action": ENTERED, "entry": random.choice(hands)})
            rows[Revision].append({**change, "action": CORRECTED, "entry": entry})
        else:
            rows[Revision].append({**change, "action": ENTERED, "entry": entry})


def joined(port: int, secret: str) -> Client:
    """Return a client that hosts the club."""
    client = Client(port)
    client.get(f"/join/{secret}")
    client.post(f"/join/{secret}", {"player": ""})
    return client


def download(client: Client, club: int, to: Path, encoding: str) -> int:
    """Write the backup of a club to a file as it arrives, and return its size."""
    client.get(f"/clubs/{club}/exchange")
    headers = {"Accept-Encoding": encoding}
    client.request("POST", f"/clubs/{club}/backup", f"csrf_token={client.token}", headers)
    answer = client.connection.getresponse()
    with to.open("wb") as file:
        while piece := answer.read(PIECE):
            file.write(piece)
    return to.stat().st_size


if __name__ == "__main__":
    measure(*map(int, sys.argv[1:2]))
