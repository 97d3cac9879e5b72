"""Games of other packages on a phone, where what is installed is a list in the archive."""

from importlib import import_module
from pathlib import Path

from scorekeeper.rules import catalogue

LIST = "added-games.txt"
"""The file in the archive that names them, each as its package does: ``package.module:Game``."""


def add_games() -> None:
    """Add the games that are packed to the catalogue, except those that take more than a phone has.

    On the server, where there is no archive, they are there already.
    """
    try:
        games = read_data(LIST).decode().split()
    except OSError:
        return
    for listed in games:
        try:
            module, _, name = listed.partition(":")
            game = getattr(import_module(module), name)
            catalogue.add(game() if isinstance(game, type) else game)
        except Exception as error:  # anything may go wrong in other people's code
            print(f"Hands of {listed} are scored once they are sent: {error}")


def read_data(name: str) -> bytes:
    """Return a file in the same archive or folder as the app. Raises OSError if there is none."""
    data: bytes = __loader__.get_data(str(Path(__file__).parents[2] / name))  # type: ignore[name-defined]
    return data
