"""The fields of a form on a phone, where werkzeug is too large to be sent; packed under its name."""

from collections.abc import Iterable, Iterator, KeysView
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class MultiDict(Generic[K, V]):
    """Several values for each key, as werkzeug has them; of its methods those that reading a form takes."""

    def __init__(self, values: dict[K, V] | None = None) -> None:
        self._values = {key: [value] for key, value in (values or {}).items()}

    def add(self, key: K, value: V) -> None:
        """Add one more value."""
        self._values.setdefault(key, []).append(value)

    def setlist(self, key: K, values: Iterable[V]) -> None:
        """Replace the values of a key."""
        self._values[key] = list(values)

    def get(self, key: K, default: V | None = None) -> V | None:
        """Return the first value of a key."""
        values = self._values.get(key)
        return values[0] if values else default

    def getlist(self, key: K) -> list[V]:
        """Return the values of a key."""
        return [*self._values.get(key, ())]

    def items(self, multi: bool = False) -> Iterator[tuple[K, V]]:
        """Yield each key with its first value, or with each of its values."""
        return ((key, one) for key, values in self._values.items() for one in values[: None if multi else 1])

    def keys(self) -> KeysView[K]:
        return self._values.keys()

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __getitem__(self, key: K) -> V:
        return self._values[key][0]

    def __setitem__(self, key: K, value: V) -> None:
        self._values[key] = [value]
