"""The coins of a night: who has how many, what went from one to another, and settling up."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.settlement import Payment
from scorekeeper.store.coins import payment_plan, postings
from scorekeeper.store.coins.bank import SETTLEMENT, Bank, Debt, Entry, Party
from scorekeeper.store.coins.ledger import bank_of
from scorekeeper.store.coins.postings import BadEntry
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, new_uid, now
from scorekeeper.web.clubs import access
from scorekeeper.web.coins import wording
from scorekeeper.web.plays.undo import UNDO_FOR

bp = Blueprint("bank", __name__, url_prefix="/nights/<int:night_id>/bank")

HOUSE = "house"
"""The house, as the forms name it."""

QUICK = (1, 5, 10, 20, 50)
"""Coins that are written down with one tap."""


@bp.get("")
def bank(night_id: int) -> str:
    """What everybody has won, holds and owes, and the form for what goes from one to another."""
    return page(*load(night_id))


@bp.post("")
def write_down(night_id: int) -> Response | tuple[str, int]:
    """Write down a loan, something given back, a side bet or a gift."""
    night, bank = load(night_id)
    typed = request.form
    try:
        postings.write_down(
            bank,
            night,
            typed.get("uid", ""),
            typed.get("kind", ""),
            party("giver", "Who gives"),
            party("taker", "Who gets"),
            number("coins", "Coins"),
            " ".join(typed.get("note", "").split()),
            access.device_name(),
        )
    except BadEntry as wrong:
        return page(night, bank, typed, wrong), 422
    db.session.commit()
    return back(night_id)


@bp.post("/stakes")
def stakes(night_id: int) -> Response | tuple[str, int]:
    """Hand out the same stake to some players."""
    night, bank = load(night_id)
    try:
        to = request.form.getlist("to", type=access.parse_id)
        coins = number("stake", "Coins for each")
        postings.hand_out(bank, night, request.form.get("uid", ""), to, coins, access.device_name())
    except BadEntry as wrong:
        return page(night, bank, request.form, wrong), 422
    db.session.commit()
    return back(night_id)


@bp.get("/players/<int:person>")
def player(night_id: int, person: int) -> str:
    """Where every coin of a player came from."""
    night, bank = load(night_id)
    if person not in bank.names:
        abort(404)
    lines = list(wording.lines(bank, person))
    return render_template("coins/player.html", **shared(night, bank), person=person, lines=lines)


@bp.get("/settle")
def settle(night_id: int) -> str:
    """Who pays whom."""
    return settle_page(*load(night_id))


@bp.post("/pay")
def pay(night_id: int) -> Response:
    """Mark a payment as done."""
    night, bank = load(night_id)
    debtor, creditor, amount, since = (
        request.form.get(name, 0, type=int) for name in ("debtor", "creditor", "coins", "since")
    )
    payment_plan.pay(bank, night, since, Payment(debtor, creditor, amount), access.device_name())
    db.session.commit()
    return back(night_id, ".settle")


@bp.post("/give-back")
def give_back(night_id: int) -> Response:
    """Give back what was lent, all of it or between two."""
    night, bank = load(night_id)
    postings.give_back(
        bank, night, [read_debt(text) for text in request.form.getlist("debt")], access.device_name()
    )
    db.session.commit()
    return back(night_id, ".settle")


@bp.post("/take-back")
def take_back(night_id: int) -> Response:
    """Take back what was written down."""
    _, bank = load(night_id)
    postings.take_back(bank, request.form.getlist("entry", type=int), access.device_name())
    db.session.commit()
    return back(night_id, ".settle" if "settling" in request.form else ".bank")


@bp.post("/bring-back")
def bring_back(night_id: int) -> Response:
    """Write down anew what was taken back."""
    night, bank = load(night_id)
    wanted = request.form.get("entry", type=int)
    entry = next((entry for entry in bank.entries if entry.id == wanted), None) or abort(404)
    postings.bring_back(bank, night, entry, access.device_name())
    db.session.commit()
    return back(night_id)


@bp.post("/value")
def value(night_id: int) -> Response | tuple[str, int]:
    """Say what a coin is worth."""
    night, bank = load(night_id)
    try:
        worth = wording.read_value(request.form.get("value", ""))
        currency = wording.read_currency(request.form.get("currency", ""))
    except wording.BadValue as wrong:
        return settle_page(night, bank, wrong), 422
    night.coin_value, night.currency = worth, currency
    db.session.commit()
    return back(night_id, ".settle")


def load(night_id: int) -> tuple[Night, Bank]:
    """A night of mine and its coins, to look at or to change."""
    night = access.night_or_404(night_id)
    if access.changes_data():
        postings.lock(night)
    return night, bank_of(night)


def back(night_id: int, to: str = ".bank") -> Response:
    """Back to the page."""
    return redirect(url_for(to, night_id=night_id), code=303)


def party(field: str, label: str) -> Party:
    """The player or the house that was chosen. Raises BadEntry."""
    try:
        return read_party(request.form.get(field, ""))
    except ValueError:
        raise BadEntry(field, f"{label}: choose one.") from None


def read_party(text: str) -> Party:
    """A player or the house, as a form sends them. Raises ValueError for neither."""
    return None if text == HOUSE else access.parse_id(text)


def number(field: str, label: str) -> int:
    """Coins, tapped or typed. Raises BadEntry."""
    text = request.form.get(f"{field}-now") or request.form.get(field, "")
    if not (text := text.strip()):
        raise BadEntry(field, f"{label}: say how many.")
    if not (text.isdecimal() and text.isascii() and len(text) < 20):
        raise BadEntry(field, f"{label}: write a whole number, such as 20.")
    return int(text)


def write_debt(debt: Debt) -> str:
    """A debt as a form sends it."""
    return "-".join(HOUSE if part is None else str(part) for part in debt)


def read_debt(text: str) -> Debt:
    """A debt that a form has sent; what is none is one of no coins, which nobody owes."""
    try:
        debtor, lender, owed = text.split("-")
        return Debt(read_party(debtor), read_party(lender), int(owed))
    except ValueError:
        return Debt(None, None, 0)


def undoable(bank: Bank) -> tuple[Sequence[Entry], int]:
    """What was written down last, and for how many seconds it can be undone with one tap."""
    newest = bank.entries[-1] if bank.entries else None
    left = newest.at + UNDO_FOR - now() if newest and newest.counts else timedelta()
    if newest is None or left <= timedelta():
        return [], 0
    by = newest.kind, newest.at, newest.device
    together = [entry for entry in bank.counting if (entry.kind, entry.at, entry.device) == by]
    return together, int(left.total_seconds()) + 1


def shared(night: Night, bank: Bank) -> dict[str, object]:
    """What all pages of the bank show."""
    undo, seconds = undoable(bank)
    return {
        "night": night,
        "bank": bank,
        "here": url_for(".bank", night_id=night.id),
        "on": [game for game in bank.games if game.paid and not game.over],
        "undo": undo,
        "undoing": wording.told_together(bank, undo) if undo else "",
        "seconds": seconds,
        "told": lambda entry: wording.told(bank, entry),
        "standing": lambda person: wording.standing(bank, person),
        "named": lambda party: wording.named(bank, party),
        "money": lambda amount: wording.money(night, amount),
        "both": lambda amount: wording.both(night, amount),
    }


def page(
    night: Night, bank: Bank, typed: Mapping[str, str] | None = None, wrong: BadEntry | None = None
) -> str:
    """The bank, with what was typed and cannot be."""
    gone = (entry for entry in bank.entries if not entry.counts)
    again = {entry.id for entry in gone if postings.back_again(bank, entry)}
    return render_template(
        "coins/bank.html",
        **shared(night, bank),
        typed=typed or {},
        uid=new_uid(),
        wrong={wrong.field: str(wrong)} if wrong else {},
        quick=QUICK,
        again=again,
        chosen=request.form.getlist("to") if typed else [str(one) for one in bank.there],
    )


def settle_page(night: Night, bank: Bank, wrong: wording.BadValue | None = None) -> str:
    """Settling up, with what cannot be the worth of a coin."""
    plan = None if bank.troubles else payment_plan.plan_of(bank)
    worth = wording.hundredths(night.coin_value) if night.coin_value else ""
    return render_template(
        "coins/settle_up.html",
        **shared(night, bank),
        plan=plan,
        before=[entry for entry in bank.counting if entry.kind == SETTLEMENT and entry.id <= plan.since]
        if plan
        else [],
        message=wording.message(bank, night, plan) if plan else "",
        wrong=wrong,
        typed_value=request.form.get("value", "") if wrong else worth,
        typed_currency=request.form.get("currency", "") if wrong else night.currency,
        write_debt=write_debt,
    )
