"""Messages that templates say themselves, on the server and on a phone."""

from typing import Any

from markupsafe import Markup, escape

from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import Noun


def say(one: str, several: str = "", number: int = 1, /, **arguments: Any) -> Markup:
    """Return a message as HTML; what is HTML already, such as a moment, stays so."""
    html = {name: text if isinstance(text, Noun) else escape(text) for name, text in arguments.items()}
    return Markup(Say(one, several, number, **html))
