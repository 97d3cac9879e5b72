"""Turning figures and names into words a player would say."""

from collections.abc import Iterable

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """The number as a word up to ten, in figures above."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def counted(number: int, noun: str, several: str = "") -> str:
    """A figure with its noun: "1 trick", "13 tricks", "2 thieves"."""
    return f"{number} {noun if number == 1 else several or noun + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row as they are spoken: "Ann, Bea and Cal"."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final


def capital(words: str) -> str:
    """The words as a sentence begins; names keep their capitals."""
    return words[:1].upper() + words[1:]


def figure(number: int) -> str:
    """A total, with a proper minus."""
    return str(number).replace("-", "−")


def signed(amount: int) -> str:
    """A score with its sign, as on paper: "+4", "−2", "0"."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"
