"""Settling up: who pays whom, with all loans included, and what a coin is worth."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template
from werkzeug import Response

from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import SETTLEMENT, Bank
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.clubs.pay_me import ways_to_pay
from scorekeeper.web.coins.forms import BankerForm, CoinValueForm, PaymentForm, RepaymentForm, write_debt
from scorekeeper.web.coins.money import decimal, write_amount, written_value
from scorekeeper.web.coins.night_bank import back_to_settle_up, bank_context, load_bank
from scorekeeper.web.coins.posting_text import describe_together, party_name
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.bars import SumBar, sum_bars
from scorekeeper.web.filters import day
from scorekeeper.web.submissions import commit

bp = Blueprint("settle_up", __name__, url_prefix="/nights/<int:night_id>/bank")


class Share(NamedTuple):
    """What someone gets (+) or pays (−) in all, in the unit of the night's payments, and why.

    Attributes:
        person_id, name: the player.
        coins: what they won or lost.
        costs: shared costs.
        tab: what is open from earlier nights.
        net: the sum of these.
    """

    person_id: int
    name: str
    coins: int
    costs: int
    tab: int
    net: int


@bp.get("/settle")
@declares(offline_copy="night")
def settle_up(night_id: int) -> str:
    """Show who pays whom."""
    return render_settle_up(*load_bank(night_id))


@bp.post("/pay")
def pay(night_id: int) -> Response | tuple[str, int]:
    """Mark a payment as paid."""
    night, bank = load_bank(night_id)
    form = PaymentForm()
    try:
        if not form.validate():
            raise Conflict(payment_plan.CHANGED_PAYMENTS)
        payment_plan.pay(bank, night, form.since.data, form.payment, device_name())
    except Conflict as wrong:
        return render_settle_up(night, bank, refusal=str(wrong)), 409
    return commit(back_to_settle_up(night_id))


@bp.post("/give-back")
def repay(night_id: int) -> Response | tuple[str, int]:
    """Mark one debt or all debts as repaid."""
    night, bank = load_bank(night_id)
    try:
        postings.repay(bank, night, RepaymentForm().debts, device_name())
    except Conflict as wrong:
        return render_settle_up(night, bank, refusal=str(wrong)), 409
    return commit(back_to_settle_up(night_id))


@bp.post("/value")
def set_coin_value(night_id: int) -> Response | tuple[str, int]:
    """Set what a coin is worth."""
    night, bank = load_bank(night_id)
    form = CoinValueForm()
    if not form.validate():
        return render_settle_up(night, bank, form), 422
    current, worth = written_value(bank.worth), form.worth
    if form.refuses_outdated("value", current, form.written, current or "nothing"):
        return render_settle_up(night, bank, form), 409
    if worth is None and any(posting.in_money for posting in (*bank.counting, *bank.moved)):
        form.refuse("value", "Some amounts are in money, so enter a value; 0 if coins are only counted.")
        return render_settle_up(night, bank, form), 422
    night.coin_value, night.valued_coins = (None, 1) if worth is None else (worth.value, worth.coins)
    night.currency = form.currency.data
    return commit(back_to_settle_up(night_id))


@bp.post("/banker")
def set_banker(night_id: int) -> Response:
    """Let all payments go through one person, or make as few as possible."""
    night, bank = load_bank(night_id)
    banker = BankerForm().banker.data
    night.banker_id = banker if banker in bank.names else None
    return commit(back_to_settle_up(night_id))


def render_settle_up(
    night: Night,
    bank: Bank,
    form: CoinValueForm | None = None,
    refusal: str = "",
) -> str:
    """Return the page for settling up, with the form that was refused, or why a tap was."""
    plan = payment_plan.plan_of(bank) if bank.sound else None
    return render_template(
        "coins/settle_up.html",
        **bank_context(night, bank),
        plan=plan,
        shares=shares_with_bars(bank) if plan else (),
        returned=payment_plan.returned_loans(bank),
        newest=newest_change(bank),
        counted_before=[
            posting
            for posting in bank.counting
            if plan and posting.kind == SETTLEMENT and posting.id <= plan.since
        ],
        ways=ways_to_pay((one.creditor for one in plan.due), night.coin_value is not None) if plan else (),
        advice=loan_advice(bank, plan) if plan else (),
        message=plan_text(bank, night, plan) if plan and plan.payments else "",
        form=form or _value_form(night),
        write_debt=write_debt,
        SETTLEMENT=SETTLEMENT,
        refusal=refusal,
        written_value=written_value,
    )


def plan_text(bank: Bank, night: Night, plan: PaymentPlan) -> str:
    """Return who pays whom, as a text to share with the others."""
    lines = [f"{night.club.name}, {day(night.started_at, night.time_zone)}: who pays whom"]
    for payment, posting in plan.payments:
        who, whom = party_name(bank, payment.debtor), party_name(bank, payment.creditor)
        pays = "paid" if posting else "pays"
        lines.append(f"{who} {pays} {whom} {write_amount(bank, payment.amount)}")
    return "\n".join([*lines, *loan_advice(bank, plan)])


def loan_advice(bank: Bank, plan: PaymentPlan) -> Sequence[str]:
    """Return sentences about what to do with loans; empty if none are open, or only returning is left."""
    if not bank.debts or not (plan.due or bank.pending):
        return ()
    included = "Loans and stakes are already in these sums; don’t pay them back separately."
    if bank.pending:
        end = "the running game ends" if len(bank.pending) == 1 else "the running games end"
        return (f"{included} Loans stay open until {end}, so keep the coins you borrowed.",)
    return (
        f"{included} Once everyone has paid, all loans are marked as repaid.",
        "Settling in money? Anyone who receives money hands over that many coins; "
        "borrowed coins go back to the lender.",
    )


def newest_change(bank: Bank) -> tuple[str, str]:
    """Return the newest change of the postings, as an id and a sentence; both are empty before the first."""
    if not bank.postings:
        return "", ""
    newest = max(bank.postings, key=lambda posting: (posting.undone_at or posting.at, posting.id))
    said = describe_together(bank, [posting for posting in bank.postings if posting.tap == newest.tap])
    return f"{newest.id} {newest.counts}", said if newest.counts else f"Undone: {said}"


def shares_with_bars(bank: Bank) -> list[tuple[Share, SumBar]]:
    """Return what everyone pays or gets in all, each with its bar; empty if nobody pays."""
    found = list(shares(bank))
    return list(zip(found, sum_bars([share.net for share in found]), strict=True))


def shares(bank: Bank) -> Iterator[Share]:
    """Yield what everyone pays or gets in all, and why, without those who have no part in it."""
    for person, name in bank.names.items():
        net, costs, tab = bank.net[person], bank.costs[person], bank.tab[person]
        if net or costs or tab:
            yield Share(person, name, net - costs - tab, costs, tab, net)


def _value_form(night: Night) -> CoinValueForm:
    value = "" if night.coin_value is None else decimal(night.coin_value)
    return CoinValueForm(formdata=None, valued=night.valued_coins, value=value, currency=night.currency)
