"""The first page: starting a night or continuing one, and names for this phone and its clubs."""

from collections.abc import Collection
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, session, url_for
from werkzeug import Response

from scorekeeper.domain import MAX_DEVICE_LENGTH, MAX_TIME_ZONE_LENGTH, Role
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.saying import Or
from scorekeeper.rules.strokes import Strokes
from scorekeeper.store.clubs.access import nights_of, visible_night
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Club, Play
from scorekeeper.store.nights.nights import (
    guest_names,
    most_wins,
    recent_nights,
    start_or_reuse_night,
)
from scorekeeper.store.plays.editions import count_by_earlier_rules
from scorekeeper.store.plays.plays import running_plays
from scorekeeper.store.transactions import begin_writing, lock_of_club, lock_of_phone, wait_for
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import current_phone, phone_model, registered_phone, token_hash
from scorekeeper.web.clubs.joining import CodeForm, found_own_club
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.looks import load_looks
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.forms.plain_form import NumberField, PlainForm, line_field
from scorekeeper.web.headers import tell_access
from scorekeeper.web.history.club_recap import year_to_tell
from scorekeeper.web.submissions import commit, repeat_first_answer

bp = Blueprint("home", __name__)


class SampleColumn(NamedTuple):
    """A player on the sheet that a first visitor sees: their name and id, their total and their tricks."""

    name: str
    player: int
    total: int
    strokes: StrokesDrawing | None


SAMPLE = [
    SampleColumn("Ann", 1, 27, draw_strokes(Strokes(3, None))),
    SampleColumn("Bea", 2, 35, draw_strokes(Strokes(5, 5))),
    SampleColumn("Cal", 3, 12, draw_strokes(Strokes(2, None))),
    SampleColumn("Dee", 4, 17, draw_strokes(Strokes(3, None))),
]
"""A hand of Coralon in which Bea made her bid exactly."""

SOME_GAMES = ("coralon", "ducks-and-geese", "whist", "hazard")
"""Games that a first visitor reads of, by their keys."""


class NightForm(PlainForm):
    """The club of a new night, where a phone has several, and the phone's time zone."""

    club: Any = NumberField()
    time_zone: Any = line_field(MAX_TIME_ZONE_LENGTH)


class NameForm(PlainForm):
    """A name for this phone or for a club."""

    name: Any = line_field(MAX_DEVICE_LENGTH, missing="Enter a name.")


@bp.get("/")
@declares(offline_copy="everyone")
def home() -> str:
    """Show the recent nights of this phone's clubs."""
    return render_home()


@bp.post("/nights")
@declares(rate_limit="clubs")
def start_night() -> Response:
    """Start a night in one of this phone's clubs; a phone without a club gets one of its own.

    Raises SignUpClosed if it may not.
    """
    begin_writing(lock_of_phone(token_hash()))
    if clubs := [*access.my_clubs()]:
        repeat_first_answer()
    else:
        clubs = [found_own_club()]
    form = NightForm()
    club = next((club for club in clubs if club.id == form.club.data), clubs[0])
    wait_for(lock_of_club(club.id))
    night = start_or_reuse_night(club, form.time_zone.data or "")
    return commit(redirect(url_for("night.night", night_id=night.id)))


@bp.post("/device")
@declares(rate_limit="joining")
def name_device() -> Response | tuple[str, int]:
    """Name this phone, as the history shows it."""
    form = NameForm()
    if not form.validate():
        return render_home("device", form), 422
    begin_writing(lock_of_phone(token_hash()))
    repeat_first_answer()
    registered_phone().name = form.name.data
    return commit(redirect(url_for("home.home")))


@bp.post("/clubs/<int:club_id>")
def name_club(club_id: int) -> Response | tuple[str, int]:
    club = access.club_or_404(club_id, Role.HOST)
    form = NameForm()
    if not form.validate():
        return render_home(f"club-{club.id}", form), 422
    club.given_name = form.name.data
    raise_all_versions(club.id)
    return commit(redirect(url_for("home.home")))


@bp.get("/help")
@declares(offline_copy="everyone")
def help_page() -> str:
    """Show how to use the app."""
    return render_template("help.html", games=CATALOGUE.values())


@bp.get("/help/hosts")
@declares(offline_copy="everyone")
def hosts() -> str:
    """Show what only a host of a club needs to know."""
    return render_template("help_for_hosts.html")


def keeps_score(play: Play, clubs: Collection[Club]) -> bool:
    """Return whether this phone keeps score of a game: of one of its clubs, or where it is a guest."""
    if play.night.club in clubs:
        return True
    seen = visible_night(play.night_id, token_hash(), play.table_id)
    return seen is not None and seen[1].role >= Role.KEEPER


def render_home(named: str = "", form: NameForm | None = None) -> str:
    """Return the first page, with the form that was refused, if any, and what it was to name."""
    clubs = access.my_clubs()
    phone = current_phone()
    guest_of = nights_of(token_hash(), clubs)
    nights = [*recent_nights(clubs), *guest_of]
    tell_access(clubs, guest_of)
    load_looks(night.id for night in nights)
    running = running_plays(nights)
    session.modified = True
    return render_template(
        "nights/home.html",
        clubs=clubs,
        nights=nights,
        names=guest_names(nights),
        best={
            night: (persons, wins, draw_strokes(Strokes(wins, None)))
            for night, (persons, wins) in most_wins(nights).items()
        },
        sample=SAMPLE,
        some_games=Or(*(CATALOGUE[key].name for key in SOME_GAMES)),
        games=len(CATALOGUE.keys() - {OWN_GAME}),
        outdated={
            club: found
            for club, role in clubs.items()
            if role == Role.HOST and (found := count_by_earlier_rules(club.id))
        },
        running=[(play, keeps_score(play, clubs)) for play in running],
        year_to_tell=year_to_tell(),
        device=phone.name or phone.model if phone else phone_model(),
        named=named,
        form_for=lambda what, name: form if form and what == named else NameForm(formdata=None, name=name),
        code=CodeForm(formdata=None),
    )
