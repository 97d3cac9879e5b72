"""Clubs, the secret links that open them, and their players by name."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from secrets import token_urlsafe
from unicodedata import category, normalize

from sqlalchemy import func, select

from scorekeeper.rules.sheet import wrong_name
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player

DEFAULT_CLUB_NAME = "Our table"
"""The name of a club until someone names it."""

SECRET_BYTES = 18
"""Random bytes in a secret link: 144 bits, beyond guessing."""

INVISIBLE = ("Cf", "Zl", "Zp")
"""Unicode categories of characters that join, turn or break text but show nothing themselves."""


class BadName(ValueError):
    """A name that a player cannot have; the message says why."""


@lru_cache(1024)
def hash_secret(secret: str) -> str:
    """Return the stored hash of a secret, which is long and random, so that a fast hash is safe."""
    return sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return a new secret for a club."""
    return token_urlsafe(SECRET_BYTES)


def new_club(name: str, secret: str = "") -> tuple[Club, str]:
    """Add a club, and return it with its secret, which is not stored and cannot be found again."""
    secret = secret or new_secret()
    club = Club(name=name, secret_hash=hash_secret(secret))
    db.session.add(club)
    return club, secret


def renew_secret(club: Club) -> str:
    """Return a new secret for a club; the old one no longer opens it."""
    secret = new_secret()
    club.secret_hash = hash_secret(secret)
    return secret


def all_clubs() -> list[tuple[Club, int, datetime | None]]:
    """Return every club with its number of games and the start of its last night."""
    games = select(func.count(Play.id)).where(Play.club_id == Club.id).scalar_subquery()
    last = select(func.max(Night.started_at)).where(Night.club_id == Club.id).scalar_subquery()
    rows = db.session.execute(select(Club, games, last).order_by(Club.id))
    return [(club, count, started) for club, count, started in rows]


def clubs_by_secret(secrets: Iterable[str]) -> dict[str, Club]:
    """Return the clubs that these secrets open, by secret."""
    hashes = {hash_secret(secret): secret for secret in secrets}
    found = db.session.scalars(select(Club).where(Club.secret_hash.in_(hashes)))
    return {hashes[club.secret_hash]: club for club in found}


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
