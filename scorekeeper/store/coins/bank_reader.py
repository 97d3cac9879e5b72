"""Reading the stored coins of a night, with every check; ``postings`` writes them.

What a game pays comes from its seats once it is over, and from its hands while it is running. That is cached
under all that it was worked out from.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, Text, bindparam, select
from sqlalchemy import cast as cast_to

from scorekeeper.rules.catalogue import CATALOGUE, title_of
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import Bank, GamePayout, Posting
from scorekeeper.store.coins.faults import GameFault, PostingFault, posting_fault
from scorekeeper.store.database import db, execute, fetch_raw, json_rows
from scorekeeper.store.models import Chair, Guest, HandRow, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.recent_cache import RecentCache, size_of_key

MOST_PAYOUTS = 4 * 1024 * 1024
"""Bytes of what games pay that each process caches."""

A_PAYOUT = 1500
"""Bytes of what one game pays."""

# Built once: building a statement takes longer than running it.
_transfer = cast(Table, Transfer.__table__)
TRANSFERS = select(_transfer).where(_transfer.c.night_id == bindparam("night")).order_by(_transfer.c.id)
GUESTS = select(Guest.player_id).where(Guest.night_id == bindparam("night")).order_by(Guest.id)
PLAYERS = select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == bindparam("club"))
PAID_SEATS = (
    select(json_rows(Chair.place, Chair.player_id, Player.name, Chair.payout))
    .join_from(Chair, Player, Player.id == Chair.player_id)
    .where(Chair.play_id == Play.id)
)
HANDS = select(json_rows(HandRow.number, HandRow.entry)).where(
    HandRow.play_id == Play.id,
    Play.ended_at.is_(None),
    HandRow.number.is_not(None),
    HandRow.complete,
    HandRow.entry.is_not(None),
)
PLAYS = (
    select(
        *(Play.id, Play.game, Play.dealer, Play.stopped, Play.started_at, Play.ended_at),
        # As text: it is only parsed when something in it is new.
        cast_to(Play.options, Text),
        cast_to(PAID_SEATS.scalar_subquery(), Text),
        cast_to(HANDS.scalar_subquery(), Text),
    )
    .where(Play.night_id == bindparam("night"), Play.deleted_at.is_(None), Play.seats.any())
    .order_by(Play.id)
)


class PaidSeat(NamedTuple):
    """What the bank asks of a seat; the attributes are those of ``Chair``."""

    player_id: int
    name: str
    payout: int | None


class PaidPlay(NamedTuple):
    """What the bank asks of a play; the attributes are those of ``Play``."""

    id: int
    game: str
    dealer: int
    stopped: bool
    started_at: datetime
    ended_at: datetime | None
    options: dict[str, Any]
    seats: list[PaidSeat]


_payouts: RecentCache[GamePayout] = RecentCache(MOST_PAYOUTS, lambda row, _: size_of_key(row) + A_PAYOUT)


def bank_of(night: Night, sheets: Iterable[Sheet] | None = None) -> Bank:
    """Return the coins of a night.

    ``sheets`` are those of its games that were not deleted, if they have been read already.
    """
    db.session.flush()
    this = {"night": night.id}
    players = fetch_raw(PLAYERS, {"club": night.club_id})
    names = {number: name for number, name, _ in players}
    persons = {number: person for number, _, person in players}
    paid = _read_payouts(night.id) if sheets is None else map(_payout, sheets)
    games = [_of_persons(game, persons) for game in sorted(paid, key=attrgetter("play_id"))]
    postings = [_posting(row, persons) for row in execute(TRANSFERS, this).all()]
    here = list(dict.fromkeys(persons[guest] for (guest,) in fetch_raw(GUESTS, this)))
    played = [person for game in games for person in game.coins]
    posted = [party for one in postings for party in (one.giver, one.taker) if party is not None]
    everyone = {person: names.get(person, "someone") for person in (*here, *played, *posted)}
    return Bank(everyone, here, games, postings)


def _read_payouts(night_id: int) -> list[GamePayout]:
    """Return what the games of a night pay that were not deleted, by the ids of the players."""
    rows = map(tuple, execute(PLAYS, {"night": night_id}))
    return [_payouts.get(row) or _payouts.keep(row, _payout(_sheet(*row))) for row in rows]


def _sheet(*row: Any) -> Sheet:
    """Return a game with no more of its hands than what they say."""
    *values, options, seats, hands = row
    taken = [PaidSeat(*seat) for _, *seat in sorted(json.loads(seats), key=itemgetter(0))]
    sheet = Sheet(cast(Play, PaidPlay._make((*values, json.loads(options), taken))), [])
    sheet.entries = tuple([entry for _, entry in sorted(json.loads(hands or "[]"), key=itemgetter(0))])
    return sheet


def _of_persons(game: GamePayout, persons: Mapping[int, int]) -> GamePayout:
    """Return what a game pays, which is given by the ids of the players, by those of the persons."""
    coins: Counter[int] = Counter()
    for player, payout in game.coins.items():
        coins[persons.get(player, player)] += payout
    return replace(game, coins=coins)


def _payout(sheet: Sheet) -> GamePayout:
    """Return what a game pays by the ids of its players: what its seats say, or its hands while it is on."""
    play = cast(Play, sheet.play)
    payouts, lies, fault, refusal = [chair.payout or 0 for chair in play.seats], 0, None, ""
    try:
        result = None if play.ended_at else sheet.result
    except ValueError as error:
        # A hand is not JSON, or the rules refuse it; or the game's package is no longer installed.
        if play.game in CATALOGUE:
            fault = GameFault.UNREADABLE_HANDS
            refusal = str(error) if isinstance(error, Refused) else ""
    else:
        if result and result.ending:
            fault = GameFault.ALREADY_OVER
        elif result:
            payouts = list(result.payout)
            if result.setup.unit == "coins":
                lies = on_table(result.state.carry)
    coins: Counter[int] = Counter()
    for chair, payout in zip(play.seats, payouts, strict=True):
        coins[chair.player_id] += payout
    return GamePayout(
        play.id,
        title_of(play.game, play.options),
        play.started_at,
        play.ended_at,
        coins,
        lies,
        fault,
        refusal,
    )


def _posting(row: Any, persons: Mapping[int, int]) -> Posting:
    giver, taker = (None if one is None else persons.get(one, one) for one in (row.giver_id, row.taker_id))
    return Posting(
        id=row.id,
        uid=row.uid,
        at=row.at,
        device=row.device,
        kind=row.kind,
        giver=giver,
        taker=taker,
        coins=row.coins,
        note=row.note,
        undone_at=row.removed_at,
        undone_on=row.removed_on,
        fault=_posting_fault(row, persons),
    )


def _posting_fault(row: Any, persons: Mapping[int, int]) -> PostingFault | None:
    """Return why a stored posting cannot be true; ``persons`` has all players of the club."""
    if not {row.giver_id, row.taker_id} - {None} <= persons.keys():
        return PostingFault.OUTSIDER
    if fault := posting_fault(row.kind, row.giver_id, row.taker_id):
        return fault
    return None if row.coins > 0 else PostingFault.NO_COINS
