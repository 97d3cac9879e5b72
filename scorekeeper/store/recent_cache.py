"""A cache of what was used most recently."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class RecentCache(Generic[T]):
    """The values used most recently, by what they were made of, as many as fit; safe among threads."""

    def __init__(self, most: int, size_of: Callable[[T], int]) -> None:
        """Cache values up to this size in all; ``size_of`` returns that of one."""
        self._kept: LRUCache[Hashable, T] = LRUCache(most, size_of)
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the value of this key, if it is cached."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, made: T) -> T:
        """Cache a value, unless it is larger than all that fits, and return it."""
        with self._lock:
            if self._kept.getsizeof(made) <= self._kept.maxsize:
                self._kept[key] = made
        return made
