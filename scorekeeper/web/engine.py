"""Scoring on the phone: the play that it goes on with, and the files that it takes, if they are prepared."""

import gzip
import json
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, send_file

from scorekeeper.domain import Role
from scorekeeper.phone.packing import pack
from scorekeeper.phone.preparing import FILES, PACKED
from scorekeeper.web.declared import declares
from scorekeeper.web.plays.loading import load_sheet

bp = Blueprint("engine", __name__)

OWN = "scorekeeper.zip"
"""The part of the app that runs on a phone, as an archive."""

TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
A_YEAR = 365 * 24 * 3600


@bp.get("/engine")
@declares(offline_copy="everyone")
def engine() -> dict[str, str]:
    """Send the address of the files; an empty one as long as they are not prepared."""
    version = current_version()
    return {"files": f"engine/{version}/" if version else ""}


@bp.get("/engine/<version>/<name>")
@declares(is_shared=True, without_cookie=True)
def engine_file(version: str, name: str) -> Response:
    """Send one of the files, compressed; its address changes with the content of all."""
    if version != current_version() or name not in (*FILES, OWN):
        abort(404)
    encoding = request.accept_encodings.best_match(PACKED)
    content = compressed_file(name, encoding or "gzip", prepared_folder())
    answer = send_file(
        BytesIO(content if encoding else gzip.decompress(content)),
        mimetype=TYPES[Path(name).suffix],
        max_age=A_YEAR,
        conditional=False,
    )
    answer.cache_control.immutable = True
    answer.vary.add("Accept-Encoding")
    if encoding:
        answer.content_encoding = encoding
    return answer


@bp.get("/plays/<int:play_id>/engine.json")
@declares(offline_copy="night")
def play_json(play_id: int) -> dict[str, Any]:
    """Send a game with its hands and the bid in progress, for a phone to score what comes next.

    The phone adds to it what it saves itself, if its page has the next version then.
    """
    sheet = load_sheet(play_id, Role.KEEPER)
    hands = [json.loads(entry) for entry in sheet.entries]
    return {
        "sheet": {**sheet.as_json(sheet.play.stopped), "hands": hands},
        "bidding": sheet.bidding,
        "seats": sheet.version.seats,
        "version": sheet.play.version,
    }


def prepared_folder() -> str:
    """Return where the prepared files are."""
    return str(current_app.config["OFFLINE_FOLDER"])


def current_version() -> str:
    """Return a digest of the files; empty as long as they are not prepared."""
    stamp = Path(prepared_folder()) / "stamp"
    return files_version(stamp.read_text()) if stamp.exists() else ""


@cache
def files_version(stamp: str) -> str:
    """Return a digest of prepared files with this stamp, and of the app's own part."""
    return sha256(stamp.encode() + own_archive()).hexdigest()[:16]


@cache
def own_archive() -> bytes:
    """Return the app's own part; the server has it packed before its workers have threads."""
    return pack()


@lru_cache(maxsize=2)
def own_compressed(encoding: str) -> bytes:
    """Return the app's own part as it is sent."""
    return PACKED[encoding](own_archive())


def compressed_file(name: str, encoding: str, folder: str) -> bytes:
    """Return a file as it is sent."""
    return own_compressed(encoding) if name == OWN else (Path(folder) / f"{name}.{encoding}").read_bytes()
