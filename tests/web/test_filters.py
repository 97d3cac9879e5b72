"""The words that templates use for times."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.web import filters
from scorekeeper.web.filters import days_ago

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "words"),
    {
        0: "today",
        1: "yesterday",
        3: "3 days ago",
        59: "59 days ago",
        60: "on 23 September 2026",
        400: "on 18 October 2025",
        # The clock was set back since.
        -1: "today",
    }.items(),
)
def test_a_last_visit_is_told_in_days(
    app: Flask, monkeypatch: pytest.MonkeyPatch, days: int, words: str
) -> None:
    monkeypatch.setattr(filters, "now", lambda: NOW)
    with app.app_context():
        assert days_ago(NOW - timedelta(days=days)) == words
