"""A club's games of all its years, a page at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, update

from scorekeeper.archive.plays import Found, Page, Wanted, page
from scorekeeper.store.clubs import new_club, player_named
from scorekeeper.store.database import db
from scorekeeper.store.merging import merge, part
from scorekeeper.store.models import Night, Play, now
from scorekeeper.store.nights import new_night, start_play
from tests.store.table import NewPlay, coralon, enter

BEGUN = datetime(2025, 6, 1, 19, 0, tzinfo=UTC)


def play(night: Night, *names: str, at: datetime = BEGUN, game: str = "coralon", note: str = "") -> int:
    """A game of these players, begun at this moment."""
    seats = [(player_named(night.club, name).id, name) for name in names or ("Ann", "Bea", "Cal")]
    started = start_play(night.id, game, {}, seats, 0)
    started.started_at, started.note = at, note
    db.session.flush()
    return started.id


def ids(found: Page) -> list[int]:
    return [one.id for one in found.plays]


def found(night: Night, **wanted: Any) -> list[int]:
    """The games that are found, newest first."""
    return ids(page(night.club_id, Wanted(**wanted)))


def test_the_newest_game_stands_first_however_it_was_written_down(night: Night) -> None:
    old, new = play(night, at=BEGUN), play(night, at=BEGUN + timedelta(days=1))
    oldest = play(night, at=BEGUN - timedelta(days=400))
    assert found(night) == [new, old, oldest]


@pytest.mark.parametrize("most", [1, 2, 3, 7, 100])
def test_page_by_page_every_game_is_shown_once(night: Night, most: int) -> None:
    # Many begun at the same moment, as from a file; written down in any order.
    written = [play(night, at=BEGUN + timedelta(days=days)) for days in (3, 1, 1, 1, 0, 3, 2, 1, 9, 0)]
    shown: list[Found] = []
    before = None
    while True:
        some = page(night.club_id, Wanted(), before, most)
        assert len(some.plays) <= most
        shown += some.plays
        if some.older is None:
            break
        before = some.older
    assert sorted(one.id for one in shown) == sorted(written)
    assert shown == sorted(shown, key=lambda one: (one.started_at, one.id), reverse=True)


def test_a_game_begun_meanwhile_moves_nothing_on_the_next_page(night: Night) -> None:
    for days in range(4):
        play(night, at=BEGUN + timedelta(days=days))
    first = page(night.club_id, Wanted(), most=2)
    play(night, at=BEGUN + timedelta(days=9))
    assert ids(page(night.club_id, Wanted(), first.older, most=2)) == [2, 1]


def test_another_clubs_games_are_not_there_nor_does_one_of_theirs_turn_the_page(night: Night) -> None:
    neighbours, _ = new_club("Neighbours")
    theirs = play(new_night(neighbours), at=BEGUN - timedelta(days=9))
    ours = play(night)
    assert found(night) == [ours]
    assert ids(page(night.club_id, Wanted(), before=theirs)) == [ours]


def test_deleted_games_and_those_of_deleted_nights_are_not_there(night: Night) -> None:
    other = new_night(night.club)
    db.session.flush()
    gone, kept, with_its_night = play(night), play(night), play(other)
    db.session.execute(update(Play).where(Play.id == gone).values(deleted_at=now()))
    other.deleted_at = now()
    assert found(night) == [kept]
    other.deleted_at = None
    assert found(night) == [with_its_night, kept]


def test_a_result_is_told_with_its_winners(new_play: NewPlay, night: Night) -> None:
    enter(new_play(target=5), coralon("Bea", 5, 3, 5, 3, 2))
    (over,) = page(night.club_id, Wanted()).plays
    assert over.winners == ["Bea"]
    assert [(chair.name, chair.total) for chair in over.seats] == [
        ("Ann", 0),
        ("Bea", 5),
        ("Cal", 0),
        ("Dee", 0),
    ]


# Looking for something


def test_by_game_and_day(night: Night) -> None:
    play(night, at=datetime(2025, 6, 1, 23, 59, 59).astimezone())
    first = play(night, at=datetime(2025, 6, 2).astimezone())
    tally = play(night, at=datetime(2025, 6, 3, 23, 59, 59).astimezone(), game="tally")
    play(night, at=datetime(2025, 6, 4).astimezone())
    assert found(night, since=date(2025, 6, 2), until=date(2025, 6, 3)) == [tally, first]
    assert found(night, since=date(2025, 6, 2), until=date(2025, 6, 3), game="tally") == [tally]
    assert found(night, until=date(2024, 1, 1)) == []


def test_by_player_under_whichever_name(night: Night) -> None:
    as_meg, as_margaret = play(night, "Ann", "Meg"), play(night, "Ann", "Margaret")
    play(night, "Ann", "Bea")
    meg, margaret = (player_named(night.club, name) for name in ("Meg", "Margaret"))
    assert found(night, person_id=margaret.id) == [as_margaret]
    merge(meg, margaret)
    assert found(night, person_id=margaret.id) == [as_margaret, as_meg]
    part(meg)
    assert found(night, person_id=margaret.id) == [as_margaret]


def test_somebody_with_many_games_is_found_the_same(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.archive.plays.FEW", 2)
    played = [play(night, "Ann", "Bea") for _ in range(4)]
    play(night, "Bea", "Cal")
    assert found(night, person_id=player_named(night.club, "Ann").id) == played[::-1]


@pytest.mark.parametrize("words", ["über", "ÜBER nacht", "cat über", "100%", "a_b", "\\"])
def test_by_words_in_the_notes_on_the_game_and_its_night(night: Night, words: str) -> None:
    night.note = "The cat stole a card."
    noted = play(night, note=r"Über Nacht: 100% a_b \ o/")
    play(night, note="Uber 100 aab")
    assert found(night, words=words) == [noted]


def test_a_word_in_the_nights_note_finds_all_its_games(night: Night) -> None:
    night.note = "The cat stole a card."
    played = [play(night), play(night)]
    assert found(night, words="CAT stole") == played[::-1]


# However much there is


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that the database is asked meanwhile."""
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    event.listen(db.engine, "after_cursor_execute", note)
    yield asked
    event.remove(db.engine, "after_cursor_execute", note)


def test_a_page_takes_as_many_statements_with_many_games_as_with_one(night: Night) -> None:
    play(night)
    for _ in range(2):
        with statements() as asked:
            page(night.club_id, Wanted())
        assert len(asked) == 2
        for _ in range(60):
            play(night)


def test_any_combination_of_what_is_wanted_is_those_that_are_each_wanted(night: Night) -> None:
    names = ("Ann", "Bea", "Cal", "Dee")
    for number in range(24):
        at = BEGUN + timedelta(days=number % 5)
        sat = [name for place, name in enumerate(names) if (number >> (place % 3)) % 2 or place == 3]
        play(night, *sat, "Eve", at=at, game=("coralon", "tally")[number % 2], note="cat" * (number % 3))
    ann = player_named(night.club, "Ann").id

    @settings(max_examples=25)
    @given(
        wanted=st.fixed_dictionaries(
            {},
            optional={
                "person_id": st.just(ann),
                "game": st.sampled_from(["coralon", "tally"]),
                "since": st.sampled_from([date(2025, 6, 2), date(2025, 6, 4)]),
                "until": st.sampled_from([date(2025, 6, 3), date(2025, 6, 4)]),
                "words": st.just("CAT"),
            },
        )
    )
    def holds(wanted: dict[str, Any]) -> None:
        each = [set(found(night, **{name: value})) for name, value in wanted.items()]
        assert set(found(night, **wanted)) == set(found(night)).intersection(*each)

    holds()
