"""What raises the versions of games and nights."""

from scorekeeper.store.database import db
from scorekeeper.store.live.versions import (
    Topic,
    raise_access_version,
    raise_all_versions,
    raise_versions,
    read_versions,
    versions_of,
)
from scorekeeper.store.models import Night
from tests.store.table import NewPlay


def test_a_change_of_a_game_raises_the_game_and_its_night(night: Night, new_play: NewPlay) -> None:
    other, play = new_play(), new_play()
    before = versions_of(Topic("play", other.id))
    raise_versions(night.id, play.id)
    assert versions_of(Topic("play", play.id)) == (1, 0)
    assert versions_of(Topic("play", other.id)) == before
    assert versions_of(Topic("night", night.id)) == (1, 0)
    raise_versions(night.id)
    assert versions_of(Topic("play", play.id)) == (1, 0)
    assert versions_of(Topic("night", night.id)) == (2, 0)


def test_a_change_of_everything_raises_every_game_and_night(night: Night, new_play: NewPlay) -> None:
    plays = [Topic("play", new_play().id) for _ in range(3)]
    before = read_versions(db.session.connection(), plays)
    raise_all_versions(night.club_id)
    for play in plays:
        assert versions_of(play) == (before[play].version + 1, 1)
    assert versions_of(Topic("night", night.id)) == (1, 1)


def test_a_change_of_the_rights_is_one_of_every_topic_of_the_club(night: Night, new_play: NewPlay) -> None:
    play = new_play()
    raise_access_version(night.club_id)
    assert versions_of(Topic("play", play.id)) == (0, 1)
    assert versions_of(Topic("night", night.id)) == (0, 1)


def test_only_what_exists_has_versions(night: Night) -> None:
    found = read_versions(db.session.connection(), [Topic("night", night.id), Topic("play", 99)])
    assert found == {Topic("night", night.id): (0, 0)}
