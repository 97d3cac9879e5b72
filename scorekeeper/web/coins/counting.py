"""Counting the coins: who has more or fewer than they should, what would explain it, and accepting the count.

What was typed is in the address of the page, and goes with each correction, so that the page says afterwards
whether the count now agrees.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug import Response
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField, ValidationError

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.rules.saying import NOTHING, And, Argument, Numbered, Row, Say
from scorekeeper.rules.words import figure
from scorekeeper.store.coins import counting
from scorekeeper.store.coins.bank import STAKE, GamePayout
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.counting import CoinCount, Explanation, Mistake
from scorekeeper.store.coins.mistaken_hands import MistakenHand
from scorekeeper.store.coins.postings import BadPosting, NewPosting, record_together
from scorekeeper.store.live.versions import raise_versions
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs import access
from scorekeeper.web.coins.forms import FIGURES, NOT_COINS, parse_coins
from scorekeeper.web.coins.night_bank import bank_context
from scorekeeper.web.declared import declares
from scorekeeper.web.filters import clock
from scorekeeper.web.forms.plain_form import DrawnForm, PlainForm, line_field
from scorekeeper.web.submissions import commit
from scorekeeper.web.wording.coins import say_posting
from scorekeeper.web.wording.counting import differences, say_mistake, say_mistaken_hand
from scorekeeper.web.wording.in_html import say

bp = Blueprint("counting", __name__, url_prefix="/nights/<int:night_id>/bank/count")

CHANGED = Say("Someone has changed the coins, so nothing was recorded. Here is what they say now.")

FEW = 6
"""The number of explanations shown at once."""

BUTTONS = {
    Mistake.TWICE: Say("Undo one"),
    Mistake.NEVER: Say("Undo"),
    Mistake.MISSING: Say("Record"),
}


class CountedField(StringField):
    """The number of coins someone has, which is negative if they have paid with their own."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed, of which spaces alone are nothing."""
        self.data = valuelist[0].strip() if valuelist else ""

    @property
    def coins(self) -> int | None:
        """The number, once the form is valid; None if nothing was typed."""
        text = (self.data or "").replace("−", "-")
        if not text:
            return None
        return -parse_coins(text[1:]) if text.startswith("-") else parse_coins(text)

    def pre_validate(self, form: Form) -> None:
        """Refuse anything but a whole number."""
        try:
            _ = self.coins
        except ValueError:
            raise ValidationError(NOT_COINS) from None


class CountForm(DrawnForm):
    """The coins counted: a field for each person is added, see ``field_of``."""

    started = CountedField(render_kw=FIGURES)


class AcceptForm(PlainForm):
    """Why the count is accepted."""

    note: Any = line_field(MAX_NOTE_LENGTH, label="Reason (optional)")


class ToldExplanation(NamedTuple):
    """An explanation as the page shows it.

    Attributes:
        sentence: what would have gone wrong.
        details: when and on which phone it was recorded, or which hand to look at.
        button: the label of the button that corrects it.
        key: the mistake that the button corrects; empty if there is nothing to record.
        href: the address of the hand; empty for coins.
    """

    sentence: Say
    details: Argument
    button: Say
    key: str = ""
    href: str = ""


def field_of(person: int) -> str:
    """Return the name of the field for the coins of a person."""
    return f"coins-{person}"


class CountPage:
    """The coins of a night beside what was typed.

    Attributes:
        night, sheets, bank: the night, its games and its coins.
        asks_started: whether the page asks how many coins each brought: nobody was given any to start with.
        form: what was typed.
    """

    def __init__(self, night_id: int, typed: "MultiDict[str, str]") -> None:
        self.night = access.night_or_404(night_id)
        self.sheets = counting.sheets_of(self.night)
        self.bank = bank_of(self.night, self.sheets)
        self.asks_started = all(posting.kind != STAKE for posting in self.bank.counting)
        fields = {field_of(person): CountedField(render_kw=FIGURES) for person in self.bank.names}
        kind = type("CountForm", (CountForm,), fields)
        if "started" not in typed:
            own = counting.own_stake(self.sheets)
            typed = MultiDict([*typed.items(multi=True), ("started", str(own or ""))])
        self.form = kind(typed)
        self.is_valid = self.form.validate()

    @property
    def typed(self) -> dict[str, str]:
        """What was typed, by the name of each field, as addresses and hidden fields have it."""
        return {field.name: field.data or "" for field in self.form if field.data or field.name == "started"}

    @property
    def book(self) -> dict[int, int]:
        """The coins of the bank that people should have, whatever they brought."""
        return counting.expected_coins(self.bank, 0)

    @property
    def expected(self) -> dict[int, int]:
        """The coins each person should have."""
        started = self.form.started.coins if self.asks_started and not self.form.started.errors else 0
        return counting.expected_coins(self.bank, started or 0)

    @property
    def uncounted(self) -> list[int]:
        """Those whose coins were not typed."""
        return [person for person in self.bank.names if not self.form[field_of(person)].data]

    @cached_property
    def count(self) -> CoinCount | None:
        """What was counted; None until all of it was typed."""
        if self.uncounted or not (self.is_valid and self.bank.sound and self.bank.names):
            return None
        counted = {person: self.form[field_of(person)].coins for person in self.bank.names}
        return CoinCount(self.bank, self.expected, counted)

    @cached_property
    def explanations(self) -> list[Explanation]:
        """The single mistakes that explain it."""
        return counting.explanations(self.count, self.sheets) if self.count else []

    def address(self, **more: str) -> str:
        """Return the address of the page with what was typed."""
        values: dict[str, Any] = {**self.typed, **more}
        return url_for("counting.count_coins", night_id=self.night.id, **values)

    def filled_in(self, which: str) -> str:
        """Return the address with what one person should have, or all who were not counted."""
        if which == "rest":
            return self.as_expected(self.uncounted)
        figures = {field_of(one): figure(coins) for one, coins in self.expected.items() if str(one) == which}
        return self.address(**figures)

    def as_expected(self, people: Iterable[int] | None = None) -> str:
        """Return the address with what some people should have; for all if none are given."""
        who = self.bank.names if people is None else people
        return self.address(
            **{field_of(person): figure(self.expected[person]) for person in who}, check="yes"
        )

    def tell(self, mistaken: Explanation) -> ToldExplanation:
        """Return an explanation in words."""
        zone = self.night.time_zone
        if isinstance(mistaken, GamePayout):
            message = "The coins of {game} ({at}) haven’t changed hands."
            said = Say(message, game=mistaken.name, at=clock(mistaken.started_at, zone))
            return ToldExplanation(said, NOTHING, Say("They have now"))
        if isinstance(mistaken, MistakenHand):
            play_id, hand = (
                mistaken.sheet.play.id,
                Numbered(mistaken.sheet.setup.game.hand_noun, mistaken.number),
            )
            href = url_for("correcting.hand", play_id=play_id, number=mistaken.number)
            button = Say("Remove one") if mistaken.swapped is None else Say("Correct")
            see = Say("See {hand}", hand=hand)
            return ToldExplanation(say_mistaken_hand(mistaken), see, button, mistaken.key, href)
        times = And(*dict.fromkeys(clock(one.at, zone) for one in mistaken.recorded))
        details = Row(times, mistaken.recorded[0].device or NOTHING) if mistaken.recorded else NOTHING
        button = BUTTONS.get(mistaken.mistake) or Say("Correct")
        return ToldExplanation(say_mistake(self.bank, mistaken), details, button, mistaken.key)


