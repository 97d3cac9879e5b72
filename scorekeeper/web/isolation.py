"""Isolating names that are written from right to left, so that nothing beside them changes its place.

A browser puts a line in order by its letters: in “Nobody won; Thomas M. and محمد 5” the figure would go to
the other side of the name. Two invisible marks around a name say that it stands alone. They are put in last,
where people read a name: files, fields, titles, voices and other programs never get them.
"""

import re
from collections.abc import Iterable

from markupsafe import escape

FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""A letter of Hebrew, Arabic, or another script that is written from right to left."""

FIRST_BYTES = bytes([*range(0xD6, 0xE1), 0xEF, 0xF0])
"""The bytes with which such a letter begins in UTF-8, as few others do."""

ALONE = "\u2068{}\u2069"
"""What stands alone in its own direction, between Unicode's FSI and PDI."""

UNREAD = (
    r'<(?P<tag>textarea|title|desc|script|style|option)\b.*?</(?P=tag)>|<\w+ class="note"[^>]*>[^<]*|<[^>]*>'
)
"""What is left as it is: tags, notes, and elements whose text is typed, copied or drawn by others."""

TOLD = re.compile(r'(?<= data-notice=")[^"]*|(?<= data-own=")[^"]*')
"""The attributes whose text static/live/ shows."""


def isolated(html: str, names: Iterable[str]) -> str:
    """Return a page, a part of one or a picture with each of these names isolated, wherever it is read."""
    turned = sorted(
        {str(escape(name)) for name in names if FROM_THE_RIGHT.search(name)}, key=len, reverse=True
    )
    if not turned:
        return html
    name = rf"(?<!\w)(?:{'|'.join(map(re.escape, turned))})(?!\w)"

    def alone(match: re.Match[str]) -> str:
        return ALONE.format(match[0])

    def told(match: re.Match[str]) -> str:
        return re.sub(name, alone, match[0])

    def read(match: re.Match[str]) -> str:
        return TOLD.sub(told, match[0]) if match[0][0] == "<" else alone(match)

    return re.sub(f"{UNREAD}|{name}", read, html, flags=re.DOTALL)
