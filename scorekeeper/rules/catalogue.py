"""Every game that can be scored, in menu order."""

from typing import Any

from scorekeeper.rules.bishop import Baronet, Bishop
from scorekeeper.rules.chevalier import Chevalier
from scorekeeper.rules.coralon import Coralon, CoralonPartners
from scorekeeper.rules.ducks import Dog, DucksAndGeese, DucksAndGeeseCutthroat
from scorekeeper.rules.fortune import HouseOfFortune
from scorekeeper.rules.game import Game
from scorekeeper.rules.hazard import Hazard
from scorekeeper.rules.lansquenet import Lansquenet
from scorekeeper.rules.nobles import NoblesEstate
from scorekeeper.rules.piles import CommanderCaptainCompany
from scorekeeper.rules.ship import Caravan, ShipCaptainCrew
from scorekeeper.rules.tally import Tally
from scorekeeper.rules.tarock import JeuDeTarock, Tarock
from scorekeeper.rules.thief import Thief, Thieves
from scorekeeper.rules.up_and_down import UpAndDown, UpAndDownPoints
from scorekeeper.rules.whist import Whist
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

CATALOGUE: dict[str, Game[Any, Any]] = {game.key: game for game in GAMES}
"""Every game by its key: those above, and after them those that other packages brought."""


def name_of(key: str) -> str:
    """What a game is called; of one that is not there any more only the key is known."""
    return CATALOGUE[key].name if key in CATALOGUE else capital(key.replace("-", " "))


def add(game: object) -> None:
    """Put a game of another package at the end of the menu. Raises ValueError when it cannot be there."""
    if not isinstance(game, Game):
        raise ValueError("it is no game")
    there = CATALOGUE.setdefault(game.key, game)
    if type(there) is not type(game):
        raise ValueError(f"the key “{game.key}” is taken by {there.name}")
