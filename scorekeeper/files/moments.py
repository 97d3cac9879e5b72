"""Dates, times of day and durations as people write them in tables."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, time

from scorekeeper.files.cells import is_blank
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.saying import Say

DOTS, SLASHES = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})"), re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})(:\d{2}(?:\.\d+)?)?")
"""A time of day: "9:30", "19.30", "19h30", "19:30:00"."""

MINUTES = re.compile(r"(\d{1,6})(?:[.,]0+)?\s*(?:m|min\w*)?\.?")
HOURS = re.compile(r"(\d{1,3})[:h](\d{2})(?::\d{2})?")
"""How long something took: "90", "90 min", "1:30"."""


def order_of_slashes(days: Iterable[str]) -> str:
    """Return what comes first in dates with slashes: the day ("d") or the month ("m").

    It is empty if there are none. Raises BadFile if they can be read in both ways.
    """
    found = [match for day in days if (match := SLASHES.match(day))]
    orders = [
        "d" if int(day) > 12 else "m"
        for day, month, _ in map(re.Match.groups, found)
        if int(day) > 12 or int(month) > 12
    ]
    if found and len({*orders}) != 1:
        words = "A date such as {date} can be read in two ways. Write dates as 2024-11-25."
        raise BadFile.because(Say(words, date=found[0][0]))
    return orders[0] if orders else ""


def moment(day: str, clock: str, order: str) -> date | datetime | None:
    """Return the day of a play, with the time if it has one that isn't midnight; None if it can't be read."""
    at = read_date(day, order)
    other = read_date(clock, order)
    if isinstance(other, datetime):
        return other
    if isinstance(at, datetime) or at is None:
        return at
    there = read_clock(clock)
    return datetime.combine(at, there) if there not in (None, time()) else at


def read_date(text: str, order: str) -> date | datetime | None:
    """Return a date, with its time if it has one; None if it can't be read."""
    if dots := DOTS.match(text):
        text = f"{dots[3]}-{dots[2]:>02}-{dots[1]:>02}{text[dots.end() :]}"
    elif (slashes := SLASHES.match(text)) and order:
        day, month = (slashes[1], slashes[2]) if order == "d" else (slashes[2], slashes[1])
        text = f"{slashes[3]}-{month:>02}-{day:>02}{text[slashes.end() :]}"
    with suppress(ValueError):
        at = datetime.fromisoformat(text.replace("/", "-")).replace(tzinfo=None)
        return at if at.time() != time() else at.date()
    return None


def read_clock(text: str) -> time | None:
    """Return a time of day; None if it can't be read."""
    if parts := CLOCK.fullmatch(text):
        text = f"{parts[1]:>02}:{parts[2]}{parts[3] or ''}"
    with suppress(ValueError):
        return time.fromisoformat(text).replace(tzinfo=None)
    return None


def read_minutes(text: str) -> int | None:
    """Return how many minutes something took, 0 if that isn't said; None if it can't be read."""
    if is_blank(text):
        return 0
    if minutes := MINUTES.fullmatch(text):
        return int(minutes[1])
    if hours := HOURS.fullmatch(text):
        return 60 * int(hours[1]) + int(hours[2])
    return None
