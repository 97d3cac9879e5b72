"""Who still has to pay whom, and who has paid already.

The payments of a night are worked out once and then made one after another, perhaps by several people at
once. So those that were made are seen as a part of the whole: as long as nothing else happens, the others
stay what they were.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.settlement import Payment, Settlement
from scorekeeper.settlement import settle as settle_all
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import SETTLEMENT, Bank, Entry
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict


@dataclass(frozen=True)
class Plan:
    """The payments that settle a night.

    Attributes:
        since: the last payment that belongs to an earlier plan, by its id; 0 when there was none.
        payments: who pays whom, and the entry of it where that was done.
        fewest: whether it is certain that fewer payments cannot do.
    """

    since: int
    payments: Sequence[tuple[Payment[int], Entry | None]]
    fewest: bool

    @property
    def due(self) -> Sequence[Payment[int]]:
        """The payments that are still to be made."""
        return [payment for payment, paid in self.payments if paid is None]


def plan_of(bank: Bank) -> Plan:
    """The payments of a night. Raises ValueError when its coins do not add up."""
    paid = [entry for entry in bank.counting if entry.kind == SETTLEMENT]
    for first in range(len(paid)):
        known = {(entry.taker, entry.giver, entry.coins): entry for entry in paid[first:]}
        planned = _settled(tuple(bank.to_settle(unpaid=paid[first:]).items()))
        made = [known.get((one.debtor, one.creditor, one.coins)) for one in planned.payments]
        if sum(entry is not None for entry in made) == len(paid) - first:
            since = paid[first - 1].id if first else 0
            return Plan(since, list(zip(planned.payments, made, strict=True)), planned.fewest)
    planned = _settled(tuple(bank.to_settle().items()))
    since = paid[-1].id if paid else 0
    return Plan(since, [(payment, None) for payment in planned.payments], planned.fewest)


def pay(bank: Bank, night: Night, since: int, payment: Payment[int], device: str) -> None:
    """A payment of the plan was made; said on two phones it was made once.

    ``since`` is that of the plan in which the payment was seen. Raises Conflict when the plan is another now.
    """
    plan = plan_of(bank)
    made = dict(plan.payments)
    if bank.troubles or plan.since != since or payment not in made:
        raise Conflict("Who pays whom has changed meanwhile.")
    if made[payment] is None:
        postings.settle(night, payment.debtor, payment.creditor, payment.coins, device)


@lru_cache(maxsize=256)
def _settled(net: tuple[tuple[int, int], ...]) -> Settlement[int]:
    """Many people take a moment to settle, and the page is looked at again and again."""
    return settle_all(dict(net))
