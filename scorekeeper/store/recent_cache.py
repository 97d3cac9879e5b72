"""A cache of what was used most recently, limited by the bytes that it takes."""

from collections.abc import Callable, Hashable
from operator import itemgetter
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class RecentCache(Generic[T]):
    """The values used most recently, by what they were made of, as many as fit; safe among threads."""

    def __init__(self, most: int, size_of: Callable[[Any, T], int]) -> None:
        """Cache this many bytes; ``size_of`` returns how many a key and its value take."""
        self._kept: LRUCache[Hashable, tuple[int, T]] = LRUCache(most, getsizeof=itemgetter(0))
        self._size_of = size_of
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the value of this key, if it is cached."""
        with self._lock:
            _, made = self._kept.get(key, (0, None))
        return made

    def keep(self, key: Hashable, made: T) -> T:
        """Cache a value, unless it is larger than all that fits, and return it."""
        size = self._size_of(key, made)
        if size <= self._kept.maxsize:
            with self._lock:
                self._kept[key] = size, made
        return made

    @property
    def size(self) -> int:
        """How many bytes are cached."""
        return int(self._kept.currsize)


def size_of_key(key: object) -> int:
    """Return how many bytes a key takes, which is made of texts and tuples."""
    return getsizeof(key) + (sum(map(size_of_key, key)) if isinstance(key, tuple) else 0)
