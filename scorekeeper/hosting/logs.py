"""The server's log: what goes wrong, and from the level info on a line for each request.

A line about a request has its time, the address of the phone, the method, the path, the status, the bytes of
the answer, the milliseconds it took, and the number of the request. Cookies, forms, queries and the secrets
of links are never in it.
"""

import logging
import re
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import ip_address
from time import strftime
from typing import Any

from gunicorn.glogging import Logger

from scorekeeper.web.requests import HIDDEN, ID, PATH, UNKNOWN

WITH_REQUESTS = ("debug", "info")
"""The levels at which every request is logged."""

LINK = re.compile(r"(/join/)[^\s/?&#\"'<>]+")


class Log(Logger):  # type: ignore[misc]
    """The server's log, in which no link opens anything."""

    def setup(self, cfg: Any) -> None:
        """Set the log up as gunicorn does, and hide what opens something in all that it writes."""
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(Discreet(handler.formatter))

    def access(self, resp: Any, req: Any, environ: Mapping[str, Any], request_time: timedelta) -> None:
        """Log a request that was answered."""
        if self.access_log_enabled:
            self.access_log.info("%s", line_about(resp, environ, request_time))


class Discreet(logging.Formatter):
    """Another formatter's text without the secrets of links: gunicorn quotes requests that it can't read."""

    def __init__(self, formatter: logging.Formatter | None) -> None:
        super().__init__()
        self.formatter = formatter or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        return LINK.sub(rf"\1{HIDDEN}", self.formatter.format(record))


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
