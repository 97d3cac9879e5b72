"""The records of a club: the longest runs, the best hands, the richest nights."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, literal, null, select

from scorekeeper.rules.outcome import EXACT, MISSED
from scorekeeper.store.clubs.people import PERSON, player_ids
from scorekeeper.store.database import db
from scorekeeper.store.history.bids import FEWEST_BIDS, bid_outcomes, records_by_bid, records_by_game
from scorekeeper.store.history.night_recap import SHORTEST_STREAK
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import total, won
from scorekeeper.store.models import BidCount, Chair, Night, Play

OF_A_GAME = (Play.night_id, Play.id, Play.game, Play.started_at, Play.options)
"""The columns of a game that a record shows."""

IN_TIME = (Play.started_at, Play.id)


class Run(NamedTuple):
    """Games in a row that someone won, or didn't win, and when the last of them started, in which zone."""

    person_id: int
    plays: int
    at: datetime
    time_zone: str


class ClubRecord(NamedTuple):
    """The highest figure of its kind: whose it is (None for everyone's), its night and its play.

    Attributes:
        options: the house rules of the play, as on a scoresheet.
        time_zone: that of the night.
    """

    figure: int
    person_id: int | None
    night_id: int
    play_id: int | None
    game: str | None
    at: datetime
    options: Mapping[str, Any] | None
    time_zone: str


class Runs(NamedTuple):
    """The longest run of wins, and the longest without a win; None if there is none of two games."""

    won: Run | None
    without: Run | None


class UnluckyBid(NamedTuple):
    """A missed bid, and how often everyone made the bid of this size in this game, of how many times."""

    bid: ClubRecord
    made: int
    bids: int


def longest_runs(scope: Scope, person_id: int | None = None) -> Runs:
    """Return the longest runs of someone, or of the whole club; of equal ones, the one reached first.

    Of those reached in the same game, it is that of the player who joined first.
    """
    if person_id is None:
        results = scope.chairs(PERSON, won(Chair), Play.id).order_by(*IN_TIME)
    else:
        mine = scope.chairs_of(player_ids(person_id), literal(person_id), won(Chair), Play.id)
        results = mine.order_by(*IN_TIME)
    # Wins in a row count up from zero, games without one count down.
    runs: dict[int, int] = {}
    most = least = (0, 0, 0)
    # There may be tens of thousands: sorting those of a game takes longer than this, as would the session.
    for person, has_won, play_id in db.session.connection().execute(results).all():
        before = runs.get(person, 0)
        if has_won:
            length = runs[person] = before + 1 if before > 0 else 1
            if length >= most[0]:
                most = _longer(most, (length, person, play_id))
        else:
            length = runs[person] = before - 1 if before < 0 else -1
            if -length >= least[0]:
                least = _longer(least, (-length, person, play_id))
    return Runs(_run(*most), _run(*least))


