"""Settling up: who pays whom, with all loans included, and what a coin is worth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template
from werkzeug import Response

from scorekeeper.rules.words import capital, listed
from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import COST, Bank
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.clubs.pay_me import ways_to_pay
from scorekeeper.web.coins.forms import BankerForm, CoinValueForm, PaymentForm, RepaymentForm, write_debt
from scorekeeper.web.coins.money import decimal, signed_figure, write_amount, write_money, written_value
from scorekeeper.web.coins.night_bank import back_to_settle_up, bank_context, load_bank
from scorekeeper.web.coins.posting_text import describe_together, loans_to_return
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.bars import sum_bars
from scorekeeper.web.filters import day
from scorekeeper.web.submissions import commit

bp = Blueprint("settle_up", __name__, url_prefix="/nights/<int:night_id>/bank")

COUNTED = "already counted"
"""What is said of loans: the payments have them in their sums."""

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
    current, worth = written_value(bank.worth), form.worth
    if form.refuses_outdated("value", current, form.written, current or "nothing"):
        return render_settle_up(night, bank, form), 409
    if worth is None and bank.has_money:
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
    columns = columns_of(bank) if plan else {}
    found = list(shares(bank, columns)) if plan else []
    return render_template(
        "coins/settle_up.html",
        **bank_context(night, bank),
        plan=plan,
        choice=plan and plan.due and (bank.banker or len(plan.payments) > 1),
        columns=[*columns, "in all"],
        shares=list(zip(found, sum_bars([share.net for share in found]), strict=True)),
        wide=any(len(share.name) + len("  ".join(share.figures)) > MAX_LETTERS for share in found),
        explained=list(explain_shares(bank)) if plan else (),
        returned=payment_plan.returned_loans(bank),
        newest=newest_change(bank),
        counted_before=[one for one in bank.paid if plan and one.id <= plan.since],
        ways=ways_to_pay((one.creditor for one in plan.due), night.coin_value is not None) if plan else (),
        loan_lines=list(loan_lines(bank, plan)) if plan else (),
        message=plan_text(bank, night, plan) if plan else "",
        form=form or _value_form(night),
        write_debt=write_debt,
        refusal=refusal,
        written_value=written_value,
    )


def plan_text(bank: Bank, night: Night, plan: PaymentPlan) -> str:
    """Return what each person still has to do, as a text to share; empty if nobody has anything to do."""
    boxed = [] if bank.pending else back_in_the_box(bank, plan)
    loans = {} if bank.pending or boxed else loans_to_return(bank)
    counted = f" ({COUNTED})" if plan.due else ""
    lines: list[str] = []
    for person, name in bank.names.items():
        pays = [
            f"{bank.names[one.creditor]} {write_amount(bank, one.amount)}"
            for one in plan.due
            if one.debtor == person
        ]
        to_do = [f"pay {listed(pays)}."] if pays else []
        to_do += [f"give back {loans[person]}{counted}."] if person in loans else []
        if to_do:
            lines.append(f"{name}: {' '.join([to_do[0], *map(capital, to_do[1:])])}")
    lines += boxed
    return (
        "\n".join([f"{night.club.name}, {day(night.started_at, night.time_zone)}", *lines]) if lines else ""
    )


def back_in_the_box(bank: Bank, plan: PaymentPlan) -> list[str]:
    """Return what happens to coins that only the house has lent; nothing if players have lent any, too.

    Those who lost theirs can't give back as many as they borrowed, so all coins go back together.
    """
    if not bank.debts or any(debt.lender is not None for debt in bank.debts):
        return []
    return [f"Everyone: put your coins back in the box{f' ({COUNTED})' if plan.due else ''}."]


def loan_lines(bank: Bank, plan: PaymentPlan) -> Iterator[str]:
    """Yield what those who borrowed coins do with them, those who borrowed the same in one line."""
    if bank.debts and bank.pending:
        end = f"{bank.pending[0].name} ends" if len(bank.pending) == 1 else "the running games end"
        yield f"Keep the coins you borrowed until {end}."
        return
    if boxed := back_in_the_box(bank, plan):
        yield from boxed
        return
    loans = loans_to_return(bank)
    for coins in dict.fromkeys(loans.values()):
        names = [bank.names[person] for person in loans if loans[person] == coins]
        who = "Everyone" if len(names) == len(bank.names) > 1 else listed(names)
        borrowed = coins.replace("you", "you each", 1) if len(names) > 1 else coins
        yield f"{who}: give back {borrowed}{f' ({COUNTED})' if plan.due else ''}."


def newest_change(bank: Bank) -> tuple[str, str]:
    """Return the newest change of the postings, as an id and a sentence; both are empty before the first."""
    if not bank.postings:
        return "", ""
    newest = max(bank.postings, key=lambda posting: (posting.undone_at or posting.at, posting.id))
    said = describe_together(bank, bank.together(newest))
    return f"{newest.id} {newest.counts}", f"Undone: {said}" if newest.undone_at else said


def columns_of(bank: Bank) -> Mapping[str, Mapping[int, int]]:
    """Return what everyone's sum consists of, by the heading of its column; empty if that is coins alone."""
    costs, tab = bank.costs, bank.tab
    if not any((*costs.values(), *tab.values())):
        return {}
    coins = {person: bank.net[person] - costs[person] - tab[person] for person in bank.names}
    columns = {"coins": coins, bank.cost_name: costs, "tab": tab}
    return {heading: amounts for heading, amounts in columns.items() if any(amounts.values())}


def shares(bank: Bank, columns: Mapping[str, Mapping[int, int]]) -> Iterator[Share]:
    """Yield what everyone pays or gets in all, and why, without those who have no part in it."""
    for person, name in bank.names.items():
        parts = [amounts[person] for amounts in columns.values()]
        if bank.net[person] or any(parts):
            figures = [signed_figure(bank, part) if part else "" for part in parts]
            yield Share(person, name, [*figures, signed_figure(bank, bank.net[person])], bank.net[person])


def explain_shares(bank: Bank) -> Iterator[str]:
    """Yield what figures in money, and those of shared costs, come from."""
    if bank.worth and bank.worth.value:
        coins, value = bank.worth.coins, write_money(bank.worth.value, bank.worth.currency)
        yield f"{'A coin is' if coins == 1 else f'{coins} coins are'} {value}."
    for tap in bank.taps:
        if tap[0].kind == COST and tap[0].counts:
            yield f"{describe_together(bank, tap)}."


def _value_form(night: Night) -> CoinValueForm:
    value = "" if night.coin_value is None else decimal(night.coin_value)
    return CoinValueForm(formdata=None, valued=night.valued_coins, value=value, currency=night.currency)
