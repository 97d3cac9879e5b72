"""Clubs, and their players by name."""

from datetime import datetime
from unicodedata import category, normalize

from sqlalchemy import func, select

from scorekeeper.domain import Role
from scorekeeper.rules.sheet import wrong_name
from scorekeeper.store.clubs.invitations import open_link
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player
from scorekeeper.store.time_zones import local

DEFAULT_CLUB_NAME = "Our table"
"""The name of a club until it has a player, or someone names it."""

INVISIBLE = ("Cf", "Zl", "Zp")
"""Unicode categories of characters that join, turn or break text but show nothing themselves."""


class BadName(ValueError):
    """A name that a player cannot have; the message says why."""


def new_club(name: str) -> Club:
    """Add a club with its two links, one for hosts and one for members, and return it."""
    club = Club(name=name)
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


def normalize_name(name: str) -> tuple[str, str]:
    """Return a name as it is stored, and a form that names which look the same share. Raises BadName."""
    name = normalize("NFC", name.strip())
    if wrong := wrong_name(name):
        raise BadName(wrong)
    visible = "".join(letter for letter in name if category(letter) not in INVISIBLE)
    if not visible.strip():
        raise BadName("Enter a name with visible characters.")
    return name, normalize("NFC", visible.casefold())


def get_or_create_player(club: Club, name: str) -> Player:
    """Return the club's player of that name, created if there is none. Raises BadName."""
    name, folded = normalize_name(name)
    player = db.session.scalar(select(Player).where(Player.club_id == club.id, Player.folded == folded))
    if player is None:
        player = Player(club_id=club.id, name=name, folded=folded)
        db.session.add(player)
        db.session.flush()
    return player
