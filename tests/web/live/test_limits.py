"""How many pages may follow changes at once."""

import pytest

from scorekeeper.store.live.versions import Topic
from scorekeeper.web.live.limits import StreamLimits

GAME, ANOTHER = Topic("play", 1), Topic("play", 2)


class Told:
    """A stream to a phone, which may have gone."""

    def __init__(self, topic: Topic = GAME) -> None:
        self.topic = topic
        self.gone = self.ended = False

    def has_hung_up(self) -> bool:
        return self.gone

    def end(self) -> None:
        self.ended = True


def test_a_place_that_is_given_back_can_be_taken_again() -> None:
    limits, first, second = StreamLimits(most=1, most_per_address=1), Told(), Told()
    assert limits.take("10.0.0.1", first)
    assert not limits.take("10.0.0.2", second)
    limits.free("10.0.0.1", first)
    assert limits.take("10.0.0.2", second)


def test_one_address_leaves_places_for_the_others() -> None:
    limits = StreamLimits(most=3, most_per_address=2)
    assert [limits.take("10.0.0.1", Told()) for _ in range(3)] == [True, True, False]
    assert limits.take("10.0.0.2", Told())
    assert limits.taken == 3


@pytest.mark.parametrize("most", [2, 9], ids=["no place is free", "the address has taken all it may"])
def test_a_phone_that_has_gone_gives_up_its_place(most: int) -> None:
    limits, gone, there = StreamLimits(most, most_per_address=2), Told(), Told()
    for stream in (gone, there):
        limits.take("10.0.0.1", stream)
    gone.gone = True
    assert limits.take("10.0.0.1", Told())
    assert gone.ended
    assert not there.ended
    limits.free("10.0.0.1", gone)  # when its thread has noticed
    assert limits.taken == 2


def test_a_phone_that_opens_another_page_gives_up_the_place_of_the_last_one() -> None:
    limits, left = StreamLimits(most=9, most_per_address=9), Told()
    limits.take("10.0.0.1", left)
    left.gone = True
    limits.take("10.0.0.1", Told())
    assert left.ended
    assert limits.taken == 1


def test_only_a_crowd_is_spread() -> None:
    limits = StreamLimits(most=100, most_per_address=100)
    streams = [Told() for _ in range(21)]
    for stream in streams[1:]:
        limits.take("10.0.0.1", stream)
    assert limits.delay(GAME) == 0
    limits.take("10.0.0.1", streams[0])
    assert limits.delay(GAME) > 0
    limits.free("10.0.0.1", streams[0])
    limits.free("10.0.0.1", streams[0])
    assert limits.delay(GAME) == 0


def test_the_crowd_of_another_game_delays_nobody() -> None:
    limits = StreamLimits(most=100, most_per_address=100)
    for _ in range(50):
        limits.take("10.0.0.1", Told(ANOTHER))
    limits.take("10.0.0.1", Told())
    assert limits.delay(GAME) == 0
    assert limits.delay(ANOTHER) > 0
