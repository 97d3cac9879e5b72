"""The records of a club: the longest runs, the best hands, the richest nights."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.store.database import db
from scorekeeper.store.history.counting import EVERYONE
from scorekeeper.store.history.kept_sums import ScopeSums
from scorekeeper.store.history.sums import time_of
from scorekeeper.store.models import Night, Play


class Run(NamedTuple):
    """Games in a row that someone won, or didn't win, and when the last of them started."""

    person_id: int
    plays: int
    at: datetime


class ClubRecord(NamedTuple):
    """The highest figure of its kind: whose it is (None for everyone's), its night and its play.

    Attributes:
        options: the house rules of the play, as on a scoresheet.
    """

    figure: int
    person_id: int | None
    night_id: int
    play_id: int | None
    game: str | None
    at: datetime
    options: Mapping[str, Any] | None = None


class Runs(NamedTuple):
    """The longest run of wins, and the longest without a win; None if there is none."""

    won: Run | None
    without: Run | None


def longest_runs(sums: ScopeSums, person_id: int = EVERYONE) -> Runs:
    """Return the longest runs of someone, or of the whole club; of equal ones, the one reached first."""
    runs = sums.of(person_id).runs
    return Runs(_longest(runs.get("won", {})), _longest(runs.get("without", {})))


def _longest(runs: Mapping[str, Sequence[int]]) -> Run | None:
    """Return the longest run; for the same game, that of the player who joined first."""
    order = [(-plays, at, play, int(person)) for person, (*_, plays, at, play) in runs.items() if plays]
    if not order:
        return None
    plays, at, _, person = min(order)
    return Run(person, -plays, time_of(at))


def best_hand(sums: ScopeSums) -> ClubRecord | None:
    """Return the highest score in a hand."""
    return _record(sums, "best hand")


def highest_total(sums: ScopeSums) -> ClubRecord | None:
    """Return the highest total that won a game; None in games that the lowest total wins."""
    return _record(sums, "highest total")


def richest_game(sums: ScopeSums) -> ClubRecord | None:
    """Return the most coins that anyone won in a game."""
    return _record(sums, "richest game")


def longest_game(sums: ScopeSums) -> ClubRecord | None:
    """Return the game with the most hands."""
    return _record(sums, "longest game")


def richest_night(sums: ScopeSums) -> ClubRecord | None:
    """Return the most coins that anyone won in a night."""
    return _record(sums, "richest night")


def longest_night(sums: ScopeSums) -> ClubRecord | None:
    """Return the night with the most games."""
    return _record(sums, "longest night")


def _record(sums: ScopeSums, kind: str) -> ClubRecord | None:
    """Return a record, with the game or the night in which it was reached."""
    if kind not in sums.everyone.records:
        return None
    figure, _, play_id, person_id, night_id = sums.everyone.records[kind]
    person = person_id if person_id != EVERYONE else None
    if not play_id:
        started = db.session.scalars(select(Night.started_at).where(Night.id == night_id)).one()
        return ClubRecord(figure, person, night_id, None, None, started)
    play = select(Play.game, Play.started_at, Play.options).where(Play.id == play_id)
    return ClubRecord(figure, person, night_id, play_id, *db.session.execute(play).one())
