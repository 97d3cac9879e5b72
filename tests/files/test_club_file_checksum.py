"""A file with a flipped bit or cut short is never taken for a whole one."""

import json
from random import Random
from typing import Any

import pytest

from scorekeeper.files.club_file import CHECKSUM, checksum_of, club_parts
from scorekeeper.files.documents import VERSION
from scorekeeper.files.schema import BadFile
from tests.files.small import club, opened

CAFE, NIGHTS = opened(json.dumps(club() | {"club": "Café"}).encode())
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
    assert end["nights"] == 1
    assert read(DATA)[-1] is False


def test_a_flipped_bit_is_refused_or_noticed() -> None:
    data = bytearray(DATA)
    for at in Random(6).sample(range(len(data)), min(400, len(data))):
        bit = 1 << at % 8
        data[at] ^= bit
        found = read(bytes(data))
        assert found is None or found[-1], bytes(data[at - 20 : at + 20])
        data[at] ^= bit


def test_a_file_cut_short_is_refused() -> None:
    for length in [*range(0, len(DATA) - 1, 41), len(DATA) - 2]:
        assert read(DATA[:length]) is None, length


def test_a_change_by_hand_is_noticed() -> None:
    assert read(DATA.replace("Café".encode(), b"Their table"))[-1]
    first, night, end = DATA.splitlines(keepends=True)
    assert read(first + night + night + end)[-1]
    assert read(first + end)[-1]


OLD: dict[str, Any] = club() | {"nights": [], CHECKSUM: ""}
OLD[CHECKSUM] = checksum_of(OLD)


@pytest.mark.parametrize("indent", [None, 2])
def test_a_change_of_a_file_of_an_earlier_version_is_noticed(indent: int | None) -> None:
    assert read(json.dumps(dict(reversed(OLD.items())), indent=indent).encode())[-1] is False
    assert read(json.dumps(OLD | {"club": "Their table"}, indent=indent).encode())[-1] is True


def test_a_file_that_moves_something_has_another_checksum() -> None:
    assert checksum_of({"a": [1, 2], "b": []}) != checksum_of({"a": [1], "b": [2]})
    assert checksum_of({"a": "1,"}) != checksum_of({"a": ["1"]})
