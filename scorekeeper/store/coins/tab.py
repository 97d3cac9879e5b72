"""The tab of a club: what is open on all its nights, and moving it to the night on which it will be paid.

What isn't paid stays open, so nothing is stored for it: the database adds up all nights, as ``bank.py``
explains, and only nights that have something open are read.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import CTE, BindParameter, bindparam, case, func, literal, select, union_all

from scorekeeper.rules.saying import Say
from scorekeeper.settlement import worth_of
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import (
    LENDING,
    LOAN,
    OWED,
    REPAYMENT,
    SETTLEMENT,
    TAB,
    WINNING,
    Bank,
    CoinValue,
)
from scorekeeper.store.coins.bank_reader import EARLIER, PLAYERS, bank_of, banks_of, coin_value_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.store.database import AT_ONCE, db, now
from scorekeeper.store.history.paging import Columns
from scorekeeper.store.live.versions import raise_night_versions
from scorekeeper.store.models import Chair, Night, Play, Transfer
from scorekeeper.store.plays.sheet import Conflict

CHANGED_TAB = Say("Some of these amounts aren’t open any more, so nothing was included.")

LOOK_BACK = 100
"""The number of earlier nights that are asked about on the page for settling up."""

NEWEST_FIRST = (Night.started_at.desc(), Night.id.desc())

BEFORE = (
    select(Night.id)
    .where(
        Night.club_id == bindparam("club"),
        Night.deleted_at.is_(None),
        (Night.started_at < bindparam("at"))
        | ((Night.started_at == bindparam("at")) & (Night.id < bindparam("id"))),
    )
    .order_by(*NEWEST_FIRST)
    .limit(LOOK_BACK)
)

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
    asked: dict[str, object] = {"club": club_id}
    sums, loans = OPEN
    if before:
        asked["nights"] = _ids_before(before)
        sums, loans = OPEN_AMONG
    persons: dict[int, int] = {row.id: row.person for row in db.session.execute(PLAYERS, {"club": club_id})}
    coins: dict[int, Counter[int]] = defaultdict(Counter)
    money: dict[int, Counter[int]] = defaultdict(Counter)
    for row in db.session.execute(sums, asked):
        coins[row.night_id][persons[row.player_id]] += int(row.coins)
        money[row.night_id][persons[row.player_id]] += int(row.money)
    lent: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for row in db.session.execute(loans, asked):
        lent[row.night_id][persons[row.giver_id], persons[row.taker_id]] += int(row.coins)
    nights = _nights_with(club_id, [*(coins.keys() | lent.keys())])
    found = (_open_on(one, coins[one.id], money[one.id], lent[one.id]) for one in nights)
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
    if isinstance(unit, str):
        nights = nights.where(Night.coin_value.is_not(None), Night.currency == unit)
    elif unit is None:
        nights = nights.where(Night.coin_value.is_(None))
    else:
        worth = (Night.coin_value, Night.valued_coins, Night.currency)
        nights = nights.where(*(column == value for column, value in zip(worth, unit, strict=True)))
    return db.session.scalar(nights.order_by(*NEWEST_FIRST).limit(1))


def bring(bank: Bank, night: Night, amounts: Iterable[OpenAmount], device: str) -> None:
    """Move open amounts of earlier nights to this one, with one tap; moved on two phones they are moved once.

    A night on which nothing is due any more gets its loans repaid with it, as by its last payment. Raises
    Conflict if an amount isn't open any more, or can't be paid on this night.
    """
    wanted: dict[int, list[OpenAmount]] = {}
    for amount in dict.fromkeys(amounts):
        wanted.setdefault(amount.night_id, []).append(amount)
    nights = sorted(_nights_with(night.club_id, [*wanted]), key=lambda one: one.id)
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


def _ids_before(night: Night) -> Sequence[int]:
    """Return the ids of the LOOK_BACK nights before this one."""
    before = {"club": night.club_id, "at": night.started_at, "id": night.id}
    return db.session.scalars(BEFORE, before).all()


def _nights_with(club_id: int, ids: Sequence[int]) -> list[Night]:
    """Return the nights of a club with these ids, newest first, without deleted ones."""
    theirs = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    nights = [
        one
        for first in range(0, len(ids), AT_ONCE)
        for one in db.session.scalars(theirs.where(Night.id.in_(ids[first : first + AT_ONCE])))
    ]
    return sorted(nights, key=lambda one: (one.started_at, one.id), reverse=True)


def _uneven_queries(nights: BindParameter[Any] | None = None) -> tuple[Columns, Columns]:
    """Return the queries for the sums and the loans that are open on nights of a club, or on these alone."""
    payouts, counting = _payouts(), _counting_postings()
    if nights is not None:
        payouts = payouts.where(Play.night_id.in_(nights))
        counting = [each.where(each.selected_columns.night_id.in_(nights)) for each in counting]
    posted = union_all(*counting).cte()
    return _uneven_sums(payouts, posted), _uneven_loans(posted)


def _payouts() -> Columns:
    """Return the query for what games have paid to players on each night: coins, and no money."""
    paid = select(Play.night_id, Chair.player_id, Chair.payout, literal(0)).join(Play.seats)
    over = Play.deleted_at.is_(None), Play.ended_at.is_not(None), Chair.payout != 0
    return paid.where(Play.club_id == bindparam("club"), *over)


def _counting_postings() -> list[Columns]:
    """Return the queries for what counts of postings on their nights, and on those that they come from.

    ``Posting.counts_as`` and ``moved_on`` say the same of one of them.
    """
    is_loan, (giver, taker) = Transfer.kind == LOAN, (Transfer.giver_id, Transfer.taker_id)
    here = (
        Night.id.label("night_id"),
        case((Transfer.earlier_uid.is_not(None), TAB), else_=Transfer.kind).label("counts_as"),
        giver.label("giver_id"),
        taker.label("taker_id"),
    )
    there = (
        EARLIER.id.label("night_id"),
        case((is_loan, REPAYMENT), else_=SETTLEMENT).label("counts_as"),
        case((is_loan, taker), else_=giver).label("giver_id"),
        case((is_loan, giver), else_=taker).label("taker_id"),
    )
    counting = [Night.club_id == bindparam("club"), Night.deleted_at.is_(None), Transfer.removed_at.is_(None)]
    from_earlier = (EARLIER.uid == Transfer.earlier_uid) & (EARLIER.club_id == Night.club_id)
    return [
        select(*columns, Transfer.in_money, Transfer.coins)
        .join(Night, Night.id == Transfer.night_id)
        .join(EARLIER, from_earlier, isouter=columns is here)
        .where(*counting, EARLIER.deleted_at.is_(None))
        for columns in (here, there)
    ]


def _uneven_sums(payouts: Columns, posted: CTE) -> Columns:
    """Return the query for what is open for players on nights, in coins and in money."""
    counts_as, in_money = posted.c.counts_as, posted.c.in_money
    sign = case((counts_as.in_(OWED), 1), else_=-1)
    owed = [
        select(
            posted.c.night_id,
            party,
            case((in_money, 0), else_=side * sign * posted.c.coins),
            case((in_money, side * sign * posted.c.coins), else_=0),
        ).where(counts_as.in_((*OWED, *WINNING, SETTLEMENT)), party.is_not(None))
        for party, side in ((posted.c.giver_id, 1), (posted.c.taker_id, -1))
    ]
    moved = union_all(payouts, *owed).subquery()
    night_id, player_id, *sums = moved.c
    coins, money = map(func.sum, sums)
    # What isn't even here is open, but for what coins are rounded to.
    worth = coins * func.coalesce(Night.coin_value, 1) + money * Night.valued_coins
    by_player = night_id, player_id, Night.coin_value, Night.valued_coins
    figures = player_id.label("player_id"), coins.label("coins"), money.label("money")
    uneven = select(night_id, *figures).join(Night, Night.id == night_id).group_by(*by_player)
    return uneven.having(worth != 0)


def _uneven_loans(posted: CTE) -> Columns:
    """Return the query for what players have lent each other on nights and not repaid, from both sides."""
    night_id, giver, taker, coins = (posted.c[name] for name in ("night_id", "giver_id", "taker_id", "coins"))
    between = posted.c.counts_as.in_(LENDING), giver.is_not(None), taker.is_not(None)
    sides = (giver, taker, coins), (taker, giver, -coins)
    lent = union_all(*(select(night_id, *side).where(*between) for side in sides)).subquery()
    *which, each = lent.c
    sums = select(*which, func.sum(each).label("coins")).group_by(*which)
    return sums.having(func.sum(each) != 0)


OPEN, OPEN_AMONG = _uneven_queries(), _uneven_queries(bindparam("nights", expanding=True))


def _open_on(
    night: Night, coins: Mapping[int, int], money: Mapping[int, int], lent: Mapping[tuple[int, int], int]
) -> OpenNight:
    """Return what is open on a night, given what each person is owed, and what each has lent another."""
    worth, owed = coin_value_of(night), coins
    if worth:
        in_order = {person: coins[person] for person in sorted(coins)}
        of_coins = worth_of(in_order, worth.value, worth.coins)
        owed = {person: of_coins[person] + money[person] for person in in_order}
    left = _uneven(owed)
    if sum(left.values()):
        return OpenNight(night, None, {})  # as what was stored can't be true, see Bank.sound
    if left or (worth and not worth.value):
        return OpenNight(night, worth.currency if worth else None, left)
    sums: Counter[int] = Counter()
    for (lender, debtor), amount in lent.items():
        if amount > 0:
            sums[lender] += amount
            sums[debtor] -= amount
    return OpenNight(night, worth, dict(sums))


def _uneven(sums: Mapping[int, int]) -> dict[int, int]:
    return {person: amount for person, amount in sums.items() if amount}
