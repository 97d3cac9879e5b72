"""The file of a club or a night, and any other file that can be imported.

The first line is the club with its players, own games and seasons, then comes one line for each night, and
the last line has their number, a digest of all lines before it, and the version of the app that made it::

    {"scorekeeper": 4, "club": "Friday", "players": [{"uid": "…", "name": "Ann"}]}
    {"uid": "…", "started_at": "2026-11-20T19:00:00.000000Z", "guests": ["Ann"], "games": […]}
    {"nights": 1, "sha256": "…", "version": "1.0.0"}

What players said about hands that aren't right is not in it: the history of changes is, and a backup has all.

A file is read a line at a time, so it may be as long as it likes. A scoresheet alone is the file of a game.
The plays of other programs are translated into the same documents.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from itertools import chain
from json import JSONDecodeError
from string import whitespace
from typing import Any, BinaryIO
from unicodedata import is_normalized

from scorekeeper import __version__
from scorekeeper.files.bgg_plays import table_of_bgg
from scorekeeper.files.bgstats_plays import is_bgstats, read_bgstats
from scorekeeper.files.columns import find_table
from scorekeeper.files.documents import (
    ONE_DOCUMENT,
    VERSION,
    ClubDocument,
    GameDocument,
    NightDocument,
    PersonDocument,
)
from scorekeeper.files.encodings import decode_table
from scorekeeper.files.foreign import Remarks, Translated
from scorekeeper.files.kinds import OF_RESTORE, is_backup, is_club_file
from scorekeeper.files.plays_csv import read_plays
from scorekeeper.files.schema import BadFile, json_text, newer_app, read_document, write_document
from scorekeeper.files.validation import check_own_games, validated_night
from scorekeeper.rules.json_text import parse, parsing_cost
from scorekeeper.rules.saying import Say
from scorekeeper.store.time_zones import server_zone

MAX_FILE_SIZE = 32 * 1024 * 1024
"""The most bytes in a file that a browser may send."""

MAX_LINE_SIZE = 6 * 1024 * 1024
"""The most bytes in one line: a night of some 2,000 games."""

MAX_PARSING_COST = 20 * MAX_LINE_SIZE
"""The most memory for parsing what a browser sent, as estimated: more than the app's own files need."""

MAX_DEPTH = 40
"""Nothing in a file needs to be nested more deeply."""

NIGHTS, DIGEST = "nights", "sha256"

MADE_BY = "version"
"""The key of the app's version; in the last line, as the first may only have keys that its reader knows."""

USE_COMMAND = Say("On the computer that runs Scorekeeper, “scorekeeper import” takes files of any size.")

NOT_OURS = Say(
    "Scorekeeper reads its own files, exports of BG Stats, plays of BoardGameGeek (XML), and tables (CSV) "
    "with the columns date, game and player."
)

DAMAGED = Say("The file is damaged: its end is missing. Use another copy of it.")

NO_TEXT = Say(
    "This is not a file that Scorekeeper can read. If it’s a table, save it as “CSV UTF-8” and choose that."
)

UNSEEN = Say("The file contains a character that can’t be displayed.")

HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair."""


@dataclass
class ClubFile:
    """A club in a file, and its nights, which are read as they are needed.

    Attributes:
        club: everything but the nights.
        altered: whether the file isn't as it was when it was made.
        is_bare: whether it is a scoresheet alone.
        is_foreign: whether it has the plays of another program.
        encoding: a sentence about the encoding of a table that isn't in UTF-8.
        remarks: what is not imported as it is written.
    """

    club: ClubDocument
    altered: bool
    _read: Callable[[], Iterator[NightDocument]]
    is_bare: bool = False
    is_foreign: bool = False
    encoding: str = ""
    remarks: Remarks = field(default_factory=Remarks)

    def unscored_nights(self) -> Iterator[NightDocument]:
        """Yield each night. Raises BadFile."""
        return self._read()

    def nights(self) -> Iterator[NightDocument]:
        """Yield each night, with every game scored. Raises BadFile."""
        for number, night in enumerate(self._read(), start=1):
            yield validated_night(night, number)


def club_parts(club: ClubDocument, nights: Iterable[NightDocument]) -> Iterator[bytes]:
    """Yield the lines of the file of a club; equal clubs give equal bytes."""
    digest, count = sha256(), -1
    for part in chain([replace(club, scorekeeper=VERSION)], nights):
        line = json_text(_in_nfc(write_document(part))).encode() + b"\n"
        digest.update(line)
        count += 1
        yield line
    end = {NIGHTS: count, DIGEST: digest.hexdigest(), MADE_BY: __version__}
    yield json_text(end).encode() + b"\n"


def open_club_file(file: BinaryIO, now: datetime, largest: int | None = MAX_FILE_SIZE) -> ClubFile:
    """Return what is in a file; its nights are checked as they are read. Raises BadFile.

    A bare scoresheet becomes the only game of a night without an identifier. It doesn't say when it was
    played, so both start ``now``. ``largest`` is the size that a file of one document may have.
    """
    return _begin_lines(file) or _read_document(file, now, largest)


def _begin_lines(file: BinaryIO) -> ClubFile | None:
    """Return what is in a file with a line for each night, whole and in order; None for another file."""
    first = file.readline(MAX_LINE_SIZE + 1)
    if not is_club_file(first):
        return None
    try:
        raw = parse_part(first, MAX_LINE_SIZE)
    except BadFile:
        # A document with lines of its own.
        return None
    version = raw.get("scorekeeper") if isinstance(raw, Mapping) else None
    if type(version) is not int:
        return None
    club = read_club(raw, _maker(file) if version > VERSION else None)
    return ClubFile(club, _is_altered(file), lambda: _nights_in(file))


def _maker(file: BinaryIO) -> object:
    """Return the version of the app that made a file, as its last line says; None if it can't be read."""
    last = b""
    while line := file.readline(MAX_LINE_SIZE + 1):
        last = line
    try:
        return json.loads(last)[MADE_BY]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _is_altered(file: BinaryIO) -> bool:
    """Return whether the lines aren't those that the last one was made of. Raises BadFile without it."""
    file.seek(0)
    digest, count, last = sha256(), -2, b""
    while line := file.readline(MAX_LINE_SIZE + 1):
        digest.update(last)
        count, last = count + 1, line
    try:
        end = json.loads(last)
        said = end[NIGHTS], end[DIGEST]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadFile.because(DAMAGED) from None
    return said != (count, digest.hexdigest())


def _nights_in(file: BinaryIO) -> Iterator[NightDocument]:
    file.seek(0)
    file.readline()
    number, line = 0, file.readline(MAX_LINE_SIZE + 1)
    while following := file.readline(MAX_LINE_SIZE + 1):
        number += 1
        try:
            yield read_document(NightDocument, parse_part(line, MAX_LINE_SIZE))
        except BadFile as bad:
            raise bad.inside(Say("night {number}", number=number)) from None
        line = following


def _read_document(file: BinaryIO, now: datetime, largest: int | None) -> ClubFile:
    """Return what is in a file without lines of its own: a scoresheet, or the plays of another program."""
    file.seek(0)
    data = file.read(-1 if largest is None else largest + 1)
    if is_backup(data):
        raise BadFile.because(OF_RESTORE)
    if data[:1000].lstrip(BOM_UTF8 + whitespace.encode())[:1] not in (b"{", b"["):
        return _read_table(*decoded(data, largest, decode_table))
    raw = parse_part(data, largest)
    if is_bgstats(raw):
        return _foreign_file(read_bgstats(raw, server_zone()))
    if not isinstance(raw, Mapping) or not {"scorekeeper", "scoresheet"} & raw.keys():
        raise BadFile.because(NOT_OURS)
    if "scoresheet" in raw:
        game = GameDocument(uid="", started_at=now, sheet=raw)
        night = NightDocument(uid="", started_at=now, games=(game,))
        seats = validated_night(night, 1).games[0].seats
        club = ClubDocument(scorekeeper=VERSION, players=tuple(PersonDocument(name=name) for name in seats))
        return ClubFile(club, False, lambda: iter([night]), is_bare=True)
    read_club(raw)
    raise BadFile.because(DAMAGED)


def _read_table(text: str, encoding: str) -> ClubFile:
    """Return the plays in a table, or in XML. Raises BadFile for any other text."""
    table = find_table(table_of_bgg(text) if text.lstrip().startswith("<") else text)
    if table is None:
        raise BadFile.because(NOT_OURS)
    if "\0" in text:
        raise BadFile.because(UNSEEN)
    return _foreign_file(read_plays(table, server_zone()), encoding)


