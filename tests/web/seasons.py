"""Seasons that a phone makes."""

from typing import Any

from tests.web.phone import Phone

SEASONS = "/clubs/1/seasons"
ALWAYS = {"since": "2020-01-01", "until": "2999-12-31"}


def make_season(phone: Phone, **typed: Any) -> Phone:
    """Make a season that never ends, and open its page."""
    return phone.open(f"{SEASONS}/new").tap("Save", **{"name": "Autumn", **ALWAYS, **typed})


def make_seasons(phone: Phone) -> None:
    """Make a season, another one that is closed, and a third that is removed."""
    make_season(phone)
    make_season(phone, name="Summer").tap("Close the season")
    make_season(phone, name="Spring").tap("Remove")
