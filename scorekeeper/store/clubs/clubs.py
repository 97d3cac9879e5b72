"""Clubs, and their players by name."""

import re
from datetime import datetime
from unicodedata import category, normalize

from sqlalchemy import func, select

from scorekeeper.domain import Role
from scorekeeper.rules.saying import Refusal, Say
from scorekeeper.rules.sheet import LONGEST_NAME, wrong_name
from scorekeeper.store.clubs.invitations import open_link
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player
from scorekeeper.store.time_zones import local

JOINING = ("Cf", "Zl", "Zp")
"""Unicode categories of characters that join, turn or break text but show nothing themselves."""

IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""Other characters that show nothing: those which Unicode lets fonts ignore, and the empty one of braille."""

TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the text after them, also beside a name; letters have their direction without them."""

UNSEEN = re.compile("M|Z|C[cfs]")
"""The categories of characters that show nothing alone; one without is a picture of a newer phone."""

INVISIBLE_NAME = Say("Nobody could see this name. Enter one with letters, figures or a picture.")


class BadName(Refusal):
    """A name that a player cannot have."""


def new_club(name: str = "") -> Club:
    """Add a club with its two links, one for hosts and one for members, and return it."""
    club = Club(given_name=name)
    db.session.add(club)
    db.session.flush()
    for role in (Role.HOST, Role.MEMBER):
        open_link(club.id, role)
    return club


def all_clubs() -> list[tuple[Club, int, datetime | None]]:
    """Return every club with its number of games, and when its last night started, in that night's zone."""
    games = select(func.count(Play.id)).where(Play.club_id == Club.id).scalar_subquery()
    latest = select(Night.id).where(Night.club_id == Club.id).order_by(Night.started_at.desc()).limit(1)
    clubs = select(Club, games, Night.started_at, Night.time_zone).outerjoin(
        Night, Night.id == latest.correlate(Club).scalar_subquery()
    )
    rows = db.session.execute(clubs.order_by(Club.id))
    return [(club, count, local(started, zone) if started else None) for club, count, started, zone in rows]


def normalize_name(name: str, longest: int = LONGEST_NAME) -> tuple[str, str]:
    """Return a name as it is stored, and a form that names which look the same share. Raises BadName."""
    name = normalize("NFC", name.strip())
    if wrong := wrong_name(name, longest):
        raise BadName(wrong)
    if not is_visible(name):
        raise BadName(INVISIBLE_NAME)
    return TURNING.sub("", name).strip(), look_alike(name, longest)


def is_visible(name: str) -> bool:
    """Return whether a name shows anything."""
    return any(not UNSEEN.match(category(letter)) for letter in IGNORABLE.sub("", name))


def look_alike(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a form that names share which look the same: in whatever case, width and characters.

    It has room where names of at most ``longest`` characters are stored, however long it would become.
    """
    shown = "".join(letter for letter in IGNORABLE.sub("", name) if category(letter) not in JOINING)
    folded = normalize("NFKC", shown).casefold()
    # The Turkish i and its capital, each with a dot or without, are one another's in other languages.
    folded = normalize("NFKC", folded.replace("i\u0307", "i").replace("ı", "i"))
    return " ".join(folded.split())[: 3 * longest]


def get_or_create_player(club: Club, name: str) -> Player:
    """Return the club's player of that name, created if there is none. Raises BadName."""
    player = player_named(club, name)
    if player.id is None:
        db.session.add(player)
        db.session.flush()
    return player


def player_named(club: Club, name: str) -> Player:
    """Return the club's player of that name, or a new one who isn't saved. Raises BadName."""
    name, folded = normalize_name(name)
    player = db.session.scalar(select(Player).where(Player.club_id == club.id, Player.folded == folded))
    return player or Player(club_id=club.id, name=name, folded=folded)
