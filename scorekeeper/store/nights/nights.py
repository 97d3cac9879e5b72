"""Nights: starting one, and finding the recent ones."""

from collections.abc import Iterable, Sequence

from sqlalchemy import select

from scorekeeper.store.clubs.invitations import open_night_links
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Transfer
from scorekeeper.store.nights.guests import guests
from scorekeeper.store.plays.starting import plays_of_night


def new_night(club: Club) -> Night:
    """Add a night that starts now and return it; a coin is worth what it was worth last time."""
    night = Night(club=club)
    for before in recent_nights([club], 1):
        night.coin_value, night.currency = before.coin_value, before.currency
    db.session.add(night)
    db.session.flush()
    open_night_links(night)
    return night


def recent_nights(clubs: Iterable[Club], most: int = 5) -> Sequence[Night]:
    """Return the newest nights of these clubs by the time they started, newest first."""
    ids = [club.id for club in clubs]
    theirs = select(Night).where(Night.club_id.in_(ids), Night.deleted_at.is_(None))
    newest = theirs.order_by(Night.started_at.desc(), Night.id.desc()).limit(most)
    return db.session.scalars(newest).all()


def empty_night(club: Club) -> Night | None:
    """Return the club's newest night if nothing has been entered on it, such as one started by mistake."""
    return next((night for night in recent_nights([club], 1) if _is_empty(night)), None)


def _is_empty(night: Night) -> bool:
    """Return whether a night has no note, guests, games or coins; guests who left may have coins."""
    coins = select(Transfer.id).where(Transfer.night_id == night.id).limit(1)
    return not (night.note or guests(night) or plays_of_night(night) or db.session.scalar(coins))
