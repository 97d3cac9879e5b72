"""A range of dates, typed to choose games."""

from datetime import date
from typing import Any

from wtforms import DateField, Form, ValidationError

YEARS = range(1900, 3000)
"""The years that can be searched."""


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
