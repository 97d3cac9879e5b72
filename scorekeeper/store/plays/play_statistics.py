"""The figures of a finished play that the statistics use, kept beside its result."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Call, Played
from scorekeeper.rules.outcome import BidResult
from scorekeeper.store.database import db
from scorekeeper.store.models import BidCount, Play

VERSION = 4
"""The version of the figures. Raise it when they are counted differently: every play is then recounted."""

KEPT = ("total", "payout", "won", "side", "best", "bumps_given", "bumps_received")
"""The columns of a seat that are filled when a play is over."""


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
    table, ending = result.setup.table, result.ending
    assert ending is not None
    side_of = {seat: number for number, side in enumerate(result.setup.sides) for seat in side}
    given, received = Counter[int](), Counter[int]()
    called: Counter[tuple[Call, BidResult]] = Counter()
    for hand, call, outcome in calls(result):
        called[call, outcome] += 1
        bumped = [seat for line in hand.lines if line.bump for seat in line.seats]
        received.update(bumped)
        if bumped:
            given.update(seat for seat in side_of if side_of[seat] == side_of[call.player])
    hands = result.hands if records_hands(result) else ()
    seats = [
        {
            "total": result.totals[seat],
            "payout": result.payout[seat],
            "won": seat in ending.winners,
            "side": side_of[seat],
            "best": max(
                (hand.scores[seat] for hand in hands if seat in table.at(hand.number).here), default=None
            ),
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


def records_hands(result: Result) -> bool:
    """Return whether a high score is to be recorded: not if the lowest wins, or rounds are only won."""
    setup = result.setup
    return setup.unit != "rounds" and not setup.lowest_wins and setup.tells_totals(result.totals)


def calls(result: Result) -> Iterator[tuple[Played, Call, BidResult]]:
    """Yield the bids of a play, each with its hand and how it came out."""
    for hand in result.hands:
        for bid in result.setup.game.bids(result.setup.table.at(hand.number), result.before(hand), hand):
            yield hand, *bid


def keep_figures(*counted: tuple[Play, PlayFigures]) -> None:
    """Keep the results and the figures of plays, instead of those that they had."""
    _delete_bids(*(play for play, _ in counted))
    for play, figures in counted:
        play.hands, play.counted = figures.hands, VERSION
        for chair, seat in zip(play.seats, figures.seats, strict=True):
            for name, value in seat.items():
                setattr(chair, name, value)
        db.session.add_all(BidCount(play_id=play.id, **bid) for bid in figures.bids)


def delete_figures(play: Play) -> None:
    """Delete the result and the figures of a play that continues."""
    _delete_bids(play)
    play.hands, play.counted = None, 0
    for chair in play.seats:
        for name in KEPT:
            setattr(chair, name, None)


def _delete_bids(*plays: Play) -> None:
    db.session.execute(delete(BidCount).where(BidCount.play_id.in_([play.id for play in plays])))
