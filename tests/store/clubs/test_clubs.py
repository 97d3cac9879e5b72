"""Clubs and their players by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.store.clubs.clubs import BadName, get_or_create_player, is_visible, look_alike, new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Night


def test_spellings_of_a_name_are_one_player(night: Night) -> None:
    ann = get_or_create_player(night.club, "Änn Straße")
    written = ["änn straße", "ÄNN STRASSE", "  A\u0308nn Straße "]
    assert [get_or_create_player(night.club, name) for name in written] == [ann] * 3
    assert ann.name == "Änn Straße"


LOOK_ALIKE = {
    "a variation selector": ("Ann", "An\ufe0fn"),
    "a joiner": ("Ann", "An\u200bn"),
    "wide letters": ("Ann 2", "Ａｎｎ\u3000２"),
    "a ligature": ("Fiona", "ﬁona"),
    "a filler": ("Ann", "Ann\u3164"),
    "blanks": ("Ann B", "Ann \u00a0B"),
    "a Turkish capital": ("İbrahim", "ibrahim"),
    "a Turkish i without a dot": ("IŞIK", "ışık"),
    "an emoji with its selector": ("❤", "❤\ufe0f"),
    "a combining accent": ("Zoë", "ZOE\u0308"),
}


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKE.values(), ids=LOOK_ALIKE)
def test_names_that_look_the_same_are_one_player(night: Night, one: str, other: str) -> None:
    assert get_or_create_player(night.club, one) is get_or_create_player(night.club, other)
    assert look_alike(look_alike(one)) == look_alike(one)


@pytest.mark.parametrize("other", ["Anne", "Änn", "Ann 2", "Аnn"])
def test_names_that_look_different_are_two_players(night: Night, other: str) -> None:
    assert get_or_create_player(night.club, "Ann") is not get_or_create_player(night.club, other)


@pytest.mark.parametrize("name", ["李", "٤", "★", "🦆", "ि".join("क "), "\U0001fae9", "☃\ufe0f", "é"])
def test_a_name_in_any_script_is_visible(name: str) -> None:
    assert is_visible(name)


INVISIBLE = (
    "\u3164",
    "\u2800",
    "\u0301\u0308",
    "\u200b",
    "\u115f\u1160",
    "\uffa0",
    "\U000e0041",
    "\ufe0f",
    "\u034f \u2028",
)


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_a_name_that_shows_nothing_is_refused(night: Night, name: str) -> None:
    with pytest.raises(BadName, match="Nobody could see this name"):
        get_or_create_player(night.club, name)


def test_a_name_is_stored_without_what_turns_it_around(night: Night) -> None:
    evil = get_or_create_player(night.club, "\u202eevil")
    assert evil.name == "evil"
    assert get_or_create_player(night.club, "\u2067evil\u2069") is evil


@given(st.text(max_size=40))
def test_a_name_is_compared_as_what_it_is_compared_by(name: str) -> None:
    assert look_alike(look_alike(name)) == look_alike(name)


def test_clubs_do_not_share_players(night: Night) -> None:
    neighbours = new_club("Neighbours")
    db.session.flush()
    assert get_or_create_player(neighbours, "Ann") is not get_or_create_player(night.club, "Ann")


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 41, "\ud800"])
def test_a_name_that_cannot_be_shown_or_stored_is_refused(night: Night, name: str) -> None:
    with pytest.raises(BadName):
        get_or_create_player(night.club, name)


def test_the_longest_name_fits_even_if_folding_makes_it_longer(night: Night) -> None:
    for longest in ("ΐ" * 40, "ﷺ" * 40):
        assert get_or_create_player(night.club, longest).name == longest
        assert len(get_or_create_player(night.club, longest).folded) <= 120
