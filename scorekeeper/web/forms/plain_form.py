"""Forms that people type into and that no game declares: their base, and the kinds of field they have."""

from collections.abc import Callable
from datetime import date
from typing import Any

from flask_wtf import FlaskForm
from markupsafe import Markup
from wtforms import (
    DateField,
    Field,
    Form,
    HiddenField,
    IntegerField,
    SelectMultipleField,
    StringField,
    TextAreaField,
    ValidationError,
)
from wtforms.meta import DefaultMeta
from wtforms.validators import DataRequired, Length
from wtforms.widgets import CheckboxInput

from scorekeeper.rules.saying import Argument, Say
from scorekeeper.store.clubs.clubs import INVISIBLE_NAME, is_visible
from scorekeeper.web.forms.widgets import unix_lines
from scorekeeper.web.requests import read_number

YEARS = range(1900, 3000)
"""The years that can be searched."""


class DrawnForm(Form):
    """A form whose fields WTForms draws, as templates/forms/fields.html puts them on a page."""

    class Meta(DefaultMeta):
        """What WTForms does with the fields."""

        def render_field(self, field: Field, render_kw: dict[str, Any]) -> Markup:
            """Draw a field. It is inside its label and needs no id; a wrong one leads to what is wrong."""
            drawn = {"id": False, **render_kw}
            if field.errors:
                drawn |= {"aria-invalid": "true", "aria-describedby": f"wrong-{field.name}"}
                drawn["autofocus"] = True
            return super().render_field(field, drawn)


class PlainForm(DrawnForm, FlaskForm):
    """A form with typed fields, protected against forged requests.

    A view says ``form = NoteForm()``, ``if not form.validate(): return render_night(night, form), 422``,
    and otherwise uses ``form.note.data``. A page that only shows the form makes it with ``formdata=None``.
    """

    @property
    def refusal(self) -> str:
        """Return the first sentence that says what is wrong; empty if nothing is."""
        return next((str(message) for messages in self.errors.values() for message in messages), "")

    def refuse(self, field: str, message: Say) -> None:
        """Put a sentence beside a field, such as a refusal that only the store could give."""
        self[field].errors = [*self[field].errors, message]


class ReplacingForm(PlainForm):
    """A form that replaces a text, with what that was when the form was drawn."""

    was: Any = HiddenField(filters=[unix_lines])

    def refuses_outdated(self, field: str, current: str, wanted: str, said: Argument = "") -> bool:
        """Return whether others have written something else since the form was drawn, and say so at a field.

        ``said`` is what it is now, if the page says that otherwise. The form that comes back was drawn from
        it, so one more tap replaces it.
        """
        if not self.was.raw_data or current in (self.was.data, wanted):
            return False
        now = said or (Say("“{text}”", text=current) if current else Say("empty"))
        words = "Someone has changed this: it’s {now} now. Tap again to save yours instead."
        self.refuse(field, Say(words, now=now))
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


def line_field(longest: int | None = None, missing: str = "", label: str = "Name", **attributes: Any) -> Any:
    """Return a field for one line of text: outer blanks are dropped, inner ones become single.

    ``missing`` is what to say when nothing was typed; without it the field may stay empty or invisible.
    """
    required = [DataRequired(missing), _visible] if missing else []
    validators = [*required, *_room(longest)]
    return StringField(label, filters=[one_line], validators=validators, render_kw=unsuggested(**attributes))


def note_field(longest: int, **attributes: Any) -> Any:
    """Return a field for several lines of text, which may stay empty."""
    return TextAreaField("Note", filters=[unix_lines], validators=_room(longest), render_kw=attributes)


def unsuggested(**attributes: Any) -> dict[str, Any]:
    """Return the attributes of a field to type into; a browser suggests nothing there."""
    return {"autocomplete": "off", **attributes}


def hidden_values() -> Any:
    """Return a field for any number of values that the page put into the form."""
    return SelectMultipleField(choices=[], validate_choice=False)


def several(label: str) -> Any:
    """Return a field of which any number of choices may be tapped."""
    return SelectMultipleField(label, validate_choice=False, option_widget=CheckboxInput())


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

    def __call__(self, **attributes: Any) -> Markup:
        """Draw the field; what isn’t a date is drawn as text, as a browser would show nothing of it."""
        return super().__call__(**({"type": "text"} if self.errors else {}), **attributes)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed. Raises ValueError, in words, if it is not a date."""
        if not any(valuelist):
            self.data = None
            return
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(f"“{self.label.text}” must be a date, such as 2026-11-21.") from None
        day: date = self.data
        if day.year not in YEARS:
            self.data = None
            raise ValueError(f"“{self.label.text}” must be a date from {YEARS[0]} to {YEARS[-1]}.")


class DateRangeForm(DrawnForm):
    """From one date to another, either of which may be left open."""

    since = DayField("From")
    until = DayField("To")

    def validate_until(self, field: DayField) -> None:
        """Raise ValidationError if the days are in the wrong order."""
        if self.since.data and field.data and field.data < self.since.data:
            raise ValidationError(Say("“To” can’t be earlier than “From”."))
