"""Lots: drawing who deals first, or who sits where, in the next game of a night."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any, NamedTuple

from scorekeeper.rules.catalogue import game_of
from scorekeeper.rules.game import Game
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.database import db
from scorekeeper.store.models import GameTable, Night, Player
from scorekeeper.store.plays.plays import newest_play_at

DEALER, SEATS, PARTNERS, TABLES = LOTS = ("dealer", "seats", "partners", "tables")
"""The kinds of draw; partners sit across from each other, so that they are seats as well.

That of who sits at which of several tables (``rounds.py``) is kept as that of the seats of each.
"""


class Lots(NamedTuple):
    """A draw for the next game of a night.

    Attributes:
        what: one of LOTS.
        game: the game that it was drawn for.
        players: who took part, in seat order.
        dealer: the player who deals first.
        times: how often this was drawn.
    """

    what: str
    game: Game[Any, Any]
    players: list[Player]
    dealer: Player
    times: int

    def is_for(self, game: Game[Any, Any]) -> bool:
        """Return whether it was drawn for this game."""
        return (self.game.key, self.game.fixed) == (game.key, game.fixed)


def draw_lots(place: Night | GameTable, what: str, game: Game[Any, Any], players: Sequence[Player]) -> None:
    """Draw among these players, and keep what was drawn with the night, or with the table they sit at."""
    order = list(players)
    if what != DEALER:
        SystemRandom().shuffle(order)
    dealer = order[0] if what != DEALER else SystemRandom().choice(order)
    keep_lots(place, what, game, [player.id for player in order], order.index(dealer))


def keep_lots(
    place: Night | GameTable, what: str, game: Game[Any, Any], players: Sequence[int], dealer: int = 0
) -> None:
    """Keep what was drawn: the ids of the players in seat order, and the seat of the first dealer."""
    before = lots_of(place)
    again = before is not None and before.what == what and before.is_for(game)
    place.lots = {
        **(place.lots or {}),
        "what": what,
        "game": game.key,
        "options": dict(game.fixed),
        "players": list(players),
        "dealer": dealer,
        "times": before.times + 1 if before and again else 1,
        "since": newest_play_at(place),
    }


def lots_of(place: Night | GameTable) -> Lots | None:
    """Return what was drawn for the next game of a night or a table; None if nothing was, or it has begun."""
    lots = place.lots
    if not lots or lots.get("since") != newest_play_at(place):
        return None
    players = [person_of(db.session.get_one(Player, player)) for player in lots["players"]]
    game = game_of(lots["game"], lots.get("options", {}))
    assert game
    return Lots(lots["what"], game, players, players[lots["dealer"]], lots["times"])
