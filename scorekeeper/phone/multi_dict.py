"""The fields of a form on a phone, where werkzeug is too large to be sent; packed under its name."""

from collections.abc import Iterable, KeysView
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

    def keys(self) -> KeysView[K]:
        """Return the keys."""
        return self._values.keys()

    def __contains__(self, key: K) -> bool:
        return key in self._values
