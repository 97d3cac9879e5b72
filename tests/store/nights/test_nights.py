"""Starting a night."""

from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import new_night


def test_a_new_night_keeps_the_value_of_a_coin(night: Night) -> None:
    night.coin_value, night.currency = 10, "€"
    db.session.commit()
    other = new_club("Another table")
    assert (new_night(night.club).coin_value, new_night(other).coin_value) == (10, None)
    assert new_night(night.club).currency == "€"
