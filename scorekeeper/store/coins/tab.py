"""The tab of a club: what is open on all its nights, and moving it to the night on which it will be paid.

What isn't paid stays open, so nothing is stored for it: the sums of all nights are counted by the database,
and only nights that have something open are read.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Row, func, select

from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import LOAN, TAB, Bank, CoinValue, GamePayout, OtherNight, Posting
from scorekeeper.store.coins.bank_reader import EARLIER, bank_of, banks_of, coin_value_of, moved_on
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.store.database import AT_ONCE, db, now
from scorekeeper.store.history.paging import Columns
from scorekeeper.store.live.versions import raise_night_versions
from scorekeeper.store.models import Chair, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import Conflict

CHANGED_TAB = Say("Some of these amounts aren’t open any more, so nothing was included.")

LOOK_BACK = 100
"""The number of earlier nights that are asked about on the page for settling up."""

NEWEST_FIRST = (Night.started_at.desc(), Night.id.desc())

Unit: TypeAlias = str | CoinValue | None
"""A currency, or None for coins of a night that is paid in coins; for lent coins of any other their value."""


class OpenAmount(NamedTuple):
    """An amount that is open on a night.

    Attributes:
        night_id: the night.
        kind: TAB, or LOAN for coins that were lent and not repaid.
        creditor, debtor: the ids of the persons.
        amount: how much, in the unit.
    """

    night_id: int
    kind: str
    creditor: int
    debtor: int
    amount: int


@dataclass(frozen=True)
class OpenNight:
    """A night on which something is open.

    Attributes:
        unit: the unit of the amounts.
        sums: what each person gets (+) or owes (−) there, by the ids of the persons.
    """

    night: Night
    unit: Unit
    sums: Mapping[int, int]


def open_amounts(night: Night, bank: Bank) -> Sequence[OpenAmount]:
    """Return what is open on a night: the payments that are due, or else the loans between players."""
    if not bank.sound:
        return ()
    if due := plan_of(bank).due:
        return [OpenAmount(night.id, TAB, one.creditor, one.debtor, one.amount) for one in due]
    return _loans(night, bank)


def _loans(night: Night, bank: Bank) -> Sequence[OpenAmount]:
    """Return the loans between players that are open on a night; none where coins are only counted."""
    if bank.worth and not bank.worth.value:
        return ()
    return [
        OpenAmount(night.id, LOAN, debt.lender, debt.debtor, debt.coins)
        for debt in bank.debts
        if debt.lender is not None and debt.debtor is not None
    ]


def unit_of(kind: str, bank: Bank) -> Unit:
    """Return the unit of an open amount of this kind."""
    return bank.worth.currency if bank.worth and kind == TAB else bank.worth


def takes(night: Night, unit: Unit) -> bool:
    """Return whether amounts in a unit can be paid on a night."""
    worth = coin_value_of(night)
    return worth is not None and worth.currency == unit if isinstance(unit, str) else worth == unit


def open_nights(club_id: int, before: Night | None = None) -> Sequence[OpenNight]:
    """Return the nights of a club on which something is open, newest first, with few statements.

    With ``before``, those of the LOOK_BACK nights before that one.
    """
    wanted = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    payouts, transfers = _payouts(club_id), _transfers(club_id)
    if before:
        same_time = (Night.started_at == before.started_at) & (Night.id < before.id)
        wanted = wanted.where((Night.started_at < before.started_at) | same_time).limit(LOOK_BACK)
    nights = db.session.scalars(wanted.order_by(*NEWEST_FIRST)).all()
    if before:
        payouts = payouts.where(Play.night_id.in_([night.id for night in nights]))
        theirs = Transfer.night_id.in_([night.id for night in nights])
        transfers = transfers.where(theirs | Transfer.earlier_uid.in_([night.uid for night in nights]))
    named = select(Player.id, PERSON.label("person")).where(Player.club_id == club_id)
    persons: dict[int | None, int] = {row.id: row.person for row in db.session.execute(named)}
    won: dict[int, Counter[int]] = defaultdict(Counter)
    for night_id, person, coins in db.session.execute(payouts):
        won[night_id][person] += int(coins or 0)
    recorded: dict[int, list[Posting]] = defaultdict(list)
    moved: dict[str | None, list[Posting]] = defaultdict(list)
    for row in db.session.execute(transfers):
        posting = _summed(row, persons)
        recorded[row.night_id].append(posting)
        if row.earlier_uid:
            moved[row.earlier_uid].append(moved_on(posting, OtherNight()))
    found = (_open_on(one, won[one.id], recorded[one.id], moved[one.uid]) for one in nights)
    return [one for one in found if one.sums]


def open_sums(nights: Iterable[OpenNight]) -> Mapping[Unit, Mapping[int, int]]:
    """Return what everyone gets (+) or owes (−) on these nights, by unit, without those who are even."""
    found: dict[Unit, Counter[int]] = {}
    for one in nights:
        found.setdefault(one.unit, Counter()).update(one.sums)
    return {unit: _uneven(sums) for unit, sums in found.items()}


def open_before(night: Night, people: Collection[int]) -> list[OpenNight]:
    """Return the nights before this one on which two of these people have something open."""
    earlier = open_nights(night.club_id, before=night)
    return [one for one in earlier if len(one.sums.keys() & people) > 1]


def amounts_on(nights: Sequence[Night]) -> list[tuple[Night, Bank, Sequence[OpenAmount]]]:
    """Return what is open on nights of one club, with their banks."""
    found = zip(nights, banks_of(nights), strict=True)
    return [(night, bank, open_amounts(night, bank)) for night, bank in found]


def newest_night(club_id: int, unit: Unit) -> Night | None:
    """Return the newest night of a club on which amounts in this unit can be paid."""
    nights = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    return next((one for one in db.session.scalars(nights.order_by(*NEWEST_FIRST)) if takes(one, unit)), None)


def bring(bank: Bank, night: Night, amounts: Iterable[OpenAmount], device: str) -> None:
    """Move open amounts of earlier nights to this one, with one tap; moved on two phones they are moved once.

    A night on which nothing is due any more gets its loans repaid with it, as by its last payment. Raises
    Conflict if an amount isn't open any more, or can't be paid on this night.
    """
    wanted: dict[int, list[OpenAmount]] = {}
    for amount in dict.fromkeys(amounts):
        wanted.setdefault(amount.night_id, []).append(amount)
    theirs = (
        select(Night).where(Night.club_id == night.club_id, Night.deleted_at.is_(None)).order_by(Night.id)
    )
    nights = [
        one
        for first in range(0, len(wanted), AT_ONCE)
        for one in db.session.scalars(theirs.where(Night.id.in_([*wanted][first : first + AT_ONCE])))
    ]
    here = {NewPosting.like(one) for one in bank.counting}
    moves: list[_MovedAmounts] = []
    for earlier, its_bank, amounts_open in amounts_on(nights):
        new: list[NewPosting] = []
        for amount in wanted.pop(earlier.id):
            posting = _posting_of(amount, earlier)
            if amount in amounts_open and earlier is not night:
                new.append(posting)
            elif posting not in here:
                raise Conflict(CHANGED_TAB)
            if not takes(night, unit_of(amount.kind, its_bank)):
                raise Conflict(CHANGED_TAB)
        is_all = bool(new) and len(new) == len(amounts_open)
        moves.append(_MovedAmounts(earlier, its_bank, new, is_all))
    if wanted:
        raise Conflict(CHANGED_TAB)
    _move(bank, night, moves, device)


def bring_all(night: Night, unit: Unit, device: str) -> None:
    """Move everything that is open in a unit on other nights of the club to this one."""
    others = [one.night for one in open_nights(night.club_id) if one.unit == unit and one.night is not night]
    moves = [
        _MovedAmounts(earlier, its_bank, [_posting_of(amount, earlier) for amount in amounts], bool(amounts))
        for earlier, its_bank, amounts in amounts_on(others)
    ]
    _move(bank_of(night), night, moves, device)
    raise_night_versions([night.id])


class _MovedAmounts(NamedTuple):
    """What is moved from an earlier night, and whether that is all that is open there."""

    night: Night
    bank: Bank
    postings: Sequence[NewPosting]
    is_all: bool


def _move(bank: Bank, night: Night, moves: Iterable[_MovedAmounts], device: str) -> None:
    """Record what is moved to a night, with one tap."""
    at, moves = now(), [move for move in moves if move.postings]
    raise_night_versions(move.night.id for move in moves)
    for move in moves:
        for posting in move.postings:
            postings.record_moved(bank, night, posting, device, at)
        if move.is_all and move.postings[0].kind == TAB and not move.bank.pending:
            postings.repay(move.bank, move.night, move.bank.debts, device, at)


def raise_linked_versions(bank: Bank) -> None:
    """Raise the versions of the nights from which and to which amounts were moved."""
    raise_night_versions(
        {one.other.id for one in (*bank.postings, *bank.moved) if one.other and one.other.id}
    )


def _posting_of(amount: OpenAmount, night: Night) -> NewPosting:
    """Return the posting that moves an amount which is open on this night to another."""
    in_money = amount.kind == TAB and night.coin_value is not None
    parties = amount.creditor, amount.debtor
    return NewPosting(amount.kind, *parties, amount.amount, in_money=in_money, earlier_uid=night.uid)


def _payouts(club_id: int) -> Columns:
    """Return the query for what games have paid to each person on each night."""
    paid = select(Play.night_id, PERSON, func.sum(Chair.payout)).join(Chair, Chair.play_id == Play.id)
    over = paid.join(Player, Player.id == Chair.player_id).where(
        Play.club_id == club_id, Play.deleted_at.is_(None), Play.ended_at.is_not(None), Chair.payout != 0
    )
    return over.group_by(Play.night_id, PERSON)


def _transfers(club_id: int) -> Columns:
    """Return the query for the postings that count on each night, in sums."""
    which = (Transfer.night_id, Transfer.kind, Transfer.in_money, Transfer.earlier_uid)
    between = (Transfer.giver_id, Transfer.taker_id)
    sums = select(*which, *between, func.sum(Transfer.coins).label("coins"))
    sums = sums.join(Night, Night.id == Transfer.night_id)
    sums = sums.outerjoin(EARLIER, (EARLIER.uid == Transfer.earlier_uid) & (EARLIER.club_id == Night.club_id))
    counting = sums.where(
        Night.club_id == club_id,
        Night.deleted_at.is_(None),
        EARLIER.deleted_at.is_(None),
        Transfer.removed_at.is_(None),
    )
    return counting.group_by(*which, *between)


def _summed(row: Row[Any], persons: Mapping[int | None, int]) -> Posting:
    """Return postings that are alike as one."""
    return Posting(
        id=0,
        uid="",
        at=datetime.min,
        device="",
        kind=row.kind,
        giver=persons.get(row.giver_id),
        taker=persons.get(row.taker_id),
        coins=int(row.coins),
        note="",
        undone_at=None,
        undone_on=None,
        fault=None,
        in_money=row.in_money,
        other=OtherNight() if row.earlier_uid else None,
    )


def _open_on(
    night: Night, won: Mapping[int, int], recorded: Sequence[Posting], moved: Sequence[Posting]
) -> OpenNight:
    """Return what is open on a night, given what was won in its games, and its postings."""
    parties = (party for one in (*recorded, *moved) for party in (one.giver, one.taker) if party is not None)
    names = dict.fromkeys([*won, *parties], "")
    games = GamePayout(0, "", night.started_at, night.started_at, won)
    bank = Bank(names, (), [games], recorded, moved, coin_value_of(night))
    if not bank.sound:
        return OpenNight(night, None, {})
    if left := _uneven(bank.open):
        return OpenNight(night, unit_of(TAB, bank), left)
    lent: Counter[int] = Counter()
    for amount in _loans(night, bank):
        lent[amount.creditor] += amount.amount
        lent[amount.debtor] -= amount.amount
    return OpenNight(night, bank.worth, dict(lent))


def _uneven(sums: Mapping[int, int]) -> dict[int, int]:
    return {person: amount for person, amount in sums.items() if amount}
