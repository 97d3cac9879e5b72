"""Settling up: who pays whom, which loans to repay, and what a coin is worth."""

from flask import Blueprint, render_template
from werkzeug import Response

from scorekeeper.rules.words import COIN, capital, counted
from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.faults import SETTLEMENT
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.coins.forms import CoinValueForm, PaymentForm, RepaymentForm, write_debt
from scorekeeper.web.coins.money import coins_and_money, decimal
from scorekeeper.web.coins.night_bank import back_to_settle_up, bank_context, load_bank
from scorekeeper.web.coins.posting_text import party_name
from scorekeeper.web.filters import day
from scorekeeper.web.submissions import commit

bp = Blueprint("settle_up", __name__, url_prefix="/nights/<int:night_id>/bank")


@bp.get("/settle")
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
    night.coin_value, night.currency = form.hundredths, form.currency.data
    return commit(back_to_settle_up(night_id))


def render_settle_up(night: Night, bank: Bank, form: CoinValueForm | None = None, refusal: str = "") -> str:
    """Return the page for settling up, with the form that was refused, or why a tap was."""
    plan = payment_plan.plan_of(bank) if bank.sound else None
    return render_template(
        "coins/settle_up.html",
        **bank_context(night, bank),
        plan=plan,
        counted_before=[
            posting
            for posting in bank.counting
            if plan and posting.kind == SETTLEMENT and posting.id <= plan.since
        ],
        message=plan_text(bank, night, plan) if plan else "",
        form=form or _value_form(night),
        write_debt=write_debt,
        refusal=refusal,
    )


def plan_text(bank: Bank, night: Night, plan: PaymentPlan) -> str:
    """Return who pays whom, as a text to share with the others."""
    lines = [f"{night.club.name}, {day(night.started_at)}: who pays whom"]
    for payment, posting in plan.payments:
        who, whom = party_name(bank, payment.debtor), party_name(bank, payment.creditor)
        pays = "paid" if posting else "pays"
        lines.append(f"{who} {pays} {whom} {coins_and_money(night, payment.coins)}")
    for debtor, lender, coins in bank.debts:
        who, whom = capital(party_name(bank, debtor)), party_name(bank, lender)
        lines.append(f"{who} repays {whom} {counted(coins, COIN)}")
    return "\n".join(lines)


def _value_form(night: Night) -> CoinValueForm:
    value = decimal(night.coin_value) if night.coin_value else ""
    return CoinValueForm(formdata=None, value=value, currency=night.currency)
