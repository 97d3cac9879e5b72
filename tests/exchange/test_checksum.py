"""A file with a flipped bit or cut short is never taken for a whole one."""

import json
from random import Random
from typing import Any

import pytest

from scorekeeper.exchange.checksum import KEY, checksum_of
from scorekeeper.exchange.documents import ClubDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.files import club_from_bytes, club_parts
from scorekeeper.exchange.schema import write_document
from scorekeeper.store.database import now
from tests.exchange.small import club

CAFE = club_from_bytes(json.dumps(club() | {"club": "Café"}).encode(), now())
DATA = b"".join(club_parts(CAFE, map(write_document, CAFE.nights)))


def read(data: bytes) -> ClubDocument | None:
    """Return the document in a file; None if it is refused."""
    try:
        return club_from_bytes(data, now())
    except BadFile:
        return None


def test_a_file_carries_its_checksum() -> None:
    document = read(DATA)
    assert document is not None
    assert not document.altered
    assert list(json.loads(DATA))[-1] == KEY


def test_a_flipped_bit_is_refused_or_noticed() -> None:
    whole, data = read(DATA), bytearray(DATA)
    for at in Random(6).sample(range(len(data)), min(400, len(data))):
        bit = 1 << at % 8
        data[at] ^= bit
        found = read(bytes(data))
        # A capital letter in an escape says the same; nothing else does.
        assert found is None or found.altered or found == whole, bytes(data[at - 20 : at + 20])
        data[at] ^= bit


def test_a_file_cut_short_is_refused() -> None:
    for length in [*range(0, len(DATA) - 1, 41), len(DATA) - 2]:
        assert read(DATA[:length]) is None, length


@pytest.mark.parametrize("indent", [None, 2])
def test_another_layout_of_the_same_file_is_the_same_file(indent: int | None) -> None:
    document: dict[str, Any] = json.loads(DATA)
    shuffled = dict(reversed(document.items()))
    found = read(json.dumps(shuffled, indent=indent).encode())
    assert found is not None
    assert not found.altered


def test_a_change_by_hand_is_noticed_unless_the_checksum_is_removed() -> None:
    document = json.loads(DATA) | {"club": "Their table"}
    found = read(json.dumps(document).encode())
    assert found is not None
    assert found.altered
    del document[KEY]
    found = read(json.dumps(document).encode())
    assert found is not None
    assert not found.altered


def test_a_file_that_moves_something_has_another_checksum() -> None:
    assert checksum_of({"a": [1, 2], "b": []}) != checksum_of({"a": [1], "b": [2]})
    assert checksum_of({"a": "1,"}) != checksum_of({"a": ["1"]})
