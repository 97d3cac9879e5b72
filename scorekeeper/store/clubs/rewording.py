"""Replacing names in what people have written, in whatever case and with whatever marks they wrote them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from scorekeeper.rules import declare
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.recipes.game import KNOWN_RECIPE
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.text_order import fold


def as_heard(text: str) -> str:
    """Return a form that a name shares with every way to write it; many keys have no curly apostrophe."""
    return fold(text).replace("’", "'")


class Words:
    """The names to replace in texts, as whole words, where they are no part of someone else's name."""

    def __init__(self, renamed: Mapping[str, str], others: Sequence[str]) -> None:
        """Replace names as ``renamed`` says; ``others`` are those of everyone else."""
        self._new = {heard: new for name, new in renamed.items() if (heard := as_heard(name))}
        self._others = {look_alike(name) for name in others}
        names = {*self._new, *map(as_heard, others)} - {""}
        either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def replaced(self, text: str, longest: int | None = None) -> str:
        """Return a text with the new names, of which so many characters have room."""
        if not self._may_be_in(text):
            return text
        heard = _Heard(text)
        parts, done = [], 0
        for found in self._pattern.finditer(heard.all):
            first, after = heard.written(*found.span())
            written = text[first:after]
            is_someone_elses = look_alike(written) in self._others
            parts += [text[done:first], written if is_someone_elses else self._new.get(found[0], written)]
            done = after
        return "".join([*parts, text[done:]])[:longest]

    def left_in(self, text: str) -> Iterator[str]:
        """Yield the words of a text, once names were replaced, of which one of them is still a part."""
        if not self._may_be_in(text):
            return
        heard = _Heard(text)
        rest = self._pattern.sub(lambda found: "\0" * len(found[0]), heard.all)
        names = "|".join(map(re.escape, sorted(self._new, key=len, reverse=True)))
        for word in re.finditer(rf"\w*(?:{names})\w*", rest):
            yield text[slice(*heard.written(*word.span()))]

    def _may_be_in(self, text: str) -> bool:
        return any(name in as_heard(text) for name in self._new)


class _Heard:
    """A text as it is heard: one letter may be heard as none, such as a mark of its own, or as several."""

    def __init__(self, text: str) -> None:
        self._text = text
        heard = [(one, place) for place, letter in enumerate(text) for one in as_heard(letter)]
        self.all = "".join(one for one, _ in heard)
        self._places = [place for _, place in heard]

    def written(self, first: int, after: int) -> tuple[int, int]:
        """Return where that is written which is heard from one place to another, with its marks."""
        end = self._places[after - 1] + 1
        while end < len(self._text) and not as_heard(self._text[end]):
            end += 1
        return self._places[first], end


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
    rules = [*(game.options for game in CATALOGUE.values()), KNOWN_RECIPE]
    of_hands, of_rules = (
        {name: one for entries in every for name, one in entries.items() if one.is_written}
        for every in (hands, rules)
    )
    return of_hands, of_rules


def written_in(entries: Mapping[str, Entry], raw: Mapping[str, Any]) -> list[str]:
    """Return what players have written into the JSON of a hand or of house rules."""
    found = _Found()
    declare.reworded(entries, raw, found)
    return found.texts


class _Found:
    """The texts that are found where others would be put in their place."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def text(self, text: str, longest: int) -> str:
        self.texts.append(text)
        return text

    name = text
