"""Days that are typed to say which games somebody means."""

from datetime import date
from typing import Any

from wtforms import DateField, Form, ValidationError

YEARS = range(1900, 3000)
"""The years of days that can be looked for."""


class Day(DateField):
    """A day, or none."""

    data: Any

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed; what is no day is refused in words."""
        if not any(valuelist):
            return
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(f"“{self.label.text}” must be a day, such as 2026-11-21.") from None
        day: date = self.data
        if day.year not in YEARS:
            self.data = None
            raise ValueError(f"“{self.label.text}” must be a day between {YEARS[0]} and {YEARS[-1]}.")


class Days(Form):
    """From one day to another, each of which may be left open."""

    since = Day("From")
    until = Day("To")

    def validate_until(self, field: Day) -> None:
        """The days stand in their order."""
        if self.since.data and field.data and field.data < self.since.data:
            raise ValidationError("“To” is a day before “From”.")
