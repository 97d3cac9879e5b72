"""A club with four players, and a night on which they play."""

from tests.store.conftest import new_play, night

__all__ = ["new_play", "night"]
