"""What this browser may see: the clubs whose secrets it keeps in its signed cookie."""

from typing import TypeVar

from flask import abort, request, session

from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.clubs import (
    DEFAULT_CLUB_NAME,
    clubs_by_secret,
    hash_secret,
    new_club,
    new_secret,
)
from scorekeeper.store.database import LARGEST_ID, begin_writing, db
from scorekeeper.store.models import Club, Night, Player
from scorekeeper.store.plays.sheet import Conflict, PlaySnapshot, read_play
from scorekeeper.web.submissions import repeat_first_answer

T = TypeVar("T")

CLUBS = "clubs"
FIRST_CLUB = "first-club"
IMPORTED_CLUB = "imported-club"
DEVICE = "device"

MOST_CLUBS = 12
"""How many clubs a cookie has room for; the most recent ones are kept."""

DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows computer"),
    ("Linux", "Linux computer"),
)


def secrets() -> list[str]:
    """Return the secrets this browser knows, most recent first."""
    return session.get(CLUBS, [])


def my_clubs() -> list[Club]:
    """Return the clubs this browser belongs to, most recent first."""
    found = clubs_by_secret(secrets())
    return [found[secret] for secret in secrets() if secret in found]


def remember_club(secret: str) -> None:
    """Keep this browser signed in to a club."""
    others = [known for known in secrets() if known != secret]
    session[CLUBS] = [secret, *others][:MOST_CLUBS]
    session.permanent = True


def get_or_create_first_club() -> Club:
    """Return the club of a browser that had none, created if need be.

    The secret was in the page with the form, so sending the form twice at once creates one club.
    """
    secret = session.pop(FIRST_CLUB, "")
    club = clubs_by_secret([secret]).get(secret)
    if club is None:
        club, secret = new_club(DEFAULT_CLUB_NAME, secret)
    remember_club(secret)
    return club


def prepare_imported_club() -> None:
    """Keep a secret for the club that the import shown next creates."""
    session[IMPORTED_CLUB] = new_secret()


def imported_club() -> Club | None:
    """Return the club this browser's import has created already, for a form that is sent twice."""
    secret = session.get(IMPORTED_CLUB, "")
    if club := clubs_by_secret([secret]).get(secret):
        remember_club(secret)
    return club


def create_imported_club() -> Club:
    """Return a new club with the secret that the preview kept in the cookie."""
    club, secret = new_club(DEFAULT_CLUB_NAME, session.get(IMPORTED_CLUB, ""))
    db.session.flush()
    remember_club(secret)
    return club


def secret_of(club: Club) -> str:
    """Return the secret of a club this browser belongs to."""
    return next(secret for secret in secrets() if hash_secret(secret) == club.secret_hash)


def club_or_404(club_id: int, lock: bool = True) -> Club:
    """Return one of this browser's clubs. Aborts with 404 for any other.

    With ``lock=False`` the database is not locked for writing yet, so that nobody has to wait for it.
    """
    if lock:
        begin_transaction()
    return _once(access.visible_club(club_id, _hashes()) or abort(404))


def player_or_404(player_id: int) -> Player:
    """Return a player of one of this browser's clubs. Aborts with 404 for any other."""
    begin_transaction()
    return _once(access.visible_player(player_id, _hashes()) or abort(404))


def club_player_or_404(club: Club, player_id: int) -> Player:
    """Return a player of this club. Aborts with 404 for any other."""
    player = db.session.get(Player, player_id)
    return player if player and player.club_id == club.id else abort(404)


def night_or_404(night_id: int, deleted: bool = False) -> Night:
    """Return a night of one of this browser's clubs. Aborts with 404 for any other.

    Raises Conflict for a deleted one, unless ``deleted`` allows it.
    """
    begin_transaction()
    night = _once(access.visible_night(night_id, _hashes()) or abort(404))
    if night.deleted_at and not deleted:
        raise Conflict("This night was deleted. Restore it first.")
    return night


def play_or_404(play_id: int) -> PlaySnapshot:
    """Return a play of one of this browser's clubs, locked if this request changes it. Aborts with 404."""
    begin_transaction()
    return read_play(play_id, _hashes(), lock=changes_data()) or abort(404)


def begin_transaction() -> None:
    """Begin the database transaction this request needs: one that writes, or one that only reads."""
    if changes_data():
        begin_writing()


def changes_data() -> bool:
    """Return whether this request may change anything; a preview of a change does not."""
    return request.method == "POST" and not request.form.get("look")


def parse_id(text: str) -> int:
    """Return the id in a form or an address; 0, which nothing has, where it is out of range.

    Raises ValueError if it is not a number.
    """
    number = int(text)
    return number if 0 < number <= LARGEST_ID else 0


def device_name() -> str:
    """Return the name that the history shows for this phone or computer."""
    if named := session.get(DEVICE):
        return str(named)
    agent = request.user_agent.string
    return next((name for mark, name in DEVICES if mark in agent), "a browser")


def _once(found: T) -> T:
    """Return what was found, or end the request with the first answer if its form was sent before."""
    if changes_data():
        repeat_first_answer()
    return found


def _hashes() -> list[str]:
    return [hash_secret(secret) for secret in secrets()]
