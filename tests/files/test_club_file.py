"""Files as bytes: any valid sheet survives, and anything else is refused in a sentence."""

import json
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain import MAX_HANDS, MAX_OWN_GAMES, MAX_PLAYERS
from scorekeeper.files.club_file import (
    MAX_FILE_SIZE,
    MAX_LINE_SIZE,
    MAX_PARSING_COST,
    scoresheet_bytes,
)
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parsing_cost
from tests.files.small import opened
from tests.rules.strategies import JUNK, sheets

KEYS = ("scorekeeper", "club", "made_at", "players", "nights", "scoresheet")
NIGHT = {"uid": "0" * 32, "started_at": "2026-11-21T19:30:00Z"}


@given(sheet=sheets())
def test_a_scoresheet_goes_through_a_file_to_the_same_result(sheet: dict[str, Any]) -> None:
    _, (night,) = opened(scoresheet_bytes(sheet))
    (game,) = night.games
    assert game.result == replace(score(sheet), hands=())
    assert [change.entry for change in game.changes] == sheet["hands"]


def refused(data: bytes) -> None:
    """Read these bytes, and check that a refusal has at least one sentence."""
    flaws = ["Nothing."]
    try:
        opened(data)
    except BadFile as bad:
        flaws = [str(flaw) for flaw in bad.flaws]
    assert flaws
    assert all(said.endswith(".") for said in flaws)


@given(document=st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=5), night=JUNK, game=JUNK)
def test_any_json_is_read_or_refused_in_words(document: Any, night: Any, game: Any) -> None:
    for nights in ([night], [{**NIGHT, "games": [game]}], [{**NIGHT, "games": [{**NIGHT, "sheet": game}]}]):
        refused(json.dumps({"scorekeeper": 1, **document, "nights": nights}).encode())
    refused(json.dumps(document).encode())


@given(data=st.binary(max_size=60))
def test_any_bytes_are_refused_in_words(data: bytes) -> None:
    refused(data)


def test_a_file_that_is_too_large_is_not_read() -> None:
    with pytest.raises(BadFile, match=r"larger than 32 MB.*scorekeeper import"):
        opened(b" " * (MAX_FILE_SIZE + 1))


MANY = 100_000
CORALON: dict[str, Any] = {"scoresheet": 1, "game": "coralon", "players": ["Ann", "Bea", "Cal"], "hands": []}
LESS = {"bidder": "Ann", "bid": "less", "zero_bidders": ["Bea"] * MANY, "tricks": {"Ann": 18}}
KEYED = ",".join(f'"{number}": 0' for number in (*range(MANY), 0))
LONG = {
    "a key written twice among many": (f'{{"scorekeeper": 1, {KEYED}}}', "“0” is written twice"),
    "very many players": (
        json.dumps({**CORALON, "players": [str(number) for number in range(MANY)]}),
        "for 3 to 6 players, not 100000",
    ),
    "the same player named again and again": (
        json.dumps({**CORALON, "options": {"zero_bids": True}, "hands": [LESS]}),
        "name Bea only once",
    ),
}


@pytest.mark.parametrize(("text", "refusal"), LONG.values(), ids=list(LONG))
def test_impossible_files_are_refused_quickly(text: str, refusal: str) -> None:
    """Refuse files that took minutes when everything was compared with everything else."""
    with pytest.raises(BadFile, match=refusal):
        opened(text.encode())


@pytest.mark.parametrize("mark", [b"[],", b"{},", b'{"":0},', b'"",'])
def test_a_file_that_would_take_much_memory_is_refused_before_it_is_parsed(mark: bytes) -> None:
    data = b'{"scorekeeper": 1, "nights": [' + mark * (MAX_FILE_SIZE // len(mark) - 20) + b"0]}"
    tracemalloc.start()
    try:
        with pytest.raises(BadFile, match="too much to be read at once"):
            opened(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(data) / 4


def test_the_largest_line_of_the_shortest_hands_may_be_parsed() -> None:
    hands = [{"points": {"A": at, "B": 1}} for at in range(10)]
    changes = [{"hand": at, "at": "2026-11-21T19:30:00.000000Z", "device": "a"} for at in range(1, 11)]
    sheet = {"scoresheet": 1, "game": "tally", "players": ["A", "B"], "dealer": "A", "options": {}}
    game = {
        "uid": "0" * 32,
        "started_at": "2026-11-21T19:30:00.000000Z",
        "sheet": {**sheet, "hands": hands, "finished": False},
        "changes": changes,
    }
    cost = parsing_cost(json.dumps(game).encode()) / len(json.dumps(game))
    assert cost * MAX_LINE_SIZE < MAX_PARSING_COST


def test_a_file_with_a_game_of_too_many_hands_is_refused() -> None:
    hands: list[Any] = [{"points": {}}] * (MAX_HANDS + 1)
    sheet = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": hands}
    with pytest.raises(BadFile, match="at most 1,000 hands, not 1,001"):
        opened(scoresheet_bytes(sheet))


@pytest.mark.parametrize(("part", "most"), [("players", MAX_PLAYERS), ("own_games", MAX_OWN_GAMES)])
def test_a_file_with_too_many_of_anything_is_refused(part: str, most: int) -> None:
    file = {"scorekeeper": 1, part: [{}] * (most + 1)}
    with pytest.raises(BadFile, match=f"“{part}” can have at most {most:,} entries, not {most + 1:,}"):
        opened(json.dumps(file).encode())
