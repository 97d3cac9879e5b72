"""The secret links that let phones into a club, or into one of its nights, and six digits that lead there.

A secret is derived from a random nonce with the app's key, so that its link can be shown again although only
its hash is stored. Six figures are too few for a secret: they work only for some minutes after someone has
asked to see them.
"""

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from secrets import randbelow, token_hex

from flask import current_app
from sqlalchemy import delete, func, select

from scorekeeper.domain import Role
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_access_version
from scorekeeper.store.models import Club, Invitation, JoinCode, Membership, Night, Phone, Reader

SECRET_BYTES = 18
"""Bytes in a secret: 144 bits, beyond guessing."""

NIGHT_LINK_LASTS = timedelta(days=2)
"""The time a night's links work from its start: the night, and a day."""

OLD_NIGHT_LINK_LASTS = NIGHT_LINK_LASTS / 2
"""The least time for which a link works that is made or renewed later."""

CODE_LASTS = timedelta(minutes=10)
"""The time for which six digits work."""

CODES = 10**6
"""The number of different codes of six digits."""

NIGHT_ROLES = (Role.KEEPER, Role.VIEWER)
"""The roles that the links of a night give a phone."""


@lru_cache(1024)
def hash_secret(secret: str) -> str:
    """Return the stored hash of a secret, which is long and random, so that a fast hash is safe."""
    return sha256(secret.encode()).hexdigest()


def secret_of(owner: Invitation | Reader) -> str:
    """Return the secret of a link or a reader; empty if it was made with another key."""
    secret = _derive(owner.nonce)
    return secret if hash_secret(secret) == owner.secret_hash else ""


def set_secret(owner: Invitation | Reader) -> None:
    """Give a link or a reader a new secret; the old one, if any, opens nothing any more."""
    owner.nonce = token_hex(16)
    owner.secret_hash = hash_secret(_derive(owner.nonce))


def find_invitation(secret: str) -> Invitation | None:
    """Return the link with this secret, also if it has ended; None if there is none or it was renewed."""
    found = select(Invitation).where(Invitation.secret_hash == hash_secret(secret))
    return db.session.scalar(found)


def has_ended(invitation: Invitation) -> bool:
    """Return whether a link no longer works."""
    return invitation.ends_at is not None and invitation.ends_at <= now()


def link_of_club(club_id: int, role: Role) -> Invitation | None:
    """Return a club's link for members or hosts."""
    return _link(club_id, role, None)


def link_of_night(night: Night, role: Role, table_id: int | None = None) -> Invitation | None:
    """Return a night's link for viewers or keepers, or that of one of its tables, unless it has ended."""
    found = _link(night.club_id, role, night.id, table_id)
    return None if found is None or has_ended(found) else found


def open_link(
    club_id: int, role: Role, night_id: int | None = None, table_id: int | None = None
) -> Invitation:
    """Return the link for a role, made if there is none yet."""
    found = _link(club_id, role, night_id, table_id)
    if found is None:
        found = Invitation(club_id=club_id, night_id=night_id, table_id=table_id, role=role)
        set_secret(found)
        db.session.add(found)
        db.session.flush()
    return found


def open_night_links(night: Night, work_for: timedelta = OLD_NIGHT_LINK_LASTS) -> None:
    """Make the links that a night and its tables lack, and let all work for at least a time from now."""
    of_night = [(role, None) for role in NIGHT_ROLES]
    for role, table_id in [*of_night, *((Role.KEEPER, table.id) for table in night.tables)]:
        invitation = open_link(night.club_id, role, night.id, table_id)
        invitation.ends_at = _extended(invitation.ends_at, work_for)


def open_table_link(night: Night, table_id: int) -> None:
    """Make the link of a new table, which ends when the night's does; none if that has ended."""
    if of_night := link_of_night(night, Role.KEEPER):
        open_link(night.club_id, Role.KEEPER, night.id, table_id).ends_at = of_night.ends_at


def code_of(invitation: Invitation, play_id: int | None) -> JoinCode | None:
    """Return the figures that lead to a link, and then to a game if one is given, unless they have ended."""
    found = _code(invitation, play_id)
    return found if found and _still_works(found) else None


def open_code(invitation: Invitation, play_id: int | None) -> JoinCode:
    """Return the figures that lead to a link, and then to a game if one is given; new ones where needed."""
    found = _code(invitation, play_id)
    if found and _still_works(found):
        return found
    found = found or JoinCode(invitation_id=invitation.id, play_id=play_id)
    found.code, found.ends_at = _unused_code(), now() + CODE_LASTS
    db.session.add(found)
    db.session.flush()
    return found


