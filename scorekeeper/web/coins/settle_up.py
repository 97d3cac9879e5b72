"""Settling up: who pays whom, with all loans included, and what a coin is worth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template
from werkzeug import Response

from scorekeeper.rules.saying import NOTHING, Argument, Say
from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import currency_of
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.clubs.pay_me import ways_to_pay
from scorekeeper.web.coins.forms import BankerForm, CoinValueForm, PaymentForm, RepaymentForm, write_debt
from scorekeeper.web.coins.money import decimal, signed_figure
from scorekeeper.web.coins.night_bank import back_to_settle_up, bank_context, load_bank
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.bars import sum_bars
from scorekeeper.web.filters import evening
from scorekeeper.web.submissions import commit
from scorekeeper.web.wording.coins import explain_shares, say_borrowed, say_plan, say_together, say_value

bp = Blueprint("settle_up", __name__, url_prefix="/nights/<int:night_id>/bank")

MAX_LETTERS = 34
"""The most letters of a name and its figures that have room beside each other."""


class Share(NamedTuple):
    """What someone gets (+) or pays (−) in all, and why.

    Attributes:
        person_id, name: the player.
        figures: their figure in each column; empty where it is zero, but for the last, which is the sum.
        net: that sum, in the unit of the night's payments.
    """

    person_id: int
    name: str
    figures: Sequence[str]
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
    if form.loses_coins_of(bank):
        return render_settle_up(night, bank, form), 422
    current, worth = say_value(bank.worth), form.worth
    if form.refuses_outdated("value", str(current), form.written, current or Say("nothing")):
        return render_settle_up(night, bank, form), 409
    if worth is None and bank.has_money:
        words = "Some amounts are in money, so enter a value; 0 if coins are just for counting."
        form.refuse("value", Say(words))
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
    columns = columns_of(bank) if plan else {}
    found = list(shares(bank, columns)) if plan else []
    return render_template(
        "coins/settle_up.html",
        **bank_context(night, bank),
        plan=plan,
        choice=plan and plan.due and (bank.banker or len(plan.payments) > 1),
        columns=[*columns, Say("in all")],
        shares=list(zip(found, sum_bars([share.net for share in found]), strict=True)),
        wide=any(len(share.name) + len("  ".join(share.figures)) > MAX_LETTERS for share in found),
        explained=list(explain_shares(bank)) if plan else (),
        returned=payment_plan.returned_loans(bank),
        newest=newest_change(bank),
        counted_before=[one for one in bank.paid if plan and one.id <= plan.since],
        ways=ways_to_pay((one.creditor for one in plan.due), night.coin_value is not None) if plan else (),
        loan_lines=list(say_borrowed(bank, plan)) if plan else (),
        message=plan_text(bank, night, plan) if plan else "",
        form=form or _value_form(night),
        write_debt=write_debt,
        refusal=refusal,
        say_value=say_value,
    )


def plan_text(bank: Bank, night: Night, plan: PaymentPlan) -> str:
    """Return what each person still has to do, as a text to share; empty if nobody has anything to do."""
    lines = [str(line) for line in say_plan(bank, plan)]
    title = Say("{club}, {day}", club=night.club.name, day=evening(night.started_at, night.time_zone))
    return "\n".join([str(title), *lines]) if lines else ""


def newest_change(bank: Bank) -> tuple[str, Argument]:
    """Return the newest change of the postings, as an id and a sentence; both are empty before the first."""
    if not bank.postings:
        return "", NOTHING
    newest = max(bank.postings, key=lambda posting: (posting.undone_at or posting.at, posting.id))
    said = say_together(bank, bank.together(newest))
    return f"{newest.id} {newest.counts}", Say("Undone: {what}", what=said) if newest.undone_at else said


def columns_of(bank: Bank) -> Mapping[Argument, Mapping[int, int]]:
    """Return what everyone's sum consists of, by the heading of its column; empty if that is coins alone."""
    costs, tab = bank.costs, bank.tab
    if not any((*costs.values(), *tab.values())):
        return {}
    coins = {person: bank.net[person] - costs[person] - tab[person] for person in bank.names}
    columns = {Say("coins"): coins, bank.cost_name or Say("costs"): costs, Say("earlier"): tab}
    return {heading: amounts for heading, amounts in columns.items() if any(amounts.values())}


def shares(bank: Bank, columns: Mapping[Argument, Mapping[int, int]]) -> Iterator[Share]:
    """Yield what everyone pays or gets in all, and why, without those who have no part in it."""
    for person, name in bank.names.items():
        parts = [amounts[person] for amounts in columns.values()]
        if bank.net[person] or any(parts):
            figures = [signed_figure(bank, part) if part else "" for part in parts]
            yield Share(person, name, [*figures, signed_figure(bank, bank.net[person])], bank.net[person])


def _value_form(night: Night) -> CoinValueForm:
    value = "" if night.coin_value is None else decimal(night.coin_value)
    return CoinValueForm(formdata=None, valued=night.valued_coins, value=value, currency=currency_of(night))
