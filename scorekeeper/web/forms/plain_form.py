"""Forms that people type into and that no game declares: their base, and the kinds of field they have."""

from collections.abc import Callable
from datetime import date
from typing import Any

from flask_wtf import FlaskForm
from wtforms import (
    DateField,
    Form,
    HiddenField,
    IntegerField,
    SelectMultipleField,
    StringField,
    ValidationError,
)
from wtforms.validators import DataRequired, Length

from scorekeeper.store.clubs.clubs import INVISIBLE_NAME, is_visible
from scorekeeper.web.forms.widgets import unix_lines
from scorekeeper.web.requests import read_number

YEARS = range(1900, 3000)
"""The years that can be searched."""


class PlainForm(FlaskForm):
    """A form with typed fields, protected against forged requests.

    A view says ``form = NoteForm()``, ``if not form.validate(): return render_night(night, form), 422``,
    and otherwise uses ``form.note.data``. A page that only shows the form makes it with ``formdata=None``.
    """

    @property
    def refusal(self) -> str:
        """Return the first sentence that says what is wrong; empty if nothing is."""
        return next((message for messages in self.errors.values() for message in messages), "")

    def refuse(self, field: str, message: str) -> None:
        """Put a sentence beside a field, such as a refusal that only the store could give."""
        self[field].errors = [*self[field].errors, message]


class ReplacingForm(PlainForm):
    """A form that replaces a text, with what that was when the form was drawn."""

    was: Any = HiddenField(filters=[unix_lines])

    def refuses_outdated(self, field: str, current: str, wanted: str, said: str = "") -> bool:
        """Return whether others have written something else since the form was drawn, and say so at a field.

        ``said`` is what it is now, if the page says that otherwise. The form that comes back was drawn from
        it, so one more tap replaces it.
        """
        if not self.was.raw_data or current in (self.was.data, wanted):
            return False
        now = said or (f"“{current}”" if current else "empty")
        self.refuse(field, f"Someone has changed this: it’s {now} now. Tap again to save yours instead.")
        return True


class NumberField(IntegerField):
    """A number that the page put into the form; its default where something else was sent."""

    def __init__(self, *args: Any, read: Callable[[str], int] = read_number, **kwargs: Any) -> None:
        super().__init__(*args, default=0, **kwargs)
        self.read = read

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the number. Raises ValueError."""
        if valuelist:
            self.data = self.read(valuelist[0])


def line_field(longest: int | None = None, missing: str = "", label: str = "Name") -> Any:
    """Return a field for one line of text: outer blanks are dropped, inner ones become single.

    ``missing`` is what to say when nothing was typed; without it the field may stay empty or invisible.
    """
    required = [DataRequired(missing), _visible] if missing else []
    return StringField(label, filters=[one_line], validators=[*required, *_room(longest)])


def note_field(longest: int) -> Any:
    """Return a field for several lines of text, which may stay empty."""
    return StringField("Note", filters=[unix_lines], validators=_room(longest))


def hidden_values() -> Any:
    """Return a field for any number of values that the page put into the form."""
    return SelectMultipleField(choices=[], validate_choice=False)


def one_line(text: str | None) -> str:
    """Return the text with single blanks and none at its ends."""
    return " ".join((text or "").split())


def _visible(_: Form, field: StringField) -> None:
    """Raise ValidationError for a name that shows nothing."""
    if not is_visible(field.data):
        raise ValidationError(INVISIBLE_NAME)


def _room(longest: int | None) -> list[Length]:
    if longest is None:
        return []
    return [Length(max=longest, message=f"There is room for {longest} characters.")]


class DayField(DateField):
    """A date, or none."""

    data: Any

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed. Raises ValueError, in words, if it is not a date."""
        if not any(valuelist):
            return
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(f"“{self.label.text}” must be a date, such as 2026-11-21.") from None
        day: date = self.data
        if day.year not in YEARS:
            self.data = None
            raise ValueError(f"“{self.label.text}” must be a date from {YEARS[0]} to {YEARS[-1]}.")


class DateRangeForm(Form):
    """From one date to another, either of which may be left open."""

    since = DayField("From")
    until = DayField("To")

    def validate_until(self, field: DayField) -> None:
        """Raise ValidationError if the days are in the wrong order."""
        if self.since.data and field.data and field.data < self.since.data:
            raise ValidationError("“To” can’t be earlier than “From”.")
