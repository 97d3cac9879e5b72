"""Messages with named arguments, in which everything is said; English is one way to write them.

What is said is kept as a key and figures until it is shown, and nothing reads the words. A message is a whole
sentence or a whole label: ``Say("{names} wins.", "{names} win.", 2, names=And("Ann", "Cal"))``. What fills a
blank that begins a sentence is written with a capital, if the blank is: ``"{Hand} corrected"``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeAlias, Union

from scorekeeper.rules.halves import Half, as_number
from scorekeeper.rules.words import Noun, capital, figure, signed, spelled

Translate: TypeAlias = Callable[[str, str, int], str]
"""Returns a message in some language, given it in English for one and for several, and how many there are."""

Argument: TypeAlias = Union[int, str, Noun, "Say", "Signed", "And", tuple["Argument", ...]]
"""What fills a blank: a figure, a name, a noun, another message, or several of these, of which all count."""


def english(one: str, several: str, number: int) -> str:
    """Return the message as it is written here."""
    return one if abs(number) == 1 or not several else several


@dataclass(frozen=True, init=False)
class Say:
    """A message with named arguments; ``str`` gives the English.

    Two are equal if their words and arguments are. One without words is false.

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
        vars(self).update(message=message, several=several, number=number, arguments=tuple(arguments.items()))

    def filled(self, number: int = 1, /, **arguments: Argument) -> "Say":
        """Return a message that was declared without its arguments, with them."""
        return Say(self.message, self.several, number, **arguments)

    def write(self, translate: Translate = english) -> str:
        """Return the message in a language."""
        words = translate(self.message, self.several, self.number) if self else ""
        if not self.arguments:
            return words
        filled = {name: _write(argument, translate) for name, argument in self.arguments}
        return words.format_map(filled | {capital(name): capital(text) for name, text in filled.items()})

    def __str__(self) -> str:
        return self.write()

    def __bool__(self) -> bool:
        return bool(self.message)


NOTHING: Final = Say("")
"""The message of what has nothing to say."""


@dataclass(frozen=True)
class Signed:
    """A score that is shown with its sign: "+4", "−2", "0"."""

    number: int

    def __str__(self) -> str:
        return signed(self.number)


class Refusal(ValueError):
    """Something that can't be done; ``why`` says what to do instead."""

    def __init__(self, why: Say) -> None:
        super().__init__(str(why))
        self.why = why


class Spelled(int):
    """A figure that is written as a word up to ten: "three", "11"."""


class And(tuple[Any, ...]):
    """Arguments in a row, of which all count: ``And("Ann", "Bea")`` is "Ann and Bea"."""

    between, before_last = ", ", "{first} and {last}"

    def __new__(cls, *items: Argument) -> "And":
        """Return the arguments in a row, without those that say nothing."""
        return super().__new__(cls, (item for item in items if item or not isinstance(item, Say)))

    def write(self, translate: Translate = english) -> str:
        """Return the row in a language."""
        *first, last = (_write(item, translate) for item in self) if self else [""]
        if not first:
            return last
        return translate(self.before_last, "", 1).format(first=self.between.join(first), last=last)

    def __str__(self) -> str:
        return self.write()


class Or(And):
    """Arguments in a row, of which one counts: "Ann or Bea"."""

    before_last = "{first} or {last}"


class Row(And):
    """Arguments in a row: "Ann 3, Bea 18"."""

    before_last = "{first}, {last}"


class Parts(And):
    """Arguments in a row, of which each may be a row: "trump clubs; tricks Ann 3, Bea 4"."""

    between, before_last = "; ", "{first}; {last}"


class Against(And):
    """Sides of a game: "Ann and Bea against Cal and Dee"."""

    between, before_last = " against ", "{first} against {last}"


class Dots(And):
    """Arguments in a row that have nothing else to do with each other: "trump: clubs · bid: 5"."""

    between, before_last = " · ", "{first} · {last}"


class Sentences(And):
    """Sentences, one after another."""

    between, before_last = " ", "{first} {last}"


class Amount(Say):
    """A number of things in figures: "0 coins"; another ``figure`` may be shown: "+6 coins"."""

    def __init__(self, number: int, noun: Noun, figure: Argument | None = None) -> None:
        shown = number if figure is None else figure
        super().__init__(f"{{number}} {noun.one}", f"{{number}} {noun.many}", number, number=shown)


class Counted(Amount):
    """A number of things: ``Counted(2, TRICK)`` is "2 tricks", ``Counted(0, TRICK)`` is "no tricks"."""

    def __init__(self, number: int, noun: Noun) -> None:
        if number:
            super().__init__(number, noun)
        else:
            Say.__init__(self, f"no {noun.many}")


class Numbered(Say):
    """Things by their numbers: "hands 3 and 5" for ``Numbered(HAND, 3, 5)``, and "hands 2 to 4 and 7"."""

    def __init__(self, noun: Noun, *numbers: int) -> None:
        # Forms for a phone without the network have a blank for their only number.
        shown = And(*(_runs(numbers) if len(numbers) > 2 else numbers))
        super().__init__(f"{noun.one} {{numbers}}", f"{noun.many} {{numbers}}", len(numbers), numbers=shown)


def _runs(numbers: Sequence[int]) -> Iterator[Argument]:
    """Yield ascending numbers, with three or more in a row as one range."""
    for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        first, *others = [number for _, number in run]
        if len(others) > 1:
            yield Say("{first} to {last}", first=first, last=others[-1])
        else:
            yield from (first, *others)


def _write(argument: Argument, translate: Translate = english) -> str:
    """Return what fills a blank in a language; figures have a true minus."""
    match argument:
        case Say() | And():
            return argument.write(translate)
        case Noun():
            return translate(argument.one, "", 1)
        case tuple():
            return And(*argument).write(translate)
        case Signed():
            return str(argument)
        case Spelled():
            return Say(spelled(argument)).write(translate)
        case int() | Half():
            return figure(argument)
    return argument


def as_document(said: Argument) -> Any:
    """Return a message, or what fills a blank of one, as JSON has it.

    That is figures, names, and several in an object of which the key says how they are joined:
    ``{"and": ["Ann", "Bea"]}``. ``several`` and ``number`` are there where the words depend on a number.
    """
    match said:
        case Say():
            counted = {"several": said.several, "number": said.number} if said.several else {}
            arguments = {name: as_document(argument) for name, argument in said.arguments}
            return {"message": said.message, **counted, "arguments": arguments}
        case And():
            return {type(said).__name__.lower(): [as_document(item) for item in said]}
        case Noun():
            return said.one
        case tuple():
            return as_document(And(*said))
        case Signed():
            return as_number(said.number)
    return as_number(said)


def group_by_player_count(words: Mapping[int, Argument]) -> Argument:
    """Return words for each number of players in a row: "25 with 4 players, 21 with 5"."""
    groups: dict[str, list[int]] = {}
    for n, said in words.items():
        groups.setdefault(str(said), []).append(n)
    if len(groups) < 2:
        return next(iter(words.values()), NOTHING)
    said_with = ["{said} with {numbers} players", *["{said} with {numbers}"] * (len(groups) - 1)]
    return Row(
        *(
            Say(one, said=words[counts[0]], numbers=_join_numbers(counts))
            for one, counts in zip(said_with, groups.values(), strict=True)
        )
    )


def _join_numbers(counts: Sequence[int]) -> Argument:
    """Return numbers in a row, a run by its first and last: "3, 5 or 6", "4 to 6"."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return Say("{first} to {last}", first=counts[0], last=counts[-1])
    return Or(*counts)
