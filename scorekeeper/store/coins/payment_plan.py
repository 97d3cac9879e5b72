"""Payments of a night that are still to be made, those already made, and when loans are repaid.

The payments of a night are worked out once and then made one by one, perhaps by several people at once. So
payments already made are shown as part of the whole plan: as long as nothing else happens, the others stay
the same. The last payment repays all loans with it, so that nothing is left to do.

Amounts are in the unit of the night's payments: coins or, where a coin has a value, hundredths of its
currency.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.rules.saying import Say
from scorekeeper.settlement import Payment, Settlement, settle
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import LENDING, REPAYMENT, Bank, Posting
from scorekeeper.store.database import now
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict

CHANGED_PAYMENTS = Say("The payments have changed, so nothing was marked as paid.")


@dataclass(frozen=True)
class PaymentPlan:
    """The payments that settle a night.

    Attributes:
        since: the id of the last settlement that belongs to an earlier plan; 0 if there is none.
        payments: who pays whom, each with its posting if it was made or moved to a later night.
        fewest: whether this is certainly the fewest payments possible.
    """

    since: int
    payments: Sequence[tuple[Payment[int], Posting | None]]
    fewest: bool

    @property
    def due(self) -> Sequence[Payment[int]]:
        """The payments that have not been made yet."""
        return [payment for payment, posting in self.payments if posting is None]


def plan_of(bank: Bank) -> PaymentPlan:
    """Return the payments that settle a night. Raises ValueError if its coins do not add up."""
    for first in range(len(bank.paid) + 1):
        before, ours = bank.paid[:first], bank.paid[first:]
        known = {(one.taker, one.giver, one.coins): one for one in ours if one.in_money == bank.in_money}
        planned = _settled(tuple(bank.to_pay(unpaid=ours).items()), bank.banker)
        made = [known.get((one.debtor, one.creditor, one.amount)) for one in planned.payments]
        if sum(posting is not None for posting in made) == len(ours):
            break
    since = before[-1].id if before else 0
    return PaymentPlan(since, list(zip(planned.payments, made, strict=True)), planned.fewest)


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
        postings.record_settlement(night, payment, bank.in_money, device, at)
        if plan.due == [payment] and not bank.pending:
            postings.repay(bank, night, bank.debts, device, at)


def returned_loans(bank: Bank) -> Sequence[Posting]:
    """Return the repayments of the tap that repaid the last loans without a payment; empty if none did."""
    lending = [] if bank.debts else [one for one in bank.counting if one.counts_as in LENDING]
    last = [posting for posting in lending if posting.tap == lending[-1].tap]
    together = all(posting.kind == REPAYMENT for posting in last)
    return last if together and not set(last) & set(bank.repaid_by_settling) else []


@lru_cache(maxsize=256)
def _settled(net: tuple[tuple[int, int], ...], banker: int | None) -> Settlement[int]:
    """Settle these balances; cached, since many people take a moment and the page is often reloaded."""
    return settle(dict(net), banker)
