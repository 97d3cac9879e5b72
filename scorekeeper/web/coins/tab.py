"""The tab: what is open on earlier nights, including it in tonight's payments, and the tab of a club."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug import Response
from wtforms import StringField

from scorekeeper.domain import Role
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.rules.words import signed
from scorekeeper.settlement import settle
from scorekeeper.store.clubs.people import people
from scorekeeper.store.coins import tab as store
from scorekeeper.store.coins.bank import Bank, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.coins.tab import CHANGED_TAB, OpenAmount, Unit
from scorekeeper.store.database import LARGEST_SUM
from scorekeeper.store.models import Club, Night
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.text_order import name_order
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.coins.money import write_money
from scorekeeper.web.coins.night_bank import back_to_settle_up, load_bank
from scorekeeper.web.coins.settle_up import render_settle_up
from scorekeeper.web.drawings.bars import SumBar, sum_bars
from scorekeeper.web.forms.plain_form import PlainForm, hidden_values
from scorekeeper.web.nights.ending import LAST, PAGES, go_to_step, step_after
from scorekeeper.web.nights.night import back_to_night
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit
from scorekeeper.web.wording.coins import (
    say_amount,
    say_debt,
    say_open,
    say_tab,
    say_unit,
    say_value,
    why_not_included,
)

bp = Blueprint("tab", __name__)

MOST_EARLIER = 30
"""The most earlier nights whose open amounts are on the page for settling up."""

MOST_NIGHTS = 50
"""The most nights that the tab lists; its sums are those of all."""


class TabAmount(NamedTuple):
    """An open amount of an earlier night, on the page for settling up.

    Attributes:
        night: the night it comes from.
        said: what it is, as a sentence without its full stop.
        value: what a form sends for it.
        refusal: why it can't be included; nothing if it can.
    """

    night: Night
    said: Say
    value: str
    refusal: Say


class TabTotals(NamedTuple):
    """What everyone gets or owes over all nights in one unit.

    Attributes:
        heading, unit: the unit, "In €", also within a sentence.
        rows: each person's id, name, amount and bar, those ahead first.
        payments: how many payments settle everything.
        target: the night on which they are paid.
        value: what a form sends for the unit.
    """

    heading: Say
    unit: Argument
    rows: Sequence[tuple[int, Argument, str, SumBar]]
    payments: int
    target: Night | None
    value: str


class AmountsForm(PlainForm):
    """Open amounts of earlier nights."""

    amount: Any = hidden_values()

    @property
    def amounts(self) -> list[OpenAmount]:
        """The amounts. Raises Conflict if one can't be read."""
        return [parse_open_amount(text) for text in self.amount.data or ()]


class UnitForm(PlainForm):
    """The unit in which everything is settled."""

    unit: Any = StringField()


@bp.post("/nights/<int:night_id>/bank/tab")
def include(night_id: int) -> Response | tuple[str, int]:
    """Include open amounts of earlier nights in the payments of a night."""
    night = access.night_or_404(night_id, Role.MEMBER)
    bank = bank_of(night)
    try:
        store.bring(bank, night, AmountsForm().amounts, device_name())
    except Conflict as wrong:
        return render_settle_up(night, bank, refusal=str(wrong)), 409
    return commit(back_to_settle_up(night_id))


@bp.post("/nights/<int:night_id>/bank/leave")
def leave_open(night_id: int) -> Response:
    """Leave on the tab what isn't paid, and go on to the night, or to the next step of ending it."""
    night, bank = load_bank(night_id)
    if left := sum(payment.amount for payment in plan_of(bank).due) if bank.sound else 0:
        one, several = "{amount} stays unpaid.", "{amount} stay unpaid."
        number = 1 if bank.in_money else left
        flash(str(Say(one, several, number, amount=say_amount(bank, left))))
    if night.ending in PAGES and night.ending != LAST:
        return commit(go_to_step(night, step_after("settle", bank)))
    return commit(back_to_night(night_id))


