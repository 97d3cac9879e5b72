"""Files as bytes: any valid sheet survives, and anything else is refused in a sentence or noticed."""

import json
import tracemalloc
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import __version__
from scorekeeper.domain import MAX_HANDS, MAX_OWN_GAMES, MAX_PLAYERS
from scorekeeper.files.club_file import (
    MAX_FILE_SIZE,
    MAX_LINE_SIZE,
    MAX_PARSING_COST,
    club_parts,
    scoresheet_bytes,
)
from scorekeeper.files.documents import VERSION
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse, parsing_cost, twice
from tests.files.small import club, opened, written
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
        flaws = [str(flaw.message) for flaw in bad.flaws]
    assert flaws
    assert all(said.endswith(".") for said in flaws)


@given(document=st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=5), night=JUNK, game=JUNK)
def test_any_json_is_read_or_refused_in_words(document: Any, night: Any, game: Any) -> None:
    for nights in ([night], [{**NIGHT, "games": [game]}], [{**NIGHT, "games": [{**NIGHT, "sheet": game}]}]):
        refused(written({"scorekeeper": VERSION, **document, "nights": nights}))
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
END = '{"nights": 0, "sha256": ""}'
LONG = {
    "a key written twice among many": (
        f'{{"scorekeeper": {VERSION}, {KEYED}}}\n{END}',
        "“0” is written twice",
    ),
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
    data = b'{"scorekeeper": 4, "nights": [' + mark * (MAX_FILE_SIZE // len(mark) - 20) + b"0]}"
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
    file = {"scorekeeper": VERSION, part: [{}] * (most + 1)}
    with pytest.raises(BadFile, match=f"“{part}” can have at most {most:,} entries, not {most + 1:,}"):
        opened(written(file))


# A file with a flipped bit or cut short is never taken for a whole one


CAFE, NIGHTS = opened(written(club() | {"club": "Café"}))
DATA = b"".join(club_parts(CAFE.club, NIGHTS))


def read(data: bytes) -> Any:
    """Return what is in a file, and whether it was altered; None if it is refused."""
    try:
        file, nights = opened(data)
    except BadFile:
        return None
    return file.club, nights, file.altered


def test_a_file_has_a_line_for_the_club_each_night_and_its_digest() -> None:
    said, night, end = map(json.loads, DATA.splitlines())
    assert (said["scorekeeper"], said["club"]) == (VERSION, "Café")
    assert len(night["games"]) == 2
    assert (end["nights"], end["version"]) == (1, __version__)
    assert read(DATA)[-1] is False


def test_a_file_of_a_newer_app_says_which() -> None:
    end = json.dumps({"nights": 0, "sha256": "", "version": "7.1.0"})
    with pytest.raises(BadFile, match=r"was made by Scorekeeper 7\.1\.0, a newer version\. Update"):
        opened(f'{{"scorekeeper": {VERSION + 1}}}\n{end}\n'.encode())


def test_a_flipped_bit_is_refused_or_noticed_or_changes_nothing() -> None:
    data, (*whole, _) = bytearray(DATA), read(DATA)
    for at in Random(6).sample(range(len(data)), min(400, len(data))):
        bit = 1 << at % 8
        data[at] ^= bit
        found = read(bytes(data))
        assert found is None or found[-1] or [*found[:-1]] == whole, bytes(data[at - 20 : at + 20])
        data[at] ^= bit


def test_a_file_cut_short_is_refused() -> None:
    for length in [*range(0, len(DATA) - 1, 41), len(DATA) - 2]:
        assert read(DATA[:length]) is None, length


def test_a_change_by_hand_is_noticed() -> None:
    assert read(DATA.replace("Café".encode(), b"Their table"))[-1]
    first, night, end = DATA.splitlines(keepends=True)
    assert read(first + night + night + end)[-1]
    assert read(first + end)[-1]


# What a file costs in memory is known before it is parsed


SIZE = 200_000
TEXTS = {
    "lists": b"[%s0]" % (b"[]," * (SIZE // 3)),
    "lists of one": b"[%s0]" % (b"[0]," * (SIZE // 4)),
    "objects": b"[%s0]" % (b"{}," * (SIZE // 3)),
    "objects with one key": b'[%s{"":0}]' % (b'{"":0},' * (SIZE // 7)),
    "short texts": b'[%s""]' % (b'"ab",' * (SIZE // 5)),
    "long texts": b'["%s"]' % ("é".encode() * (SIZE // 2)),
    "numbers": b"[%s0]" % (b"999," * (SIZE // 4)),
    "keys": b"{%s}" % b",".join(b'"%d":0' % number for number in range(SIZE // 10)),
    "a long number": b"9" * SIZE,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_parsing_takes_no_more_memory_than_expected(text: bytes) -> None:
    parse("[]")
    tracemalloc.start()
    try:
        parsed = parse(text.decode())
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert parsed
    assert kept <= 1.05 * parsing_cost(text)


def test_a_key_that_is_written_twice_in_other_letters_is_noticed() -> None:
    assert twice(parse('{"e\\u0301": 1, "\\u00e9": 2, "a": 3}')) == ("é",)
