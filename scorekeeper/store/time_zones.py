"""Time zones: that of a night, and that of the server for what has no night."""

import os
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flask import current_app

from scorekeeper.domain import MAX_TIME_ZONE_LENGTH

LINK = Path("/etc/localtime")
"""The system's zone, as a link to its file."""


MORNING = 5
"""The hour until which whatever is played belongs to the evening before."""


def is_time_zone(name: str) -> bool:
    """Return whether this computer knows a time zone by this name, such as Europe/Vienna."""
    try:
        ZoneInfo(name)
    # A name may lead out of the folder of zones, be the name of a folder, or be too long.
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return len(name) <= MAX_TIME_ZONE_LENGTH


def server_zone() -> str:
    """Return the name of the server's time zone: the one that is set, else the system's."""
    return current_app.config.get("TIME_ZONE") or system_zone(os.environ.get("TZ", ""))


@cache
def system_zone(variable: str) -> str:
    """Return the name of the system's time zone, which the variable TZ may set; UTC if it has no name."""
    linked = str(LINK.resolve()).rpartition("zoneinfo/")[2]
    return next((name for name in (variable.lstrip(":"), linked) if is_time_zone(name)), "UTC")


def known_zone(name: str) -> str:
    """Return the name of a time zone from a phone or a file; the server's if it is missing or wrong."""
    return name if is_time_zone(name) else server_zone()


def zone_called(name: str) -> ZoneInfo:
    """Return a time zone; the server's for a name that this computer doesn't know."""
    return ZoneInfo(known_zone(name))


def local(moment: datetime, zone: str = "") -> datetime:
    """Return a moment in a time zone, or in the server's."""
    return moment.astimezone(zone_called(zone))


def evening_of(moment: datetime, zone: str = "") -> date:
    """Return the day to whose evening a moment belongs, in a time zone or in the server's."""
    return (local(moment, zone) - timedelta(hours=MORNING)).date()
