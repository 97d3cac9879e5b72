"""The forms of a season: its name, its days, which games it counts, and how."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from wtforms import Field, RadioField, StringField, ValidationError
from wtforms.validators import InputRequired, Optional, Regexp

from scorekeeper.domain import MAX_SEASON_LENGTH
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.history.seasons import GAMES, NIGHTS, PLACES, POINTS, WINS, SeasonRules, seasons_of
from scorekeeper.store.models import Season
from scorekeeper.web.forms.plain_form import (
    DateRangeForm,
    DayField,
    DrawnForm,
    PlainForm,
    line_field,
    one_line,
    several,
    unsuggested,
)

LIST = re.compile(r"[0-9]{1,4}(\s*[-–,;/ ]\s*[0-9]{1,4}){0,19}")
"""Points for up to twenty places."""

LASTS = timedelta(weeks=13)
"""How long a season lasts unless people say something else."""

COUNT = re.compile(r"[1-9][0-9]{0,2}$")


def count_field(label: str) -> Any:
    """Return a field for a number from 1, which may stay empty."""
    words = "Enter a whole number from 1 to 999, or leave it blank."
    validators = [Optional(), Regexp(COUNT, message=words)]
    return StringField(label, validators, [one_line], render_kw=unsuggested(inputmode="numeric"))


class CountingForm(DrawnForm):
    """How a season counts games. It is sent in the URL to try other rules."""

    counting: Any = RadioField("What counts?")
    points: Any = line_field(120, label="Points for first place, second place, and so on")
    best: Any = count_field("How many of each player’s best results count? Blank for all")
    of: Any = RadioField("A result is")
    fewest: Any = count_field("How many nights does a player need to be ranked?")

    def __init__(self, *formdata: Any, **known: Any) -> None:
        super().__init__(*formdata, **known)
        self.counting.choices = [(PLACES, Say("Places")), (WINS, Say("Games won")), (POINTS, Say("Points"))]
        self.of.choices = [(NIGHTS, Say("A night")), (GAMES, Say("A game"))]

    def validate_points(self, field: Field) -> None:
        """Raise ValidationError unless they are a list of figures, where places count."""
        if self.counting.data == PLACES and not LIST.fullmatch(field.data or ""):
            raise ValidationError(Say("Enter the points of each place like 5-3-2-1."))

    def rules(self, was: SeasonRules, games: tuple[str, ...]) -> SeasonRules:
        """Return what a valid form says; points of places that don't count now stay as they were."""
        listed = tuple(map(int, re.findall("[0-9]+", self.points.data or "")))
        return SeasonRules(
            games,
            self.counting.data,
            listed if self.counting.data == PLACES else was.points,
            int(self.best.data) if self.best.data else None,
            self.of.data,
            int(self.fewest.data or 1),
        )


class SeasonForm(DateRangeForm, CountingForm, PlainForm):
    """A season to be made or changed."""

    since = DayField("From", [InputRequired("Enter the first day of the season.")])
    until = DayField("To", [InputRequired("Enter the last day of the season.")])
    name: Any = line_field(MAX_SEASON_LENGTH, "Give the season a name.", placeholder="Autumn")
    games: Any = several("Only these games, or all if you tap none")

    def __init__(self, club_id: int, season: Season | None, games: Mapping[str, str], today: date) -> None:
        since, until = (season.since, season.until) if season else (today, today + LASTS)
        rules, name = (SeasonRules.of_season(season), season.name) if season else (SeasonRules(), "")
        known = {"name": name, "since": since, "until": until, "games": rules.games}
        super().__init__(data=known | typed_counting(rules))
        self.club_id, self.season, self.was = club_id, season, rules
        self.games.choices, self.games.validate_choice = [*games.items()], True

    def validate_name(self, field: Field) -> None:
        """Raise ValidationError if another season of the club is called so, or this one is closed."""
        if self.season and self.season.closed_at:
            raise ValidationError(Say("This season is closed. Reopen it first."))
        others = (one.name for one in seasons_of(self.club_id) if one is not self.season)
        if look_alike(field.data, MAX_SEASON_LENGTH) in (
            look_alike(one, MAX_SEASON_LENGTH) for one in others
        ):
            raise ValidationError(Say("Your club has another season with this name. Choose another one."))


def typed_counting(rules: SeasonRules) -> dict[str, str]:
    """Return rules as they are typed into a form."""
    typed = {name: str(getattr(rules, name) or "") for name in ("counting", "best", "of", "fewest")}
    return {**typed, "points": "-".join(map(str, rules.points))}
