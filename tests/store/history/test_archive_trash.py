"""The nights and games that a club has deleted."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import pytest

from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.history import archive, paging
from scorekeeper.store.history.paging import NEWEST, Page, PageRequest
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import empty_night, new_night, recent_nights
from tests.store.table import NewPlay

T = TypeVar("T")


def test_the_last_deleted_comes_first(new_play: NewPlay, night: Night) -> None:
    plays = [new_play() for _ in range(3)]
    for play, days in zip(plays, (1, 3, 2), strict=True):
        play.deleted_at = now() + timedelta(days=days)
    new_play()
    assert archive.deleted_games(night.club_id).rows == [plays[1], plays[2], plays[0]]


def test_paging_leaves_nothing_out(new_play: NewPlay, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
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

    assert shown(archive.deleted_games) == plays[::-1]
    assert [thrown.night for thrown in shown(archive.deleted_nights)] == nights[::-1]


def test_the_next_page_continues_although_its_cursor_was_restored(
    new_play: NewPlay, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 1)
    plays = [new_play() for _ in range(3)]
    for play in plays:
        play.deleted_at = now()
    db.session.flush()
    older = archive.deleted_games(night.club_id).older
    plays[2].deleted_at = None
    assert archive.deleted_games(night.club_id, PageRequest(before=older)).rows == [plays[1]]


def test_the_games_of_a_deleted_night_are_not_listed_separately(new_play: NewPlay, night: Night) -> None:
    new_play().deleted_at = now()
    new_play()
    night.deleted_at = now()
    db.session.flush()
    assert archive.deleted_games(night.club_id).rows == []
    assert [(found.night, found.games) for found in archive.deleted_nights(night.club_id).rows] == [
        (night, 1)
    ]


def test_deleted_things_of_other_clubs_are_not_listed(new_play: NewPlay, night: Night) -> None:
    new_play().deleted_at = now()
    neighbours = new_club("Neighbours")
    db.session.flush()
    assert archive.deleted_games(neighbours.id).rows == []
    assert archive.deleted_nights(neighbours.id).rows == []


def test_a_deleted_night_is_not_offered_on_the_home_page(night: Night) -> None:
    newer = new_night(night.club)
    db.session.flush()
    assert empty_night(night.club) is newer
    newer.deleted_at = now()
    assert recent_nights([night.club]) == [night]
    assert empty_night(night.club) is night


def test_an_imported_night_is_ordered_by_its_start(night: Night) -> None:
    night.coin_value, night.valued_coins, night.currency = 10, 3, "€"
    old = Night(club=night.club, started_at=now() - timedelta(days=365), coin_value=5, currency="$")
    db.session.add(old)
    db.session.flush()
    assert recent_nights([night.club]) == [night, old]
    assert empty_night(night.club) is night
    tonight = new_night(night.club)
    assert (tonight.coin_value, tonight.valued_coins, tonight.currency) == (10, 3, "€")


def test_only_a_few_recent_nights_are_listed(night: Night) -> None:
    for _ in range(5):
        new_night(night.club)
    db.session.flush()
    assert len(recent_nights([night.club])) == 5
    assert night not in recent_nights([night.club])
