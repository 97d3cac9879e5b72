"""A night as a strip: who was here when, who won what, and what is still running."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.drawings.strip import MOST_HOURS, Spell, Strip, draw_strip

ANN, BEA, EVE = 1, 2, 5
EIGHT = datetime(2026, 11, 27, 20)


def at(minutes: int) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def drawn(*spells: Spell, now: int = 200) -> Strip:
    strip = draw_strip([ANN, BEA, EVE], spells, at(now))
    assert strip
    return strip


def test_a_night_without_games_has_no_strip() -> None:
    assert draw_strip([ANN], [], EIGHT) is None


def test_lines_are_as_long_as_the_games_took() -> None:
    ann, bea, eve = drawn(
        Spell(at(0), at(50), [ANN, BEA], [BEA]), Spell(at(60), at(100), [ANN, BEA, EVE], [ANN])
    ).lanes
    assert [(part.left, part.right, part.won) for part in ann.segments] == [(0, 49, False), (60, 100, True)]
    assert [part.won for part in bea.segments] == [True, False]
    assert (eve.came, eve.wins, ann.wins) == (60, 0, 1)


def test_a_running_game_goes_on_until_now() -> None:
    strip = drawn(Spell(at(0), at(100), [ANN]), Spell(at(150), None, [ANN]))
    assert [(part.right, part.running) for part in strip.lanes[0].segments] == [(49, False), (100, True)]


def test_a_line_covers_what_someone_played_who_joined_or_left() -> None:
    parts = {BEA: (0.0, 0.5), EVE: (0.25, 1.0)}
    ann, bea, eve = drawn(Spell(at(0), None, [ANN, BEA, EVE], parts=parts)).lanes
    assert [(*lane.segments[0],) for lane in (ann, bea, eve)] == [
        (0, 100, False, True),
        (0, 49, False, False),
        (25, 100, False, True),
    ]


def test_full_hours_are_named() -> None:
    strip = drawn(Spell(at(-30), at(90), [ANN]))
    assert [(hour.at, hour.words) for hour in strip.hours] == [(25, "20"), (75, "21")]


def test_games_on_several_days_have_the_same_width_each() -> None:
    strip = drawn(Spell(at(0), at(60), [ANN]), Spell(at(3000), at(3010), [ANN]))
    assert [part.left for part in strip.lanes[0].segments] == [0, 50]
    assert strip.hours == []


@given(
    st.lists(
        st.tuples(st.integers(-5000, 5000), st.none() | st.integers(-5000, 5000)), min_size=1, max_size=40
    )
)
def test_whatever_the_clock_was_a_strip_stays_within_its_width(times: list[tuple[int, int | None]]) -> None:
    spells = [Spell(at(start), None if end is None else at(end), [ANN]) for start, end in times]
    strip = drawn(*spells, now=0)
    assert len(strip.hours) <= MOST_HOURS
    for part in strip.lanes[0].segments:
        assert 0 <= part.left <= part.right <= 102
