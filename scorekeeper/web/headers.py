"""The headers of every answer: what browsers may do with it, and which pages phones may keep.

``Offline-Copy`` lets the service worker keep a page for reading without a network, and names the night and
the club that it shows. The first page says with ``Offline-Access`` which of them the phone still sees; the
copies of others are deleted.
"""

from collections.abc import Iterable

from flask import Flask, Response, after_this_request, g, request

from scorekeeper import __version__
from scorekeeper.store.models import Club, Night
from scorekeeper.web.declared import declared, declares
from scorekeeper.web.requests import is_for_programs

OURS = "Scorekeeper-Version"
"""The header by which a phone knows that the app has answered, and not something in between."""

POLICY = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

WORKER = "engine/worker.js"
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The one script that may run WebAssembly, apart from all pages."""

FOR_PROGRAMS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Content-Type, Idempotency-Key",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Access-Control-Max-Age": "86400",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""What answers to programs say to browsers: give them to the scripts of any page, and draw nothing of them.

No cookie counts there, so a script reads no more than what its maker has a token for.
"""

NEEDLESS = ("Accept-Ranges", "Content-Disposition", "ETag", "Expires", "Last-Modified")
"""Headers that a file does without whose address changes with its content."""


def init_app(app: Flask) -> None:
    """Add the headers to every answer."""
    files = app.view_functions["static"]
    app.view_functions["static"] = declares(is_shared=True, is_versioned=True, without_cookie=True)(files)
    app.after_request(add_headers)
    app.after_request(allow_copy)


def add_headers(response: Response) -> Response:
    """Return an answer with what browsers may do with it."""
    response.headers[OURS] = __version__
    response.headers["X-Content-Type-Options"] = "nosniff"
    if declared().is_versioned and response.status_code == 200:
        response.cache_control.immutable = True
        if (request.view_args or {})["filename"] == WORKER:
            response.headers["Content-Security-Policy"] = WORKER_POLICY
        for name in NEEDLESS:
            del response.headers[name]
        return response
    if is_for_programs():
        response.headers.update(FOR_PROGRAMS)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
    response.headers["Content-Security-Policy"] = POLICY
    # A club's secret is part of its link, which no other site may learn.
    response.headers["Referrer-Policy"] = "same-origin"
    # Only the service worker keeps a page, and deletes it once this phone may not see it any more.
    if not declared().is_shared or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response


def allow_copy(answer: Response) -> Response:
    """Say what a page shows if a phone may keep a copy of it."""
    if answer.status_code != 200 or request.method != "GET":
        return answer
    kind = declared().offline_copy
    if kind == "everyone":
        answer.headers["Offline-Copy"] = "everyone"
    elif kind == "night" and "qr" not in request.args:
        answer.headers["Offline-Copy"] = f"club-{g.subject.club_id} night-{g.subject.night_id}"
    return answer


def tell_access(clubs: Iterable[Club], nights: Iterable[Night]) -> None:
    """Say with the answer which clubs and nights this phone sees, so that it keeps nothing of others."""
    seen = [*(f"club-{club.id}" for club in clubs), *(f"night-{night.id}" for night in nights)]

    @after_this_request
    def add_header(answer: Response) -> Response:
        answer.headers["Offline-Access"] = " ".join(seen)
        return answer
