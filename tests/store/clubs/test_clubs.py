"""Clubs and their players by name."""

import pytest

from scorekeeper.store.clubs.clubs import BadName, get_or_create_player, new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Night


def test_spellings_of_a_name_are_one_player(night: Night) -> None:
    ann = get_or_create_player(night.club, "Änn Straße")
    written = ["änn straße", "ÄNN STRASSE", "  A\u0308nn Straße "]
    assert [get_or_create_player(night.club, name) for name in written] == [ann] * 3
    assert ann.name == "Änn Straße"


def test_clubs_do_not_share_players(night: Night) -> None:
    neighbours = new_club("Neighbours")
    db.session.flush()
    assert get_or_create_player(neighbours, "Ann") is not get_or_create_player(night.club, "Ann")


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 41, "\ud800"])
def test_a_name_that_cannot_be_shown_or_stored_is_refused(night: Night, name: str) -> None:
    with pytest.raises(BadName):
        get_or_create_player(night.club, name)


def test_the_longest_name_fits_even_if_folding_makes_it_longer(night: Night) -> None:
    longest = "ΐ" * 40
    assert get_or_create_player(night.club, longest).name == longest
    assert len(get_or_create_player(night.club, longest).folded) <= 120
