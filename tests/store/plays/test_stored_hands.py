"""Reading the hands of a play from the text that the database makes of them."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.store.clubs.access import get_or_create_phone
from scorekeeper.store.clubs.invitations import found_club
from scorekeeper.store.plays import stored_hands
from scorekeeper.store.plays.play_snapshot import read_play
from scorekeeper.store.plays.stored_hands import StoredHand, hands_in
from scorekeeper.store.recent_cache import RecentCache
from tests.store.table import NewPlay, coralon, enter

OURS = "the hash of our phone’s id"

ENTRIES = st.none() | st.text(alphabet='[]{},"\\ 1é', max_size=5)
SEPARATORS = (",", ", ", ", \n ")
"""What the databases write between two rows."""


@pytest.fixture(autouse=True)
def nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the hands that other tests have read."""
    monkeypatch.setattr(stored_hands, "_read", RecentCache(10**6, lambda *_: 1))


@given(
    st.lists(st.lists(ENTRIES, max_size=4), max_size=6),
    st.booleans(),
    st.sampled_from(SEPARATORS),
)
def test_hands_are_read_right_whatever_was_read_before(
    games: list[list[str | None]], in_order: bool, separator: str
) -> None:
    for entries in games:
        hands = [StoredHand(10 + place, place, entry, True) for place, entry in enumerate(entries, start=1)]
        text = separator.join(map(json.dumps, hands if in_order else reversed(hands)))
        assert list(hands_in(1, f"[{text}]")) == hands


def test_after_one_more_hand_only_that_one_is_parsed(
    new_play: NewPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = new_play()
    found_club(get_or_create_phone(OURS, "iPhone"), play.night.club)
    parsed: list[list[Any]] = []

    def note(text: str) -> Any:
        parsed.append(json.loads(text))
        return parsed[-1]

    monkeypatch.setattr(stored_hands, "json", SimpleNamespace(loads=note))
    for number in range(1, 5):
        enter(play, coralon("Bea", 5, 3, 5, 3, 2))
        seen = read_play(play.id, OURS)
        assert seen
        assert [hand.number for hand in seen.hands] == list(range(1, number + 1))
        assert [[row[1] for row in rows] for rows in parsed] == [[number]]
        parsed.clear()
