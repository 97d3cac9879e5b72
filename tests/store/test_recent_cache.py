"""A cache holds no more than fits."""

from scorekeeper.store.recent_cache import RecentCache


def test_a_cache_holds_what_was_used_last_as_far_as_it_fits() -> None:
    cache: RecentCache[str] = RecentCache(100, len)
    for number in range(20):
        cache.keep(number, 30 * "a")
    assert [number for number in range(20) if cache.get(number)] == [17, 18, 19]
    assert cache.keep("large", 101 * "a") == 101 * "a"
    assert cache.get("large") is None
    assert cache.get(19)
