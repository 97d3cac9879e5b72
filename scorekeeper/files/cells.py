"""What other programs and people write for a score, and for who won.

Nothing that isn't understood becomes a figure or decides who won: each reader returns None for it, and its
caller says so before anything is imported.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from unicodedata import category

from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.halves import from_halves
from scorekeeper.rules.words import figure
from scorekeeper.store.text_order import fold

NUMBER = r"(?:[0-9]{1,15}(?:\.[0-9]{1,15})?|\.[0-9]{1,15})"
SUM = re.compile(rf"[+-]?\s*{NUMBER}(?:\s*[+-]\s*{NUMBER})*")
TERM = re.compile(rf"([+-]?)\s*({NUMBER})")
THOUSANDS = re.compile(
    r"(?<![0-9.,'’])[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+|(?: [0-9]{3})+|(?:['’][0-9]{3})+)"
    r"(?![ '’]?[0-9])"
)
"""Whole numbers with something between the thousands; no score has three digits after its point."""

FRACTION = re.compile(r"([.,])[0-9]{1,2}(?![0-9.,])")
"""The end of a number with a fraction: thousands have three digits."""

NOTHING = ("", "null", "none", "-", "–", "—")
"""What is written for a missing score."""

YES = re.compile(
    "1|x|✓|✔|√|y|yes|true|w|win|won|winner|"
    "j|ja|jah|wahr|gewonnen|gewinner|sieg|sieger|waar|winnaar|sant|sand|sann|"
    "oui|vrai|gagne|gagnant|vainqueur|s|si|sim|vero|verdadero|verdadeiro|"
    "gano|ganado|ganador|vinto|vincitore|venceu|vencedor|ganhou|"
    "tak|prawda|ano|da|так|да|igen|igaz|kylla|tosi|taip|ναι|evet"
)
NO = re.compile(
    "0|-|–|—|✗|✘|n|no|false|l|lost|loss|loser|none|nobody|draw|drawn|remis|unentschieden|niemand|"
    "nein|falsch|verloren|nee|onwaar|nej|nei|falskt|falsk|usann|"
    "non|faux|perdu|nao|falso|nu|fals|perdio|perdido|perso|perdeu|"
    "nie|fałsz|ne|не|нет|ні|nem|hamis|ei|epatosi|οχι|hayır|hayir"
)
"""Yes and no in the languages of Europe's spreadsheets, as ``fold`` leaves them."""

EVERYONE = re.compile("all|everybody|everyone|alle|iedereen|tous|todos|tutti")

PLACE = re.compile("([0-9]{1,2})(st|nd|rd|th|[.aeo°]|er|eme)?")
"""The place in which a player came, in languages of Europe, as ``fold`` leaves it."""

BETWEEN_NAMES = (re.compile(r"[,;&+/]|\band\b"), re.compile(r"[,;&+/]|\s(?:and|und|et|y|e|en)\s"))
"""What is between the winners that a cell names: as most write it, or else in other languages too."""


UNREAD = "{play}: who won is written as {said}, which can’t be read, so the game is left out."
"""What is said of a play that is left out because of that."""


class NotUnderstood(ValueError):
    """Raised where it can't be understood who won; ``words`` are what is written there, in quotes."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.words = [*dict.fromkeys(f"“{plain(text)[:20]}”" for text in texts)]
        super().__init__(", ".join(self.words))


def plain(text: str) -> str:
    """Return a text in one line, without characters that can't be shown."""
    if not text.isprintable():
        text = "".join(" " if category(each) in ("Cc", "Cs") else each for each in text)
    return " ".join(text.split())


def is_blank(score: str) -> bool:
    """Return whether a score is missing."""
    return plain(score).casefold() in NOTHING


def decimal_mark(scores: Iterable[str]) -> str:
    """Return whether a point or a comma begins the fractions of these scores; "" if that can't be seen."""
    marks = {number[1] for score in scores for number in FRACTION.finditer(score)}
    return marks.pop() if len(marks) == 1 else ""


