"""Finding the encoding of a table."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.files.encodings import UTF_16, WINDOWS, decode_table

TABLE = "date,player\n2024-11-25,Bü€rgi „Żółw“ Ξ"


@pytest.mark.parametrize(
    ("data", "text", "said"),
    [
        (TABLE.encode(), TABLE, ""),
        (TABLE.encode("utf-8-sig"), TABLE, ""),
        (TABLE.encode("utf-16"), TABLE, UTF_16),
        (b"\xfe\xff" + TABLE.encode("utf-16-be"), TABLE, UTF_16),
        (TABLE.encode("utf-16-le"), TABLE, UTF_16),
        (TABLE.encode("utf-16-be"), TABLE, UTF_16),
        ("Bürgi, Ö, „Émile“ 5 €".encode("cp1252"), "Bürgi, Ö, „Émile“ 5 €", WINDOWS),
        ("CAFÉ’S, à".encode("cp1252"), "CAFÉ’S, à", WINDOWS),
    ],
    ids=[
        "UTF-8",
        "with BOM",
        "UTF-16",
        "UTF-16 BE",
        "no BOM, LE",
        "no BOM, BE",
        "Windows",
        "É’ looks like UTF-8",
    ],
)
def test_the_encoding_is_found_and_said_unless_it_is_utf_8(data: bytes, text: str, said: str) -> None:
    assert decode_table(data) == (text, said)


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfed\x00a", b"date,\x81", ("Bürgi, Ölaf, Émile, Łukasz".encode() + b"\xc3")],
    ids=["half of a character in UTF-16", "no letter of Windows-1252", "UTF-8 that was cut off"],
)
def test_what_is_damaged_is_not_guessed(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decode_table(data)


@given(st.binary())
@example(b"\xff\xfe\x00\xd8")
def test_any_bytes_are_a_text_or_refused_as_damaged(data: bytes) -> None:
    with suppress(UnicodeDecodeError):
        assert isinstance(decode_table(data)[0], str)