def _longer(run: tuple[int, int, int], later: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the longer one of two runs, each with its player and the game in which it was reached."""
    in_the_same_game = (later[0], later[2]) == (run[0], run[2])
    return later if later[0] > run[0] or (in_the_same_game and later[1] < run[1]) else run


def _run(length: int, person_id: int, play_id: int) -> Run | None:
    started = select(Play.started_at, Night.time_zone).join(Play.night).where(Play.id == play_id)
    return Run(person_id, length, *db.session.execute(started).one()) if length >= SHORTEST_STREAK else None


def best_hand(scope: Scope) -> ClubRecord | None:
    """Return the highest score in a hand."""
    return _of_a_chair(scope, Chair.best, Chair.best.is_not(None))


def highest_total(scope: Scope) -> ClubRecord | None:
    """Return the highest total that won a game; None in games that the lowest total wins."""
    return _of_a_chair(
        scope, Chair.total, Chair.total.is_not(None), Chair.won.is_(True), Chair.best.is_not(None)
    )


def highest_exact_bid(scope: Scope) -> ClubRecord | None:
    """Return the highest bid that was made exactly, in games where that matters."""
    return _of_a_bid(scope, BidCount.outcome == EXACT, BidCount.bid.is_not(None))


def unluckiest_bid(scope: Scope) -> UnluckyBid | None:
    """Return the missed bid of which others like it, of the same size in the same game, are mostly made.

    It is the one with the largest share of those made among at least FEWEST_BIDS, and more than half; of
    equal shares that of more bids, then the higher bid, and of several misses the first one.
    """
    found = []
    for game, rows in records_by_game(bid_outcomes(scope)).items():
        for bid, record in records_by_bid(rows.rows).items():
            bids = record.made + record.missed
            if bid is not None and bids >= FEWEST_BIDS and record.made > record.missed > 0:
                found.append((record.made / bids, bids, bid, game, record.made))
    if not found:
        return None
    _, bids, bid, game, made = max(found)
    missed = _of_a_bid(scope, Play.known_as == game, BidCount.bid == bid, BidCount.outcome == MISSED)
    return UnluckyBid(missed, made, bids) if missed else None


def richest_game(scope: Scope) -> ClubRecord | None:
    """Return the most coins that anyone won in a game."""
    return _of_a_chair(scope, Chair.payout, Chair.payout > 0)


def longest_game(scope: Scope) -> ClubRecord | None:
    """Return the game with the most hands."""
    longest = scope.plays(Play.hands, null(), *OF_A_GAME).where(Play.hands.is_not(None))
    row = db.session.execute(longest.order_by(Play.hands.desc(), *IN_TIME).limit(1)).first()
    return _record(row)


def richest_night(scope: Scope) -> ClubRecord | None:
    """Return the most coins that anyone won in a night."""
    coins = total(Chair.payout)
    paid = scope.chairs(coins, PERSON, Play.night_id).where(Chair.payout != 0)
    nights = paid.group_by(Play.night_id, PERSON).having(coins > 0)
    return _of_a_night(nights.order_by(coins.desc(), func.min(Play.started_at), Play.night_id, PERSON))


def longest_night(scope: Scope) -> ClubRecord | None:
    """Return the night with the most games."""
    nights = scope.plays(func.count(), null(), Play.night_id).group_by(Play.night_id)
    return _of_a_night(nights.order_by(func.count().desc(), func.min(Play.started_at), Play.night_id))


def _of_a_chair(scope: Scope, figure: Any, *conditions: ColumnElement[bool]) -> ClubRecord | None:
    """Return the highest figure of a chair, the first that was reached."""
    reached = scope.chairs(figure, PERSON, *OF_A_GAME).where(*conditions)
    row = db.session.execute(reached.order_by(figure.desc(), *IN_TIME, Chair.place).limit(1)).first()
    return _record(row)


def _of_a_bid(scope: Scope, *conditions: ColumnElement[bool]) -> ClubRecord | None:
    """Return the highest of the bids that meet these conditions, the first that was made."""
    bidder = and_(BidCount.play_id == Play.id, BidCount.place == Chair.place)
    bids = scope.chairs(BidCount.bid, PERSON, *OF_A_GAME).join(BidCount, bidder).where(*conditions)
    in_order = bids.order_by(BidCount.bid.desc(), *IN_TIME, Chair.place)
    return _record(db.session.execute(in_order.limit(1)).first())


def _of_a_night(nights: Select[*tuple[Any, ...]]) -> ClubRecord | None:
    """Return the first of these figures, each with its person and its night."""
    row = db.session.execute(nights.limit(1)).first()
    if not row:
        return None
    figure, person_id, night_id = row
    started = db.session.get_one(Night, night_id).started_at
    return ClubRecord(figure, person_id, night_id, None, None, started, None, _zone(night_id))


def _record(row: Any) -> ClubRecord | None:
    """Return a record of a game, with the zone of its night."""
    return ClubRecord(*(*row, _zone(row.night_id))) if row else None


def _zone(night_id: int) -> str:
    return db.session.get_one(Night, night_id).time_zone
