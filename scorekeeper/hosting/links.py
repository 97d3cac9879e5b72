"""The commands that list the clubs, make one, and make a new host link for one that has lost its hosts.

A phone keeps its access for one address. After a move to another machine, or when the only host's phone is
lost or has left, nobody could manage the club any more.
"""

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.domain import MAX_DEVICE_LENGTH, Role
from scorekeeper.hosting.data_folder import begin, bring_up_to_date, check_database, has_database
from scorekeeper.network import url_for_phones, url_here
from scorekeeper.qr_code import terminal_code
from scorekeeper.rules.saying import NOTHING, Amount, Say, Sentences
from scorekeeper.rules.words import GAME, PHONE
from scorekeeper.settings import read_served
from scorekeeper.store.clubs.clubs import all_clubs, new_club
from scorekeeper.store.clubs.invitations import open_link, phones_of_link, renew, secret_of
from scorekeeper.store.database import LARGEST_ID, db
from scorekeeper.store.models import Club, Invitation
from scorekeeper.store.transactions import begin_writing, lock_of_club

NOBODY_YET = "There is no club yet. Start a game night, or make a club with “scorekeeper club NAME”."


class NoClub(ValueError):
    """Raised for a club that doesn't exist; the message says so, as a sentence."""


def list_clubs() -> str:
    """Return a line for each club, and how to make a link for one. Raises NoClub if there is none yet."""
    app = app_with_clubs()
    with app.app_context():
        clubs = all_clubs()
        lines = [
            f"{club.id:>4}  {club.name}, {Amount(games, GAME)}"
            + (f", last night {night:%-d %B %Y}" if night else "")
            for club, games, night in clubs
        ]
    if not lines:
        raise NoClub(NOBODY_YET)
    return "\n".join([*lines, f"“scorekeeper link {clubs[0][0].id}” makes a new link for the first club."])


def app_with_clubs() -> Flask:
    """Return the app with its database up to date. Raises NoClub if there is none yet, and DataError."""
    app = create_app()
    check_database(app)
    if not has_database(app):
        raise NoClub(NOBODY_YET)
    bring_up_to_date(app)
    return app


def new_link(number: int) -> str:
    """Make a new link for the club with this number, and return a message with it. Raises NoClub."""
    app = app_with_clubs()
    with app.app_context():
        begin_writing(lock_of_club(number))
        club = db.session.get(Club, number) if number <= LARGEST_ID else None
        if club is None:
            raise NoClub(f"There is no club {number}. “scorekeeper link” lists the clubs.")
        link = open_link(club.id, Role.HOST)
        others = phones_of_link(link)
        renew(link)
        said = tell_link(link, club)
        db.session.commit()
    ended = Say("{Phones} that joined with it lost access.", phones=Amount(others, PHONE))
    old = Sentences(Say("The old host link no longer works."), ended if others else NOTHING)
    return f"{said}\n{old}"


def make_club(name: str) -> str:
    """Make a club, and return a message with its host link. Raises NoClub for a name that it can't have."""
    name = name_of_club(name)
    app = create_app()
    begin(app)
    with app.app_context():
        begin_writing()
        club = new_club(name)
        said = tell_link(open_link(club.id, Role.HOST), club)
        db.session.commit()
    return said


def name_of_club(name: str) -> str:
    """Return a name that was typed for a club, with single spaces. Raises NoClub if it can't have it."""
    if not 0 < len(name := " ".join(name.split())) <= MAX_DEVICE_LENGTH:
        raise NoClub(f"A club’s name has 1 to {MAX_DEVICE_LENGTH} characters.")
    return name


def tell_link(link: Invitation, club: Club) -> str:
    """Return what the link of a club's hosts is, and what it is for."""
    settings = read_served()
    place = settings.host, settings.port
    root = settings.public_address or url_for_phones(*place) or url_here(*place)
    address = f"{root}/join/{secret_of(link)}"
    return "\n".join(
        (
            f"This link makes a phone a host of {club.name}:\n  {address}",
            *terminal_code(address),
            "A host can do everything in the club, so keep the link to yourself. "
            "Let others in with “Invite”.",
        )
    )
