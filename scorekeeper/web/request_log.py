"""The number of each request, and what is logged about requests without giving away a secret.

A link's secret is part of its address, and players' names and searches are part of others. So an address is
logged as far as a route of the app knows it, without secrets and without its query.
"""

import re
import traceback
from collections.abc import Iterator
from secrets import token_hex
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, current_app, g, has_request_context, request

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
"""What the number that a proxy gives to a request must look like."""

ID, PATH = "scorekeeper.request_id", "scorekeeper.path"
"""Where the server finds the number of a request, and its address as it may be logged."""

SECRET_ARGUMENTS = ("secret",)
"""The parts of addresses that open something."""

HIDDEN = "***"
UNKNOWN = "?"
"""The address of a page that doesn't exist, which may be a link with a typing error in it."""

SHORTEST_SECRET = 4
"""Characters; hiding anything shorter would make a log unreadable, and protect nothing."""


def init_app(app: Flask) -> None:
    """Number every request, and log failures with that number."""
    app.before_request(number_request)
    app.after_request(tell_number)
    app.log_exception = log_failure  # type: ignore[method-assign, assignment]


def number_request() -> None:
    """Give the request its number: the proxy's, if it has a proper one."""
    given = request.headers.get(HEADER, "")
    g.request_id = given if GIVEN.fullmatch(given) else token_hex(4)
    request.environ[ID], request.environ[PATH] = g.request_id, path_to_log()


def request_id() -> str:
    """Return the number of this request."""
    return str(g.get("request_id", ""))


def tell_number(answer: Response) -> Response:
    """Return the answer with the number of its request."""
    if number := request_id():
        answer.headers[HEADER] = number
    return answer


def path_to_log() -> str:
    """Return the address of this request, without its secrets and its query."""
    path, rule = request.path, request.url_rule
    if rule is None:
        return UNKNOWN
    for name in SECRET_ARGUMENTS:
        if value := (request.view_args or {}).get(name):
            path = path.replace(value, HIDDEN)
    return quote(path, safe="/*")


def log_failure(failure: Any) -> None:
    """Log the traceback of a failure with the number and the address of its request."""
    text = "".join(traceback.format_exception(*failure))
    for secret in sorted(secrets_here(), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    about = f"{request_id()} {request.method} {path_to_log()}"
    current_app.logger.error("Request %s failed:\n%s", about, text.rstrip())


def secrets_here() -> set[str]:
    """Return what a traceback may quote and nobody may read: what this request sent, and the app's own."""
    config = current_app.config
    passwords = re.findall(r"://[^/@:]*:([^/@]+)@", str(config["SQLALCHEMY_DATABASE_URI"]))
    known = {str(config["SECRET_KEY"]), *passwords, *sent()}
    return {secret for secret in known if len(secret) >= SHORTEST_SECRET}


def sent() -> Iterator[str]:
    """Yield what this request sent, as far as it was read."""
    if not has_request_context():
        return
    yield from (str((request.view_args or {}).get(name, "")) for name in SECRET_ARGUMENTS)
    yield from request.cookies.values()
    yield from request.args.values()
    if "form" in vars(request):
        yield from (value for values in request.form.listvalues() for value in values)
