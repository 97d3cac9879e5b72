"""The games of a club over all its years, one page at a time."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import merge, unmerge
from scorekeeper.store.database import LARGEST_ID, db, now
from scorekeeper.store.history import paging
from scorekeeper.store.history.archive import ArchivedGame, GameFilter, find_games, last_hands
from scorekeeper.store.history.paging import NEWEST, Cursor, Page, PageRequest
from scorekeeper.store.history.scope import within_days
from scorekeeper.store.models import Night, Play, Revision
from scorekeeper.store.nights.nights import new_night, write_night_note
from scorekeeper.store.plays import commands, edits
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import PHONE, NewPlay, coralon, correct, enter

BEGUN = datetime(2025, 6, 1, 19, 0, tzinfo=UTC)


def play(night: Night, *names: str, at: datetime = BEGUN, game: str = "coralon", note: str = "") -> int:
    """Start a game of these players at this time, and return its id."""
    seats = [get_or_create_player(night.club, name).id for name in names or ("Ann", "Bea", "Cal")]
    started = start_play(night.id, game, {}, seats, 0)
    started.started_at = at
    commands.update_play(started.id, note=note)
    return started.id


def ids(found: Page[ArchivedGame]) -> list[int]:
    return [one.play.id for one in found.rows]


def found(night: Night, **wanted: Any) -> list[int]:
    """Return the games that are found, newest first."""
    return ids(find_games(night.club_id, GameFilter(**wanted)))


def test_the_newest_game_comes_first_in_any_order_of_entry(night: Night) -> None:
    old, new = play(night, at=BEGUN), play(night, at=BEGUN + timedelta(days=1))
    oldest = play(night, at=BEGUN - timedelta(days=400))
    assert found(night) == [new, old, oldest]


def pages(night: Night, way: str, turn: PageRequest = NEWEST) -> list[Page[ArchivedGame]]:
    """Return this page and all further ones, older or newer."""
    shown = [find_games(night.club_id, GameFilter(), turn)]
    while (place := getattr(shown[-1], way)) is not None:
        shown.append(find_games(night.club_id, GameFilter(), PageRequest(**{SAID[way]: place})))
    return shown


SAID = {"older": "before", "newer": "after"}


@pytest.mark.parametrize("most", [1, 2, 3, 7, 100])
def test_paging_both_ways_shows_every_game_once(
    night: Night, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", most)
    # Several started at the same moment, as in an imported file, and stored in any order.
    written = [play(night, at=BEGUN + timedelta(days=days)) for days in (3, 1, 1, 1, 0, 3, 2, 1, 9, 0)]
    there = pages(night, "older")
    shown = [one for some in there for one in some.rows]
    assert sorted(one.play.id for one in shown) == sorted(written)
    assert shown == sorted(shown, key=lambda one: (one.play.started_at, one.play.id), reverse=True)
    assert [len(some.rows) for some in there[:-1]] == [most] * (len(there) - 1)
    last = there[-1]
    back = pages(night, "newer", PageRequest(after=last.newer)) if last.newer else []
    assert [ids(some) for some in back] == [ids(some) for some in there[-2::-1]]
    assert all(some.older for some in back)


def test_a_game_started_since_shifts_no_page(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 2)
    played = [play(night, at=BEGUN + timedelta(days=days)) for days in range(4)]
    first = find_games(night.club_id, GameFilter())
    newest = play(night, at=BEGUN + timedelta(days=9))
    second = find_games(night.club_id, GameFilter(), PageRequest(before=first.older))
    assert ids(second) == played[1::-1]
    # The games newer than it were on the first page, and there is a page before them again.
    newer = find_games(night.club_id, GameFilter(), PageRequest(after=second.newer))
    assert ids(newer) == played[:1:-1]
    assert ids(find_games(night.club_id, GameFilter(), PageRequest(after=newer.newer))) == [newest, played[3]]


def test_the_newest_page_is_always_full(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 2)
    played = [play(night, at=BEGUN + timedelta(days=days)) for days in range(4)]
    second = find_games(
        night.club_id, GameFilter(), PageRequest(before=find_games(night.club_id, GameFilter()).older)
    )
    db.session.execute(update(Play).where(Play.id == played[3]).values(deleted_at=now()))
    newest = find_games(night.club_id, GameFilter(), PageRequest(after=second.newer))
    assert (ids(newest), newest.newer) == ([played[2], played[1]], None)


def test_games_of_other_clubs_are_never_shown(night: Night) -> None:
    neighbours = new_club("Neighbours")
    theirs = new_night(neighbours)
    for days in (-9, 9):
        play(theirs, at=BEGUN + timedelta(days=days))
    ours = play(night)
    assert found(night) == [ours]
    shown = find_games(night.club_id, GameFilter(), PageRequest(before=Cursor(BEGUN + timedelta(days=8), 1)))
    assert (ids(shown), shown.newer, shown.older) == ([ours], None, None)


def test_deleted_games_and_nights_are_left_out(night: Night) -> None:
    other = new_night(night.club)
    db.session.flush()
    gone, kept, with_its_night = play(night), play(night), play(other)
    db.session.execute(update(Play).where(Play.id == gone).values(deleted_at=now()))
    other.deleted_at = now()
    assert found(night) == [kept]
    other.deleted_at = None
    assert found(night) == [with_its_night, kept]


def test_a_finished_game_has_its_winners(new_play: NewPlay, night: Night) -> None:
    enter(new_play(target=5), coralon("Bea", 5, 3, 5, 3, 2))
    (over,) = find_games(night.club_id, GameFilter()).rows
    assert [(chair.name, chair.total) for chair in over.play.seats if chair.won] == [("Bea", 5)]


# Looking for something


def test_games_are_found_by_game_and_day(night: Night) -> None:
    play(night, at=datetime(2025, 6, 2, 4, 59, 59).astimezone())
    first = play(night, at=datetime(2025, 6, 2, 5).astimezone())
    tally = play(night, at=datetime(2025, 6, 4, 4, 59, 59).astimezone(), game="tally")
    play(night, at=datetime(2025, 6, 4, 5).astimezone())
    assert found(night, since=date(2025, 6, 2), until=date(2025, 6, 3)) == [tally, first]
    assert found(night, since=date(2025, 6, 2), until=date(2025, 6, 3), games=("tally",)) == [tally]
    assert found(night, until=date(2024, 1, 1)) == []


def test_games_are_found_by_player_under_any_name(night: Night) -> None:
    as_meg, as_margaret = play(night, "Ann", "Meg"), play(night, "Ann", "Margaret")
    play(night, "Ann", "Bea")
    meg, margaret = (get_or_create_player(night.club, name) for name in ("Meg", "Margaret"))
    assert found(night, person_id=margaret.id) == [as_margaret]
    merge(meg, margaret)
    assert found(night, person_id=margaret.id) == [as_margaret, as_meg]
    unmerge(meg)
    assert found(night, person_id=margaret.id) == [as_margaret]


@pytest.mark.parametrize(
    "words", ["über", "uber", "ÜBER nacht", "ber ACH", "cat über", "100%", "a_b", "\\", "strasse"]
)
def test_games_are_found_by_words_in_their_notes(night: Night, words: str) -> None:
    write_night_note(night, "The cat stole a card.")
    noted = play(night, note=r"Über Nacht: 100% a_b \ o/ Straße")
    play(night, note="Unter 100 aab")
    assert found(night, words=words) == [noted]


def test_games_are_found_by_the_notes_as_they_are_now(night: Night) -> None:
    noted = play(night, note="The cat")
    write_night_note(night, "A dog")
    commands.update_play(noted, note="The horse")
    write_night_note(night, "A cow")
    assert found(night, words="horse cow") == [noted]
    assert found(night, words="cat") == found(night, words="dog") == []


def test_any_part_of_a_very_long_word_is_found(night: Night) -> None:
    letters = "".join(f"{number:03}" for number in range(93))
    noted = play(night, note=letters)
    assert [found(night, words=letters[start : start + 100]) for start in range(0, 180, 20)] == [[noted]] * 9


def test_a_game_is_found_if_all_words_are_in_its_notes(night: Night) -> None:
    first, _, last = play(night, note="cats"), play(night, note="a dog"), play(night, note="cat and dog")
    assert found(night, words="cat") == [last, first]
    assert found(night, words="cat dog") == [last]


# Notes on single hands


NOTED = "A ÜBER cat"


@pytest.fixture
def noted(new_play: NewPlay) -> Play:
    """Play a game of three hands, the second with a note."""
    play = new_play(target=40)
    enter(play, HAND, {**HAND, "note": NOTED}, HAND)
    new_play()
    return play


HAND = coralon("Bea", 5, 3, 5, 3, 2)


def said(play: Play, words: str) -> list[Any]:
    """Return the notes on hands, with their numbers, of each game found."""
    return [one.hand_notes for one in find_games(play.club_id, GameFilter(words=words)).rows]


def test_a_word_in_the_note_on_a_hand_finds_the_game_and_the_hand(noted: Play) -> None:
    assert said(noted, "über") == said(noted, "CAT a") == [[(2, NOTED)]]
    assert said(noted, "catalogue") == said(noted, '"') == said(noted, "note") == []


def test_only_hands_whose_notes_have_a_word_are_listed(noted: Play) -> None:
    enter(noted, {**HAND, "note": "Dogs\nand cats"}, {**HAND, "note": "Never again"})
    assert said(noted, "cat") == [[(2, NOTED), (4, "Dogs\nand cats")]]
    assert said(noted, "über never") == [[(2, NOTED), (5, "Never again")]]
    commands.update_play(noted.id, note="On the boat")
    assert said(noted, "boat") == [()]


def test_without_words_no_hands_are_listed(noted: Play) -> None:
    assert [one.hand_notes for one in find_games(noted.club_id, GameFilter()).rows] == [(), ()]


def test_a_game_is_found_by_the_current_note(noted: Play) -> None:
    correct(noted, 2, {**HAND, "note": "A dog"})
    assert (said(noted, "cat"), said(noted, "dog")) == ([], [[(2, "A dog")]])
    correct(noted, 2, HAND)
    assert said(noted, "dog") == []
    correct(noted, 1, {**HAND, "note": "A bird"})
    assert said(noted, "bird") == [[(1, "A bird")]]


def change(play: Play, done: Callable[..., object], *more: object) -> None:
    """Change a game with one tap."""
    done(Sheet.of(play), *more, PHONE)
    db.session.commit()


def test_a_removed_hand_is_not_found_until_it_is_restored(noted: Play) -> None:
    change(noted, commands.remove_last_hand)
    assert len(said(noted, "cat")) == 1
    change(noted, commands.remove_last_hand)
    assert said(noted, "cat") == []
    change(noted, commands.restore_hand)
    assert said(noted, "cat") == [[(2, NOTED)]]
    for expected in ([], [[(2, NOTED)]]):
        change(noted, commands.undo)
        assert said(noted, "cat") == expected


def test_hands_removed_by_a_correction_are_not_found_until_it_is_undone(new_play: NewPlay) -> None:
    play = new_play(target=16)
    enter(play, HAND, HAND, {**HAND, "note": NOTED})
    correct(play, 1, coralon("Bea", 13, 0, 13, 0, 0))
    assert said(play, "cat") == []
    change(play, commands.undo)
    assert said(play, "cat") == [[(3, NOTED)]]


def test_the_note_of_a_hand_whose_bid_is_known_is_found_too(new_play: NewPlay) -> None:
    play = new_play()
    commands.save_bidding(Sheet.of(play), {"bidder": 1, "bid": 5, "note": NOTED}, PHONE)
    assert said(play, "cat") == [[(1, NOTED)]]


# All at once


def test_filters_combine(night: Night) -> None:
    names = ("Ann", "Bea", "Cal", "Dee")
    for number in range(24):
        at = BEGUN + timedelta(days=number % 5)
        sat = [name for place, name in enumerate(names) if (number >> (place % 3)) % 2 or place == 3]
        play(night, *sat, "Eve", at=at, game=("coralon", "tally")[number % 2], note="cat" * (number % 3))
    ann = get_or_create_player(night.club, "Ann").id

    @given(
        wanted=st.fixed_dictionaries(
            {},
            optional={
                "person_id": st.just(ann),
                "games": st.sampled_from([("coralon",), ("tally",), ("tally", "skat")]),
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


# Cursors: positions in a list, as URLs have them


@given(st.datetimes(timezones=st.just(UTC)), st.integers(1, LARGEST_ID))
def test_a_cursor_is_the_same_after_parsing_its_text(moment: datetime, number: int) -> None:
    place = Cursor(moment, number)
    assert Cursor.parse(str(place)) == place


@pytest.mark.parametrize("text", ["", "-", "1", "abc", "1-", "-1", "1-0", f"1-{2**31}", f"{10**30}-1", "1-x"])
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"invalid literal|too long ago|Nothing has"):
        Cursor.parse(text)


def at_each_hour(play: Play) -> None:
    """Let the changes of a game have been made one hour after another."""
    changes = select(Revision).where(Revision.play_id == play.id).order_by(Revision.id)
    for hour, change in enumerate(db.session.scalars(changes)):
        change.at = BEGUN + timedelta(hours=hour)
    db.session.commit()


def test_the_last_hand_was_played_when_it_was_entered(new_play: NewPlay) -> None:
    play, bid, empty = new_play(), new_play(), new_play()
    enter(play, coralon("Bea", 3, 3, 4, 3, 3), coralon("Cal", 3, 3, 3, 4, 3))
    correct(play, 1, coralon("Bea", 4, 3, 4, 3, 3))
    correct(play, 2, coralon("Cal", 4, 3, 3, 4, 3))
    commands.remove_last_hand(Sheet.of(play), PHONE)
    commands.restore_hand(Sheet.of(play), PHONE)
    commands.save_bidding(Sheet.of(bid), {"bidder": 1, "bid": 5}, PHONE)
    at_each_hour(play)
    assert last_hands(play.club_id, [play.uid, bid.uid, empty.uid]) == {play.uid: BEGUN + timedelta(hours=1)}


def test_a_hand_that_was_inserted_next_morning_was_not_the_last(new_play: NewPlay) -> None:
    play = new_play()
    enter(play, coralon("Bea", 3, 3, 4, 3, 3), coralon("Cal", 3, 3, 3, 4, 3))
    hand = coralon("Dee", 3, 3, 3, 3, 4)
    commands.save_edit(Sheet.of(play), edits.insert_hand(Sheet.of(play), 1, hand), PHONE)
    at_each_hour(play)
    assert last_hands(play.club_id, [play.uid]) == {play.uid: BEGUN + timedelta(hours=1)}


def test_a_hand_that_was_removed_is_not_the_last(new_play: NewPlay) -> None:
    play = new_play()
    enter(play, coralon("Bea", 3, 3, 4, 3, 3), coralon("Cal", 3, 3, 3, 4, 3))
    commands.remove_last_hand(Sheet.of(play), PHONE)
    at_each_hour(play)
    assert last_hands(play.club_id, [play.uid]) == {play.uid: BEGUN}
