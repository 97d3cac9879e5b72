"""The order of names, and finding texts: the same on every database, whichever language it was made for."""

import unicodedata

PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""The letters whose marks Unicode doesn't take apart, and those that are written as two elsewhere."""


def fold(text: str) -> str:
    """Return text as it is searched: "Über", "uber" and "ÜBER" are the same."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def name_order(name: str) -> tuple[str, str]:
    """Return what names are sorted by: Émile comes beside Emil, and Łukasz before Max.

    Databases sort marks in ways of their own, so names are sorted here.
    """
    return fold(name).translate(PLAIN), name.casefold()
