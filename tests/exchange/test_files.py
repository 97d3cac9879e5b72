"""Files as bytes: any valid sheet survives, and anything else is refused in a sentence."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.files import MAX_FILE_SIZE, club_from_bytes, scoresheet_bytes
from scorekeeper.rules.engine import score
from tests.rules.strategies import JUNK, sheets

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
KEYS = ("scorekeeper", "club", "made_at", "players", "nights", "scoresheet")
NIGHT = {"uid": "0" * 32, "started_at": "2026-11-21T19:30:00Z"}


@given(sheet=sheets())
def test_a_scoresheet_goes_through_a_file_to_the_same_result(sheet: dict[str, Any]) -> None:
    (night,) = club_from_bytes(scoresheet_bytes(sheet), NOW).nights
    (game,) = night.games
    assert game.result == score(sheet)
    assert [change.entry for change in game.changes] == sheet["hands"]


def refused(data: bytes) -> None:
    """Read these bytes, and check that a refusal has at least one sentence."""
    flaws = ["Nothing."]
    try:
        club_from_bytes(data, NOW)
    except BadFile as bad:
        flaws = [str(flaw) for flaw in bad.flaws]
    assert flaws
    assert all(said.endswith(".") for said in flaws)


@settings(max_examples=40)
@given(document=st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=5), night=JUNK, game=JUNK)
def test_any_json_is_read_or_refused_in_words(document: Any, night: Any, game: Any) -> None:
    for nights in ([night], [{**NIGHT, "games": [game]}], [{**NIGHT, "games": [{**NIGHT, "sheet": game}]}]):
        refused(json.dumps({"scorekeeper": 1, **document, "nights": nights}).encode())
    refused(json.dumps(document).encode())


@settings(max_examples=30)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_refused_in_words(data: bytes) -> None:
    refused(data)


def test_a_file_that_is_too_large_is_not_read() -> None:
    with pytest.raises(BadFile, match="larger than 32 MB"):
        club_from_bytes(b" " * (MAX_FILE_SIZE + 1), NOW)


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
        club_from_bytes(text.encode(), NOW)
