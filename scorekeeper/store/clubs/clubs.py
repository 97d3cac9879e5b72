"""Clubs, and the secret links by which alone they are reached."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe
from unicodedata import category, normalize

from sqlalchemy import func, select

from scorekeeper.rules.sheet import wrong_name
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player

DEFAULT_CLUB_NAME = "Our table"
"""What a club is called until somebody names it."""

SECRET_BYTES = 18
"""Random bytes in a secret link: 144 bits, beyond guessing."""

INVISIBLE = ("Cf", "Zl", "Zp")
"""Kinds of characters that join, turn or break a text and show nothing themselves."""


class BadName(ValueError):
    """A name that cannot be a player's; the message says why."""


def digest(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a plain digest is as good as a slow one."""
    return sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """A secret for a club that may come to be."""
    return token_urlsafe(SECRET_BYTES)


def new_club(name: str, secret: str = "") -> tuple[Club, str]:
    """A new club and its secret, a new one unless given, which is not kept and cannot be found again."""
    secret = secret or new_secret()
    club = Club(name=name, secret_hash=digest(secret))
    db.session.add(club)
    return club, secret


def renew_secret(club: Club) -> str:
    """A new secret for a club, which its earlier one opens no more."""
    secret = new_secret()
    club.secret_hash = digest(secret)
    return secret


def all_clubs() -> list[tuple[Club, int, datetime | None]]:
    """Every club there is, for who looks after the machine: with its games, and when its last night began."""
    games = select(func.count(Play.id)).where(Play.club_id == Club.id).scalar_subquery()
    last = select(func.max(Night.started_at)).where(Night.club_id == Club.id).scalar_subquery()
    rows = db.session.execute(select(Club, games, last).order_by(Club.id))
    return [(club, count, began) for club, count, began in rows]


def clubs_by_secret(secrets: Iterable[str]) -> dict[str, Club]:
    """The clubs that these secrets open, by secret."""
    hashes = {digest(secret): secret for secret in secrets}
    found = db.session.scalars(select(Club).where(Club.secret_hash.in_(hashes)))
    return {hashes[club.secret_hash]: club for club in found}


def normalize_name(name: str) -> tuple[str, str]:
    """A name as it is kept, and what it has in common with those that look the same. Raises BadName."""
    name = normalize("NFC", name.strip())
    if wrong := wrong_name(name):
        raise BadName(wrong)
    # Two names that look the same are the same, and one that cannot be seen is none.
    seen = "".join(letter for letter in name if category(letter) not in INVISIBLE)
    if not seen.strip():
        raise BadName("A player's name has nothing to be seen.")
    return name, normalize("NFC", seen.casefold())


def get_or_create_player(club: Club, name: str) -> Player:
    """The club's player of that name, a new one if there is none. Raises BadName."""
    name, folded = normalize_name(name)
    known = db.session.scalar(select(Player).where(Player.club_id == club.id, Player.folded == folded))
    if known is None:
        known = Player(club_id=club.id, name=name, folded=folded)
        db.session.add(known)
        db.session.flush()
    return known
