"""Games that end quickly, for the statistics to count."""

from typing import Any

from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import NewPlay, coralon, enter, tally

EXACT = coralon("Bea", 5, 3, 5, 3, 2)
"""Bea bids five and takes five: she alone scores."""

OVER = coralon("Cal", 3, 3, 2, 5, 3)
"""Cal bids three and takes five."""

MISSED = coralon("Dee", 6, 5, 3, 3, 2)
"""Dee bids six and takes two; Ann takes five."""


def four_games(new_play: NewPlay) -> list[Play]:
    """Play an evening: Bea wins, then Cal, then Ann with Cal as her partner, and at last Dee."""
    games = [
        new_play(target=5, wager=2),
        new_play(target=5, wager=2),
        new_play("coralon-partners", target=5),
        new_play("tally", target=5),
    ]
    hands = [EXACT, OVER, {"bidder": "Ann", "bid": 8, "tricks": 8}, tally(-3, 0, 1, 9)]
    for play, hand in zip(games, hands, strict=True):
        enter(play, hand)
    return games


def won_by(new_play: NewPlay, *seats: int) -> list[Play]:
    """Play a game of Tally for each of these seats, which wins it; -1 is nobody's."""
    games = []
    for seat in seats:
        play = new_play("tally")
        enter(play, tally(*(1 if place == seat else 0 for place in range(4))))
        commands.end_play(Sheet.of(play))
        db.session.commit()
        games.append(play)
    return games


def everything(play: Play, **wanted: Any) -> Scope:
    """Return all games in the club of a play, or those wanted."""
    return Scope(play.club_id, **wanted)


def person(play: Play, name: str) -> int:
    """Return the id of a player."""
    return next(chair.player_id for chair in play.seats if chair.name == name)
