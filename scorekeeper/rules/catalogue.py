"""Every game that can be scored, in menu order."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.coralon import Coralon, CoralonPartners
from scorekeeper.rules.game import Game
from scorekeeper.rules.tally import Tally
from scorekeeper.rules.thief import Thief, Thieves

GAMES: tuple[Game[Any, Any], ...] = (
    Coralon(),
    CoralonPartners(),
    Thief(),
    Thieves(),
    Tally(),
)

CATALOGUE: Mapping[str, Game[Any, Any]] = {game.key: game for game in GAMES}