def _foreign_file(plays: Translated, encoding: str = "") -> ClubFile:
    return ClubFile(plays.club, False, lambda: iter(plays.nights), False, True, encoding, plays.remarks)


def read_club(raw: Mapping[str, Any], made_by: object = None) -> ClubDocument:
    """Return the document of a club without its nights, given as parsed JSON. Raises BadFile.

    ``made_by`` is the version of the app that made the file, if that is known.
    """
    version = raw["scorekeeper"]
    if type(version) is int and version <= ONE_DOCUMENT:
        raise BadFile.because(Say("The file is of a version before 1.0 and can no longer be read."))
    if type(version) is int and version > VERSION:
        raise BadFile.because(
            Say("The file was made by {app}. Update this one first.", app=newer_app(made_by))
        )
    club = read_document(ClubDocument, raw)
    check_own_games(club)
    return club


def scoresheet_bytes(sheet: Mapping[str, Any]) -> bytes:
    """Return the file of one game: a scoresheet that ``scorekeeper score`` reads."""
    return (json.dumps(_in_nfc(sheet), ensure_ascii=False, indent=2) + "\n").encode()


def _in_nfc(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document with its text composed, as it is when it is read."""
    text = json_text(document)
    return document if is_normalized("NFC", text) else parse(text)


def text_of(data: bytes, largest: int | None = MAX_FILE_SIZE) -> str:
    """Return the text of a file in UTF-8, or of a line of one. Raises BadFile."""
    return decoded(data, largest, lambda data: (data.decode("utf-8-sig"), ""))[0]


def decoded(data: bytes, largest: int | None, decode: Callable[[bytes], tuple[str, str]]) -> tuple[str, str]:
    """Return the text of a file that isn't too large or empty, as ``decode`` returns it. Raises BadFile."""
    if largest is not None and len(data) > largest:
        limit = largest // 1024 // 1024
        if largest == MAX_LINE_SIZE:
            words = "It is larger than {limit} MB, which is the limit for one night."
            raise BadFile.because(Say(words, limit=limit))
        words = "The file is larger than {limit} MB, which is the limit here. {advice}"
        raise BadFile.because(Say(words, limit=limit, advice=USE_COMMAND))
    try:
        text, encoding = decode(data)
    except UnicodeDecodeError:
        raise BadFile.because(NO_TEXT) from None
    if not text.strip():
        raise BadFile.because(Say("The file is empty."))
    return text, encoding


def parse_part(data: bytes, largest: int | None = MAX_FILE_SIZE) -> Any:
    """Return the JSON of a file, or of a line of one, that can be stored. Raises BadFile."""
    if largest is not None and len(data) <= largest and parsing_cost(data) > MAX_PARSING_COST:
        words = "The file holds too much to be read at once here. {advice}"
        raise BadFile.because(Say(words, advice=USE_COMMAND))
    text = text_of(data, largest)
    try:
        raw = parse(text)
    except JSONDecodeError as error:
        words = "The file is damaged or isn’t a Scorekeeper file: it can’t be read from line {line} on."
        raise BadFile.because(Say(words, line=error.lineno)) from None
    except ValueError as error:
        words = "The file is damaged or isn’t a Scorekeeper file: {error}."
        raise BadFile.because(Say(words, error=str(error))) from None
    _check_values(raw)
    return raw


def _check_values(raw: Any, depth: int = 1) -> None:
    """Raise BadFile for what can't be stored: half characters, NUL, infinite numbers, deep nesting."""
    if not isinstance(raw, dict | list):
        return
    if raw and depth == MAX_DEPTH:
        raise BadFile.because(Say("The file is nested too deeply."))
    for value in [*raw, *raw.values()] if isinstance(raw, dict) else raw:
        # JSON can spell half of a surrogate pair, which UTF-8 cannot hold, and NUL, which PostgreSQL cannot.
        if isinstance(value, str) and ("\0" in value or HALF.search(value)):
            raise BadFile.because(UNSEEN)
        if isinstance(value, float) and not abs(value) < float("inf"):
            raise BadFile.because(Say("The file contains a number that is too large."))
        _check_values(value, depth + 1)
