"""Reading the file of a club that is too large for memory, one night after another.

The text is divided between its nights by their brackets alone. Each night is then parsed and checked as a
whole small file would be, so no part of a file can take more memory than a small file does.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from scorekeeper.exchange.checksum import KEY, MANY, RunningChecksum
from scorekeeper.exchange.documents import ClubDocument, NightDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.files import MAX_DEPTH, MAX_FILE_SIZE, NOT_OURS, parse_part, read_club
from scorekeeper.exchange.schema import read_document
from scorekeeper.exchange.validation import validated

MAX_LARGE_SIZE = 512 * 1024 * 1024
"""The most bytes in a file that is read night by night: some 250,000 games."""

MAX_NIGHTS = 200_000
"""The most nights in a file: one for each day of five centuries."""

CHUNK = 1 << 18

BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]])', re.DOTALL)
"""Everything up to the next bracket outside of strings."""

SCALAR = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[^\s"{}\[\],:]++', re.DOTALL)
SPACE = re.compile(rb"[ \t\r\n]*+")


class Outline(NamedTuple):
    """What a large file holds besides its nights.

    Attributes:
        raw: everything but the nights, as parsed JSON.
        club: the same as a document.
        first: where the first night begins, in bytes; 0 if there is none.
        nights: how many nights there are.
    """

    raw: Mapping[str, Any]
    club: ClubDocument
    first: int
    nights: int


class Part(NamedTuple):
    """A value in a file: its text, and where it ends."""

    data: bytes
    end: int


class LargeNight(NamedTuple):
    """A night of a large file.

    Attributes:
        number: its number in the file, from 1.
        raw: the night as parsed JSON.
        night: the same as a document.
        end: where it ends, in bytes.
        size: how long its text is.
    """

    number: int
    raw: Any
    night: NightDocument
    end: int
    size: int


class _Reader:
    """Reads JSON text from a file value by value. Raises BadFile where it can't be JSON."""

    def __init__(self, file: BinaryIO, at: int = 0) -> None:
        file.seek(at)
        self._file, self._before = file, at
        self._text, self._at = bytearray(), 0

    def next(self) -> bytes:
        """Return the next character that isn't a space, which is yet to be taken; empty at the end."""
        if self._at > CHUNK:
            self._before += self._at
            del self._text[: self._at]
            self._at = 0
        while True:
            self._at = self._end_of(SPACE, self._at)
            if self._at < len(self._text):
                return bytes(self._text[self._at : self._at + 1])
            if not self._read():
                return b""

    def take(self, character: bytes) -> None:
        """Take this character."""
        if self.next() != character:
            raise self._damaged()
        self._at += 1

    def value(self) -> Part:
        """Take the next value."""
        found = self._nested() if self.next() in (b"{", b"[") else self._scalar()
        data = bytes(self._text[self._at : found])
        self._at = found
        return Part(data, self._before + found)

    def _nested(self) -> int:
        """Return where the object or list that begins here ends."""
        end, depth = self._at, 0
        while True:
            found = BRACKET.match(self._text, end)
            if found is None:
                self._read_more()
                continue
            end = found.end()
            depth += 1 if found[1] in b"{[" else -1
            if depth > MAX_DEPTH:
                raise BadFile.because("The file is nested too deeply.")
            if depth == 0:
                return end

    def _scalar(self) -> int:
        """Return where the string or number that begins here ends."""
        while True:
            end = self._end_of(SCALAR, self._at)
            if self._at < end < len(self._text):
                return end
            self._read_more()

    def _end_of(self, pattern: re.Pattern[bytes], at: int) -> int:
        found = pattern.match(self._text, at)
        return found.end() if found else at

    def _read(self) -> bool:
        """Read on, and return whether there was more."""
        data = self._file.read(CHUNK)
        self._text += data
        return bool(data)

    def _read_more(self) -> None:
        """Read on within a value, which may not be too long."""
        if len(self._text) - self._at > MAX_FILE_SIZE:
            limit = MAX_FILE_SIZE // 1024 // 1024
            raise BadFile.because(
                f"A single night in the file is larger than {limit} MB, which is the limit."
            )
        if not self._read():
            raise self._damaged()

    def _damaged(self) -> BadFile:
        where = f"it can’t be read from byte {self._before + self._at:,} on"
        return BadFile.because(f"The file is damaged or isn’t a Scorekeeper file: {where}.")


