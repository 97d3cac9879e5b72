"""Files that are refused as a whole, each with the sentence that says where its fault is."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from scorekeeper.files.club_file import open_club_file
from scorekeeper.files.planning import plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.store.database import now
from tests.files.small import club, written


def refusal(app: Flask, content: object) -> str:
    """Return why a file makes no new club."""
    if isinstance(content, dict) and type(content.get("scorekeeper")) is int:
        content = written(content)
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    with app.app_context(), pytest.raises(BadFile) as bad:
        plan_import(None, open_club_file(BytesIO(data), now()), now())
    return " ".join(str(flaw.message) for flaw in bad.value.flaws)


TALLY = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"]}
(NIGHT,) = club()["nights"]
WRONG: list[tuple[str, object, str]] = [
    ("no file of ours", {"cats": 3}, "Scorekeeper reads its own files, exports of BG Stats"),
    ("no JSON", b'{\n"club"', "or isn’t a Scorekeeper file: it can’t be read from line 2 on."),
    ("no text", b"\xff\xfe\x00", "This is not a file that Scorekeeper can read."),
    ("a table with no letter of Windows-1252", b"date,game,player\n\x81", "This is not a file that"),
    ("JSON in another encoding", '{"club": "Jürgen"}'.encode("cp1252"), "This is not a file that"),
    ("empty", b" \n", "The file is empty."),
    ("text", b"Dear Ann,\ncome at 8", "Scorekeeper reads its own files, exports of BG Stats, plays of"),
    ("NUL in a table", b"date,game,player\n2024-11-25,A\0,Ann", "a character that can’t be displayed"),
    ("no plays", {"plays": [], "games": [], "players": []}, "There is no play in it that can be imported."),
    (
        "a backup",
        b'{"scorekeeper_backup":1}\n[1]\n',
        "backup of everything, which “scorekeeper restore” reads.",
    ),
    ("a database", b"SQLite format 3\0\x10", "backup of everything, which “scorekeeper restore” reads."),
    ("a list", [1, 2], "Scorekeeper reads its own files, exports of BG Stats"),
    ("nested without end", b"[" * 100_000, "it is nested too deeply"),
    ("nested deeply", b'{"scorekeeper":' + b"[" * 60 + b"]" * 60 + b"}", "The file is nested too deeply."),
    ("half a character", b'{"scorekeeper": 1, "club": "\\ud800"}', "a character that can’t be displayed"),
    ("a number without end", b'{"scorekeeper": 1, "club": 1e999}', "a number that is too large"),
    (
        "an earlier format",
        {"scorekeeper": 3},
        "The file is of a version before 1.0 and can no longer be read.",
    ),
    ("an earlier format in lines", b'{\n"scorekeeper": 3}', "The file is of a version before 1.0 and can no"),
    ("a club in one document", b'{\n"scorekeeper": 4}', "The file is damaged: its end is missing."),
    ("a newer format", {"scorekeeper": 5}, "The file was made by a newer version of Scorekeeper."),
    ("not even a version", {"scorekeeper": "1"}, "“scorekeeper” must be a whole number."),
    ("an unknown key", {"scorekeeper": 4, "cats": 3}, "“cats” is unknown."),
    ("a missing key", {"scorekeeper": 4, "nights": [{"uid": "0" * 32}]}, "Night 1: “started_at” is missing."),
    ("a key twice", b'{"scorekeeper": 4, "club": "a", "club": "b"}', "“club” is written twice."),
    ("a wrong hand", {**TALLY, "hands": [{"points": {}}, {"points": {"Ann": "many"}}]}, "Hand 2, points:"),
    ("an unknown game", {**TALLY, "hands": [], "game": "poker"}, "Game: There is no game called “poker”."),
    (
        "a game twice",
        {**club(), "nights": [{**NIGHT, "games": NIGHT["games"] * 2}]},
        "A game is in the file twice.",
    ),
]


@pytest.mark.parametrize(
    ("content", "sentence"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_a_file_that_cannot_be_read_is_refused(app: Flask, content: object, sentence: str) -> None:
    assert sentence in refusal(app, content)


def spoiled(*path: Any, to: object) -> Any:
    """Return the file of a club with something else in this place."""
    file = inner = club()
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return file


def coins(kind: str, giver: str | None, taker: str | None, **more: Any) -> list[Any]:
    """Return the coins of a night with a single entry."""
    at = "2026-11-20T20:00:00Z"
    return [{"uid": "d" * 32, "at": at, "kind": kind, "giver": giver, "taker": taker, "coins": 5, **more}]


def before(entry: object, **more: Any) -> list[Any]:
    """Return the changes of the second game with an earlier state of its first hand before them."""
    changes: list[Any] = club()["nights"][0]["games"][1]["changes"]
    return [{"hand": 1, "at": "2026-11-20T19:30:00Z", "entry": entry, **more}, *changes]


GAME = ("nights", 0, "games", 1)
HAND, CHANGES, COINS = (*GAME, "sheet", "hands", 0), (*GAME, "changes"), ("nights", 0, "coins")
SPOILED: list[tuple[str, tuple[Any, ...], object, str]] = [
    ("a hand", (*HAND, "tricks", "Ann"), 13, "game 2 (Coralon), hand 1, tricks: Tricks must add up to"),
    ("a time", ("nights", 0, "started_at"), "yesterday", "Night 1: “started_at” must be a time"),
    ("a time long ago", (*GAME, "started_at"), "0001-01-01T00:00:00Z", "game 2: “started_at” must be"),
    ("a name", ("players", 0, "name"), "", "Player 1: Enter a name for every player."),
    ("a name that is there twice", ("players", 0, "name"), "BEA", "Player 2: Bea is there twice"),
    ("a seat of nobody", (*GAME, "seats"), ["Ann", "Bea", "Cal", "Eve"], "Eve is not among the players"),
    ("too few seats", (*GAME, "seats"), ["Ann", "Bea"], "“seats” must name as many players"),
    ("a guest of nobody", ("nights", 0, "guests"), ["Eve"], "Night 1, guests: Eve is not among the players"),
    ("a guest twice", ("nights", 0, "guests"), ["Ann", "Ann"], "“guests” names someone twice"),
    ("a uid", (*GAME, "uid"), "1", "Night 1, game 2: “uid” must be 32 digits"),
    ("a note", (*GAME, "note"), "n" * 281, "Shorten the “note”: 281 characters, with room for 280."),
    ("a circle of names", ("players", 0, "merged_into"), "Ann", "Player 1: Ann is merged into themselves."),
    ("another history", (*CHANGES, 0, "entry"), {"bid": 3}, "hand 1: Its last change does not match"),
    ("a hand from nowhere", (*GAME, "changes", 0, "hand"), 9, "change 1: Hand 9 is not on the scoresheet."),
    ("an action", (*GAME, "changes", 0, "action"), "eaten", "“action” must be entered, corrected"),
    ("a wrong bid", (*GAME, "changes", -1, "entry"), {"bidder": "Dee", "bid": 99}, "hand 2, bid:"),
    ("a later change first", (*CHANGES, 0, "along"), 3, "“along” must be the number of an earlier change"),
    ("nobody at all", ("players",), [], "Night 1, guests: Ann is not among the players"),
    ("something else", ("nights", 0, "games", 0), 3, "Night 1, game 1: Expected a JSON object."),
    ("an earlier hand", CHANGES, before({"bidder": "Zoe"}), "hand 1, bidder: Bidder: Zoe isn’t playing"),
    ("an earlier bid", CHANGES, before({"bid": [3]}, complete=False), "change 1, hand 1, bid:"),
    ("a hand gone at once", CHANGES, before(None, gone=True), "change 1, hand 1: It was removed before"),
    ("one person", ("players", 1, "merged_into"), "Ann", "players: Ann and Bea are the same person here"),
    ("a stake of a player", COINS, coins("stake", "Ann", "Bea"), "A stake must come from the house."),
    ("a bet of nobody", COINS, coins("side bet", None, "Bea"), "The house neither wins nor loses"),
    ("a bet in money", COINS, coins("side bet", "Ann", "Bea", in_money=True), "A side bet can’t be in money"),
    ("money without a value", COINS, coins("cost", "Ann", "Bea", in_money=True), "coins have no value that"),
    ("an earlier gift", COINS, coins("gift", "Ann", "Bea", earlier="e" * 32), "A gift can’t come from an"),
    ("a loan of the house", COINS, coins("loan", None, "Bea", earlier="e" * 32), "The house neither wins"),
    ("the tab of tonight", COINS, coins("tab", "Ann", "Bea", earlier="a" * 32), "“earlier” must be another"),
    ("coins for themselves", COINS, coins("gift", "Ann", "Ann"), "Coins must go from one to another."),
    ("a banker of nobody", ("nights", 0, "banker"), "Eve", "Night 1, banker: Eve is not among the players"),
    ("coins of nobody", COINS, coins("gift", "Eve", "Bea"), "coins 1, players: Eve is not among the players"),
]


@pytest.mark.parametrize(
    ("path", "to", "sentence"), [case[1:] for case in SPOILED], ids=[case[0] for case in SPOILED]
)
def test_a_club_with_one_fault_is_refused(
    app: Flask, path: tuple[Any, ...], to: object, sentence: str
) -> None:
    assert sentence in refusal(app, spoiled(*path, to=to))
