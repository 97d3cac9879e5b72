"""Who did something: a person and their phone, as each change keeps them in words."""

from scorekeeper.domain import FROM_FILE
from scorekeeper.rules.saying import Argument, Say

UNNAMED = {"": Say("Someone"), "a browser": Say("A browser"), FROM_FILE: Say("A file")}
"""What has no name of its own: nothing that is known, and what begins a sentence with a capital."""


def say_who(device: str) -> Argument:
    """Return the person and phone that did something, as a sentence begins."""
    return UNNAMED.get(device, device)
