"""Letting people into a club again whose link nobody has any more, from the command line.

A secret is kept nowhere but on the phones that know it, and a phone keeps it for one address only: whoever
moves to another machine, or loses the old one, may stand before a database that nobody can look into.
"""

import os

from scorekeeper.app import create_app
from scorekeeper.network import network_address
from scorekeeper.rules.words import GAME, counted
from scorekeeper.serve import PORT
from scorekeeper.store import upgrade
from scorekeeper.store.clubs.clubs import all_clubs, renew_secret
from scorekeeper.store.database import LARGEST_ID, begin_writing, db
from scorekeeper.store.models import Club


class NoClub(ValueError):
    """There is no such club; the message says so, as a sentence."""


def list_clubs() -> str:
    """Every club with its number, and how a link is made for it. Raises NoClub when there is none yet."""
    app = create_app()
    upgrade(app)
    with app.app_context():
        clubs = all_clubs()
        lines = [
            f"{club.id:>4}  {club.name}, {counted(games, GAME)}"
            + (f", last on {night.astimezone():%Y-%m-%d}" if night else "")
            for club, games, night in clubs
        ]
    if not lines:
        raise NoClub("There is no club yet. Start a game night first.")
    return "\n".join([*lines, f"“scorekeeper link {clubs[0][0].id}” makes a new link for the first of them."])


def new_link(number: int) -> str:
    """Make a new link for the club of this number; says so. Raises NoClub."""
    app = create_app()
    upgrade(app)
    with app.app_context():
        begin_writing()
        club = db.session.get(Club, number) if number <= LARGEST_ID else None
        if club is None:
            raise NoClub(f"There is no club {number}. “scorekeeper link” lists them.")
        secret, name = renew_secret(club), club.name
        db.session.commit()
    root = f"http://{network_address() or 'localhost'}:{os.environ.get('PORT') or PORT}"
    return (
        f"This link opens {name}:\n  {root}/join/{secret}\n"
        "Its earlier link does so no more. Every phone opens this one once; keep it secret."
    )
