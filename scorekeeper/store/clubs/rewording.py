"""Replacing names in what people have written, in whatever case and with whatever marks they wrote them."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from scorekeeper.rules import declare
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import Entry
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.text_order import fold


def as_heard(text: str) -> str:
    """Return a form that a name shares with every way to write it; many keys have no curly apostrophe."""
    return fold(text).replace("’", "'")


class Words:
    """The names to replace in texts, as whole words, where they are no part of someone else's name."""

    def __init__(self, renamed: Mapping[str, str], others: Sequence[str]) -> None:
        """Replace names as ``renamed`` says; ``others`` are those of everyone else."""
        self._new = {as_heard(name): new for name, new in renamed.items()}
        self._others = {look_alike(name) for name in others}
        names = {*self._new, *map(as_heard, others)} - {""}
        either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def replaced(self, text: str, longest: int | None = None) -> str:
        """Return a text with the new names, of which so many characters have room."""
        if not any(name in as_heard(text) for name in self._new):
            return text
        parts, done = [], 0
        # One letter may be heard as none, such as a mark of its own, or as several.
        heard = [(one, place) for place, letter in enumerate(text) for one in as_heard(letter)]
        for found in self._pattern.finditer("".join(one for one, _ in heard)):
            first, after = heard[found.start()][1], heard[found.end() - 1][1] + 1
            while after < len(text) and not as_heard(text[after]):
                after += 1
            written = text[first:after]
            is_someone_elses = look_alike(written) in self._others
            parts += [text[done:first], written if is_someone_elses else self._new.get(found[0], written)]
            done = after
        return "".join([*parts, text[done:]])[:longest]


class Rewording:
    """What people wrote into the house rules of a game and into its hands, with other words.

    Its columns get names that differ as the old ones did, the same wherever they are written.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._columns: dict[str, str] = {}

    def text(self, text: str, longest: int) -> str:
        """Return a text in other words, with room for so many characters."""
        return self._words.replaced(text, longest)

    def name(self, name: str, longest: int) -> str:
        """Return another name of a column, with room for so many characters."""
        if name not in self._columns:
            new, taken = self._words.replaced(name, longest), {*map(str.casefold, self._columns.values())}
            ends = (f" {number}" if number > 1 else "" for number in count(1))
            free = (one for end in ends if (one := new[: longest - len(end)] + end).casefold() not in taken)
            self._columns[name] = next(free)
        return self._columns[name]


def hand_with(wording: Rewording, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON of a hand with other words."""
    return declare.reworded(written_entries()[0], entry, wording)


def rules_with(wording: Rewording, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return house rules as on a scoresheet with other words."""
    return declare.reworded(written_entries()[1], options, wording)


@cache
def written_entries() -> tuple[dict[str, Entry], dict[str, Entry]]:
    """Return the entries of all games into which people write: those of hands, and house rules."""
    hands = [entries for game in CATALOGUE.values() for entries in game.entries.values()]
    rules = [game.options for game in CATALOGUE.values()]
    of_hands, of_rules = (
        {name: one for entries in every for name, one in entries.items() if one.is_written}
        for every in (hands, rules)
    )
    return of_hands, of_rules