@bp.get("/clubs/<int:club_id>/tab")
def tab(club_id: int) -> str:
    """Show who is how much ahead or behind over all nights, and what is open on which."""
    club = access.club_or_404(club_id)
    nights = store.open_nights(club_id)
    names = {person.id: person.name for person in people(club)}
    sums = store.open_sums(nights)
    shown = store.amounts_on([one.night for one in nights[:MOST_NIGHTS]])
    return render_template(
        "coins/tab.html",
        club=club,
        count=len(nights),
        headline=say_tab(len(nights), sums),
        totals=[_totals(club, unit, some, names) for unit, some in sums.items()],
        nights=[(night, [say_open(one, bank) for one in amounts]) for night, bank, amounts in shown],
        more=len(nights) - len(shown),
    )


@bp.post("/clubs/<int:club_id>/tab")
def settle_everything(club_id: int) -> Response:
    """Move everything that is open in a unit to the newest night, and go there to settle up."""
    access.club_or_404(club_id)
    wanted = UnitForm().unit.data or ""
    sums = store.open_sums(store.open_nights(club_id))
    for unit in (one for one in sums if write_unit(one) == wanted):
        if target := store.newest_night(club_id, unit):
            store.bring_all(target, unit, device_name())
            return commit(back_to_settle_up(target.id))
    flash(str(Say("Everything is settled by now.")))
    return commit(redirect(url_for("tab.tab", club_id=club_id), code=303))


@bp.app_template_global()
def from_earlier(night: Night, bank: Bank) -> tuple[Sequence[TabAmount], bool]:
    """Return what is open on earlier nights between people of this one, and whether there is more."""
    if not access.may(Role.MEMBER) or not bank.sound:
        return [], False
    nights = store.open_before(night, bank.names.keys())
    shown = store.amounts_on([one.night for one in nights[:MOST_EARLIER]])
    return [
        TabAmount(
            earlier, say_open(one, its_bank), write_open_amount(one), why_not_included(night, one, its_bank)
        )
        for earlier, its_bank, amounts in shown
        for one in amounts
        if {one.creditor, one.debtor} <= bank.names.keys()
    ], len(nights) > MOST_EARLIER


@bp.app_template_global()
def included(bank: Bank, are_due: bool) -> list[tuple[Posting, Say]]:
    """Return the amounts of earlier nights that are or were due on this one, each with its sentence."""
    return [(posting, say_debt(bank, posting, are_due)) for posting in bank.counting if posting.other]


def write_open_amount(amount: OpenAmount) -> str:
    """Return an open amount as a form sends it."""
    return "-".join(map(str, amount))


def parse_open_amount(text: str) -> OpenAmount:
    """Return an open amount that a form sent. Raises Conflict if it cannot be read."""
    try:
        night_id, kind, creditor, debtor, amount = text.split("-")
        parties = access.read_person(creditor), access.read_person(debtor)
        return OpenAmount(read_number(night_id), kind, *parties, read_number(amount, LARGEST_SUM))
    except ValueError:
        raise Conflict(CHANGED_TAB) from None


def write_unit(unit: Unit) -> str:
    """Return a unit as a form sends it."""
    return f"money {unit}" if isinstance(unit, str) else f"coins {say_value(unit)}"


def _totals(club: Club, unit: Unit, sums: Mapping[int, int], names: Mapping[int, str]) -> TabTotals:
    """Return what everyone gets or owes in one unit."""
    target = store.newest_night(club.id, unit)
    banker = bank_of(target).banker if target else None
    rows = sorted(sums.items(), key=lambda one: (-one[1], name_order(names.get(one[0], ""))))
    bars = sum_bars([amount for _, amount in rows])
    return TabTotals(
        say_unit(unit),
        (unit or Say("money")) if isinstance(unit, str) else Say("coins"),
        [
            (who, names.get(who, Say("someone")), _signed(unit, amount), bar)
            for (who, amount), bar in zip(rows, bars, strict=True)
        ],
        len(settle(sums, banker).payments),
        target,
        write_unit(unit),
    )


def _signed(unit: Unit, amount: int) -> str:
    if isinstance(unit, str):
        return ("+" if amount > 0 else "") + write_money(amount, unit)
    return signed(amount)
