"""How many pages may follow changes at once."""

from scorekeeper.web.live.limits import StreamLimits


def test_a_place_that_is_given_back_can_be_taken_again() -> None:
    limits = StreamLimits(most=1, most_per_address=1)
    assert limits.take("10.0.0.1")
    assert not limits.take("10.0.0.2")
    limits.free("10.0.0.1")
    assert limits.take("10.0.0.2")


def test_one_address_leaves_places_for_the_others() -> None:
    limits = StreamLimits(most=3, most_per_address=2)
    assert [limits.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert limits.take("10.0.0.2")
    assert limits.taken == 3


def test_only_a_crowd_is_spread() -> None:
    limits = StreamLimits(most=100, most_per_address=100)
    for _ in range(20):
        limits.take("10.0.0.1")
    assert limits.delay == 0
    limits.take("10.0.0.1")
    assert limits.delay > 0
