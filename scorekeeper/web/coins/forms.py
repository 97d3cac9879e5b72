"""The forms of the bank."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wtforms import (
    BooleanField,
    Form,
    HiddenField,
    RadioField,
    StringField,
    ValidationError,
)

from scorekeeper.domain import MAX_COINS, MAX_CURRENCY_LENGTH, MAX_NOTE_LENGTH, Role
from scorekeeper.rules.saying import NOTHING, And, Say
from scorekeeper.settlement import Payment
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import SETTLEMENT, TAB, Bank, CoinValue, Debt, Party
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.store.database import LARGEST_SUM, db
from scorekeeper.store.devices import say_who
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.nights import add_guest
from scorekeeper.web.clubs.access import may, read_person
from scorekeeper.web.coins.money import BadAmount, parse_money
from scorekeeper.web.forms.plain_form import (
    NumberField,
    PlainForm,
    ReplacingForm,
    hidden_values,
    line_field,
    several,
    unsuggested,
)
from scorekeeper.web.requests import numbers_in, read_number
from scorekeeper.web.wording.coins import say_together, say_value

HOUSE = "house"
"""The house, as forms name it."""

FIGURES = unsuggested(inputmode="numeric", maxlength=12)
MONEY = {**FIGURES, "inputmode": "decimal"}
"""The attributes of fields for coins and for money."""


def newest_id(bank: Bank) -> int:
    """Return the id of the newest posting; 0 before the first."""
    return bank.postings[-1].id if bank.postings else 0


def people_on(bank: Bank, absent: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return the players of a night, with those who were chosen and are absent, as choices of a field."""
    return [(str(person), name) for person, name in (*bank.names.items(), *absent.items())]


def parse_coins(text: str) -> int:
    """Return a number of coins. Raises ValueError."""
    return read_number(text, LARGEST_SUM)


def parse_party(text: str) -> Party:
    """Return the id of a person, or None for the house. Raises ValueError for neither."""
    return None if text == HOUSE else read_person(text)


NOT_COINS = Say("Enter a whole number of coins, such as 20.")


