"""Taking large files: what arrives is written to the disk at once, and looked through once it is there."""

from os import SEEK_END
from shutil import copyfileobj
from typing import Any

from flask import Request, abort, g, make_response, render_template
from werkzeug.datastructures import FileStorage

from scorekeeper.exchange.files import MAX_FILE_SIZE
from scorekeeper.exchange.large_files import MAX_LARGE_SIZE
from scorekeeper.store.models import Club
from scorekeeper.store.transfer import uploads
from scorekeeper.store.transfer.uploads import Upload
from scorekeeper.web.clubs.this_phone import token_hash

MAX_REQUEST_SIZE = MAX_LARGE_SIZE + 64 * 1024
"""Bytes of a request: a large file, and the rest of its form."""

SMALL_REQUEST = MAX_FILE_SIZE * 3 // 2
"""Bytes up to which a request has a file that is read at once, or one that a preview carried."""

NO_ROOM = "The server has no room for this file at the moment. Nothing was changed. Try again tomorrow."


def is_large(request: Request) -> bool:
    """Return whether a request has a file that is too large to be read at once."""
    return SMALL_REQUEST < (request.content_length or 0) <= MAX_REQUEST_SIZE


def receive(request: Any) -> None:
    """Let the file in a request be written to the disk as it arrives, or refuse it if there is no room."""
    require_room(request.content_length)

    def new_file() -> Any:
        if "arriving" in g:
            # A form of ours has one file.
            abort(400)
        g.arriving = uploads.new_file()
        return g.arriving

    request.file_factory = new_file


def require_room(size: int) -> None:
    """Refuse a file of this size if there is no room for it."""
    if not uploads.has_room(size):
        page = render_template("error.html", title="No room for this file", advice=NO_ROOM)
        abort(make_response(page, 503))


def size_of(file: FileStorage) -> int:
    """Return the size of a file that was sent, which is at its beginning then."""
    size = file.stream.seek(0, SEEK_END)
    file.stream.seek(0)
    return size


def kept(file: FileStorage | None, club: Club | None) -> Upload | None:
    """Return the upload of a large file that has arrived; None if there is none."""
    if file is None or not isinstance(file, FileStorage):
        return None
    if "arriving" not in g:
        # A request that could have been one with a packed file: it was read as those are.
        if size_of(file) <= MAX_FILE_SIZE:
            return None
        require_room(size_of(file))
        g.arriving = uploads.new_file()
        copyfileobj(file.stream, g.arriving)
    return uploads.keep(g.arriving, file.filename or "The file", token_hash(), club.id if club else None)


def forget() -> None:
    """Delete the file that has arrived, unless it was kept."""
    if arriving := g.pop("arriving", None):
        uploads.drop(arriving)
