"""Messages with named arguments, in which everything is said; English is one way to write them.

What is said is kept as a key and figures until it is shown, and nothing reads the words. A message is a whole
sentence or a whole label: ``Say("{names} wins.", "{names} win.", 2, names=And("Ann", "Cal"))``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, Union

from scorekeeper.rules.words import Noun, figure, signed

Translate: TypeAlias = Callable[[str, str, int], str]
"""Returns a message in some language, given it in English for one and for several, and how many there are."""

Argument: TypeAlias = Union[int, str, "Say", "Signed", "And", "Or", tuple["Argument", ...]]
"""What fills a blank: a figure, a name, another message, or several of these (a tuple is an ``And``)."""


def english(one: str, several: str, number: int) -> str:
    """Return the message as it is written here."""
    return one if abs(number) == 1 or not several else several


@dataclass(frozen=True, init=False)
class Say:
    """A message with named arguments; ``str`` gives the English.

    Two are equal if their words and arguments are.

    Attributes:
        message: the words, with a blank for each argument; without arguments, they are taken as they are.
        several: the words if there are several of something; empty where that makes no difference.
        number: how many there are.
        arguments: what fills the blanks, by name.
    """

    message: str
    several: str
    number: int
    arguments: tuple[tuple[str, Argument], ...]

    def __init__(self, message: str, several: str = "", number: int = 1, /, **arguments: Argument) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "several", several)
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "arguments", tuple(arguments.items()))

    def write(self, translate: Translate = english) -> str:
        """Return the message in a language."""
        words = translate(self.message, self.several, self.number)
        if not self.arguments:
            return words
        return words.format_map({name: _write(argument, translate) for name, argument in self.arguments})

    def __str__(self) -> str:
        return self.write()


class Signed(int):
    """A score that is shown with its sign: "+4", "−2", "0"."""


class And(tuple[Any, ...]):
    """Arguments in a row, of which all count: ``And("Ann", "Bea")`` is "Ann and Bea"."""

    def __new__(cls, *items: Argument) -> "And":
        """Return the arguments in a row."""
        return super().__new__(cls, items)


class Or(And):
    """Arguments in a row, of which one counts: "Ann or Bea"."""


class Counted(Say):
    """A number of things: ``Counted(2, TRICK)`` is "2 tricks", ``Counted(0, TRICK)`` is "no tricks"."""

    def __init__(self, number: int, noun: Noun) -> None:
        if number:
            super().__init__(f"{{number}} {noun.one}", f"{{number}} {noun.many}", number, number=number)
        else:
            super().__init__(f"no {noun.many}")


def _write(argument: Argument, translate: Translate = english) -> str:
    """Return what fills a blank in a language; figures have a true minus."""
    if isinstance(argument, Say):
        return argument.write(translate)
    if isinstance(argument, Signed):
        return signed(argument)
    if isinstance(argument, int):
        return figure(argument)
    if isinstance(argument, tuple):
        return _row([_write(item, translate) for item in argument], isinstance(argument, Or), translate)
    return argument


def _row(items: Iterable[str], is_choice: bool, translate: Translate) -> str:
    *first, last = items
    if not first:
        return last
    words = translate("{first} or {last}" if is_choice else "{first} and {last}", "", 1)
    return words.format(first=", ".join(first), last=last)
