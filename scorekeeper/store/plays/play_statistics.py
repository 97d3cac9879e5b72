"""The figures of a finished play that the statistics use, kept beside its result."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, bindparam, delete, insert, update

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Call, Played
from scorekeeper.store.database import db
from scorekeeper.store.models import BidCount, Chair, Play

VERSION = 2
"""The version of the figures. Raise it when they are counted differently: every play is then recounted."""

KEPT = ("total", "payout", "won", "side", "best", "bumps_given", "bumps_received")
"""The columns of a seat that are filled when a play is over."""

_play, _chair, _called = (cast(Table, model.__table__) for model in (Play, Chair, BidCount))
HANDS = update(_play).where(_play.c.id == bindparam("play")).values(hands=bindparam("number"))
FIGURES = (
    update(_chair)
    .where(_chair.c.play_id == bindparam("play"), _chair.c.place == bindparam("seat"))
    .values({name: bindparam(name) for name in KEPT})
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PlayFigures:
    """The figures of one play.

    Attributes:
        hands: how many there were.
        seats: the columns of each chair, in seat order.
        bids: the rows of bids without the play, as in ``BidCount``.
    """

    hands: int
    seats: list[dict[str, Any]]
    bids: list[dict[str, Any]]


def figures_of(result: Result) -> PlayFigures:
    """Return the figures of a play that is over."""
    game, table, ending = result.setup.game, result.setup.table, result.ending
    assert ending is not None
    side_of = {seat: number for number, side in enumerate(result.setup.sides) for seat in side}
    given, received = Counter[int](), Counter[int]()
    called: Counter[tuple[Call, str]] = Counter()
    for hand, call in calls(result):
        called[call, game.outcomes[hand.outcome].result] += 1
        bumped = [seat for line in hand.lines if line.bump for seat in line.seats]
        received.update(bumped)
        if bumped:
            given.update(seat for seat in side_of if side_of[seat] == side_of[call.player])
    # Where the lowest total wins, a high score is nothing to record.
    hands = () if result.setup.lowest_wins else result.hands
    seats = [
        {
            "total": result.state.totals[seat],
            "payout": result.payout[seat],
            "won": seat in ending.winners,
            "side": side_of[seat],
            "best": max((hand.scores[seat] for hand in hands), default=None),
            "bumps_given": given[seat],
            "bumps_received": received[seat],
        }
        for seat in range(table.n)
    ]
    bids = [
        {
            "place": call.player,
            "partner": call.partner,
            "bid": call.number,
            "outcome": outcome,
            "times": times,
        }
        for (call, outcome), times in called.items()
    ]
    return PlayFigures(len(result.hands), seats, bids)


def calls(result: Result) -> Iterator[tuple[Played, Call]]:
    """Yield the hands that were bid for, each with its bid."""
    for hand in result.hands:
        if call := hand.hand.call:
            yield hand, call


def keep_figures(found: Mapping[int, PlayFigures]) -> None:
    """Replace the figures of plays, given by id: four statements for all."""
    connection = db.session.connection()
    _delete_bids(found)
    hands = [{"play": play_id, "number": figures.hands} for play_id, figures in found.items()]
    connection.execute(HANDS, hands)
    seats = [
        {"play": play_id, "seat": place, **seat}
        for play_id, figures in found.items()
        for place, seat in enumerate(figures.seats)
    ]
    connection.execute(FIGURES, seats)
    bids = [{"play_id": play_id, **bid} for play_id, figures in found.items() for bid in figures.bids]
    if bids:
        connection.execute(insert(_called), bids)


def delete_figures(play_id: int, seats: int) -> None:
    """Delete the result and the figures of a play that continues."""
    _delete_bids([play_id])
    db.session.connection().execute(HANDS, {"play": play_id, "number": None})
    rows = [{"play": play_id, "seat": place, **dict.fromkeys(KEPT)} for place in range(seats)]
    db.session.connection().execute(FIGURES, rows)


def _delete_bids(play_ids: Iterable[int]) -> None:
    db.session.connection().execute(delete(_called).where(_called.c.play_id.in_(play_ids)))
