"""Reading a large file night by night: the same as reading it at once, within limits for each night."""

import json
from codecs import BOM_UTF8
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exchange import large_files
from scorekeeper.exchange.documents import NightDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.files import MAX_FILE_SIZE, club_from_bytes, club_parts
from scorekeeper.exchange.large_files import (
    checksum_of_nights,
    is_altered,
    read_nights,
    read_outline,
    score_nights,
)
from scorekeeper.exchange.schema import write_document
from scorekeeper.store.database import now
from tests.exchange.small import club

FILE = b"".join(
    club_parts(
        document := club_from_bytes(json.dumps(club()).encode(), now()), map(write_document, document.nights)
    )
)


def nights_in(data: bytes) -> tuple[Any, bool]:
    """Return the nights of a file, read one after another, and whether it was altered."""
    file = BytesIO(data)
    outline = read_outline(file)
    checksum = checksum_of_nights(outline)
    nights: list[NightDocument] = []
    for each in read_nights(file, outline.first):
        checksum.add_night(each.raw)
        nights += score_nights(outline.club, [each]).nights
    assert len(nights) == outline.nights
    return tuple(nights), is_altered(outline, checksum)


@given(st.integers(1, 200), st.sampled_from([None, 1, 4]))
def test_a_file_is_read_as_it_is_at_once_however_it_arrives(chunk: int, indent: int | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_files, "CHUNK", chunk)
        data = json.dumps(json.loads(FILE), indent=indent).encode()
        assert nights_in(data) == (club_from_bytes(data, now()).nights, False)


def test_a_file_whose_nights_come_first_is_read_too() -> None:
    raw = json.loads(FILE)
    data = json.dumps({"nights": raw["nights"], **raw}).encode()
    assert nights_in(data) == nights_in(FILE)


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    assert nights_in(BOM_UTF8 + FILE) == nights_in(FILE)


def test_an_altered_file_is_noticed() -> None:
    assert nights_in(FILE.replace(b"Our table", b"Another"))[1]


def test_reading_goes_on_where_it_was_left() -> None:
    raw = json.loads(FILE)
    others = [{**raw["nights"][0], "uid": f"{at:032x}", "games": [], "note": f"[{at}"} for at in range(5)]
    file = BytesIO(json.dumps({**raw, "nights": others}).encode())
    outline = read_outline(file)
    nights = list(read_nights(file, outline.first))
    assert [night.number for night in nights] == [1, 2, 3, 4, 5]
    for left in nights:
        assert list(read_nights(file, left.end, left.number)) == nights[left.number :]


@pytest.mark.parametrize("cut", range(1, len(FILE) - 1, 97))
def test_a_file_without_its_end_is_damaged(cut: int) -> None:
    with pytest.raises(BadFile, match="damaged"):
        nights_in(FILE[:cut])


NIGHTS = b'{"scorekeeper": 3, "nights": ['


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (NIGHTS + b"[" * 10**6, "nested too deeply"),
        (NIGHTS + b'"' + b"a" * 2 * MAX_FILE_SIZE, "larger than 6 MB"),
        (NIGHTS + b'{"a":' * 30 + b"[0," * 5 + b"0," * MAX_FILE_SIZE, "larger than 6 MB"),
        (NIGHTS + b"[]," * 300_000 + b"[]]}", "more than 200,000 nights"),
        (b'{"a": "' + b"a" * 2 * MAX_FILE_SIZE + b'"}', "larger than 6 MB"),
        (b"{" + b'"a": "%s",' % (b"a" * 1000) * 7000 + b'"b": 0}', "too much besides its nights"),
        (b'{"scorekeeper": 3, "nights": [{}], "nights": [{}]}', "“nights” is written twice"),
        (b'{"scorekeeper": 3, "club": "a", "club": "b"}', "“club” is written twice"),
        (NIGHTS + b'{"uid": "a", "uid": "b"}]}', "Night 1: “uid” is written twice"),
        (b'{"scorekeeper": 99}', "newer version"),
        (b'{"scorekeeper": 3} {}', "something comes after its end"),
        (b" []", "neither a Scorekeeper file nor a scoresheet"),
        (b'{"hands": []}', "not the file of a club"),
        (b'{"scorekeeper": 3, "nights" [}', "damaged"),
        (NIGHTS + b"{} {}]}", "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hostile_file_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        nights_in(data)
