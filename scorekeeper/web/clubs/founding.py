"""New clubs: who may make one, and that the phone which makes one is its host."""

from flask import Flask, current_app, render_template

from scorekeeper.store.clubs.clubs import DEFAULT_CLUB_NAME, new_club
from scorekeeper.store.clubs.invitations import found_club
from scorekeeper.store.models import Club
from scorekeeper.web.clubs.access import registered_phone


class SignUpClosed(Exception):
    """Raised where new clubs are made on the command line alone."""


def init_app(app: Flask) -> None:
    """Tell templates who may make clubs, and show a page to those who may not."""
    app.add_template_global(can_found_clubs)
    app.register_error_handler(SignUpClosed, show_closed)


def can_found_clubs() -> bool:
    """Return whether every phone may make a club."""
    return bool(current_app.config["SIGN_UP"] == "open")


def refuse_if_closed() -> None:
    """Raise SignUpClosed unless every phone may make a club."""
    if not can_found_clubs():
        raise SignUpClosed


def found_own_club() -> Club:
    """Add a club whose host is this phone, and return it. Raises SignUpClosed."""
    refuse_if_closed()
    club = new_club(DEFAULT_CLUB_NAME)
    found_club(registered_phone(), club)
    return club


def show_closed(_: SignUpClosed) -> tuple[str, int]:
    """Return the page for a phone that may not make a club."""
    return render_template("clubs/closed.html"), 403
