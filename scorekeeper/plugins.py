"""Games from other installed packages.

A package lists its games as entry points in the group ``scorekeeper.games``:

    [project.entry-points."scorekeeper.games"]
    skittles = "skittles:Skittles"

The edition of a game's scoring is the version of its package, unless its class says another one.
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
            catalogue.add(game := game() if isinstance(game, type) else game)
            if entry.dist and "edition" not in vars(type(game)):
                type(game).edition = entry.dist.version
        except Exception as error:  # anything may go wrong in other people's code
            log.warning("Skipped the game %s (%s): %s", entry.name, entry.value, error)