class CoinsField(StringField):
    """An amount of coins, or of money where the form says so, typed or tapped on a key of the same name.

    Attributes:
        missing: what to say if nothing was entered.
        amount: what was read, once the form is valid.
    """

    amount = 0

    def __init__(self, *args: Any, missing: str = "Enter how many coins.", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.missing = missing

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was tapped rather than what was typed."""
        entered = [text.strip() for text in valuelist if text.strip()]
        self.data = entered[-1] if entered else ""

    def pre_validate(self, form: Form) -> None:
        """Refuse what the form can't read."""
        assert isinstance(form, RecordingForm)
        if not self.data:
            raise ValidationError(Say(self.missing))
        try:
            self.amount = form.read_amount(self.data)
        except BadAmount as wrong:
            raise ValidationError(wrong.why) from None
        except ValueError:
            raise ValidationError(NOT_COINS) from None


class PersonField(RadioField):
    """A player or, where ``read`` takes it, the house; ``missing`` is what to say if none was chosen."""

    data: str | None

    def __init__(
        self, label: str, missing: str, read: Callable[[str], Party] = read_person, **kwargs: Any
    ) -> None:
        super().__init__(label, validate_choice=False, **kwargs)
        self.missing, self.read = missing, read

    @property
    def party(self) -> Party:
        """The id of the person, once the form is valid; None for the house."""
        return self.read(self.data or "")

    def pre_validate(self, form: Form) -> None:
        """Refuse what is nobody; someone merged since is who they are now."""
        try:
            party = self.party
        except ValueError:
            raise ValidationError(Say(self.missing)) from None
        self.data = HOUSE if party is None else str(party)


class RecordingForm(PlainForm):
    """Coins to record, with what the form was drawn from.

    Attributes:
        known: the newest posting.
        joining: players who were chosen and then removed from the night; recording coins adds them again.
    """

    uid: Any = HiddenField()
    known: Any = HiddenField()
    joining: Any = hidden_values()

    @property
    def people(self) -> list[int]:
        """The ids of the persons chosen."""
        raise NotImplementedError

    def read_amount(self, text: str) -> int:
        """Return the amount that was entered. Raises ValueError."""
        return parse_coins(text)

    def is_outdated(self, bank: Bank) -> bool:
        """Return whether others have recorded coins since the form was drawn."""
        return self._newest_known(bank) != newest_id(bank)

    def absent(self, night: Night, bank: Bank) -> list[Player]:
        """Return the players of the club who were chosen, but aren't on the night; guests see none."""
        if not may(Role.MEMBER):
            return []
        found = (db.session.get(Player, person) for person in self.people if person not in bank.names)
        return [player for player in found if player and player.club_id == night.club_id]

    def let_join(self, night: Night, bank: Bank) -> Bank:
        """Add players whose removal the form has seen, and return the coins of the night with them."""
        back = [player for player in self.absent(night, bank) if player.id in numbers_in(self.joining.data)]
        for player in back:
            add_guest(night, player)
        return bank_of(night) if back else bank

    def what_changed(self, night: Night, bank: Bank, new: Sequence[NewPosting]) -> Say:
        """Return what others, or an earlier sending of this form, have done since; nothing if it is the same.

        The form that comes back has seen it, so one more tap records these coins.
        """
        before = postings.posted_with(bank, night, self.uid.data or "")
        if not postings.are_the_same(before, new):
            said = "You’ve already recorded this: {what}. Tap again to record yours as well."
            return Say(said, what=say_together(bank, before))
        if absent := self.absent(night, bank):
            said = "Someone has removed {names} from the night. Tap again to add {names} and record this."
            return Say(said, names=And(*(player.name for player in absent)))
        known = self._newest_known(bank)
        settled = [one for one in bank.counting if one.kind == SETTLEMENT and one.id > known]
        if settled:
            said = "{who} has settled up since: {what}. Tap again to record yours as well."
            return Say(said, who=say_who(settled[0].device), what=say_together(bank, settled[:1]))
        return NOTHING

    def _newest_known(self, bank: Bank) -> int:
        """Return the newest posting that the form was drawn with; the newest of all if it says none."""
        return next(iter(numbers_in([(self.known.data or "").partition(".")[0]])), newest_id(bank))


class PostingForm(RecordingForm):
    """A loan, a repayment, a side bet, a gift or a payment.

    Attributes:
        in_money: whether payments are made in money that night.
    """

    in_money = False
    kind: Any = RadioField("What happened?", validate_choice=False)
    giver: Any = PersonField("From", "Choose who gives the coins.", parse_party)
    taker: Any = PersonField("To", "Choose who gets the coins.", parse_party)
    coins: Any = CoinsField("Coins", render_kw=FIGURES)
    note: Any = line_field(MAX_NOTE_LENGTH, label="Note (optional)")

    @property
    def people(self) -> list[int]:
        """The ids of the persons chosen, of whom the house is none."""
        return numbers_in([self.giver.data or "", self.taker.data or ""], read_person)

    @property
    def posting(self) -> NewPosting:
        """The posting to record, once the form is valid."""
        giver, taker, kind = self.giver.party, self.taker.party, self.kind.data or ""
        if kind == SETTLEMENT:
            giver, taker = taker, giver
        return NewPosting(kind, giver, taker, self.coins.amount, self.note.data, self.pays_money)

    @property
    def pays_money(self) -> bool:
        """Return whether it is a payment in money."""
        return self.in_money and self.kind.data == SETTLEMENT

    def read_amount(self, text: str) -> int:
        """Return the amount that was entered, in money if it is a payment in money. Raises ValueError."""
        return parse_money(text) if self.pays_money else parse_coins(text)


class StakesForm(RecordingForm):
    """The same stake for some players."""

    to: Any = several("Everyone gets the same number of coins from the house, and returns them at the end.")
    stake: Any = CoinsField("Coins each", render_kw=FIGURES)

    def validate_to(self, field: Any) -> None:
        """Name those who were merged since as who they are now."""
        field.data = [str(person) for person in self.people]

    @property
    def people(self) -> list[int]:
        """The ids of the persons chosen."""
        return numbers_in(self.to.data, read_person)


class PaymentForm(PlainForm):
    """A payment of the plan, to be marked as paid."""

    since: Any = NumberField()
    debtor: Any = NumberField(read=read_person)
    creditor: Any = NumberField(read=read_person)
    amount: Any = NumberField(read=parse_coins)

    @property
    def payment(self) -> Payment[int]:
        """The payment, once the form is valid."""
        return Payment(self.debtor.data, self.creditor.data, self.amount.data)


class BankerForm(PlainForm):
    """The person through whom all payments go; nobody for the fewest payments."""

    banker: Any = NumberField(read=read_person)


class RepaymentForm(PlainForm):
    """Debts that have been repaid."""

    debt: Any = hidden_values()

    @property
    def debts(self) -> list[Debt]:
        """The debts to record as repaid."""
        return [parse_debt(text) for text in self.debt.data or ()]


class PostingsForm(PlainForm):
    """Postings to undo, or one to redo, and whether the button was on the page for settling up."""

    posting: Any = hidden_values()
    settling: Any = BooleanField()

    @property
    def ids(self) -> list[int]:
        return numbers_in(self.posting.data)


class CoinValueForm(ReplacingForm):
    """The worth of a number of coins, and its currency; without a value, payments are made in coins."""

    valued: Any = StringField("Coins", render_kw=FIGURES)
    value: Any = StringField(
        "What is one coin worth tonight? 0 if coins are just for counting.",
        render_kw={**MONEY, "placeholder": "0.10"},
    )
    currency: Any = line_field(MAX_CURRENCY_LENGTH, label="Currency", placeholder="€")

    @property
    def written(self) -> str:
        """The value as it is written, once the form is valid."""
        return str(say_value(self.worth))

    def validate_valued(self, field: StringField) -> None:
        """Refuse anything but a number of coins."""
        try:
            valued = parse_coins(field.data or "1")
        except ValueError:
            valued = 0
        if not 0 < valued <= MAX_COINS:
            raise ValidationError(Say("Enter a whole number of coins, such as 1 or 20."))

    def validate_value(self, field: StringField) -> None:
        """Refuse anything but an amount of money."""
        try:
            parse_money(field.data or "0")
        except BadAmount as wrong:
            raise ValidationError(wrong.why) from None

    @property
    def worth(self) -> CoinValue | None:
        """The value, once the form is valid; None where coins are just coins."""
        value = (self.value.data or "").strip()
        valued = parse_coins(self.valued.data or "1")
        return CoinValue(parse_money(value), valued, self.currency.data) if value else None

    def loses_coins_of(self, bank: Bank) -> bool:
        """Refuse that coins are only counted while coins of earlier nights are included; return if so."""
        worth = self.worth
        included = any(one.kind == TAB and not one.in_money for one in bank.counting)
        if lost := included and worth is not None and not worth.value:
            self.refuse("value", Say("Coins of earlier nights are included, so coins need a value."))
        return lost


def write_debt(debt: Debt) -> str:
    """Return a debt as a form sends it."""
    return "-".join(HOUSE if part is None else str(part) for part in debt)


def parse_debt(text: str) -> Debt:
    """Return a debt that a form sent; one of no coins, which nobody owes, if it cannot be read."""
    try:
        debtor, lender, owed = text.split("-")
        return Debt(parse_party(debtor), parse_party(lender), parse_coins(owed))
    except ValueError:
        return Debt(None, None, 0)
