"""The server's log: what goes wrong, and from the level info on a line for each request.

A line about a request has its time, the address of the phone, the method, the path, the status, the bytes of
the answer, the milliseconds it took, and the number of the request. Cookies, forms, queries and the secrets
of links and programs are never in it.
"""

import logging
import re
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import ip_address
from time import strftime
from typing import Any

from flask.logging import default_handler
from gunicorn.glogging import Logger

from scorekeeper.web.requests import HIDDEN, ID, PATH, UNKNOWN

WITH_REQUESTS = ("debug", "info")
"""The levels at which every request is logged."""

BEFORE_SECRET = re.compile(
    r"((?:/join|/feeds)/+|\bBearer\s+|\b(?:scorekeeper_[0-9a-f]{8}|session)=)[^\s/?&#;\"'<>]+", re.IGNORECASE
)
"""What a secret comes after, and the secret: that of a link, a token, or a cookie."""

LIKE_SECRET = re.compile(
    r"(?<![\w-])(?=[\w-]{24}(?![\w-]))(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[\d_-])[\w-]{24}", re.ASCII
)
"""What looks like the secret of a link or a token, wherever it is."""

ENCODED = re.compile("%(2[DF]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9A])", re.IGNORECASE)
"""A letter, figure or mark of an address as a percentage, which an address may be written with as well."""


class Log(Logger):  # type: ignore[misc]
    """The server's log, in which nothing opens anything."""

    def setup(self, cfg: Any) -> None:
        """Set the log up as gunicorn does, and hide what opens something in all that it writes."""
        super().setup(cfg)
        # The last two write what the app and the libraries log.
        others = filter(None, (default_handler, logging.lastResort))
        for handler in (*self.error_log.handlers, *self.access_log.handlers, *others):
            handler.setFormatter(Discreet(handler.formatter))
        logging.captureWarnings(True)

    def access(self, resp: Any, req: Any, environ: Mapping[str, Any], request_time: timedelta) -> None:
        """Log a request that was answered."""
        if self.access_log_enabled:
            self.access_log.info("%s", line_about(resp, environ, request_time))


class Discreet(logging.Formatter):
    """Another formatter's text without secrets: gunicorn quotes requests that it can't read."""

    def __init__(self, formatter: logging.Formatter | None) -> None:
        super().__init__()
        self.formatter = formatter or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        text = ENCODED.sub(lambda found: chr(int(found[1], 16)), self.formatter.format(record))
        return LIKE_SECRET.sub(HIDDEN, BEFORE_SECRET.sub(rf"\1{HIDDEN}", text))


def address_to_log(text: str) -> str:
    """Return the address of a phone; a question mark if a proxy passed on something else for one."""
    try:
        return str(ip_address(text))
    except ValueError:
        return UNKNOWN


def line_about(resp: Any, environ: Mapping[str, Any], took: timedelta) -> str:
    """Return the line about a request that was answered."""
    fields = (
        strftime("%Y-%m-%dT%H:%M:%S%z"),
        address_to_log(environ.get("REMOTE_ADDR", "")),
        environ.get("REQUEST_METHOD") or UNKNOWN,
        environ.get(PATH, UNKNOWN),
        str(resp.status).split(None, 1)[0],
        f"{getattr(resp, 'sent', 0) or 0}B",
        f"{round(took.total_seconds() * 1000)}ms",
        environ.get(ID, UNKNOWN),
    )
    return " ".join(fields)
