"""Limits on how often one address may join, make clubs and import, and its programs write.

No table of phones behind one router comes near these limits. Each process counts in its own memory, so
nothing goes uncounted while the database is busy.
"""

import time
from contextlib import suppress
from ipaddress import IPv6Address, ip_network
from math import ceil
from typing import Any

from flask import Flask, current_app, render_template
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from scorekeeper.web.api.answers import problem
from scorekeeper.web.declared import declared, declared_by
from scorekeeper.web.requests import is_for_programs
from scorekeeper.web.storage_faults import kept_form

LIMITER = "rate_limits"

RATE_LIMITS = {
    "joining": "120 per minute; 1200 per hour",
    "codes": "10 per minute; 30 per hour",
    "clubs": "60 per hour",
    "importing": "60 per hour",
    "recipes": "60 per minute; 300 per hour",
    "writing": "120 per minute; 1200 per hour",
}
"""How often one address may do what its views declare. Importing a file takes two requests, and so does
reading a shared recipe; starting a night can make a club. Of codes, only wrong ones count."""

ADVICE = {"codes": "Scan the QR code on your friends’ phone instead, or try"}
"""Advice after too many tries of a kind, besides waiting."""

ONE_HOME = 64
"""The bits of an address of the sixth version that all phones of one home share; each has many addresses."""


def init_app(app: Flask) -> None:
    """Count requests by the address that they come from; behind a proxy that is the one it tells."""
    app.config.setdefault("RATELIMIT_STORAGE_URI", "memory://")
    limiter = app.extensions[LIMITER] = Limiter(home_address, app=app)
    if limiter.enabled:
        # The views that are limited count by themselves. Before all others it would look for limits that
        # there are none of, which takes longer than many a statement.
        app.before_request_funcs[None].remove(limiter._check_request_limit)
    only_wrong = {"codes": lambda response: response.status_code == 422}
    limits = {
        scope: limiter.shared_limit(limit, scope, deduct_when=only_wrong.get(scope))
        for scope, limit in RATE_LIMITS.items()
    }
    for endpoint, view in app.view_functions.items():
        if scope := declared_by(view).rate_limit:
            limited: Any = limits[scope](view)
            app.view_functions[endpoint] = limited
    app.register_error_handler(RateLimitExceeded, show_wait)


def home_address() -> str:
    """Return the address that this request comes from, or what it has in common with others of its home."""
    address = get_remote_address()
    with suppress(ValueError):
        long = IPv6Address(address)
        return str(long.ipv4_mapped or ip_network((long, ONE_HOME), strict=False))
    return address


def show_wait(_: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
    """Return the page that says when to try again, with the form that was sent."""
    # The limiter has rounded up by as much as a second.
    seconds = max(1, int(current_app.extensions[LIMITER].current_limit.reset_at - time.time()))
    advice = ADVICE.get(declared().rate_limit, "Nothing was changed. Try")
    said, headers = (
        f"Too many tries from your network. {advice} again in {wait(seconds)}.",
        {"Retry-After": str(seconds)},
    )
    if is_for_programs():
        return problem(429, said, headers)
    page = render_template(
        "storage_fault.html",
        title="Too many at once",
        advice=said,
        later=True,
        kept=kept_form(),
    )
    return page, 429, headers


def wait(seconds: int) -> str:
    """Return a time to wait, in words."""
    minutes = ceil(seconds / 60)
    if minutes > 1:
        return f"{minutes} minutes"
    return "a minute" if seconds > 1 else "a second"
