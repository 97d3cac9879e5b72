"""Requests before a view sees them: their host, number in the log, cookie and form, and the numbers in them.

What is logged gives no secret away. A link's secret is part of its address, and players' names and searches
are part of others. So an address is logged as far as a route of the app knows it, without secrets and without
its query.
"""

import hmac
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any
from urllib.parse import quote, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, Response, current_app, g, has_request_context, redirect, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, ValidationError
from werkzeug.utils import cached_property

from scorekeeper.store.database import LARGEST_ID

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
"""What the number that a proxy gives to a request must look like."""

ID, PATH = "scorekeeper.request_id", "scorekeeper.path"
"""Where the server finds the number of a request, and its address as it may be logged."""

SECRET_ARGUMENTS = ("secret",)
"""The parts of addresses that open something."""

READ_BY_PROGRAMS = ("/api/", "/feeds/")
"""How the addresses begin that other programs read."""

HIDDEN = "***"
UNKNOWN = "?"
"""The address of a page that doesn't exist, which may be a link with a typing error in it."""

SHORTEST_SECRET = 4
"""Characters; hiding anything shorter would make a log unreadable, and protect nothing."""


LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
NOT_HERE = "Scorekeeper isn’t at this address. Check the link, or ask the person who gave it to you.\n"

EARLIER_COOKIE = "session"
"""The name of the cookie in version 1.0, which is that of every Flask app."""

DIGITS_OF_KEY = 8
"""How many digits of a digest of its key tell an installation from others at the same address."""

FAR_FUTURE = datetime(9999, 1, 1, tzinfo=UTC)

NUL = "\0"
"""A character that shows nothing, that no keyboard types, and that PostgreSQL can't store."""


def init_app(app: Flask) -> None:
    """Number every request, refuse those that are not for this app, and log failures without secrets."""
    app.request_class = FormRequest
    name_cookie(app)
    app.session_interface = ClocklessSessions()
    # First, so that every answer and every failure has the number of its request.
    app.before_request(number_request)
    app.after_request(tell_number)
    app.log_exception = log_failure  # type: ignore[method-assign, assignment]
    believe_proxy(app)
    app.before_request(refuse_other_hosts)


def name_cookie(app: Flask) -> None:
    """Name the app's cookie by its key: all ports of a host have the same cookies."""
    key = str(app.config["SECRET_KEY"]).encode()
    digest = hmac.new(key, b"installation", "sha256").hexdigest()
    app.config["SESSION_COOKIE_NAME"] = f"scorekeeper_{digest[:DIGITS_OF_KEY]}"


def is_for_programs() -> bool:
    """Return whether a program asks, which has a token instead of a cookie and is shown no page."""
    return request.path.startswith(READ_BY_PROGRAMS)


def number_request() -> None:
    """Give the request its number: the proxy's, if it has a proper one."""
    # A failure then has one number in both logs. Anyone can send the header, so nothing else gets into ours.
    given = request.headers.get(HEADER, "")
    g.request_id = given if GIVEN.fullmatch(given) else token_hex(4)
    request.environ[ID], request.environ[PATH] = g.request_id, path_to_log()


def request_id() -> str:
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
    yield request.headers.get("Authorization", "").rpartition(" ")[2]
    yield from request.args.values()
    if "form" in vars(request):
        yield from (value for values in request.form.listvalues() for value in values)


def believe_proxy(app: Flask) -> None:
    """Answer at the public address alone, if one is set, and believe the proxies in front of the app."""
    parts = urlsplit(app.config["PUBLIC_ADDRESS"])
    if parts.hostname:
        # The machine itself may ask too, to see whether the app is well.
        app.config["TRUSTED_HOSTS"] = [parts.hostname, *LOCAL_HOSTS]
        app.config["PREFERRED_URL_SCHEME"] = parts.scheme
    if parts.path:
        mount(app, parts.path)
    if parts.scheme == "https":
        app.config["SESSION_COOKIE_SECURE"] = True
    # The app has no certificate of its own: with https there is a proxy, and nobody else can reach the app.
    if proxies := app.config["PROXIES"]:
        # The nearest one says how it was asked, and each of them who has asked it.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=1, x_host=1)  # type: ignore[method-assign]


def mount(app: Flask, path: str) -> None:
    """Serve the app at a path of its address."""
    # Others at the same address have cookies of their own.
    app.config["SESSION_COOKIE_PATH"] = path
    app.wsgi_app = Mounted(app.wsgi_app, path)  # type: ignore[method-assign]