def find_code(code: str) -> JoinCode | None:
    """Return what these figures lead to; None if they have ended or never were given."""
    found = db.session.scalar(select(JoinCode).where(JoinCode.code == code))
    return found if found and _still_works(found) else None


def end_access_to_earlier_nights(club_id: int) -> None:
    """End what phones may do by links of nights that have ended; called as the club's next night starts.

    Nothing ends between two nights: a clock that is set must not shut guests out of the night being played.
    """
    ended = select(Invitation.id).where(Invitation.club_id == club_id, Invitation.ends_at <= now())
    db.session.execute(delete(Membership).where(Membership.invitation_id.in_(ended)))
    raise_access_version(club_id)


def phones_of_link(invitation: Invitation, except_phone: Phone | None = None) -> int:
    """Return how many phones came by a link, and would lose access with it; one can be left out."""
    kept = except_phone.id if except_phone else 0
    theirs = select(func.count(Membership.id)).where(Membership.invitation_id == invitation.id)
    return db.session.scalar(theirs.where(Membership.phone_id != kept)) or 0


def renew(invitation: Invitation, keeping: Phone | None = None) -> None:
    """Give a link a new secret, and end its figures.

    Phones that came by the old one lose access, except the one that is kept.
    """
    db.session.execute(delete(JoinCode).where(JoinCode.invitation_id == invitation.id))
    theirs = delete(Membership).where(Membership.invitation_id == invitation.id)
    db.session.execute(theirs.where(Membership.phone_id != (keeping.id if keeping else 0)))
    set_secret(invitation)
    if invitation.night_id is not None:
        invitation.ends_at = _extended(invitation.ends_at, OLD_NIGHT_LINK_LASTS)
    raise_access_version(invitation.club_id)


def join(phone: Phone, invitation: Invitation) -> Membership:
    """Let a phone in by a link, and return what it may do now.

    A link never takes anything away: a phone that could do more before still can.
    """
    theirs = select(Membership).where(
        Membership.phone_id == phone.id,
        Membership.club_id == invitation.club_id,
        Membership.night_id.is_not_distinct_from(invitation.night_id),
        Membership.table_id.is_not_distinct_from(invitation.table_id),
    )
    found = db.session.scalar(theirs)
    if found is None:
        found = Membership(phone_id=phone.id, club_id=invitation.club_id, role=0)
        found.night_id, found.table_id = invitation.night_id, invitation.table_id
        db.session.add(found)
    if found.role < invitation.role:
        found.role, found.invitation_id = invitation.role, invitation.id
    db.session.flush()
    return found


def found_club(phone: Phone, club: Club) -> None:
    """Make the phone that creates a club its host."""
    db.session.add(Membership(phone_id=phone.id, club_id=club.id, role=Role.HOST))
    db.session.flush()


def _link(club_id: int, role: Role, night_id: int | None, table_id: int | None = None) -> Invitation | None:
    theirs = select(Invitation).where(
        Invitation.club_id == club_id,
        Invitation.role == role,
        Invitation.table_id.is_not_distinct_from(table_id),
        # PostgreSQL finds nothing with an index by “is not distinct from”.
        Invitation.night_id.is_(None) if night_id is None else Invitation.night_id == night_id,
    )
    return db.session.scalar(theirs)


def _code(invitation: Invitation, play_id: int | None) -> JoinCode | None:
    theirs = select(JoinCode).where(JoinCode.invitation_id == invitation.id)
    return db.session.scalar(theirs.where(JoinCode.play_id.is_not_distinct_from(play_id)))


def _unused_code() -> str:
    """Return six random figures that no other place shows or has shown last."""
    while True:
        code = f"{randbelow(CODES):06}"
        if db.session.scalar(select(JoinCode.id).where(JoinCode.code == code)) is None:
            return code


def _still_works(code: JoinCode) -> bool:
    # A clock that is set back makes no code last longer.
    return now() < code.ends_at <= now() + CODE_LASTS


def _derive(nonce: str) -> str:
    key = current_app.config["SECRET_KEY"].encode()
    digest = hmac.digest(key, f"invitation {nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def _extended(ends_at: datetime | None, work_for: timedelta) -> datetime:
    """Return when a link ends that should work for at least a time from now."""
    least = now() + work_for
    return max(ends_at, least) if ends_at else least
