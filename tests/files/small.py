"""A small club as a file has it: two games of Coralon, the second still running."""

import json
from hashlib import sha256
from io import BytesIO
from typing import Any

from scorekeeper.files.club_file import ClubFile, open_club_file
from scorekeeper.files.documents import VERSION, NightDocument
from scorekeeper.store.database import now


def club() -> dict[str, Any]:
    """Return the club with its nights, a new copy each time for tests to change."""
    return {
        "scorekeeper": VERSION,
        "club": "Our table",
        "made_at": "2026-01-02T10:00:00Z",
        "players": [{"name": name} for name in ("Ann", "Bea", "Cal", "Dee")],
        "nights": [
            {
                "uid": "a" * 32,
                "started_at": "2026-11-20T19:00:00Z",
                "guests": ["Ann", "Bea", "Cal", "Dee"],
                "games": [
                    game("b", [hand("Bea", 5, 3, 5, 3, 2)], finished=True),
                    game("c", [hand("Cal", 4, 3, 3, 5, 2)], [{"bidder": "Dee", "bid": 3}]),
                ],
            }
        ],
    }


def game(uid: str, hands: list[Any], bids: list[Any] | None = None, finished: bool = False) -> dict[str, Any]:
    """Return a game of the file, with the bid of a hand that has not been played yet."""
    at = "2026-11-20T19:30:00Z"
    changes: list[dict[str, Any]] = [{"hand": number, "at": at} for number in range(1, len(hands) + 1)]
    waiting = [{"hand": len(hands) + 1, "at": at, "entry": bid, "complete": False} for bid in bids or ()]
    sheet = {
        "scoresheet": 1,
        "game": "coralon",
        "players": ["Ann", "Bea", "Cal", "Dee"],
        "hands": hands,
        "finished": finished,
    }
    return {"uid": uid * 32, "started_at": at, "sheet": sheet, "changes": changes + waiting}


def hand(bidder: str, bid: int, *tricks: int) -> dict[str, Any]:
    """Return a hand of Coralon."""
    names = ("Ann", "Bea", "Cal", "Dee")
    return {"bidder": bidder, "bid": bid, "tricks": dict(zip(names, tricks, strict=True))}


def nights_of_one_game(number: int) -> bytes:
    """Return the file of a club with so many nights of one game each."""
    (night,) = club()["nights"]
    only = night["games"][0]
    nights = [
        {**night, "uid": f"{at:032x}", "games": [{**only, "uid": f"{at:032x}"}], "coins": []}
        for at in range(number)
    ]
    return written({**club(), "nights": nights})


def written(club: dict[str, Any]) -> bytes:
    """Return the file of a club with these nights."""
    lines = [{key: part for key, part in club.items() if key != "nights"}, *club.get("nights", [])]
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = {"nights": len(lines) - 1, "sha256": sha256(data).hexdigest()}
    return data + json.dumps(end).encode() + b"\n"


def opened(data: bytes) -> tuple[ClubFile, list[NightDocument]]:
    """Return a file with all of its nights, which were checked. Raises BadFile."""
    file = open_club_file(BytesIO(data), now())
    return file, list(file.nights())