class Mounted:
    """An app at a path of its address, whether the proxy passes that path on or leaves it out.

    On this machine it also answers without the path, for ``doctor`` and ``/health``. Werkzeug's
    ``DispatcherMiddleware`` doesn't fit: where the path is left out it makes addresses without it.
    """

    def __init__(self, app: WSGIApplication, path: str) -> None:
        self.app, self.path = app, path

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path = environ["PATH_INFO"]
        if path == self.path:
            return redirect(f"{path}/", 308)(environ, start_response)
        if path.startswith(f"{self.path}/"):
            environ["PATH_INFO"] = path.removeprefix(self.path)
        # The server's log reads what the app notes here.
        environ["SCRIPT_NAME"] = self.path
        return self.app(environ, start_response)


def refuse_other_hosts() -> Response | None:
    """Return a refusal without a page: at an unknown address there is none to link to."""
    try:
        # Werkzeug gives a name with other characters as an empty one, and finds no page at one such as
        # "a..b". Making an address of it refuses what only looks like a name, such as "[:::]" or "xn--a".
        known = request.host and request.root_url and not isinstance(request.routing_exception, BadRequest)
    except (HTTPException, ValueError):
        known = None
    return None if known else Response(NOT_HERE, 400, mimetype="text/plain")


class PhoneSession(SecureCookieSession):
    """What a phone's cookie holds.

    Attributes:
        is_earlier: whether the cookie has the name that it had in version 1.0.
    """

    is_earlier = False


class ClocklessSessions(SecureCookieSessionInterface):
    """Signed cookies that are valid at any time.

    The server's clock may be set back or forward, or start in 1970 after a power cut, as on a small computer
    without a battery. A cookie that looks old, or as if it came from the future, signs nobody out.
    """

    session_class = PhoneSession

    def open_session(self, app: Flask, request: Request) -> PhoneSession | None:
        """Return what the cookie holds; nothing if its signature is wrong."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        for name in (self.get_cookie_name(app), EARLIER_COOKIE):
            with suppress(BadSignature):
                session = PhoneSession(signer.loads(request.cookies.get(name, "")))
                session.is_earlier = name == EARLIER_COOKIE
                return session
        return PhoneSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Save the session; what is still under the earlier name moves to today's."""
        # Not with the answers for which nobody looked at the cookie: those are for everyone.
        if isinstance(session, PhoneSession) and session.is_earlier and session.accessed:
            session.modified = True
            path, domain = self.get_cookie_path(app), self.get_cookie_domain(app)
            response.delete_cookie(EARLIER_COOKIE, path, domain, self.get_cookie_secure(app))
        super().save_session(app, session, response)

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may delete the cookie; it shortens that itself, by its own clock."""
        return FAR_FUTURE if session.permanent else None


class FormRequest(Request):
    """A request whose body is a form or nothing: no page sends JSON."""

    @property
    def is_json(self) -> bool:
        """Return that no form is to be read from JSON, which could be anything."""
        return False

    def _load_form_data(self) -> None:
        """Read the form. Raises BadRequest if a part of it has no name."""
        super()._load_form_data()
        if None in self.form:
            raise BadRequest
        if any(NUL in text for some in self.form.listvalues() for text in some):
            self.__dict__["form"] = _without_nul(self.form)

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """The parameters of the address."""
        found = super().args
        return _without_nul(found) if "%00" in self.query_string.decode("latin-1") else found


def _without_nul(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields without a character that could not be stored."""
    pairs = fields.items(multi=True)
    return ImmutableMultiDict((name.replace(NUL, ""), text.replace(NUL, "")) for name, text in pairs)


DIGITS = re.compile(r"\d{1,19}", re.ASCII)


def read_number(text: str, most: int = LARGEST_ID) -> int:
    """Return a number from 0 to ``most``, which is what the database can store. Raises ValueError."""
    if not DIGITS.fullmatch(text) or (number := int(text)) > most:
        raise ValueError("This number doesn’t come from a page of Scorekeeper.")
    return number


def numbers_in(texts: Iterable[str] | None, read: Callable[[str], int] = read_number) -> list[int]:
    """Return the numbers among the values of a field, each once."""
    found: dict[int, None] = {}
    for text in texts or ():
        with suppress(ValueError):
            found[read(text)] = None
    return list(found)


class Number(IntegerConverter):
    """A number in an address."""

    def to_python(self, value: str) -> int:
        """Return the number. Raises ValidationError if there is nothing with such a number."""
        try:
            return read_number(value)
        except ValueError as wrong:
            raise ValidationError from wrong
