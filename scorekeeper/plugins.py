"""Games that other installed packages bring.

A package names its games in its entry points, under the group ``scorekeeper.games``:

    [project.entry-points."scorekeeper.games"]
    skittles = "skittles:Skittles"
"""

import logging
from importlib.metadata import entry_points

from scorekeeper.rules import catalogue

GROUP = "scorekeeper.games"

log = logging.getLogger(__name__)


def load() -> None:
    """Put them into the catalogue. One that cannot be there is left out, with a word to whoever runs this."""
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            catalogue.add(game() if isinstance(game, type) else game)
        except Exception as error:  # code of others, in which anything may go wrong
            log.warning("The game %s (%s) is left out: %s", entry.name, entry.value, error)