@bp.get("")
@declares(offline_copy="night")
def count_coins(night_id: int) -> str | Response:
    """Show the form for what was counted and, once it was typed, what it comes to."""
    page = CountPage(night_id, request.args)
    if same := request.args.get("same"):
        return redirect(page.filled_in(same), code=303)
    return render_count(page)


@bp.post("/correct")
def correct_count(night_id: int) -> Response | tuple[str, int]:
    """Correct the mistake that explains what was counted."""
    page = CountPage(night_id, request.form)
    fixable = (one for one in page.explanations if not isinstance(one, GamePayout))
    mistaken = next((one for one in fixable if one.key == request.form.get("mistake")), None)
    try:
        if mistaken is None:
            raise Conflict(CHANGED)
        counting.correct_mistake(page.bank, page.night, mistaken, access.device_name())
    except Conflict as wrong:
        return render_count(page, refusal=wrong.why), 409
    if isinstance(mistaken, MistakenHand):
        raise_versions(None, mistaken.sheet.play.id)
        hand = Numbered(mistaken.sheet.setup.game.hand_noun, mistaken.number)
        link = Markup('<a href="{}">{}</a>').format(
            url_for("sheet.sheet", play_id=mistaken.sheet.play.id),
            Say("the sheet of {game}", game=mistaken.sheet.setup.title),
        )
        flash(say("{Hand} corrected. You can undo that on {sheet}.", hand=hand, sheet=link))
    elif mistaken.recorded:
        flash(str(Say("Coins corrected. You can undo that under “Coins”.")))
    else:
        flash(str(Say("Coins recorded. You can undo that under “Coins”.")))
    return commit(redirect(page.address(check="yes"), code=303))


@bp.post("/accept")
def accept_count(night_id: int) -> Response | tuple[str, int]:
    """Record what was counted, so that everyone should have it."""
    page, form = CountPage(night_id, request.form), AcceptForm()
    if not form.validate():
        return render_count(page, form), 422
    try:
        accepted = counting.postings_to_accept(page.count, form.note.data) if page.count else ()
    except BadPosting as wrong:
        return render_count(page, form, wrong.why), 422
    if not accepted or counting.key_of_postings(accepted) != request.form.get("accepts"):
        return render_count(page, form, CHANGED), 409
    record_together(page.night, accepted, access.device_name())
    flash(str(Say("Count accepted. You can undo that under “Coins”.")))
    return commit(redirect(page.address(check="yes"), code=303))


def render_count(page: CountPage, accept: AcceptForm | None = None, refusal: Say = NOTHING) -> str:
    """Return the page, with the reason that was refused, or why a tap was."""
    count, missing = page.count, NOTHING
    accepted: Sequence[NewPosting] = ()
    if count and count.difference:
        try:
            accepted = counting.postings_to_accept(count)
        except BadPosting as wrong:
            missing = wrong.why
    told = [page.tell(found) for found in page.explanations]
    uncounted = [page.bank.names[person] for person in page.uncounted] if "check" in request.args else []
    return render_template(
        "coins/count.html",
        **bank_context(page.night, page.bank),
        page=page,
        field_of=field_of,
        uncounted=Say("Enter the coins of {names}.", names=And(*uncounted)) if uncounted else NOTHING,
        all_here=all_here(page) if count and not count.difference else NOTHING,
        differences=[*differences(count, bool(told))] if count else [],
        few=told[:FEW],
        others=told[FEW:],
        accepted=[say_posting(page.bank, new) for new in accepted],
        accepts=counting.key_of_postings(accepted),
        missing=missing,
        accept=accept or AcceptForm(formdata=None),
        refusal=refusal,
    )


def all_here(page: CountPage) -> Say:
    """Return that nothing is missing: "All 120 coins are here.\""""
    total = sum(page.expected.values())
    return Say("All {total} coins are here.", total=total) if total > 1 else Say("All coins are here.")
