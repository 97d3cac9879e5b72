"""Reading the stored coins of a night, with every check; ``postings`` writes them.

What a game pays comes from its seats once it is over, and from its hands while it is running. The hands of a
game that is over are scored only if the proof of its result is missing or wrong.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, bindparam, case, select

from scorekeeper.rules.catalogue import CATALOGUE, title_of
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import Bank, GamePayout, Posting
from scorekeeper.store.coins.faults import GameFault, PostingFault, posting_fault
from scorekeeper.store.database import db, execute
from scorekeeper.store.models import Chair, Guest, HandRow, Night, Play, Player, Transfer
from scorekeeper.store.plays.kept_result import is_proven
from scorekeeper.store.plays.sheet import Sheet


def once(column: Any) -> Any:
    """Return a column that is empty except in the rows of the first seat.

    There is a row for each seat, and reading a time or JSON from a row takes longer than finding the row.
    """
    return case((Chair.place == 0, column)).label(column.key)


# Built once: building a statement takes longer than running it.
_transfer = cast(Table, Transfer.__table__)
TRANSFERS = select(_transfer).where(_transfer.c.night_id == bindparam("night")).order_by(_transfer.c.id)
GUESTS = select(Guest.player_id).where(Guest.night_id == bindparam("night")).order_by(Guest.id)
PLAYERS = select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == bindparam("club"))
OF_NIGHT = (Play.night_id == bindparam("night"), Play.deleted_at.is_(None))
PLAYS = (
    select(
        Play.id,
        *map(once, (Play.game, Play.options, Play.dealer, Play.stopped, Play.started_at, Play.ended_at)),
        Play.proof,
        *(Chair.player_id, Chair.name, Chair.total, Chair.payout, Chair.won),
    )
    .join(Chair, Chair.play_id == Play.id)
    .where(*OF_NIGHT)
    .order_by(Play.id, Chair.place)
)
HANDS = (
    select(HandRow.play_id, HandRow.entry)
    .join(Play, Play.id == HandRow.play_id)
    .where(*OF_NIGHT, HandRow.number.is_not(None), HandRow.complete, HandRow.entry.is_not(None))
    .order_by(HandRow.play_id, HandRow.number)
)


class PaidPlay(NamedTuple):
    """What the bank asks of a play; the attributes are those of ``Play``, its seats rows of PLAYS."""

    id: int
    game: str
    options: dict[str, Any]
    dealer: int
    stopped: bool
    started_at: datetime
    ended_at: datetime | None
    proof: str | None
    seats: list[Any]


def bank_of(night: Night, sheets: Iterable[Sheet] | None = None) -> Bank:
    """Return the coins of a night.

    ``sheets`` are those of its games that were not deleted, if they have been read already.
    """
    db.session.flush()
    this = {"night": night.id}
    rows: Sequence[Any] = execute(PLAYERS, {"club": night.club_id}).all()
    names = {row.id: row.name for row in rows}
    persons = {row.id: row.person for row in rows}
    sheets = _sheets(night) if sheets is None else sheets
    games = [_payout(sheet, persons) for sheet in sorted(sheets, key=lambda sheet: sheet.play.id)]
    postings = [_posting(row, persons) for row in execute(TRANSFERS, this)]
    here = list(dict.fromkeys(persons[guest] for (guest,) in execute(GUESTS, this)))
    played = [person for game in games for person in game.coins]
    posted = [party for one in postings for party in (one.giver, one.taker) if party is not None]
    everyone = {person: names.get(person, "someone") for person in (*here, *played, *posted)}
    return Bank(everyone, here, games, postings)


def _sheets(night: Night) -> list[Sheet]:
    """Return the games of a night that were not deleted, with no more of their hands than what they say."""
    plays: dict[int, PaidPlay] = {}
    rows: Iterable[Any] = execute(PLAYS, {"night": night.id})
    for row in rows:
        if row.id not in plays:
            plays[row.id] = PaidPlay._make((*row[:8], []))
        plays[row.id].seats.append(row)
    entries: dict[int, list[str]] = {}
    rows = execute(HANDS, {"night": night.id})
    for row in rows:
        entries.setdefault(row.play_id, []).append(row.entry)
    sheets = [Sheet(cast(Play, play), []) for play in plays.values()]
    for sheet in sheets:
        sheet.entries = tuple(entries.get(sheet.play.id, ()))
    return sheets


def _payout(sheet: Sheet, persons: Mapping[int, int]) -> GamePayout:
    """Return what a game pays: what its seats say, or its hands while it is running."""
    play = cast(Play, sheet.play)
    payouts, lies, fault, refusal = [chair.payout or 0 for chair in play.seats], 0, None, ""
    try:
        result = None if is_proven(sheet) else sheet.result
    except ValueError as error:
        # A hand is not JSON, or the rules refuse it. A game from a package that is no longer installed has
        # only what its seats say, and nothing is wrong with that.
        if play.game in CATALOGUE:
            fault = GameFault.UNREADABLE_HANDS
            refusal = str(error) if isinstance(error, Refused) else ""
    else:
        fault = _game_fault(play, bool(result.ending), result.payout) if result else None
        if result and play.ended_at is None and not result.ending:
            payouts = list(result.payout)
            if result.setup.unit == "coins":
                lies = on_table(result.state.carry)
    coins: Counter[int] = Counter()
    for chair, payout in zip(play.seats, payouts, strict=True):
        coins[persons.get(chair.player_id, chair.player_id)] += payout
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


def _game_fault(play: Play, over: bool, payout: Sequence[int]) -> GameFault | None:
    """Return what is wrong with the stored result of a game whose hands give this one."""
    if over and play.ended_at is None:
        return GameFault.ALREADY_OVER
    if not over and play.ended_at is not None:
        return GameFault.NOT_OVER
    stored = [chair.payout for chair in play.seats]
    return GameFault.WRONG_COINS if over and stored != list(payout) else None


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
        undone_at=row.taken_back_at,
        undone_on=row.taken_back_on,
        fault=_posting_fault(row, persons),
    )


def _posting_fault(row: Any, persons: Mapping[int, int]) -> PostingFault | None:
    """Return why a stored posting cannot be true; ``persons`` has all players of the club."""
    if not {row.giver_id, row.taker_id} - {None} <= persons.keys():
        return PostingFault.OUTSIDER
    if fault := posting_fault(row.kind, row.giver_id, row.taker_id):
        return fault
    return None if row.coins > 0 else PostingFault.NO_COINS
