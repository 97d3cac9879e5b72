"""Who may see what: the clubs whose secret this browser knows, kept in its signed cookie."""

from flask import abort, request, session

from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.clubs import USUAL_NAME, clubs_of, digest, new_club
from scorekeeper.store.database import LARGEST_ID, begin_writing, db
from scorekeeper.store.models import Club, Night, Player
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.plays.snapshot import PlaySeen, look_at

CLUBS = "clubs"
FIRST_CLUB = "first-club"
DEVICE = "device"

MOST_CLUBS = 12
"""A cookie has little room; the clubs visited last are kept."""

DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows computer"),
    ("Linux", "Linux computer"),
)


def secrets() -> list[str]:
    """The secrets this browser knows, the latest first."""
    return session.get(CLUBS, [])


def my_clubs() -> list[Club]:
    """The clubs this browser belongs to, the latest first."""
    found = clubs_of(secrets())
    return [found[secret] for secret in secrets() if secret in found]


def remember(secret: str) -> None:
    """Keep this browser signed in to a club."""
    others = [known for known in secrets() if known != secret]
    session[CLUBS] = [secret, *others][:MOST_CLUBS]
    session.permanent = True


def first_club() -> Club:
    """The club of a browser that had none, made if need be.

    Its secret was in the page that asked for it, so that asking twice at once makes one club.
    """
    secret = session.pop(FIRST_CLUB, "")
    club = clubs_of([secret]).get(secret)
    if club is None:
        club, secret = new_club(USUAL_NAME, secret)
    remember(secret)
    return club


def secret_of(club: Club) -> str:
    """The secret of a club this browser belongs to."""
    return next(secret for secret in secrets() if digest(secret) == club.secret_hash)


def the_club(club_id: int) -> Club:
    """One of my clubs; anything else is not found."""
    begin()
    return access.club(club_id, _hashes()) or abort(404)


def only_to_read(club_id: int) -> Club:
    """One of my clubs, also where something is to be changed later: until then nobody waits for it."""
    return access.club(club_id, _hashes()) or abort(404)


def the_player(player_id: int) -> Player:
    """A player of one of my clubs; anything else is not found."""
    begin()
    return access.player(player_id, _hashes()) or abort(404)


def the_player_of(club: Club, player_id: int) -> Player:
    """A player of this club; anybody else is not found."""
    player = db.session.get(Player, player_id)
    return player if player and player.club_id == club.id else abort(404)


def the_night(night_id: int, deleted: bool = False) -> Night:
    """A night of one of my clubs; anything else is not found.

    Raises Conflict for one that was thrown away, unless that is what is wanted.
    """
    begin()
    night = access.night(night_id, _hashes()) or abort(404)
    if night.deleted_at and not deleted:
        raise Conflict("This night was deleted. Bring it back first.")
    return night


def the_play(play_id: int) -> PlaySeen:
    """A play of one of my clubs, locked while this request changes it; anything else is not found."""
    begin()
    return look_at(play_id, _hashes(), lock=writing()) or abort(404)


def begin() -> None:
    """Begin the database's transaction the way this request needs it."""
    if writing():
        begin_writing()


def writing() -> bool:
    """Whether this request may change something; a look at what would change does not."""
    return request.method == "POST" and not request.form.get("look")


def an_id(text: str) -> int:
    """The number of something that is kept, as a form or an address says it; 0 for one that nothing can have.

    Raises ValueError for what is no number.
    """
    number = int(text)
    return number if 0 < number <= LARGEST_ID else 0


def device() -> str:
    """What this phone or computer is called in the history of a hand."""
    if named := session.get(DEVICE):
        return str(named)
    agent = request.user_agent.string
    return next((name for mark, name in DEVICES if mark in agent), "a browser")


def _hashes() -> list[str]:
    return [digest(secret) for secret in secrets()]
