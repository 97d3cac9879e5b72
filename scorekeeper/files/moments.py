"""Dates, times of day and durations as people write them in tables."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta

from scorekeeper.files.cells import is_blank
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.saying import Say
from scorekeeper.store.text_order import fold

WEEKDAY = r"(?:[^\W\d]{2,}\W+)?"
YEAR = r"(\d{4}|\d{2}(?!\d))"
DOTS = re.compile(rf"{WEEKDAY}(\d{{1,2}})\.\s?(\d{{1,2}})\.\s?{YEAR}")
SLASHES = re.compile(rf"{WEEKDAY}(\d{{1,2}})(?:/(\d{{1,2}})/{YEAR}|-(\d{{1,2}})-(\d{{4}}))")

NAMED = re.compile(
    r"(?:[a-z]+\W+)?(?:(\d{1,2})(?:st|nd|rd|th|er|o)?\W+(?:de )?([a-z]{3,})|"
    rf"([a-z]{{3,}})\W+(\d{{1,2}})(?:st|nd|rd|th)?)\W+(?:de )?{YEAR}"
)
"""A date with the name of its month, as ``fold`` leaves it: "Fri, 10 Jan 2025", "10 de enero de 2025"."""

MONTHS = (
    *("jan gen ene", "feb fev", "mar mrz mrt maa", "apr avr abr", "may mai mei mag", "jun juin giu"),
    *("jul juil lug", "aug aou ago", "sep set", "oct okt ott out", "nov", "dec dez dic"),
)
"""How the names of each month begin in seven languages."""

DAYS = re.compile(r"([2-6]\d{4})(?:[.,](\d{1,15}))?")
"""The days since the end of 1899, as spreadsheets count them, with the time as a fraction."""

CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})(:\d{2}(?:\.\d+)?)?(?:\s?([ap])\.?m\.?| uhr)?", re.IGNORECASE)
"""A time of day: "9:30", "19.30", "19h30", "19:30:00", "7:30 PM"."""

MINUTES = re.compile(r"(\d{1,6})(?:[.,]0+)?\s*(?:m|min\w*)?\.?")
HOURS = re.compile(r"(\d{1,3})[:h](\d{2})(?::\d{2})?")
"""How long something took: "90", "90 min", "1:30"."""


def order_of_slashes(days: Iterable[str]) -> str:
    """Return what comes first in dates with slashes: the day ("d") or the month ("m").

    It is empty if there are none. Raises BadFile if they can be read in both ways.
    """
    found = [match for day in days if (match := SLASHES.match(day))]
    pairs = [(int(match[1]), int(match[2] or match[4])) for match in found]
    orders = ["d" if day > 12 else "m" for day, month in pairs if day > 12 or month > 12]
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
    if days := DAYS.fullmatch(text):
        minutes = round(24 * 60 * float(f"0.{days[2] or 0}"))
        at = datetime(1899, 12, 30) + timedelta(days=int(days[1]), minutes=minutes)
        return at if at.time() != time() else at.date()
    if dots := DOTS.match(text):
        text = _iso(dots[3], dots[2], dots[1], text[dots.end() :])
    elif (slashes := SLASHES.match(text)) and order:
        first, second = slashes[1], slashes[2] or slashes[4]
        day, month = (first, second) if order == "d" else (second, first)
        text = _iso(slashes[3] or slashes[5], month, day, text[slashes.end() :])
    elif named := NAMED.match(fold(text)):
        text = _iso(named[5], _month(named[2] or named[3]), named[1] or named[4], fold(text)[named.end() :])
    with suppress(ValueError):
        at = datetime.fromisoformat(text.replace("/", "-")).replace(tzinfo=None)
        return at if at.time() != time() else at.date()
    return None


def _iso(year: str, month: str, day: str, rest: str) -> str:
    """Return a date of this century, or with a whole year, as ISO 8601 has it, with the time after it."""
    clock = read_clock(rest.strip(" ,"))
    year = year if len(year) == 4 else f"20{year}"
    return f"{year}-{month:>02}-{day:>02}" + (rest if clock is None else f" {clock}")


def _month(word: str) -> str:
    """Return the number of a month, given its name or how that begins; empty if it is none."""
    found = (number for number, names in enumerate(MONTHS, 1) if word.startswith(tuple(names.split())))
    return f"{next(found, '')}"


def read_clock(text: str) -> time | None:
    """Return a time of day; None if it can't be read."""
    if parts := CLOCK.fullmatch(text):
        hour = int(parts[1])
        if half := (parts[4] or "").casefold():
            hour = hour % 12 + 12 * (half == "p")
        text = f"{hour:02}:{parts[2]}{parts[3] or ''}"
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