def read_outline(file: BinaryIO) -> Outline:
    """Return what a large file holds besides its nights, none of which is parsed. Raises BadFile."""
    marked = file.read(len(BOM_UTF8)) == BOM_UTF8
    reader, members, size = _Reader(file, len(BOM_UTF8) if marked else 0), [], 0
    first = nights = 0
    if reader.next() != b"{":
        raise BadFile.because(NOT_OURS)
    for key in _keys(reader):
        if key == f'"{MANY}"'.encode() and reader.next() == b"[":
            if first:
                raise BadFile.because(f"“{MANY}” is written twice.")
            for part in _items(reader):
                first, nights = first or part.end - len(part.data), nights + 1
                if nights > MAX_NIGHTS:
                    raise BadFile.because(f"The file has more than {MAX_NIGHTS:,} nights.")
            continue
        members.append(key + b":" + reader.value().data)
        size += len(members[-1])
        if size > MAX_FILE_SIZE:
            raise BadFile.because("The file holds too much besides its nights.")
    if reader.next():
        raise BadFile.because("The file is damaged: something comes after its end.")
    raw = parse_part(b"{" + b",".join(members) + b"}")
    if "scorekeeper" not in raw:
        raise BadFile.because("This is not the file of a club, and too large for anything else.")
    return Outline(raw, read_club(raw), first, nights)


def read_nights(file: BinaryIO, at: int, done: int = 0) -> Iterator[LargeNight]:
    """Yield the nights of a large file from this byte on; ``done`` of them end before it. Raises BadFile."""
    if not at:
        return
    for number, part in enumerate(_following(_Reader(file, at), done > 0), start=done + 1):
        try:
            raw = parse_part(part.data)
            night = read_document(NightDocument, raw)
        except BadFile as bad:
            raise bad.inside(f"night {number}") from None
        yield LargeNight(number, raw, night, part.end, len(part.data))


def score_nights(club: ClubDocument, nights: Sequence[LargeNight]) -> ClubDocument:
    """Return a club with some of its nights, every game of them scored. Raises BadFile."""
    return validated(club, [each.night for each in nights], nights[0].number if nights else 1)


def checksum_of_nights(outline: Outline) -> RunningChecksum:
    """Return the checksum of a large file, to which its nights are yet to be added."""
    return RunningChecksum(outline.raw)


def is_altered(outline: Outline, checksum: RunningChecksum) -> bool:
    """Return whether a file isn't as it was made, once every night was added to its checksum."""
    return KEY in outline.raw and outline.raw[KEY] != checksum.hexdigest()


def _keys(reader: _Reader) -> Iterator[bytes]:
    """Yield the keys of an object, after each of which its value must be taken."""
    reader.take(b"{")
    if reader.next() == b"}":
        reader.take(b"}")
        return
    while True:
        if reader.next() != b'"':
            reader.take(b'"')
        yield _key(reader)
        if reader.next() == b"}":
            reader.take(b"}")
            return
        reader.take(b",")


def _key(reader: _Reader) -> bytes:
    key = reader.value().data
    reader.take(b":")
    return key


def _items(reader: _Reader) -> Iterator[Part]:
    """Yield the values of a list."""
    reader.take(b"[")
    if reader.next() == b"]":
        reader.take(b"]")
        return
    yield from _following(reader, False)


def _following(reader: _Reader, after_one: bool) -> Iterator[Part]:
    """Yield the values of a list from here on, up to its end; ``after_one`` if one has just ended."""
    while True:
        if after_one:
            if reader.next() == b"]":
                reader.take(b"]")
                return
            reader.take(b",")
        yield reader.value()
        after_one = True
