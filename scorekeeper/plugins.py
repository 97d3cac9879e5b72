"""Games from other installed packages.

A package lists its games as entry points in the group ``scorekeeper.games``:

    [project.entry-points."scorekeeper.games"]
    skittles = "skittles:Skittles"
"""

import logging
from importlib.metadata import entry_points

from scorekeeper.rules import catalogue

GROUP = "scorekeeper.games"

log = logging.getLogger(__name__)


def load_plugins() -> None:
    """Add these games to the catalogue; one that fails to load is skipped with a warning in the log."""
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            catalogue.add(game() if isinstance(game, type) else game)
        except Exception as error:  # anything may go wrong in other people's code
            log.warning("Skipped the game %s (%s): %s", entry.name, entry.value, error)
