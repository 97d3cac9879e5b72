"""The commands that list the clubs and make a new link for one whose link is lost.

Only the phones that know a club's secret keep it, and a phone keeps it for one address. After a move to
another machine, or when the only phone is lost, nobody could open the club any more.
"""

import os

from scorekeeper.app import create_app
from scorekeeper.domain import Role
from scorekeeper.network import network_address
from scorekeeper.rules.words import GAME, counted
from scorekeeper.serve import PORT
from scorekeeper.store import upgrade
from scorekeeper.store.clubs.clubs import all_clubs
from scorekeeper.store.clubs.invitations import open_link, renew, secret_of
from scorekeeper.store.database import LARGEST_ID, begin_writing, db
from scorekeeper.store.models import Club


class NoClub(ValueError):
    """Raised for a club that doesn't exist; the message says so, as a sentence."""


def list_clubs() -> str:
    """Return a line for each club, and how to make a link for one. Raises NoClub if there is none yet."""
    app = create_app()
    upgrade(app)
    with app.app_context():
        clubs = all_clubs()
        lines = [
            f"{club.id:>4}  {club.name}, {counted(games, GAME)}"
            + (f", last night {night.astimezone():%-d %B %Y}" if night else "")
            for club, games, night in clubs
        ]
    if not lines:
        raise NoClub("There is no club yet. Start a game night first.")
    return "\n".join([*lines, f"“scorekeeper link {clubs[0][0].id}” makes a new link for the first club."])


def new_link(number: int) -> str:
    """Make a new link for the club with this number, and return a message with it. Raises NoClub."""
    app = create_app()
    upgrade(app)
    with app.app_context():
        begin_writing()
        club = db.session.get(Club, number) if number <= LARGEST_ID else None
        if club is None:
            raise NoClub(f"There is no club {number}. “scorekeeper link” lists the clubs.")
        link = open_link(club.id, Role.HOST)
        renew(link)
        secret, name = secret_of(link), club.name
        db.session.commit()
    root = f"http://{network_address() or 'localhost'}:{os.environ.get('PORT') or PORT}"
    return (
        f"This link opens {name}:\n  {root}/join/{secret}\n"
        "Anyone who opens it can do everything in the club, so keep it secret.\n"
        "The old link no longer works, and phones that joined with it lose access."
    )
