"""Every game that can be scored, in menu order."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.bishop import Baronet, Bishop
from scorekeeper.rules.chevalier import Chevalier
from scorekeeper.rules.coralon import Coralon, CoralonPartners
from scorekeeper.rules.ducks import Dog, DucksAndGeese, DucksAndGeeseCutthroat
from scorekeeper.rules.game import Game
from scorekeeper.rules.tally import Tally
from scorekeeper.rules.thief import Thief, Thieves
from scorekeeper.rules.up_and_down import UpAndDown, UpAndDownPoints

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
    Tally(),
)

CATALOGUE: Mapping[str, Game[Any, Any]] = {game.key: game for game in GAMES}
