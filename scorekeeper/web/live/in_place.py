"""Answering a form with the page that it leads to, without what the phone shows already.

A page that sends its forms itself says so with ``PAGE``: it needs no redirect, no head, and none of the parts
that it names in ``PARTS``. Every other browser gets the redirect and then the whole page.
"""

from io import BytesIO
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request
from flask.ctx import RequestContext
from flask.globals import request_ctx
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.store.database import db

PAGE = "Scorekeeper-Page"
"""The header with the path of the page that asks."""

PARTS = "Scorekeeper-Parts"
"""The header with the parts that this page shows, each with the digest of what it was drawn from."""


def init_app(app: Flask) -> None:
    """Answer in place where a page asks for that, and let templates leave out what it has."""
    app.before_request(reuse_token)
    app.after_request(follow_redirect)
    app.add_template_global(is_in_place)


def reuse_token() -> None:
    """Give the forms of an answer in place the token that came with this one, as signing takes a while."""
    if is_in_place() and "csrf_token" in request.form:
        g.csrf_token = request.form["csrf_token"]


def is_in_place() -> bool:
    """Return whether the answer is shown on a page that is open already."""
    return PAGE in request.headers


def is_shown(part: str, digest: str) -> bool:
    """Return whether the page that asks shows this part as it was drawn from what has this digest."""
    return f" {part}={digest} " in f" {request.headers.get(PARTS, '')} "


def shown_already(*parts: str) -> Markup:
    """Return the places of parts that the page fills with what it shows."""
    return Markup("").join(Markup(f'<div data-part="{part}" data-same></div>') for part in parts)


def leads_here(address: str | None) -> bool:
    """Return whether a redirect to this address leads back to the page that asks for an answer in place."""
    if not is_in_place() or not address:
        return False
    target = urlsplit(address)
    return not target.netloc and target.path == request.headers[PAGE]


def with_address(page: Response, address: str) -> Response:
    """Return an answer in place with the address that a redirect would have led to."""
    page.headers["Content-Location"] = address
    return page


def follow_redirect(answer: Response) -> Response:
    """Return the page that a form leads to instead of a redirect to it; of another page only its address."""
    if request.method != "POST" or not is_in_place() or not answer.location:
        return answer
    page = _draw(answer.location) if leads_here(answer.location) else answer
    return with_address(Response(status=204) if page.location else page, page.location or answer.location)


def _draw(address: str) -> Response:
    """Return what a request for this address is answered with, to the phone that makes this request."""
    # What was not committed by now was only read.
    db.session.rollback()
    target = urlsplit(address)
    path = target.path.removeprefix(request.script_root)
    about = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": target.query}
    body = {"wsgi.input": BytesIO(), "CONTENT_LENGTH": "0", "CONTENT_TYPE": ""}
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    # With the same session, so that a flash of this request is shown at once.
    with RequestContext(app, {**request.environ, **about, **body}, session=request_ctx.session):
        try:
            page = app.dispatch_request()
        except Exception as error:
            page = app.handle_user_exception(error)
        return app.make_response(page)
