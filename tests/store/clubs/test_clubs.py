"""Clubs, and their secrets."""

import pytest

from scorekeeper.store.clubs.clubs import (
    BadName,
    clubs_by_secret,
    get_or_create_player,
    hash_secret,
    new_club,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night


def test_only_its_secret_opens_a_club(night: Night) -> None:
    club, secret = new_club("Neighbours")
    db.session.commit()
    assert clubs_by_secret([secret]) == {secret: club}
    assert clubs_by_secret([secret.swapcase(), club.secret_hash, "", "None"]) == {}


def test_only_the_hash_of_a_secret_is_stored(night: Night) -> None:
    club, secret = new_club("Neighbours")
    db.session.commit()
    kept = {column.name: getattr(club, column.name) for column in Club.__table__.columns}
    assert kept["secret_hash"] == hash_secret(secret)
    assert len(kept["secret_hash"]) == 64
    assert not [value for value in kept.values() if secret in str(value)]


def test_every_club_has_its_own_secret(night: Night) -> None:
    assert len({new_club("Neighbours")[1] for _ in range(50)}) == 50


def test_spellings_of_a_name_are_one_player(night: Night) -> None:
    ann = get_or_create_player(night.club, "Änn Straße")
    written = ["änn straße", "ÄNN STRASSE", "  A\u0308nn Straße "]
    assert [get_or_create_player(night.club, name) for name in written] == [ann] * 3
    assert ann.name == "Änn Straße"


def test_clubs_do_not_share_players(night: Night) -> None:
    neighbours, _ = new_club("Neighbours")
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
