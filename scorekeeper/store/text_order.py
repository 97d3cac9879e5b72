"""The order of texts, and finding them: the same on every database, whichever language it was made for."""

import unicodedata
from typing import Any

from sqlalchemy import String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


def fold(text: str) -> str:
    """Return text as it is searched: "Über", "uber" and "ÜBER" are the same."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


class in_text_order(FunctionElement[str]):
    """A text to order by: letter by letter, by the number of each in Unicode, as Python and SQLite do it.

    Names are ordered by their ``folded`` form, which has no capital letters.
    """

    type = String()
    inherit_cache = True


@compiles(in_text_order)
def _compile(element: Any, compiler: Any, **kw: Any) -> str:
    return str(compiler.process(element.clauses, **kw))


@compiles(in_text_order, "postgresql")
def _compile_for_postgresql(element: Any, compiler: Any, **kw: Any) -> str:
    return f'({_compile(element, compiler, **kw)}) COLLATE "C"'
