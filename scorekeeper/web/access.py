"""Who may see what: the clubs whose secret this browser knows, kept in its signed cookie."""

from flask import abort, request, session
from sqlalchemy import bindparam, select
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.store.clubs import clubs_of, digest
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Club, Night, Play

CLUBS = "clubs"
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


def secret_of(club: Club) -> str:
    """The secret of a club this browser belongs to."""
    return next(secret for secret in secrets() if digest(secret) == club.secret_hash)


def the_night(night_id: int) -> Night:
    """A night of one of my clubs; anything else is not found."""
    begin()
    mine = select(Night).join(Night.club).where(Night.id == night_id, Club.secret_hash.in_(_hashes()))
    return db.session.scalar(mine.options(contains_eager(Night.club))) or abort(404)


# Put together once: a statement takes longer to build than to run.
PLAY = (
    select(Play)
    .join(Play.night)
    .join(Night.club)
    .where(Play.id == bindparam("play"), Club.secret_hash.in_(bindparam("clubs", expanding=True)))
    .options(contains_eager(Play.night), joinedload(Play.seats))
)
PLAY_LOCKED = PLAY.with_for_update(of=Play)


def the_play(play_id: int) -> Play:
    """A play of one of my clubs, locked while this request changes it; anything else is not found."""
    begin()
    found = db.session.scalars(PLAY_LOCKED if writing() else PLAY, {"play": play_id, "clubs": _hashes()})
    return found.unique().one_or_none() or abort(404)


def begin() -> None:
    """Begin the database's transaction the way this request needs it."""
    if writing():
        begin_writing()


def writing() -> bool:
    """Whether this request may change something."""
    return request.method == "POST"


def device() -> str:
    """What this phone or computer is called in the history of a hand."""
    if named := session.get(DEVICE):
        return str(named)
    agent = request.user_agent.string
    return next((name for mark, name in DEVICES if mark in agent), "a browser")


def _hashes() -> list[str]:
    return [digest(secret) for secret in secrets()]
