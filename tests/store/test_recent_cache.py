"""A cache holds no more bytes than it may."""

from scorekeeper.store.recent_cache import RecentCache, size_of_key


def test_a_cache_holds_as_many_bytes_as_it_may() -> None:
    cache: RecentCache[str] = RecentCache(100, lambda _, made: len(made))
    for number in range(20):
        cache.keep(number, 30 * "a")
        assert cache.size <= 100
    assert [number for number in range(20) if cache.get(number)] == [17, 18, 19]
    assert cache.keep("large", 101 * "a") == 101 * "a"
    assert cache.get("large") is None
    assert cache.get(19)


def test_a_key_counts_with_its_texts() -> None:
    assert size_of_key(("a" * 1000, ("b" * 1000,))) in range(2000, 2400)
