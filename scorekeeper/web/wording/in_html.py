"""Messages that templates say themselves, on the server and on a phone."""

from typing import Any

from markupsafe import Markup, escape

from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import Noun


def say(one: str | Say, several: str = "", number: int = 1, /, **arguments: Any) -> Markup:
    """Return a message as HTML, also one that was declared elsewhere; HTML such as a moment stays so."""
    if isinstance(one, Say):
        return escape(one)
    html = {name: text if isinstance(text, Noun) else escape(text) for name, text in arguments.items()}
    # Players declare words, too: the columns of their own games.
    return Markup(Say(str(escape(one)), str(escape(several)), number, **html))
