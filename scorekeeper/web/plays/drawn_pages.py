"""Whole sheets as they were drawn, shown again while nothing in them has changed, also after a restart.

Each is kept under a digest of all that it was drawn from: every row that was read, what the phone may do, and
the code. So it can't outlive a change. The processes of a machine share what they have drawn by way of files,
which may be deleted at any time.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from sys import getsizeof
from threading import get_ident
from typing import cast

from flask import current_app, g, request, session

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.store.plays.play_snapshot import PlaySnapshot
from scorekeeper.store.plays.sheet import Sheet, digest
from scorekeeper.store.private_files import make_private_folder
from scorekeeper.store.recent_cache import RecentCache
from scorekeeper.web.filters import night_name
from scorekeeper.web.live.in_place import PAGE, PARTS
from scorekeeper.web.plays.fragments import own_seat
from scorekeeper.web.plays.needs_line import hides_needs

MOST_PAGES = 16 * 1024 * 1024
"""Bytes of pages that each process caches."""

MOST_FILES = 500
"""About the most pages that are kept in files, of 50 KB each."""

KEY, KEY_BYTES = "key_of_page", 16

TOKEN = 'name="csrf_token"'
"""In a page that has forms for one phone alone."""

BUILT_IN = frozenset(game.key for game in GAMES)
"""The games whose code belongs to this app; the others may change without it."""


@dataclass
class DrawnPage:
    """A page, and whether it is in a file, which it is once it has been asked for twice."""

    text: str
    in_file: bool


_pages: RecentCache[DrawnPage] = RecentCache(MOST_PAGES, lambda _, page: getsizeof(page.text))


def cached_page(sheet: Sheet, here: str, wanted: str) -> str | None:
    """Return the sheet as it was drawn from just the same before, with marks; None if it was not."""
    if not _is_usual():
        return None
    key, file = page_key(sheet, here, wanted), _file_of(sheet, here, wanted)
    setattr(g, KEY, key)
    page = _pages.get(key)
    if page is None:
        text = _read(file, key)
        return None if text is None else _pages.keep(key, DrawnPage(text, True)).text
    if not page.in_file:
        page.in_file = True
        _write(file, key, page.text)
    return page.text


def keep_page(text: str) -> None:
    """Keep the sheet that was asked for as it was drawn, unless something in it is only for this request."""
    if (key := g.get(KEY)) and TOKEN not in text:
        _pages.keep(key, DrawnPage(text, False))


def _is_usual() -> bool:
    """Return whether this request gets what others do: a whole page, without a message for it alone."""
    return not (PAGE in request.headers or PARTS in request.headers or "_flashes" in session)


def page_key(sheet: Sheet, here: str, wanted: str) -> str:
    """Return a digest of all that a sheet is drawn from, but what is filled in each time."""
    play = cast(PlaySnapshot, sheet.play)
    known = (play[: PlaySnapshot._fields.index("access")], sheet.newest)
    words = (
        code_version(),
        *map(repr, (*_audience(sheet, here, wanted), night_name(play.night), *known, *sheet.rows)),
    )
    return blake2b("\n".join(words).encode(), digest_size=KEY_BYTES).hexdigest()


def _audience(sheet: Sheet, here: str, wanted: str) -> tuple[object, ...]:
    """Return what was asked for, and what makes a difference between phones."""
    return here, wanted, g.subject.access.role, own_seat(sheet.play.seats), hides_needs()


@cache
def code_version() -> str:
    """Return a digest of all the code and templates of this app."""
    found = blake2b(digest_size=KEY_BYTES)
    package, templates = Path(__file__).parents[2], Path(str(current_app.template_folder))
    for file in sorted((*package.rglob("*.py"), *templates.rglob("*.html"))):
        found.update(f"{file.name}\0".encode() + file.read_bytes())
    return f"{found.hexdigest()} {current_app.static_url_path}"


def _file_of(sheet: Sheet, here: str, wanted: str) -> Path | None:
    """Return the file of a page; None if it is only kept in memory. Newer versions take its place."""
    folder, play = current_app.config["PAGES_FOLDER"], sheet.play
    if not folder or play.game not in BUILT_IN:
        return None
    return Path(folder) / f"{play.id}-{digest([repr(_audience(sheet, here, wanted))])}"


def _head(key: str, page: bytes) -> bytes:
    """Return what a file begins with: the key, and a digest by which damage shows."""
    return f"{key} {blake2b(page, digest_size=KEY_BYTES).hexdigest()}\n".encode()


def _read(file: Path | None, key: str) -> str | None:
    """Return the page in a file; None if there is none, or another one."""
    if file is None:
        return None
    with suppress(OSError), file.open("rb") as opened:
        head = opened.readline(100)
        if head.startswith(key.encode()) and head == _head(key, page := opened.read()):
            return page.decode()
    return None


def _write(file: Path | None, key: str, text: str) -> None:
    """Write a page to its file, as far as that is possible, for other processes and after a restart."""
    if file is None:
        return
    page = text.encode("utf-8", "replace")
    unfinished = file.with_name(f".{file.name}-{os.getpid()}-{get_ident()}")
    with suppress(OSError):
        make_private_folder(file.parent)
        unfinished.write_bytes(_head(key, page) + page)
        unfinished.replace(file)
        # Looking at all of them takes longer than writing one.
        if int(key[:2], 16) < 4:
            _delete_oldest(file.parent)


def _delete_oldest(folder: Path) -> None:
    """Delete the oldest files in a folder, so that about MOST_FILES are left."""
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_FILES]:
        file.unlink(missing_ok=True)
