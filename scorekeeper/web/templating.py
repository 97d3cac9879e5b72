"""The environment of the templates: Jinja as Flask sets it up, but quicker to find what all of them share."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class SharedGlobals(Environment):
    """An environment whose templates all have the same globals, in one dictionary.

    Jinja looks names up in a chain instead, once more for every template that is drawn, included or imported.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which are those of the environment unless it has more."""
        return {**self.globals, **d} if d else self.globals
