"""Payments of a night that are still to be made, those already made, and when loans are repaid.

The payments of a night are worked out once and then made one by one, perhaps by several people at once. So
payments already made are shown as part of the whole plan: as long as nothing else happens, the others stay
the same. The last payment repays all loans with it, so that nothing is left to do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.settlement import Payment, Settlement, settle
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import LENDING, REPAYMENT, SETTLEMENT, Bank, Posting
from scorekeeper.store.database import now
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict

CHANGED_PAYMENTS = "The payments have changed, so nothing was marked as paid."


@dataclass(frozen=True)
class PaymentPlan:
    """The payments that settle a night.

    Attributes:
        since: the id of the last settlement that belongs to an earlier plan; 0 if there is none.
        net: what each person has won or lost, loans included, before any of these payments was made.
        payments: who pays whom, each with its posting if it was made.
        fewest: whether this is certainly the fewest payments possible.
    """

    since: int
    net: Mapping[int, int]
    payments: Sequence[tuple[Payment[int], Posting | None]]
    fewest: bool

    @property
    def due(self) -> Sequence[Payment[int]]:
        """The payments that have not been made yet."""
        return [payment for payment, posting in self.payments if posting is None]


def plan_of(bank: Bank) -> PaymentPlan:
    """Return the payments that settle a night. Raises ValueError if its coins do not add up."""
    paid = [posting for posting in bank.counting if posting.kind == SETTLEMENT]
    for first in range(len(paid)):
        known = {(posting.taker, posting.giver, posting.coins): posting for posting in paid[first:]}
        net = bank.to_settle(unpaid=paid[first:])
        planned = _settled(tuple(net.items()))
        made = [known.get((one.debtor, one.creditor, one.coins)) for one in planned.payments]
        if sum(posting is not None for posting in made) == len(paid) - first:
            since = paid[first - 1].id if first else 0
            return PaymentPlan(since, net, list(zip(planned.payments, made, strict=True)), planned.fewest)
    net = bank.to_settle()
    planned = _settled(tuple(net.items()))
    since = paid[-1].id if paid else 0
    return PaymentPlan(since, net, [(payment, None) for payment in planned.payments], planned.fewest)


def pay(bank: Bank, night: Night, since: int, payment: Payment[int], device: str) -> None:
    """Record a payment of the plan as made; recorded on two phones it is made once.

    The last one repays all loans, unless a running game still needs the coins. ``since`` is that of the plan
    the phone has shown. Raises Conflict if the plan has changed.
    """
    plan = plan_of(bank)
    made = dict(plan.payments)
    if not bank.sound or plan.since != since or payment not in made:
        raise Conflict(CHANGED_PAYMENTS)
    if made[payment] is None:
        at = now()
        postings.record_settlement(night, payment.debtor, payment.creditor, payment.coins, device, at)
        if plan.due == [payment] and not bank.pending:
            postings.repay(bank, night, bank.debts, device, at)


def returned_loans(bank: Bank) -> Sequence[Posting]:
    """Return the repayments of the tap that repaid the last loans without a payment; empty if none did."""
    lending = [] if bank.debts else [posting for posting in bank.counting if posting.kind in LENDING]
    last = [posting for posting in lending if posting.tap == lending[-1].tap]
    together = all(posting.kind == REPAYMENT for posting in last)
    return last if together and not set(last) & set(bank.repaid_by_settling) else []


@lru_cache(maxsize=256)
def _settled(net: tuple[tuple[int, int], ...]) -> Settlement[int]:
    """Settle these balances; cached, since many people take a moment and the page is often reloaded."""
    return settle(dict(net))
