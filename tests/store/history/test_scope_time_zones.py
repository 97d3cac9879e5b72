"""A game belongs to the day on which its night was played there."""

from datetime import UTC, date, datetime

import pytest

from scorekeeper.store.database import db
from scorekeeper.store.history.scope import within_days
from scorekeeper.store.models import Night, Play


@pytest.mark.parametrize(("day", "games"), [(23, 0), (24, 1), (25, 0)])
def test_a_game_is_found_by_the_day_where_it_was_played(night: Night, day: int, games: int) -> None:
    night.time_zone = "America/Los_Angeles"
    at = datetime(2026, 11, 25, 1, 14, tzinfo=UTC)
    db.session.add(
        Play(club_id=night.club_id, night=night, game="coralon", options={}, dealer=0, started_at=at)
    )
    db.session.flush()
    wanted = date(2026, 11, day)
    assert db.session.query(Play).where(*within_days(night.club_id, wanted, wanted)).count() == games
