"""The tab: what is open on earlier nights, including it in tonight's payments, and the tab of a club."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug import Response
from wtforms import StringField

from scorekeeper.domain import Role
from scorekeeper.rules.words import COIN, NIGHT, counted, listed, signed
from scorekeeper.settlement import settle
from scorekeeper.store.clubs.people import people
from scorekeeper.store.coins import tab as store
from scorekeeper.store.coins.bank import LOAN, Bank, CoinValue, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.coins.tab import CHANGED_TAB, OpenAmount, OpenNight, Unit
from scorekeeper.store.database import LARGEST_SUM
from scorekeeper.store.models import Club, Night
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.text_order import name_order
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.coins.money import write_amount, write_money, written_value
from scorekeeper.web.coins.night_bank import back_to_settle_up, load_bank
from scorekeeper.web.coins.posting_text import describe_debt
from scorekeeper.web.coins.settle_up import render_settle_up
from scorekeeper.web.drawings.bars import SumBar, sum_bars
from scorekeeper.web.forms.plain_form import PlainForm, hidden_values
from scorekeeper.web.nights.ending import LAST, PAGES, go_to_step, step_after
from scorekeeper.web.nights.night import back_to_night
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

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
        refusal: why it can't be included; empty if it can.
    """

    night: Night
    said: str
    value: str
    refusal: str


class TabTotals(NamedTuple):
    """What everyone gets or owes over all nights in one unit.

    Attributes:
        heading: the unit: "In €".
        rows: each person's id, name, amount and bar, those ahead first.
        payments: how many payments settle everything.
        target: the night on which they are paid.
        value: what a form sends for the unit.
    """

    heading: str
    rows: Sequence[tuple[int, str, str, SumBar]]
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
        stay = "stays" if bank.in_money or left == 1 else "stay"
        flash(f"{write_amount(bank, left)} {stay} on the tab.")
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
        headline=_headline(nights, sums),
        totals=[_totals(club, unit, some, names) for unit, some in sums.items()],
        nights=[(night, [_say(one, bank) for one in amounts]) for night, bank, amounts in shown],
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
    flash("Everything is settled by now.")
    return commit(redirect(url_for("tab.tab", club_id=club_id), code=303))


@bp.app_template_global()
def from_earlier(night: Night, bank: Bank) -> tuple[Sequence[TabAmount], bool]:
    """Return what is open on earlier nights between people of this one, and whether there is more."""
    if not access.may(Role.MEMBER) or not bank.sound:
        return [], False
    nights = store.open_before(night, bank.names.keys())
    shown = store.amounts_on([one.night for one in nights[:MOST_EARLIER]])
    return [
        TabAmount(earlier, _say(one, its_bank), write_open_amount(one), _refusal(night, one, its_bank))
        for earlier, its_bank, amounts in shown
        for one in amounts
        if {one.creditor, one.debtor} <= bank.names.keys()
    ], len(nights) > MOST_EARLIER


@bp.app_template_global()
def included(bank: Bank, are_due: bool) -> list[tuple[Posting, str]]:
    """Return the amounts of earlier nights that are or were due on this one, each with its sentence."""
    verb = "owes" if are_due else "owed"
    return [(posting, describe_debt(bank, posting, verb)) for posting in bank.counting if posting.other]


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
    return f"money {unit}" if isinstance(unit, str) else f"coins {written_value(unit)}"


def write_in(unit: Unit, amount: int) -> str:
    """Return an amount in a unit: "€3.00", or "30 coins"."""
    return write_money(amount, unit) if isinstance(unit, str) else counted(amount, COIN)


def _say(amount: OpenAmount, bank: Bank) -> str:
    """Return an open amount as a sentence without its full stop."""
    creditor, debtor = bank.names[amount.creditor], bank.names[amount.debtor]
    written = write_in(store.unit_of(amount.kind, bank), amount.amount)
    if amount.kind == LOAN:
        return f"{debtor} borrowed {written} from {creditor}"
    return f"{debtor} owes {creditor} {written}"


def _refusal(night: Night, amount: OpenAmount, bank: Bank) -> str:
    """Return why an open amount can't be paid on a night; empty if it can."""
    unit = store.unit_of(amount.kind, bank)
    if store.takes(night, unit):
        return ""
    it_is = f"In {unit or 'money' if isinstance(unit, str) else 'coins'}:"
    if night.coin_value is None:
        return (
            f"{it_is} coins have no value tonight."
            if isinstance(unit, str)
            else f"{it_is} coins had a value."
        )
    return f"{it_is} tonight’s payments are in {night.currency or 'money'}."


def _headline(nights: Sequence[OpenNight], sums: Mapping[Unit, Mapping[int, int]]) -> str:
    """Return how much is open, as a sentence without its full stop."""
    amounts = [write_in(unit, sum(one for one in some.values() if one > 0)) for unit, some in sums.items()]
    return f"{listed(amounts)} open on {counted(len(nights), NIGHT)}" if nights else "Nothing is open"


def _totals(club: Club, unit: Unit, sums: Mapping[int, int], names: Mapping[int, str]) -> TabTotals:
    """Return what everyone gets or owes in one unit."""
    target = store.newest_night(club.id, unit)
    banker = bank_of(target).banker if target else None
    rows = sorted(sums.items(), key=lambda one: (-one[1], name_order(names.get(one[0], ""))))
    bars = sum_bars([amount for _, amount in rows])
    heading = f"In {unit or 'money'}" if isinstance(unit, str) else "In coins"
    return TabTotals(
        f"{heading} ({written_value(unit)})" if isinstance(unit, CoinValue) else heading,
        [
            (who, names.get(who, "someone"), _signed(unit, amount), bar)
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
