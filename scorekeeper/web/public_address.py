"""The addresses that the app answers at: any at home, and the public one alone where one is set."""

import re
from urllib.parse import urlsplit

from flask import Flask, request
from werkzeug import Response
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

LABEL = r"[\w-]{1,63}"
HOST = re.compile(rf"({LABEL}(\.{LABEL})*\.?|\[[0-9a-f:.]+\])(:\d{{1,5}})?", re.ASCII | re.IGNORECASE)
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
NOT_HERE = "Scorekeeper isn’t at this address. Check the link, or ask the person who gave it to you.\n"


def init_app(app: Flask) -> None:
    """Refuse other addresses, and believe the reverse proxy that serves the public one with https."""
    parts = urlsplit(app.config["PUBLIC_ADDRESS"])
    if parts.hostname:
        # The machine itself may ask too, to see whether the app is well.
        app.config["TRUSTED_HOSTS"] = [parts.hostname, *LOCAL_HOSTS]
        app.config["PREFERRED_URL_SCHEME"] = parts.scheme
    if parts.scheme == "https":
        # The app has no certificate of its own, so there is a proxy, and nobody else can reach the app.
        app.config["SESSION_COOKIE_SECURE"] = True
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    app.before_request(refuse_other_hosts)


def refuse_other_hosts() -> Response | None:
    """Return a refusal without a page: at an unknown address there is none to link to."""
    try:
        # Making an address of it refuses what only looks like one, such as "[:::]" or "xn--a".
        known = HOST.fullmatch(request.host) and request.root_url
    except (HTTPException, ValueError):
        known = None
    return None if known else Response(NOT_HERE, 400, mimetype="text/plain")
