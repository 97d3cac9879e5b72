"""Who pays whom when the night is over: the fewest payments, and round ones where there is a choice.

People whose balances add up to zero can settle among themselves with one payment less than they are; if no
part of them adds up to zero, they need that many. So the fewest payments come from the most such groups.

To find them people are lined up and settle one after another: whoever comes next settles with the one who is
still open, and then one of the two is even. When nobody is open a group has closed, and the next one opens
another without a payment. However the same people are lined up, the same balance is open after them, so of
all line-ups that begin with them only the best beginning is kept. For 15 people that makes 2¹⁵ beginnings.

Every way in which up to six people can settle with the fewest payments is a line-up. Larger groups have some
more, so in these the payments are the roundest of nearly all ways.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod
from typing import Generic, NamedTuple, TypeVar

ROUND = (10, 5)
"""Amounts that are easily counted out."""

BEGINNINGS = 2**15
"""At most so many are kept: those of any 15 people, or of more if some have equal balances."""

SMALL = 4
"""Of more people, groups of up to so many are looked for."""

PAYMENT = BEGINNINGS * len(ROUND)
"""What one payment counts beside roughness: more than all the roughness of a line-up."""

K = TypeVar("K", bound=str | int)


@dataclass(frozen=True)
class Payment(Generic[K]):
    """One payment.

    Attributes:
        debtor: who pays.
        creditor: who is paid.
        coins: how much, at least 1.
    """

    debtor: K
    creditor: K
    coins: int


@dataclass(frozen=True)
class Settlement(Generic[K]):
    """Payments after which everybody is even.

    Attributes:
        payments: those of the largest debtor first. Nobody both pays and is paid, or pays somebody twice.
        fewest: whether it is certain that fewer payments cannot do.
    """

    payments: tuple[Payment[K], ...]
    fewest: bool


def settle(net: Mapping[K, int]) -> Settlement[K]:
    """Settle what everybody has won (above zero) or lost (below zero), in coins.

    The fewest payments are certain for up to 15 people who are not even, and for more where many balances are
    equal or opposite. Among settlements with as few payments, one with the least ``roughness`` is then taken;
    where more than six must settle together, not every way is looked at. The order in which people are given
    makes no difference.

    Raises ValueError when the balances do not add up to zero.
    """
    if total := sum(net.values()):
        raise ValueError(f"The balances must add up to zero, not to {total}.")
    uneven = [who for who, coins in net.items() if coins]
    people = sorted(uneven, key=lambda who: (-abs(net[who]), isinstance(who, str), who))
    line, fewest = _line_up(Counter(net[who] for who in people))
    waiting = {coins: iter([who for who in people if net[who] == coins]) for coins in line}
    payments = _one_after_another((next(waiting[coins]), coins) for coins in line)
    place = {who: number for number, who in enumerate(people)}
    in_order = sorted(payments, key=lambda payment: (place[payment.debtor], place[payment.creditor]))
    return Settlement(tuple(in_order), fewest)


def roughness(coins: int) -> int:
    """How far an amount is from round: 0 for a multiple of ten, 1 for one of five, 2 for any other."""
    return sum(coins % unit > 0 for unit in ROUND)


def _one_after_another(line: Iterable[tuple[K, int]]) -> Iterator[Payment[K]]:
    """The payments of people who settle in this order."""
    coming = iter(line)
    for who, left in coming:
        while left:
            other, coins = next(coming)
            debtor, creditor = (who, other) if left < 0 else (other, who)
            yield Payment(debtor, creditor, min(abs(left), abs(coins)))
            if abs(coins) > abs(left):
                who = other
            left += coins


def _line_up(balances: Counter[int]) -> tuple[list[int], bool]:
    """A good line-up of these balances, and whether it certainly has the fewest payments.

    Where there are too many for the best, some go first: small groups, and then the largest amounts, which
    are the least likely to fit with others. What is left of ``balances`` is of no use afterwards.
    """
    line: list[int] = []
    # Exact opposites may always settle with each other: where the best groups have them in two groups, the
    # rest of these two is a group as well, and there are as many groups as before.
    for group in _groups(balances, 2):
        line += _best(group)
    fewest = _fits(balances)
    for people in range(3, SMALL + 1):
        for group in _groups(balances, people):
            line += _best(group)
    left = 0
    while not _fits(balances):
        owing, owed = min(balances), max(balances)
        coins = owing if left > 0 or (left == 0 and -owing > owed) else owed
        line.append(coins)
        balances -= Counter([coins])
        left += coins
    return line + _best(balances, left), fewest


def _fits(balances: Counter[int]) -> bool:
    """Whether the best line-up can be found in good time."""
    return prod(many + 1 for many in balances.values()) <= BEGINNINGS


def _groups(balances: Counter[int], people: int) -> Iterator[Counter[int]]:
    """Take off groups of so many who are even among themselves, until the rest fits or has no more."""
    for some in combinations_with_replacement(sorted(balances), people - 1):
        last = -sum(some)
        while balances[last] and not _fits(balances) and (group := Counter([*some, last])) <= balances:
            balances -= group
            yield group


def _best(balances: Counter[int], left: int = 0) -> list[int]:
    """The best line-up of balances, while so much is still open from those who went before.

    People with the same balance stand for each other, so a beginning is how many there are of each balance.
    These figures are read as one number, each place with a base of its own. Whoever joins makes the number
    larger, so that all ways to a beginning have been seen when its turn comes.
    """
    kinds = list(_kinds(balances))
    owing = [kind for kind in kinds if kind.coins < 0]
    owed = [kind for kind in kinds if kind.coins > 0]
    everybody = sum(kind.place * (kind.base - 1) for kind in kinds)
    unseen = PAYMENT * (everybody + 1)
    cost = [0] + [unseen] * everybody
    still_open = [left] + [0] * everybody
    joined: list[_Kind | None] = [None] * (everybody + 1)
    for beginning in range(everybody):
        so_far, left = cost[beginning], still_open[beginning]
        if so_far == unseen:
            continue
        most = abs(left)
        all_of_most = PAYMENT + roughness(most) if most else 0
        # This is gone through a hundred thousand times for 15 people, and written to be quick.
        for kind in owing if left > 0 else owed if left < 0 else kinds:
            coins, amount, all_of_it, place, base = kind
            if beginning // place % base == base - 1:
                continue
            price = so_far + (all_of_it if amount < most else all_of_most)
            if price < cost[beginning + place]:
                cost[beginning + place] = price
                still_open[beginning + place] = left + coins
                joined[beginning + place] = kind
    line: list[int] = []
    while last := joined[everybody]:
        line.append(last.coins)
        everybody -= last.place
    return line[::-1]


class _Kind(NamedTuple):
    """The people with one balance.

    Attributes:
        coins: the balance.
        amount: the same without its sign.
        all_of_it: what a payment of this amount counts.
        place: the value of one of them in the number of a beginning.
        base: how many figures there are in that place.
    """

    coins: int
    amount: int
    all_of_it: int
    place: int
    base: int


def _kinds(balances: Counter[int]) -> Iterator[_Kind]:
    """The people of each balance."""
    place = 1
    for coins, many in sorted(balances.items()):
        yield _Kind(coins, abs(coins), PAYMENT + roughness(coins), place, many + 1)
        place *= many + 1
