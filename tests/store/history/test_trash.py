"""What a club has thrown away."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import pytest

from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db
from scorekeeper.store.history import paging, trash
from scorekeeper.store.history.paging import NEWEST, Page, PageRequest
from scorekeeper.store.models import Night, now
from scorekeeper.store.nights.nights import empty_night, new_night, recent_nights
from tests.store.table import NewPlay

T = TypeVar("T")


def test_what_was_thrown_away_last_stands_first(new_play: NewPlay, night: Night) -> None:
    plays = [new_play() for _ in range(3)]
    for play, days in zip(plays, (1, 3, 2), strict=True):
        play.deleted_at = now() + timedelta(days=days)
    new_play()
    assert trash.deleted_games(night.club_id).rows == [plays[1], plays[2], plays[0]]


def test_page_by_page_nothing_is_left_out(
    new_play: NewPlay, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 2)
    plays = [new_play() for _ in range(5)]
    nights = [new_night(night.club) for _ in range(5)]
    for play, other in zip(plays, nights, strict=True):
        play.deleted_at = other.deleted_at = now()
    db.session.flush()

    def shown(bin: Callable[[int, PageRequest], Page[T]]) -> list[T]:
        first = bin(night.club_id, NEWEST)
        second = bin(night.club_id, PageRequest(before=first.older))
        third = bin(night.club_id, PageRequest(before=second.older))
        assert (bin(night.club_id, PageRequest(after=second.newer)), third.older) == (first, None)
        return [one for page in (first, second, third) for one in page.rows]

    assert shown(trash.deleted_games) == plays[::-1]
    assert [thrown.night for thrown in shown(trash.deleted_nights)] == nights[::-1]


def test_a_page_goes_on_where_it_was_when_what_stood_there_was_brought_back(
    new_play: NewPlay, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 1)
    plays = [new_play() for _ in range(3)]
    for play in plays:
        play.deleted_at = now()
    db.session.flush()
    older = trash.deleted_games(night.club_id).older
    plays[2].deleted_at = None
    assert trash.deleted_games(night.club_id, PageRequest(before=older)).rows == [plays[1]]


def test_the_games_of_a_night_in_the_bin_go_with_it(new_play: NewPlay, night: Night) -> None:
    new_play().deleted_at = now()
    new_play()
    night.deleted_at = now()
    db.session.flush()
    assert trash.deleted_games(night.club_id).rows == []
    assert [(found.night, found.games) for found in trash.deleted_nights(night.club_id).rows] == [(night, 1)]


def test_clubs_have_bins_of_their_own(new_play: NewPlay, night: Night) -> None:
    new_play().deleted_at = now()
    neighbours, _ = new_club("Neighbours")
    db.session.flush()
    assert trash.deleted_games(neighbours.id).rows == []
    assert trash.deleted_nights(neighbours.id).rows == []


def test_a_night_in_the_bin_is_neither_recent_nor_gone_on_with(night: Night) -> None:
    newer = new_night(night.club)
    db.session.flush()
    assert empty_night(night.club) is newer
    newer.deleted_at = now()
    assert recent_nights([night.club]) == [night]
    assert empty_night(night.club) is night


def test_a_night_brought_in_late_is_as_old_as_it_is(night: Night) -> None:
    night.coin_value, night.currency = 10, "€"
    old = Night(club=night.club, started_at=now() - timedelta(days=365), coin_value=5, currency="$")
    db.session.add(old)
    db.session.flush()
    assert recent_nights([night.club]) == [night, old]
    assert empty_night(night.club) is night
    tonight = new_night(night.club)
    assert (tonight.coin_value, tonight.currency) == (10, "€")


def test_a_few_recent_nights_are_enough(night: Night) -> None:
    for _ in range(5):
        new_night(night.club)
    db.session.flush()
    assert len(recent_nights([night.club])) == 5
    assert night not in recent_nights([night.club])
