"""Counting games: reading them in the order of time, and adding them up to ``Sums``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Select, exists, select
from sqlalchemy.orm import aliased

from scorekeeper.rules.outcome import MISSED, OTHER
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.sums import Sums, micros, one_game
from scorekeeper.store.models import BidCount, Chair, Night, Play, Player

ALL, EVERYONE = "", 0
"""The key of games of every kind, and the id of the person for sums about everyone."""

A_DAY = 24 * 60
"""Minutes. A game left open overnight doesn't tell how long games take."""

ROWS_IN_MEMORY = 1000
"""Rows that are loaded at a time."""

About: TypeAlias = tuple[str, int]
"""What sums are about: the key of a game or ALL, and the id of a person or EVERYONE."""


class GameThatCounts(NamedTuple):
    """A game that counts, with those who sat there and the bids."""

    play: Any
    chairs: Sequence[Any]
    bids: Sequence[Any]


def counting(club_id: int) -> list[ColumnElement[bool]]:
    """Return the conditions that a play of a club must meet to count."""
    deleted = select(Night.id).where(Night.club_id == club_id, Night.deleted_at.is_not(None))
    return [
        Play.club_id == club_id,
        Play.ended_at.is_not(None),
        Play.deleted_at.is_(None),
        Play.night_id.not_in(deleted),
    ]


def count_games(
    club_id: int, start: datetime | None, end: datetime | None, only: About | None = None
) -> Mapping[About, Sums]:
    """Return the sums of the games that started in a time, of each kind and person or ``only`` of one."""
    wanted = counting(club_id)
    if start:
        wanted.append(Play.started_at >= start)
    if end:
        wanted.append(Play.started_at < end)
    game, person_id = only or (ALL, EVERYONE)
    if game != ALL:
        wanted.append(Play.game == game)
    if person_id != EVERYONE:
        same = select(Player.id).where((Player.id == person_id) | (Player.person_id == person_id))
        ids = db.session.scalars(same).all()
        sat = aliased(Chair)
        # Checked game by game: adding zero keeps the database from reading all games of the player.
        wanted.append(exists().where(sat.play_id == Play.id, (sat.player_id + 0).in_(ids)))
    count = GameCounter(only)
    for counted in _games_in_order(wanted):
        count.add(counted)
    return count.sums()


def _games_in_order(wanted: Sequence[ColumnElement[bool]]) -> Iterator[GameThatCounts]:
    """Yield games in the order of time, without all of them being in memory."""
    columns = (Play.id, Play.night_id, Play.game, Play.started_at, Play.ended_at, Play.hands)
    chairs = select(*columns, *Chair.__table__.c, PERSON.label("person")).select_from(Play)
    chairs = chairs.join(Chair, Chair.play_id == Play.id).join(Player, Player.id == Chair.player_id)
    bids = select(BidCount.__table__).join(Play, Play.id == BidCount.play_id)
    order = (Play.started_at, Play.id)
    said = groupby(_stream(bids.where(*wanted).order_by(*order)), key=attrgetter("play_id"))
    next_id, next_bids = next(said, (None, None))
    in_order = _stream(chairs.where(*wanted).order_by(*order, Chair.place))
    for play_id, some in groupby(in_order, key=attrgetter("play_id")):
        seats, called = list(some), []
        if play_id == next_id and next_bids is not None:
            called = list(next_bids)
            next_id, next_bids = next(said, (None, None))
        yield GameThatCounts(seats[0], seats, called)


def _stream(query: Select[Any]) -> Iterable[Any]:
    """Return the rows of a query as they come: without the session, which would take twice as long."""
    return db.session.connection().execute(query.execution_options(yield_per=ROWS_IN_MEMORY))


