"""Reading the stored coins of a night, with every check; ``postings`` writes them.

What a game pays comes from its seats once it is over, and from its hands while it is running.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, select

from scorekeeper.rules.catalogue import CATALOGUE, title_of
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import Bank, GameFault, GamePayout, Posting, PostingFault, posting_fault
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Player, Transfer
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Sheet

PLAYERS = select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == bindparam("club"))


def bank_of(night: Night, sheets: Iterable[Sheet] | None = None) -> Bank:
    """Return the coins of a night.

    ``sheets`` are those of its games that were not deleted, if they have been read already.
    """
    players = db.session.execute(PLAYERS, {"club": night.club_id}).all()
    names = {player.id: player.name for player in players}
    persons = {player.id: player.person for player in players}
    if sheets is None:
        plays = [play for play in plays_of_night(night) if play.deleted_at is None and play.seats]
        running = Sheet.of_all([play for play in plays if not play.ended_at])
        sheets = [*running, *(Sheet(play, []) for play in plays if play.ended_at)]
    games = [_of_persons(game, persons) for game in sorted(map(_payout, sheets), key=attrgetter("play_id"))]
    transfers = select(Transfer).where(Transfer.night_id == night.id).order_by(Transfer.id)
    postings = [_posting(row, persons) for row in db.session.scalars(transfers)]
    guests = select(Guest.player_id).where(Guest.night_id == night.id).order_by(Guest.id)
    here = list(dict.fromkeys(persons[guest] for guest in db.session.scalars(guests)))
    played = [person for game in games for person in game.coins]
    posted = [party for one in postings for party in (one.giver, one.taker) if party is not None]
    everyone = {person: names.get(person, "someone") for person in (*here, *played, *posted)}
    return Bank(everyone, here, games, postings)


def _of_persons(game: GamePayout, persons: Mapping[int, int]) -> GamePayout:
    """Return what a game pays, which is given by the ids of the players, by those of the persons."""
    coins: Counter[int] = Counter()
    for player, payout in game.coins.items():
        coins[persons.get(player, player)] += payout
    return replace(game, coins=coins)


def _payout(sheet: Sheet) -> GamePayout:
    """Return what a game pays by the ids of its players: what its seats say, or its hands while it is on."""
    play = sheet.play
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
