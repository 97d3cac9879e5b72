"""Payments at the end of a night: as few as possible, and round amounts where there is a choice.

Amounts are whole numbers of the smallest unit: coins, or hundredths of a currency. Balances in coins become
money in ``worth_of``, and a sum is divided among people in ``share_out``: both leave nothing over.

A group of n people whose balances add up to zero can settle with n − 1 payments, and needs that many unless
part of the group adds up to zero. So splitting everyone into as many such groups as possible gives the fewest
payments.

To find the groups, people are put in order and settle one after another: the next person settles with the one
who is still open, after which one of the two is even. When nobody is open, a group is complete, and the next
person starts another one without a payment. The open balance after some people does not depend on their
order, so only the best order of each set of people is kept. For 15 people there are 2¹⁵ sets.

For up to six people, every way to settle with the fewest payments is such an order. Larger groups have other
ways too, so their payments are the roundest of nearly all ways.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod
from typing import Generic, NamedTuple, TypeVar

ROUND = (10, 5)
"""Amounts that are easy to count out."""

MAX_SETS = 2**15
"""The most sets that are kept: those of any 15 people, or of more if some have equal balances."""

SMALL = 4
"""The largest groups that are split off first if there are too many people."""

PAYMENT = MAX_SETS * len(ROUND)
"""The cost of one payment, which is more than all the roughness of an order."""

K = TypeVar("K", bound=str | int)


@dataclass(frozen=True)
class Payment(Generic[K]):
    """One payment.

    Attributes:
        debtor: who pays.
        creditor: who is paid.
        amount: how much, at least 1.
    """

    debtor: K
    creditor: K
    amount: int


@dataclass(frozen=True)
class Settlement(Generic[K]):
    """Payments after which everyone is even.

    Attributes:
        payments: those of the largest debtor first. Nobody both pays and is paid, or pays anyone twice.
        fewest: whether this is certainly the fewest payments possible.
    """

    payments: tuple[Payment[K], ...]
    fewest: bool


def settle(net: Mapping[K, int], banker: K | None = None) -> Settlement[K]:
    """Return the payments that settle what everyone gets (positive) or pays (negative).

    With a ``banker`` everyone pays that person or is paid by them. Without one, payments are certainly the
    fewest for up to 15 people who are not even, and for more if many balances are equal or opposite. Among
    settlements with equally few payments one with the least ``roughness`` is returned; if more than six
    people must settle together, not every way is tried. The order of ``net`` makes no difference.

    Raises ValueError if the balances do not add up to zero.
    """
    if total := sum(net.values()):
        raise ValueError(f"The balances must add up to zero, not to {total}.")
    if banker is not None:
        return Settlement(tuple(_through(net, banker)), fewest=False)
    uneven = [who for who, coins in net.items() if coins]
    people = sorted(uneven, key=lambda who: (-abs(net[who]), isinstance(who, str), who))
    order, fewest = _order(Counter(net[who] for who in people))
    waiting = {coins: iter([who for who in people if net[who] == coins]) for coins in order}
    payments = _one_after_another((next(waiting[coins]), coins) for coins in order)
    place = {who: number for number, who in enumerate(people)}
    in_order = sorted(payments, key=lambda payment: (place[payment.debtor], place[payment.creditor]))
    return Settlement(tuple(in_order), fewest)


def worth_of(balances: Mapping[K, int], value: int, coins: int) -> dict[K, int]:
    """Return what balances in coins are worth if ``coins`` of them are worth ``value``.

    What does not divide goes one unit each to those who lose most by rounding down, and among equals in the
    order of ``balances``, so that balances that add up to zero still do.
    """
    worth = {who: balance * value // coins for who, balance in balances.items()}
    rest = sum(balances.values()) * value // coins - sum(worth.values())
    by_loss = sorted(balances, key=lambda who: -(balances[who] * value % coins))
    for who in by_loss[:rest]:
        worth[who] += 1
    return worth


def share_out(amount: int, parts: Mapping[K, int], turn: int = 0) -> dict[K, int]:
    """Return everyone's share of an amount, by their parts, which are 0 or more and not all 0.

    What does not divide goes one unit each to those who lose most by rounding down. Among equals it goes
    to one after another: ``turn`` says how many had their turn, such as the number of amounts shared before.
    """
    whole = sum(parts.values())
    sharing = [who for who, part in parts.items() if part]
    first = turn % len(sharing)
    by_loss = sorted([*sharing[first:], *sharing[:first]], key=lambda who: -(amount * parts[who] % whole))
    shares = {who: amount * part // whole for who, part in parts.items()}
    for who in by_loss[: amount - sum(shares.values())]:
        shares[who] += 1
    return shares


def roughness(amount: int) -> int:
    """Return 0 for a multiple of ten, 1 for any other multiple of five, 2 for any other amount."""
    return sum(amount % unit > 0 for unit in ROUND)


def _through(net: Mapping[K, int], banker: K) -> Iterator[Payment[K]]:
    """Yield the payments by which everyone settles with one person."""
    others = [(coins, who) for who, coins in net.items() if coins and who != banker]
    for coins, who in sorted(others, key=lambda one: (one[0], isinstance(one[1], str), one[1])):
        yield Payment(who, banker, -coins) if coins < 0 else Payment(banker, who, coins)


def _one_after_another(order: Iterable[tuple[K, int]]) -> Iterator[Payment[K]]:
    """Yield the payments of people who settle in this order."""
    coming = iter(order)
    for who, left in coming:
        while left:
            other, coins = next(coming)
            debtor, creditor = (who, other) if left < 0 else (other, who)
            yield Payment(debtor, creditor, min(abs(left), abs(coins)))
            if abs(coins) > abs(left):
                who = other
            left += coins


def _order(balances: Counter[int]) -> tuple[list[int], bool]:
    """Return a good order of these balances, and whether it certainly has the fewest payments.

    If there are too many for the best order, some go first: small groups, and then the largest amounts,
    which are the least likely to fit with others. ``balances`` is used up.
    """
    order: list[int] = []
    # Exact opposites can always settle with each other: if the best groups have them in two groups, the rest
    # of these two makes one group, so there are as many groups as before.
    for group in _groups(balances, 2):
        order += _best(group)
    fewest = _fits(balances)
    for people in range(3, SMALL + 1):
        for group in _groups(balances, people):
            order += _best(group)
    left = 0
    while not _fits(balances):
        owing, owed = min(balances), max(balances)
        coins = owing if left > 0 or (left == 0 and -owing > owed) else owed
        order.append(coins)
        balances -= Counter([coins])
        left += coins
    return order + _best(balances, left), fewest


def _fits(balances: Counter[int]) -> bool:
    """Return whether the best order can be found quickly."""
    return prod(many + 1 for many in balances.values()) <= MAX_SETS


def _groups(balances: Counter[int], people: int) -> Iterator[Counter[int]]:
    """Split off groups of this size that add up to zero, until the rest fits or has no more."""
    for some in combinations_with_replacement(sorted(balances), people - 1):
        last = -sum(some)
        while balances[last] and not _fits(balances) and (group := Counter([*some, last])) <= balances:
            balances -= group
            yield group


def _best(balances: Counter[int], left: int = 0) -> list[int]:
    """Return the best order of balances, if ``left`` is still open from those who went before.

    People with equal balances are interchangeable, so a set is how many there are of each balance. These
    figures are read as one number in which each digit has its own base. Adding a person makes the number
    larger, so all ways to reach a set have been seen when its turn comes.
    """
    groups = list(_balance_groups(balances))
    owing = [group for group in groups if group.coins < 0]
    owed = [group for group in groups if group.coins > 0]
    everyone = sum(group.place * (group.base - 1) for group in groups)
    unseen = PAYMENT * (everyone + 1)
    cost = [0] + [unseen] * everyone
    still_open = [left] + [0] * everyone
    joined: list[_Balance | None] = [None] * (everyone + 1)
    for people_set in range(everyone):
        so_far, left = cost[people_set], still_open[people_set]
        if so_far == unseen:
            continue
        most = abs(left)
        open_price = PAYMENT + roughness(most) if most else 0
        # For 15 people this loop runs a hundred thousand times, so it is written for speed.
        for group in owing if left > 0 else owed if left < 0 else groups:
            coins, amount, full_price, place, base = group
            if people_set // place % base == base - 1:
                continue
            price = so_far + (full_price if amount < most else open_price)
            if price < cost[people_set + place]:
                cost[people_set + place] = price
                still_open[people_set + place] = left + coins
                joined[people_set + place] = group
    order: list[int] = []
    while last := joined[everyone]:
        order.append(last.coins)
        everyone -= last.place
    return order[::-1]


class _Balance(NamedTuple):
    """The people with the same balance.

    Attributes:
        coins: the balance.
        amount: the balance without its sign.
        full_price: the cost of a payment of this amount.
        place: the value of one of them in the number of a set.
        base: the number of values that digit can have.
    """

    coins: int
    amount: int
    full_price: int
    place: int
    base: int


def _balance_groups(balances: Counter[int]) -> Iterator[_Balance]:
    """Yield the people of each balance."""
    place = 1
    for coins, many in sorted(balances.items()):
        yield _Balance(coins, abs(coins), PAYMENT + roughness(coins), place, many + 1)
        place *= many + 1
