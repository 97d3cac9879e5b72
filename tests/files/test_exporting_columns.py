"""Every column of what a club has is in its file, or is left out for a reason."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any

from flask import Flask
from sqlalchemy import insert, select

from scorekeeper.files.club_file import club_parts, open_club_file
from scorekeeper.files.exporting import export_club
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.store.database import Base, db, now
from scorekeeper.store.models import (
    Chair,
    Club,
    GameTable,
    Guest,
    HandRow,
    Night,
    OwnGame,
    Play,
    Player,
    Revision,
    Season,
    Transfer,
)
from tests.databases import Database

OWN_ID = "ids are those of one database; the file has uids and numbers"
IMPORT = "says which import added it on this server"
DERIVED = "worked out from other columns"
HERE = "counts changes on this server, for the phones that watch"

LEFT_OUT = {
    Club: {
        "id": OWN_ID,
        "access_version": HERE,
        "players_answer": "who may do what is for each server to say",
    },
    Player: {
        "id": OWN_ID,
        "club_id": OWN_ID,
        "import_id": IMPORT,
        "folded": DERIVED,
        "person_id": DERIVED,
    },
    OwnGame: {
        "id": OWN_ID,
        "import_id": IMPORT,
        "club_id": OWN_ID,
        "folded": DERIVED,
        "removed_at": "only games on the list",
    },
    Night: {
        "id": OWN_ID,
        "club_id": OWN_ID,
        "searched": DERIVED,
        "lots": HERE,
        "version": HERE,
        "changed_on": HERE,
        "by_hand": HERE,
        "import_id": IMPORT,
    },
    GameTable: {
        "id": OWN_ID,
        "lots": HERE,
        "removed_at": "a table is there again with the games that were played at it",
    },
    Guest: {"id": OWN_ID, "import_id": IMPORT},
    Play: {
        "id": OWN_ID,
        "club_id": OWN_ID,
        "ended_after": "refers to a revision of one database; an imported game isn't continued by Undo",
        "searched": DERIVED,
        "known_as": DERIVED,
        "counted": DERIVED,
        "hands": DERIVED,
        "last_totals": HERE,
        "version": HERE,
        "by_hand": HERE,
        "import_id": IMPORT,
    },
    Chair: {},
    HandRow: {"id": OWN_ID},
    Revision: {"id": OWN_ID},
    Transfer: {"id": OWN_ID, "import_id": IMPORT},
    Season: {"id": OWN_ID, "import_id": IMPORT, "club_id": OWN_ID, "removed_at": "only seasons on the list"},
}
"""The columns that no file has, each with the reason."""


def moments() -> Iterator[datetime]:
    """Yield a different time each time."""
    at = datetime(2026, 11, 20, 19, 0, 0, 123_456, tzinfo=UTC)
    while True:
        at += timedelta(minutes=1)
        yield at


def uid(digit: str) -> str:
    return digit * 32


def filled() -> dict[type[Base], list[dict[str, Any]]]:
    """Return rows in which every column that a file has differs from all others and from its default."""
    at = moments()
    entry = '{"points":{"0":3,"1":4}}', '{"points":{"0":5,"1":6},"note":"late"}'
    result = {"side": 0, "best": 5, "bumps_given": 6, "bumps_received": 7}
    other = {"side": 1, "best": 8, "bumps_given": 9, "bumps_received": 10}
    chairs: list[dict[str, Any]] = [
        {"play_id": 4, "place": 0, "player_id": 2, "total": 90, "won": False, "payout": -3, **result},
        {"play_id": 4, "place": 1, "player_id": 1, "total": 91, "won": True, "payout": 3, **other},
    ]
    rows: dict[type[Base], list[dict[str, Any]]] = {
        Club: [{"id": 7, "name": "Friday", "made_at": next(at)}],
        Player: [
            {
                "id": 1,
                "uid": uid("1"),
                "name": "Bea",
                "folded": "bea",
                "hidden_at": next(at),
                "pay_me": "@bea",
            },
            {"id": 2, "uid": uid("2"), "name": "Ann", "folded": "ann", "hidden_at": next(at)},
            {
                **{"id": 3, "uid": uid("3"), "name": "Anne", "folded": "anne", "hidden_at": next(at)},
                **{"merged_into_id": 2, "person_id": 2},
            },
        ],
        OwnGame: [{"uid": uid("4"), "name": "Skat", "folded": "skat", "options": {"target": 500}}],
        Night: [
            {
                **{"id": 3, "uid": uid("5"), "started_at": next(at), "time_zone": "Europe/Vienna"},
                **{"note": "Rain", "deleted_at": next(at), "coin_value": 50, "currency": "kr"},
                **{"valued_coins": 3, "banker_id": 2, "ending": "count"},
                "changed_on": date(2026, 11, 1),
            }
        ],
        GameTable: [{"id": 8, "night_id": 3, "name": "Window"}],
        Guest: [{"night_id": 3, "player_id": 2}, {"night_id": 3, "player_id": 1}],
        Play: [
            {
                **{
                    "id": 4,
                    "night_id": 3,
                    "table_id": 8,
                    "uid": uid("6"),
                    "game": "tally",
                    "options": {"target": 100},
                },
                **{"dealer": 1, "stopped": True, "started_at": next(at), "ended_at": next(at)},
                **{"deleted_at": next(at), "note": "the long one"},
                **{"edition": "before", "keeps_result": True, "set_aside": True},
            }
        ],
        Chair: chairs,
        HandRow: [
            {"id": 5, "play_id": 4, "number": 1, "entry": entry[1], "complete": True},
            {"id": 6, "play_id": 4, "number": None, "entry": None, "complete": True},
        ],
        Revision: [
            {"id": 20, "hand_id": 5, "action": "entered", "entry": entry[0]},
            {"id": 21, "hand_id": 6, "action": "entered", "entry": entry[0]},
            {"id": 22, "hand_id": 5, "action": "corrected", "entry": entry[1]},
            {"id": 23, "hand_id": 6, "action": "taken back", "with_id": 22, "layout": '{"order":[5,6]}'},
        ],
        Transfer: [
            {
                **{"night_id": 3, "uid": uid("7"), "at": next(at), "device": "A phone", "kind": "loan"},
                **{"giver_id": 1, "taker_id": 2, "coins": 12, "note": "for a beer"},
                **{"in_money": True, "earlier_uid": uid("8")},
                **{"removed_at": next(at), "removed_on": "Another phone"},
            }
        ],
        Season: [
            {
                **{"uid": uid("9"), "name": "Winter", "since": date(2026, 1, 2), "until": date(2026, 3, 4)},
                **{"closed_at": next(at), "kept": [[1, 1, 7.5, 3, 2], [2, None, 4, 1, 1]]},
                "rules": {
                    **{"games": ["=skat"], "counting": "places", "points": [9, 4]},
                    **{"best": 5, "of": "games", "fewest": 2},
                },
            }
        ],
    }
    for number, change in enumerate(rows[Revision]):
        change |= {"play_id": 4, "at": next(at), "device": f"Phone {number}", "complete": True}
    for model in (Player, OwnGame, Night, Play, Season):
        rows[model] = [row | {"club_id": 7} for row in rows[model]]
    return rows


def write(rows: dict[type[Base], list[dict[str, Any]]]) -> None:
    """Write these rows."""
    for model, some in rows.items():
        # Players before those who were merged into them, with every column of a kind in each.
        for row in some:
            db.session.execute(insert(Base.metadata.tables[model.__tablename__]).values(row))
    db.session.commit()


def stored() -> dict[str, list[dict[str, Any]]]:
    """Return every column that a file has, with what is the same everywhere instead of ids."""
    players = {row.id: row.uid for row in db.session.scalars(select(Player))}
    hands = {row.id: at for at, row in enumerate(db.session.scalars(select(HandRow).order_by(HandRow.id)))}
    changes = {
        row.id: at for at, row in enumerate(db.session.scalars(select(Revision).order_by(Revision.id)))
    }
    found: dict[str, list[dict[str, Any]]] = {}
    for model, left_out in LEFT_OUT.items():
        table = Base.metadata.tables[model.__tablename__]
        order = [table.c.uid] if "uid" in table.c else list(table.primary_key.columns)
        for row in db.session.execute(select(table).order_by(*order)).mappings():
            values = {key: value for key, value in row.items() if key not in left_out}
            for key in values:
                if key in ("player_id", "merged_into_id", "giver_id", "taker_id", "banker_id"):
                    values[key] = players.get(values[key])
                elif key == "hand_id":
                    values[key] = hands.get(values[key])
                elif key == "with_id":
                    values[key] = changes.get(values[key])
                elif key in ("play_id", "night_id", "table_id"):
                    # There is only one of each.
                    values[key] = bool(values[key])
                elif key == "kept":
                    values[key] = [[players[player], *figures] for player, *figures in values[key]]
                elif key == "layout" and values[key]:
                    values[key] = "order" in values[key]
            found.setdefault(table.name, []).append(values)
    return found


def test_every_column_is_set_or_left_out_for_a_reason() -> None:
    rows = filled()
    for model, left_out in LEFT_OUT.items():
        set_here = {key for row in rows[model] for key in row}
        columns = set(model.__table__.columns.keys())
        missing = columns - set_here - set(left_out)
        assert not missing, f"{model.__name__}: put {missing} into the file of a club, and set it above"


def test_every_column_comes_back_from_the_file_of_a_club(app: Flask, running_database: Database) -> None:
    with app.app_context():
        write(filled())
        before = stored()
        data = b"".join(club_parts(*export_club(db.session.get_one(Club, 7))))
        db.session.rollback()
    running_database.put_back()
    with app.app_context():
        club = Club(given_name="Another")
        db.session.add(club)
        db.session.commit()
        file = open_club_file(BytesIO(data), now())
        apply_import(plan_import(club, file, now()), club, file)
        db.session.commit()
        assert stored() == before