class GameCounter:
    """Games that are added up in the order of time, for each kind and person or ``only`` for one."""

    def __init__(self, only: About | None = None) -> None:
        self.only = only
        self._sums: dict[About, Sums] = {}
        # By night: when it started, how many games there were, and what each person gained.
        self._nights: dict[About, dict[int, tuple[int, list[int], dict[int, int]]]] = {}

    def add(self, counted: GameThatCounts) -> None:
        """Add a game."""
        at = micros(counted.play.started_at)
        for game in (ALL, counted.play.game):
            if self._wants(game, EVERYONE):
                self._add_for_everyone((game, EVERYONE), counted, at)
            for chair in counted.chairs:
                if self._wants(game, chair.person):
                    self._add_for_person((game, chair.person), counted, chair, at)

    def _wants(self, game: str, person_id: int) -> bool:
        return self.only is None or self.only == (game, person_id)

    def sums(self) -> Mapping[About, Sums]:
        """Return what was counted."""
        for about, nights in self._nights.items():
            in_order = sorted((at, night, games[0], gained) for night, (at, games, gained) in nights.items())
            for at, night, games, gained in in_order:
                _add_night(self._sums[about], about[1], at, night, games, gained)
            self._sums[about].join(Sums())
        self._nights = {}
        return self._sums

    def _of(self, about: About, counted: GameThatCounts, at: int) -> tuple[Sums, dict[int, int]]:
        """Return the sums about something, and the coins of the night, of which one game more is counted."""
        sums = self._sums.get(about)
        if sums is None:
            sums = self._sums[about] = Sums()
        nights = self._nights.setdefault(about, {})
        _, games, gained = nights.setdefault(counted.play.night_id, (at, [0], {}))
        games[0] += 1
        return sums, gained

    def _add_for_everyone(self, about: About, counted: GameThatCounts, at: int) -> None:
        sums, gained = self._of(about, counted, at)
        play, chairs, _ = counted
        sums.add("games", play.game, 1, play.hands or 0)
        sums.raise_to("last", play.game, at)
        if play.hands is not None:
            sums.reach("longest game", play.hands, at, play.id, 0, play.night_id)
        took = int(play.ended_at.timestamp() // 1) - int(play.started_at.timestamp() // 1)
        if 0 < took // 60 < A_DAY:
            sums.add("minutes", took // 60, 1)
        totals = [chair.total for chair in chairs if chair.won and chair.total is not None]
        if totals:
            sums.add("winning", max(totals), 1)
        for chair in chairs:
            person, won, payout = chair.person, bool(chair.won), chair.payout or 0
            where = (at, play.id, person, play.night_id)
            sums.add("standings", person, 1, int(won), payout)
            _add_run(sums, person, won, at, play.id)
            if chair.best is not None:
                sums.reach("best hand", chair.best, *where)
                if won and chair.total is not None:
                    sums.reach("highest total", chair.total, *where)
            if payout > 0:
                sums.reach("richest game", payout, *where)
            gained[person] = gained.get(person, 0) + payout
        _add_bids(sums, play.game, counted.bids)

    def _add_for_person(self, about: About, counted: GameThatCounts, mine: Any, at: int) -> None:
        sums, gained = self._of(about, counted, at)
        play, chairs, bids = counted
        person, won = mine.person, bool(mine.won)
        given, received = mine.bumps_given or 0, mine.bumps_received or 0
        sums.add("games", play.game, 1, int(won), mine.payout or 0, given, received)
        if mine.best is not None:
            sums.raise_to("best", play.game, mine.best)
        gained[person] = gained.get(person, 0) + (mine.payout or 0)
        _add_run(sums, person, won, at, play.id)
        for other in chairs:
            if other.person != person:
                _add_duel(sums, mine, other)
        _add_bids(sums, play.game, [bid for bid in bids if bid.place == mine.place])
        seats = {chair.place: chair for chair in chairs}
        for bid in bids:
            if bid.partner is not None and mine.place in (bid.place, bid.partner):
                other = seats[bid.partner if bid.place == mine.place else bid.place]
                missed = bid.times if bid.outcome == MISSED else 0
                made = 0 if bid.outcome in (MISSED, OTHER) else bid.times
                sums.add("partners", other.person, bid.times, made, missed)


def _add_run(sums: Sums, person: int, won: bool, at: int, play_id: int) -> None:
    sums.run_on("won", person, one_game(won, at, play_id))
    sums.run_on("without", person, one_game(not won, at, play_id))


def _add_duel(sums: Sums, mine: Any, other: Any) -> None:
    # Until the statistics of a play are kept, everyone is a side of their own.
    side, theirs = (chair.place if chair.side is None else chair.side for chair in (mine, other))
    won, lost = bool(mine.won), bool(other.won)
    if side == theirs:
        sums.add("duels", other.person, 0, 0, 0, 1, int(won))
    else:
        sums.add("duels", other.person, 1, int(won and not lost), int(lost and not won), 0, 0)


def _add_bids(sums: Sums, game: str, bids: Iterable[Any]) -> None:
    for bid in bids:
        number = "" if bid.bid is None else bid.bid
        sums.add("bids", f"{number}|{bid.outcome}|{game}", bid.times)


def _add_night(sums: Sums, about: int, at: int, night: int, games: int, gained: Mapping[int, int]) -> None:
    """Add a night to the sums about a person or everyone."""
    if about != EVERYONE:
        sums.line.append([at, night, gained[about], 1])
        return
    sums.add("nights", "", 1)
    sums.reach("longest night", games, at, 0, 0, night)
    for person, coins in sorted(gained.items()):
        if coins > 0:
            sums.reach("richest night", coins, at, 0, person, night)
