"""Nights: starting one, and finding the recent ones."""

from collections.abc import Iterable, Sequence

from sqlalchemy import select

from scorekeeper.store.clubs.invitations import NIGHT_LINK_LASTS, open_night_links
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Invitation, Night, Transfer
from scorekeeper.store.nights.guests import guests
from scorekeeper.store.plays.starting import plays_of_night
from scorekeeper.store.text_order import fold


def new_night(club: Club) -> Night:
    """Add a night that starts now and return it; a coin is worth what it was worth last time."""
    night = Night(club=club)
    for before in recent_nights([club], 1):
        night.coin_value, night.currency = before.coin_value, before.currency
    db.session.add(night)
    db.session.flush()
    open_night_links(night, NIGHT_LINK_LASTS)
    return night


def write_night_note(night: Night, note: str) -> None:
    """Save the note on a night."""
    night.note, night.searched = note, fold(note)


def recent_nights(clubs: Iterable[Club], most: int = 5) -> Sequence[Night]:
    """Return the newest nights of these clubs: the one that was started last, and then by date.

    A wrong clock may have dated the night that is being played, so that its date says little.
    """
    # Each club by itself, so that the database reads no more of its index than it needs.
    ids = [club.id for club in clubs]
    started = sorted((night for club in ids for night in _last_started(club)), key=lambda night: night.id)
    dated = [night for club in ids for night in _newest_nights(club, most) if night not in started[-1:]]
    dated.sort(key=lambda night: (night.started_at, night.id), reverse=True)
    return [*started[-1:], *dated][:most]


def _last_started(club_id: int) -> Sequence[Night]:
    """Return the night of a club that was started last, if any; only a night that starts here gets links."""
    linked = select(Night).join(Invitation, Invitation.night_id == Night.id)
    theirs = linked.where(Invitation.club_id == club_id, Night.deleted_at.is_(None))
    return db.session.scalars(theirs.order_by(Invitation.night_id.desc()).limit(1)).all()


def _newest_nights(club_id: int, most: int) -> Sequence[Night]:
    """Return the nights of a club that are newest by date, newest first."""
    theirs = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    return db.session.scalars(theirs.order_by(Night.started_at.desc(), Night.id.desc()).limit(most)).all()


def empty_night(club: Club) -> Night | None:
    """Return the club's newest night if nothing has been entered on it, such as one started by mistake."""
    return next((night for night in recent_nights([club], 1) if _is_empty(night)), None)


def _is_empty(night: Night) -> bool:
    """Return whether a night has no note, guests, games or coins; guests who left may have coins."""
    coins = select(Transfer.id).where(Transfer.night_id == night.id).limit(1)
    return not (night.note or guests(night) or plays_of_night(night) or db.session.scalar(coins))
