"""What a file costs in memory is known before it is parsed."""

import tracemalloc

import pytest

from scorekeeper.rules.json_text import parse, parsing_cost, twice

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
