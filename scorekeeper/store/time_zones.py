"""Time zones: that of a night, and that of the server for what has no night."""

import os
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from flask import current_app

from scorekeeper.domain import is_time_zone

LINK = Path("/etc/localtime")
"""The system's zone, as a link to its file."""


def server_zone() -> str:
    """Return the name of the server's time zone: the one that is set, else the system's."""
    return current_app.config.get("TIME_ZONE") or system_zone(os.environ.get("TZ", ""))


@cache
def system_zone(variable: str) -> str:
    """Return the name of the system's time zone, which the variable TZ may set; UTC if it has no name."""
    linked = str(LINK.resolve()).rpartition("zoneinfo/")[2]
    return next((name for name in (variable.lstrip(":"), linked) if is_time_zone(name)), "UTC")


def known_zone(name: str) -> str:
    """Return the name of a time zone that a phone sent; the server's if it sent none or a wrong one."""
    return name if is_time_zone(name) else server_zone()


def local(moment: datetime, zone: str = "") -> datetime:
    """Return a moment in a time zone, or in the server's."""
    return moment.astimezone(ZoneInfo(zone or server_zone()))
