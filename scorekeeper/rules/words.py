"""Turning figures and names into words a player would say."""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import east_asian_width


class Noun(NamedTuple):
    """A noun in the singular and the plural: ``Noun("thief", "thieves")``."""

    one: str
    many: str


HAND = Noun("hand", "hands")
ROLL = Noun("roll", "rolls")
ROUND = Noun("round", "rounds")
BID = Noun("bid", "bids")
BUMP = Noun("bump", "bumps")
CARD_POINT = Noun("card point", "card points")
CLEAN_TRICK = Noun("clean trick", "clean tricks")
COIN = Noun("coin", "coins")
DAY = Noun("day", "days")
DEFENDER = Noun("defender", "defenders")
GAME = Noun("game", "games")
HOUR = Noun("hour", "hours")
MINUTE = Noun("minute", "minutes")
NIGHT = Noun("night", "nights")
PAYMENT = Noun("payment", "payments")
PHONE = Noun("phone", "phones")
PLAYER = Noun("player", "players")
POINT = Noun("point", "points")
POISONED_TRICK = Noun("poisoned trick", "poisoned tricks")
STONE = Noun("stone", "stones")
THIEF = Noun("thief", "thieves")
TIME = Noun("time", "times")
TRICK = Noun("trick", "tricks")


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


SHORTEST_NAME = 3
VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêîôû")


def spelled(number: int) -> str:
    """Return the number as a word up to ten, in figures above."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """Return the place in a row as a word up to ten, in figures above: "third", "21st"."""
    if 0 < number <= len(ORDINALS):
        return ORDINALS[number - 1]
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last if last < 4 else 0]}"


def capital(words: str) -> str:
    """Return the words with a capital, as a sentence begins."""
    return words[:1].upper() + words[1:]


def lowered(words: str) -> str:
    """Return the words as they read within a sentence: "high bidder" for "High bidder"."""
    return words[:1].lower() + words[1:]


def figure(number: int) -> str:
    """Return a total, with a true minus."""
    return str(number).replace("-", "−")


def signed(amount: int) -> str:
    """Return a score with its sign, as on paper: "+4", "−2", "0"."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def percent(part: int, whole: int) -> int:
    """Return a share in percent, rounded."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def write_total(total: int, stake: int, coins: bool) -> str:
    """Return a total, or all the coins of someone who started with a stake; coins won carry a plus."""
    return signed(total) if coins and not stake else figure(stake + total)


def text_width(words: str) -> int:
    """Return the estimated width of a text in letters, of which an East Asian one takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)


def short_names(names: Sequence[str]) -> list[str]:
    """Return for each name its shortest beginning of a syllable or more that tells it from the others.

    "Maximilian" is "Max", but "Maxim" beside "Max". Its end is kept where no beginning will do: "Max…n".
    """
    return [_short_name(name, [*names[:at], *names[at + 1 :]]) for at, name in enumerate(names)]


def _short_name(name: str, others: Sequence[str]) -> str:
    has_vowel = not VOWELS.isdisjoint(name.lower())
    for end in range(SHORTEST_NAME, len(name)):
        short = name[:end].rstrip()
        is_syllable = not has_vowel or not VOWELS.isdisjoint(short.lower())
        ends_well = short[-1].isalpha() and short[-1].lower() not in VOWELS
        if is_syllable and ends_well and not any(other.startswith(short) for other in others):
            return short
    if not others:
        return name
    begins = _short_name(name, [])
    alike = [other for other in others if other.startswith(begins)]
    ends = (name[-letters:] for letters in range(1, len(name)))
    last = next((last for last in ends if not any(other.endswith(last) for other in alike)), name)
    return min(f"{begins}…{last}", name, key=len)