def read_score(text: str, mark: str = "") -> tuple[int | None, str]:
    """Return the points that a score comes to, and how it had to be rounded: "2.3 is rounded to 2½".

    It may be a sum ("10+5") and may end in a half; other fractions are rounded to one. ``mark`` is the
    decimal mark where that is known. The points are None where the score is missing or can't be understood.
    """
    text = plain(text).replace("−", "-")
    written = text[:12]
    text = re.sub("([0-9])?½", lambda half: f"{half[1] or 0}.5", text)
    text = THOUSANDS.sub(lambda number: _without_marks(number[0], mark), text).replace(",", ".")
    if not SUM.fullmatch(text):
        return None, ""
    total = sum((Decimal(sign + number) for sign, number in TERM.findall(text)), Decimal())
    if abs(total) > LARGEST:
        return None, ""
    halves = (2 * total).to_integral_value()
    points = from_halves(int(halves))
    return points, "" if halves == 2 * total else f"{written} is rounded to {figure(points)}"


def _without_marks(number: str, decimal: str) -> str:
    """Return a number without what is between its thousands, unless that is the decimal mark."""
    return number if decimal and decimal in number else re.sub("[^0-9]", "", number)


def read_yes_or_no(text: str) -> bool | None:
    """Return whether a text says yes or no; None if it says neither."""
    said = fold(plain(text)).rstrip(".!")
    return True if YES.fullmatch(said) else False if NO.fullmatch(said) else None


def read_winners(cells: Mapping[str, str], only_names: bool = False) -> dict[str, bool | None]:
    """Return whether each player of a play won, given what is written for each; None for a blank cell.

    A cell says yes or no, or names winners among the players; ``only_names`` is whether it can't say yes.
    It may also say "everyone", or the place of each ("1st", or 1, 2, 3). Raises NotUnderstood for others.
    """
    players = {name.casefold(): name for name in cells}
    flags = {name: read_yes_or_no(text) for name, text in cells.items()}
    others = (text for name, text in cells.items() if text and flags[name] is None and not text.isdigit())
    is_told = any(read_place(text) and not _named(text, players) for text in others)
    if not only_names and (is_told or _are_places(cells.values())):
        return read_places(cells)
    won: dict[str, bool | None] = {}
    winners: set[str] = set()
    unread: list[str] = []
    for name, text in cells.items():
        named, flag = _named(text, players), flags[name]
        if text.casefold() in ("", "null"):
            won[name] = None
        elif named and (only_names or flag is None):
            won[name] = False
            winners |= named
        elif flag is None and EVERYONE.fullmatch(fold(plain(text)).rstrip(".!")):
            winners |= {*cells}
        elif flag is None or (flag and only_names):
            unread.append(text)
        else:
            won[name] = flag
    if unread:
        raise NotUnderstood(unread)
    return won | dict.fromkeys(winners, True)


def read_place(text: str) -> int | None:
    """Return the place that a text says: "1st", "2." or "3"; None if it says none."""
    place = PLACE.fullmatch(fold(plain(text)))
    return int(place[1]) if place else None


def read_places(cells: Mapping[str, str]) -> dict[str, bool | None]:
    """Return whether each player came first, given the place that is written for each.

    Raises NotUnderstood if one of them is none, or nobody came first.
    """
    places = {name: read_place(text) for name, text in cells.items()}
    unread = [text for name, text in cells.items() if places[name] is None and not is_blank(text)]
    if unread or 1 not in places.values():
        raise NotUnderstood(unread or filter(None, cells.values()))
    return {name: place == 1 for name, place in places.items()}


def _are_places(cells: Collection[str]) -> bool:
    """Return whether bare numbers are the places of a game: each is 1 more than there are better ones."""
    places = sorted(int(text) if text.isdecimal() else 0 for text in cells)
    return len({*places}) > 1 and all(place == places.index(place) + 1 for place in places)


def _named(text: str, players: Mapping[str, str]) -> set[str]:
    """Return the players whom a cell names; none if any of its names isn't one of theirs."""
    whole = plain(text).casefold()
    for names in ([whole], *(between.split(whole) for between in BETWEEN_NAMES)):
        if {name.strip() for name in names} <= players.keys():
            return {players[name.strip()] for name in names}
    return set()
