"""The page on which someone says that they paid for several people, such as for a pizza."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template, url_for
from werkzeug import Response
from wtforms import RadioField, StringField, ValidationError
from wtforms.validators import AnyOf

from scorekeeper.domain import MAX_NOTE_LENGTH, Role
from scorekeeper.rules.saying import Say
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.postings import BadPosting, SharedCost
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import currency_of
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import device_name, read_person
from scorekeeper.web.coins.forms import (
    MONEY,
    CoinsField,
    CoinValueForm,
    PersonField,
    RecordingForm,
    newest_id,
    parse_coins,
    people_on,
)
from scorekeeper.web.coins.money import parse_money
from scorekeeper.web.coins.night_bank import back_to_coins, load_bank
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.plain_form import hidden_values, line_field, several
from scorekeeper.web.requests import numbers_in, read_number
from scorekeeper.web.submissions import commit, keys_to_settle, submission_keys
from scorekeeper.web.wording.coins import say_value

bp = Blueprint("shared_cost", __name__, url_prefix="/nights/<int:night_id>/bank/cost")

MAX_PARTS = 99
"""The most parts of a cost that one person takes."""


class CostForm(RecordingForm):
    """A cost that someone paid and several people share.

    Attributes:
        to: those who are ticked.
        sharer, part: everyone, and how many parts each of them takes if they are ticked.
    """

    payer: Any = PersonField("Who paid?", "Choose who paid.")
    unit: Any = RadioField(
        "Money or coins",
        validate_choice=False,
        validators=[AnyOf(("money", "coins"), message="Choose money or coins.")],
    )
    amount: Any = CoinsField("How much?", missing="Enter how much it was.", render_kw=MONEY)
    note: Any = line_field(MAX_NOTE_LENGTH, label="What for?", placeholder="pizza")
    to: Any = several("Who shares it?")
    sharer: Any = hidden_values()
    part: Any = hidden_values()

    def validate_part(self, _: StringField) -> None:
        """Refuse anything but small numbers."""
        try:
            for text in self.part.data or ():
                parse_parts(text)
        except ValueError:
            words = "Enter parts as whole numbers from 0 to {most}."
            raise ValidationError(Say(words, most=MAX_PARTS)) from None

    def read_amount(self, text: str) -> int:
        """Return the amount that was entered. Raises ValueError."""
        return parse_money(text) if self.in_money else parse_coins(text)

    @property
    def in_money(self) -> bool:
        """Whether the amount is in money."""
        return bool(self.unit.data == "money")

    @property
    def people(self) -> list[int]:
        """The ids of the persons chosen."""
        return list(dict.fromkeys([*numbers_in([self.payer.data or ""], read_person), *self._ticked]))

    @property
    def cost(self) -> SharedCost:
        """What to record, once the form is valid."""
        parts: Counter[int] = Counter(dict.fromkeys(self._ticked, 0))
        listed = set()
        for text, part in zip(self.sharer.data or (), self.part.data or (), strict=False):
            for person in numbers_in([text], read_person):
                listed.add(person)
                if text in (self.to.data or ()):
                    parts[person] += parse_parts(part)
        parts.update(dict.fromkeys(parts.keys() - listed, 1))
        return SharedCost(self.payer.party, self.amount.amount, parts, self.note.data, self.in_money)

    @property
    def parts(self) -> dict[str, str]:
        """What was typed as the parts of each person, by their id."""
        return dict(zip(self.sharer.data or (), self.part.data or (), strict=False))

    @property
    def _ticked(self) -> list[int]:
        return numbers_in(self.to.data, read_person)


@bp.get("")
@declares(offline_copy="night")
def ask_cost(night_id: int) -> str:
    """Ask who paid what for whom."""
    access.night_or_404(night_id, Role.KEEPER)
    return render_cost(*load_bank(night_id))


@bp.post("")
@declares(also_typed=("amount",))
def record_cost(night_id: int) -> Response | tuple[str, int]:
    night, bank = load_bank(night_id)
    form, value = CostForm(), CoinValueForm()
    value.value.data = value.value.data or "0"
    value.currency.data = value.currency.data or currency_of(night)
    if not form.validate() or (form.in_money and not _has_value(bank, value)):
        return render_cost(night, bank, form, value), 422
    if form.in_money and bank.worth and value.value.raw_data and _differs(bank, value):
        words = "Someone has said what coins are worth: {value}. Tap again to save the cost."
        form.refuse("unit", Say(words, value=say_value(bank.worth)))
        return render_cost(night, bank, form, settles=submission_keys()), 409
    bank = form.let_join(night, bank)
    uid, cost = form.uid.data or "", form.cost
    if said := form.what_changed(night, bank, postings.shares_of(bank, night, uid, cost)):
        form.refuse("amount", said)
        return render_cost(night, bank, form, value, submission_keys()), 409
    try:
        worth = bank.worth or (value.worth if form.in_money else None)
        postings.record_cost(replace(bank, worth=worth), night, uid, cost, device_name())
    except BadPosting as wrong:
        form.refuse(wrong.field, wrong.why)
        return render_cost(night, bank, form, value), 422
    if worth:
        night.coin_value, night.valued_coins, night.currency = worth
    return commit(back_to_coins(night_id))


def render_cost(
    night: Night,
    bank: Bank,
    form: CostForm | None = None,
    value: CoinValueForm | None = None,
    settles: Sequence[str] = (),
) -> str:
    """Return the page, with the form that was refused, if any."""
    refused, currency = form, bank.worth.currency if bank.worth else currency_of(night)
    form = form or CostForm(formdata=None, to=[str(person) for person in bank.here], unit="money")
    absent = {player.id: player.name for player in form.absent(night, bank)} if refused else {}
    form.payer.choices = form.to.choices = people_on(bank, absent)
    form.unit.choices = [("money", currency or "Money"), ("coins", "Coins")]
    return render_template(
        "coins/shared_cost.html",
        night=night,
        bank=bank,
        here=url_for("coins.coin_overview", night_id=night.id),
        form=form,
        value=value or CoinValueForm(formdata=None, value="0", currency=currency),
        currency=currency,
        refused=refused,
        absent=absent,
        known=newest_id(bank),
        settles=settles or keys_to_settle(),
        most_parts=MAX_PARTS,
    )


def parse_parts(text: str) -> int:
    """Return a number of parts, one if none was typed. Raises ValueError."""
    return read_number(text.strip() or "1", MAX_PARTS)


def _has_value(bank: Bank, value: CoinValueForm) -> bool:
    """Return whether money can be shared: coins have a value already, or the form says in which currency."""
    if bank.worth:
        return True
    if value.validate():
        value.loses_coins_of(bank)
    if not value.currency.data:
        value.refuse("currency", Say("Enter the currency, such as €."))
    return not value.errors


def _differs(bank: Bank, value: CoinValueForm) -> bool:
    """Return whether coins are worth something else than the form says."""
    return not value.validate() or value.worth != bank.worth
