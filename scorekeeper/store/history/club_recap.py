"""The recap of a club: what all games of a year, or of any other days, came to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from scorekeeper.rules.outcome import MISSED
from scorekeeper.store.database import db
from scorekeeper.store.history import records, statistics
from scorekeeper.store.history.night_recap import BestHand, Recap, find_best_hand
from scorekeeper.store.history.records import ClubRecord, Run, UnluckyBid
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import GameSummary, NightResult, NightSummary, Rivals, Standing
from scorekeeper.store.models import Play
from scorekeeper.store.plays.play_statistics import calls
from scorekeeper.store.plays.sheet import Sheet


@dataclass(frozen=True)
class ClubRecap(Recap):
    """The recap of a club. It has the best hands of the games played most, in that order.

    Attributes:
        standings: everyone who played, those with the most wins first.
        results: everyone's games of each night, the first night first.
        nights: the nights themselves.
        games: the games that were played, the most played first.
        rivals: the two who met most often.
        run: the longest run of wins.
        unlucky, missed: the unluckiest bid, and its hand, whose score is what the bidder got.
    """

    standings: Sequence[Standing]
    results: Sequence[NightResult]
    nights: Sequence[NightSummary]
    games: Sequence[GameSummary]
    rivals: Rivals | None
    run: Run | None
    unlucky: UnluckyBid | None
    missed: BestHand | None


def recap_club(scope: Scope, most_best: int) -> ClubRecap:
    """Return what the games that count came to, with at most so many best hands."""
    results, games = statistics.night_results(scope), statistics.game_summaries(scope)
    standings = statistics.sum_up(scope, results)
    unlucky = records.unluckiest_bid(scope)
    return ClubRecap(
        names={one.person_id: one.name for one in standings},
        wins={one.person_id: one.wins for one in standings if one.wins},
        over=sum(one.plays for one in games),
        best=[*islice(_best_hands(scope, games), most_best)],
        standings=standings,
        results=results,
        nights=statistics.night_summaries(scope),
        games=games,
        rivals=statistics.rivals(scope),
        run=records.longest_runs(scope).won,
        unlucky=unlucky,
        missed=_find_missed(unlucky.bid) if unlucky else None,
    )


def _best_hands(scope: Scope, games: Sequence[GameSummary]) -> Iterator[BestHand]:
    """Yield the best hand of each game that can be scored."""
    for game in games:
        record = records.best_hand(replace(scope, games=(game.known_as,)))
        sheet = _sheet_of(record) if record else None
        if sheet and (best := find_best_hand(sheet)):
            yield best


def _find_missed(bid: ClubRecord) -> BestHand | None:
    """Return the first hand of a game in which someone missed a bid; None if it can't be scored."""
    if sheet := _sheet_of(bid):
        for hand, call, outcome in calls(sheet.result):
            if (sheet.play.person_ids[call.player], call.number, outcome) == (
                bid.person_id,
                bid.figure,
                MISSED,
            ):
                return BestHand(sheet, hand.number, (call.player,), hand.scores[call.player])
    return None


def _sheet_of(record: ClubRecord) -> Sheet | None:
    """Return the game of a record; None if it can't be scored."""
    sheet = Sheet.of(db.session.get_one(Play, record.play_id))
    return sheet if sheet.can_be_scored else None
