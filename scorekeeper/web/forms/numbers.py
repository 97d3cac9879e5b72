"""Reading the numbers of a request: ids, versions and coins, as the pages wrote them."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress

from werkzeug.routing import IntegerConverter, ValidationError

from scorekeeper.store.database import LARGEST_ID

DIGITS = re.compile(r"\d{1,19}", re.ASCII)


def read_number(text: str, most: int = LARGEST_ID) -> int:
    """Return a number from 0 to ``most``, which is what the database can store. Raises ValueError."""
    if not DIGITS.fullmatch(text) or (number := int(text)) > most:
        raise ValueError("This is not a number that a page of ours has sent.")
    return number


def numbers_in(texts: Iterable[str] | None, read: Callable[[str], int] = read_number) -> list[int]:
    """Return the numbers among the values of a field, each once."""
    found: dict[int, None] = {}
    for text in texts or ():
        with suppress(ValueError):
            found[read(text)] = None
    return list(found)


class Number(IntegerConverter):
    """A number in an address."""

    def to_python(self, value: str) -> int:
        """Return the number. Raises ValidationError if there is nothing with such a number."""
        try:
            return read_number(value)
        except ValueError as wrong:
            raise ValidationError from wrong
