"""Every game that can be scored, in menu order."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.rules.games.bishop import Baronet, Bishop
from scorekeeper.rules.games.caravan import Caravan
from scorekeeper.rules.games.chevalier import Chevalier
from scorekeeper.rules.games.commander import CommanderCaptainCompany
from scorekeeper.rules.games.coralon import Coralon, CoralonPartners
from scorekeeper.rules.games.ducks import Dog, DucksAndGeese, DucksAndGeeseCutthroat
from scorekeeper.rules.games.hazard import Hazard
from scorekeeper.rules.games.house_of_fortune import HouseOfFortune
from scorekeeper.rules.games.jeu_de_tarock import JeuDeTarock
from scorekeeper.rules.games.lansquenet import Lansquenet
from scorekeeper.rules.games.nobles_estate import NoblesEstate
from scorekeeper.rules.games.ship import ShipCaptainCrew
from scorekeeper.rules.games.tally import Tally
from scorekeeper.rules.games.tarock import Tarock
from scorekeeper.rules.games.thief import Thief, Thieves
from scorekeeper.rules.games.up_and_down import UpAndDown, UpAndDownPoints
from scorekeeper.rules.games.whist import Whist
from scorekeeper.rules.recipes.game import RECIPE, recipe_game
from scorekeeper.rules.words import capital

GAMES: tuple[Game[Any, Any], ...] = (
    Coralon(),
    CoralonPartners(),
    Thief(),
    Thieves(),
    DucksAndGeese(),
    Dog(),
    DucksAndGeeseCutthroat(),
    Bishop(),
    Baronet(),
    Chevalier(),
    UpAndDown(),
    UpAndDownPoints(),
    NoblesEstate(),
    Tarock(),
    JeuDeTarock(),
    Whist(),
    CommanderCaptainCompany(),
    Lansquenet(),
    Hazard(),
    HouseOfFortune(),
    ShipCaptainCrew(),
    Caravan(),
    Tally(),
)

OWN_GAME = Tally.key
"""The game that players name and set up themselves."""

BY_NAME = (OWN_GAME, RECIPE)
"""The keys of games that are known by the name that players gave them."""

CATALOGUE: dict[str, Game[Any, Any]] = {game.key: game for game in GAMES}
"""Every game by its key: those above, then those added by other packages."""


def game_of(key: str, options: Mapping[str, Any]) -> Game[Any, Any] | None:
    """Return the game with this key: that of a recipe is in the house rules. None if there is none.

    Raises Wrong for a recipe that makes no game.
    """
    return recipe_game(options.get(RECIPE)) if key == RECIPE else CATALOGUE.get(key)


def name_of(key: str) -> str:
    """Return the name of a game; for one that is no longer installed, a name made from its key."""
    return CATALOGUE[key].name if key in CATALOGUE else capital(key.replace("-", " "))


def title_of(key: str, options: Mapping[str, Any]) -> str:
    """Return what a game is called: the name in its house rules (as on a scoresheet), or its own."""
    return given_name(key, options) or name_of(key)


def given_name(key: str, options: Mapping[str, Any]) -> str:
    """Return the name that players gave a game in its house rules; empty if they gave none."""
    if key == RECIPE:
        return str(options[RECIPE]["name"])
    titled = key in CATALOGUE and "title" in CATALOGUE[key].house_rules
    return options.get("title", "").strip() if titled else ""


def add(game: object) -> None:
    """Add a game of another package at the end of the menu. Raises ValueError if it can't be added."""
    if not isinstance(game, Game):
        raise ValueError("it is not a game")
    if game.key == RECIPE:
        raise ValueError(f"the key “{RECIPE}” is taken by games that are data")
    there = CATALOGUE.setdefault(game.key, game)
    if type(there) is not type(game):
        raise ValueError(f"the key “{game.key}” is taken by {there.name}")
