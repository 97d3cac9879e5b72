"""Reading the stored coins of a night, with every check; ``postings`` writes them.

What a game pays comes from its seats once it is over, and from its hands while it is running.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, select
from sqlalchemy.orm import aliased

from scorekeeper.rules.catalogue import game_of, title_of
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import (
    LOAN,
    Bank,
    CoinValue,
    GamePayout,
    OtherNight,
    Posting,
    PostingFault,
    posting_fault,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Player, Transfer
from scorekeeper.store.plays.plays import plays_of_nights
from scorekeeper.store.plays.sheet import Sheet

PLAYERS = select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == bindparam("club"))

EARLIER = aliased(Night)
"""The night that an amount on the tab comes from."""

POSTINGS = (
    select(Transfer, Night, EARLIER)
    .join(Night, Night.id == Transfer.night_id)
    .outerjoin(EARLIER, (EARLIER.uid == Transfer.earlier_uid) & (EARLIER.club_id == Night.club_id))
    .where(
        Transfer.night_id.in_(bindparam("nights", expanding=True))
        | Transfer.earlier_uid.in_(bindparam("uids", expanding=True)),
        Night.club_id == bindparam("club"),
    )
    .order_by(Transfer.id)
)
CAME = (
    select(Guest.night_id, Guest.player_id)
    .where(Guest.night_id.in_(bindparam("nights", expanding=True)))
    .order_by(Guest.id)
)


def bank_of(night: Night, sheets: Iterable[Sheet] | None = None) -> Bank:
    """Return the coins of a night.

    ``sheets`` are those of its games that were not deleted, if they have been read already.
    """
    (bank,) = banks_of([night], sheets)
    return bank


def banks_of(nights: Sequence[Night], sheets: Iterable[Sheet] | None = None) -> Iterator[Bank]:
    """Yield the coins of nights of one club, in the given order, with few statements.

    ``sheets`` are those of their games that were not deleted, if they have been read already.
    """
    if not nights:
        return
    club = nights[0].club_id
    players = db.session.execute(PLAYERS, {"club": club}).all()
    names = {player.id: player.name for player in players}
    persons = {player.id: player.person for player in players}
    ids = [night.id for night in nights]
    if sheets is None:
        plays = [play for play in plays_of_nights(ids) if play.deleted_at is None and play.seats]
        running = Sheet.of_all([play for play in plays if not play.ended_at])
        sheets = [*running, *(Sheet(play, []) for play in plays if play.ended_at)]
    games: dict[int, list[GamePayout]] = {night_id: [] for night_id in ids}
    for sheet in sorted(sheets, key=lambda sheet: sheet.play.id):
        games[sheet.play.night_id].append(_of_persons(_payout(sheet), persons))
    postings: dict[int, list[Posting]] = {night_id: [] for night_id in ids}
    moved: dict[int, list[Posting]] = {night_id: [] for night_id in ids}
    by_uid: dict[str | None, int] = {night.uid: night.id for night in nights}
    theirs = {"club": club, "nights": ids, "uids": [*by_uid]}
    for row, later, earlier in db.session.execute(POSTINGS, theirs):
        if row.night_id in postings:
            postings[row.night_id].append(_posting(row, later, earlier, persons))
        if row.earlier_uid in by_uid:
            posting = _posting(row, later, earlier, persons)
            moved[by_uid[row.earlier_uid]].append(moved_on(posting, _other_night(later)))
    guests: dict[int, list[int]] = {night_id: [] for night_id in ids}
    for night_id, player_id in db.session.execute(CAME, {"nights": ids}):
        guests[night_id].append(persons[player_id])
    for night in nights:
        here = list(dict.fromkeys(guests[night.id]))
        played = [person for game in games[night.id] for person in game.coins]
        either = [*postings[night.id], *moved[night.id]]
        posted = [party for one in either for party in (one.giver, one.taker) if party is not None]
        everyone = {person: names.get(person, "someone") for person in (*here, *played, *posted)}
        banker = persons.get(night.banker_id or 0)
        if banker not in everyone:
            banker = None  # they left without having played
        worth = coin_value_of(night)
        yield Bank(everyone, here, games[night.id], postings[night.id], moved[night.id], worth, banker)


def coin_value_of(night: Night) -> CoinValue | None:
    """Return what coins are worth on a night; None where payments are made in coins."""
    value = night.coin_value
    return None if value is None else CoinValue(value, night.valued_coins, night.currency)


def _of_persons(game: GamePayout, persons: Mapping[int, int]) -> GamePayout:
    """Return what a game pays, which is given by the ids of the players, by those of the persons."""
    coins: Counter[int] = Counter()
    for player, payout in game.coins.items():
        coins[persons.get(player, player)] += payout
    return replace(game, coins=coins)


def _payout(sheet: Sheet) -> GamePayout:
    """Return what a game pays by the ids of its players: what its seats say, or its hands while it is on."""
    play = sheet.play
    payouts, lies, fault, refusal = [chair.payout or 0 for chair in play.seats], 0, False, ""
    try:
        result = None if play.ended_at else sheet.result
    except ValueError as error:
        # A hand is not JSON, or the rules refuse it; or the game's package is no longer installed.
        if game_of(play.game, play.options):
            fault = True
            refusal = str(error) if isinstance(error, Refused) else ""
    else:
        if result:
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


def _posting(row: Transfer, night: Night, earlier: Night | None, persons: Mapping[int, int]) -> Posting:
    """Return a stored posting as it counts on its own night; ``persons`` has all players of the club."""
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
        in_money=row.in_money,
        earlier_uid=row.earlier_uid,
        note=row.note,
        undone_at=row.removed_at,
        undone_on=row.removed_on,
        fault=_posting_fault(row, night, persons),
        other=_other_night(earlier) if row.earlier_uid else None,
    )


def moved_on(posting: Posting, later: OtherNight) -> Posting:
    """Return a posting of a later night as it counts on the earlier one."""
    giver, taker = posting.giver, posting.taker
    if posting.kind == LOAN:
        giver, taker = taker, giver
    return replace(posting, giver=giver, taker=taker, other=later, moved_on=True)


def _other_night(night: Night | None) -> OtherNight:
    if night is None:
        return OtherNight()
    return OtherNight(night.id, night.started_at, night.time_zone, night.deleted_at is not None)


def _posting_fault(row: Transfer, night: Night, persons: Mapping[int, int]) -> PostingFault | None:
    """Return why a stored posting cannot be true."""
    if not {row.giver_id, row.taker_id} - {None} <= persons.keys():
        return PostingFault.OUTSIDER
    has_value, is_earlier = night.coin_value is not None, row.earlier_uid is not None
    if fault := posting_fault(row.kind, row.giver_id, row.taker_id, row.in_money, has_value, is_earlier):
        return fault
    return None if row.coins > 0 else PostingFault.NO_COINS
