"""The recipes that come with the app: games that most tables know, each in a file of its own."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from scorekeeper.rules.game import Icon
from scorekeeper.rules.recipes.game import RecipeGame, recipe_game


class GalleryGame(NamedTuple):
    """A recipe of the gallery, with what lists of games show.

    Attributes:
        key: its file's name, such as "oh-hell", by which addresses know it.
        recipe: the recipe, as on a scoresheet.
        also: other names of the game.
        source: where its rules were read.
        icon: the kind of game it is.
    """

    key: str
    recipe: Mapping[str, Any]
    also: Sequence[str]
    source: str
    icon: Icon = "cards"

    @property
    def name(self) -> str:
        """The name of the game."""
        return str(self.recipe["name"])

    @property
    def about(self) -> str:
        """One line about it."""
        return str(self.recipe["about"])

    @property
    def seats(self) -> range:
        """The possible numbers of players."""
        fewest, most = self.recipe["players"]
        return range(fewest, most + 1)

    @property
    def game(self) -> RecipeGame:
        """The game that the recipe makes."""
        return recipe_game(self.recipe)


@cache
def gallery() -> Mapping[str, GalleryGame]:
    """Return the games of the gallery by their keys, sorted by name."""
    found = [file for file in files(__package__).iterdir() if file.name.endswith(".json")]
    games = [GalleryGame(file.name[:-5], **json.loads(file.read_text("utf-8"))) for file in found]
    return {game.key: game for game in sorted(games, key=lambda game: game.name)}
