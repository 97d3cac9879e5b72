"""Answering a page that is open already, without what the phone shows.

A page that sends its forms itself says so with ``PAGE``: it needs no redirect, no head, and none of the parts
that it names in ``PARTS``. A form that leads elsewhere is answered with the address alone. Every other
browser gets the redirect and then the whole page.
"""

from urllib.parse import urlsplit

from flask import Flask, g, request
from markupsafe import Markup
from werkzeug import Response

PAGE = "Scorekeeper-Page"
"""The header with the path of the page that asks."""

PARTS = "Scorekeeper-Parts"
"""The header with the parts that this page shows, each with the digest of what it was drawn from."""


def init_app(app: Flask) -> None:
    """Answer in place where a page asks for that, and let templates leave out what it has."""
    app.before_request(reuse_token)
    app.after_request(tell_address)
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


def tell_address(answer: Response) -> Response:
    """Return the address that a form leads to instead of a redirect to it; the page that asks goes there."""
    if request.method != "POST" or not is_in_place() or not answer.location:
        return answer
    return with_address(Response(status=204), answer.location)
