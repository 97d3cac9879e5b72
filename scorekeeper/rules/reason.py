"""Reasons as values: a sentence with blanks, and the figures that fill them."""

from dataclasses import dataclass
from typing import TypeAlias, Union

from scorekeeper.rules.words import Noun, counted, listed

Figure: TypeAlias = Union[int, str, "Counted", "Reason", tuple["Figure", ...]]
"""What fills a blank: a number, a name, some of a thing, another reason, or several of these in a row."""


@dataclass(frozen=True)
class Counted:
    """A number of things: ``Counted(2, TRICK)`` is "2 tricks", ``Counted(0, TRICK)`` is "no tricks"."""

    number: int
    noun: Noun

    def __str__(self) -> str:
        return counted(self.number, self.noun) if self.number else f"no {self.noun.many}"


@dataclass(frozen=True, init=False)
class Reason:
    """Why someone scores, or has won: ``Reason("took {tricks}", tricks=Counted(2, TRICK))``.

    Two reasons are equal if their words and figures are. ``str`` gives the English.

    Attributes:
        words: the sentence, with a blank for each figure.
        figures: what fills the blanks, by name; without any, the words are taken as they are.
    """

    words: str
    figures: tuple[tuple[str, Figure], ...]

    def __init__(self, words: str, /, **figures: Figure) -> None:
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "figures", tuple(figures.items()))

    def __str__(self) -> str:
        if not self.figures:
            return self.words
        return self.words.format_map({name: _in_words(figure) for name, figure in self.figures})


def _in_words(figure: Figure) -> str:
    return listed(map(_in_words, figure)) if isinstance(figure, tuple) else str(figure)
