"""The phones of a club: what each of them may do, and changing or ending that.

Every change raises the club's ``access_version`` first, which also keeps two of them from happening at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sqlalchemy import delete, or_, select

from scorekeeper.domain import Role
from scorekeeper.store.clubs.invitations import link_of_club
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_access_version
from scorekeeper.store.models import Club, GameTable, Invitation, Membership, Night, Phone, Player
from scorekeeper.store.text_order import name_order


class LastHost(ValueError):
    """Raised for a change that would leave the other phones of a club without a host; says what to do."""

    def __init__(self) -> None:
        super().__init__("A club needs a host. Make another phone host first.")


@dataclass
class ClubPhone:
    """A phone that has access to a club.

    Attributes:
        phone: the phone.
        role: what it may do in the whole club; None if it has joined only nights.
        owner: the player its owner is, if they said so.
        nights: the nights it has joined, latest first, each with what it may do there, and at which table if
            it is for one; none if it has a role.
    """

    phone: Phone
    role: Role | None = None
    owner: Player | None = None
    nights: list[tuple[Night, Role, GameTable | None]] = field(default_factory=list)

    @property
    def rank(self) -> Role:
        """The most it may do anywhere in the club."""
        return self.role or max(role for _, role, _ in self.nights)


def phones_of(club: Club) -> list[ClubPhone]:
    """Return the phones of a club: hosts first, then members, then guests, each by their last visit."""
    rows = db.session.execute(
        select(Membership, Phone, Night)
        .join(Phone, Membership.phone_id == Phone.id)
        .outerjoin(Night, Membership.night_id == Night.id)
        .where(Membership.club_id == club.id)
        .order_by(Phone.seen_at.desc(), Phone.id, Night.started_at.desc())
    )
    found = [_club_phone(phone, list(its)) for phone, its in groupby(rows, key=lambda row: row[1])]
    return sorted(found, key=lambda one: -one.rank)


def hosts_of(club_id: int) -> list[str]:
    """Return the names of the club's hosts, as far as they are known, each once."""
    host = select(Membership.player_id).where(Membership.club_id == club_id, Membership.role == Role.HOST)
    names = select(Player.name).where(Player.id.in_(host))
    return sorted(db.session.scalars(names), key=name_order)


def links_of_club(club: Club) -> list[tuple[Invitation, Night | None]]:
    """Return the links that work: the club's, then those of its latest nights, the most powerful first."""
    rows = db.session.execute(
        select(Invitation, Night)
        .outerjoin(Night, Invitation.night_id == Night.id)
        .where(Invitation.club_id == club.id, Night.deleted_at.is_(None))
        .where(or_(Invitation.ends_at.is_(None), Invitation.ends_at > now()))
        .order_by(Night.started_at.desc().nulls_first(), Invitation.role.desc())
    )
    return [(invitation, night) for invitation, night in rows]


def make_host(club: Club, phone_id: int) -> None:
    """Make a phone of the club a host, which no longer depends on a link."""
    _set_role(club, phone_id, Role.HOST, None)


def make_member(club: Club, phone_id: int) -> None:
    """Make a host or a guest a member, as if it had come by the members' link. Raises LastHost."""
    _forbid_last_host(club, phone_id)
    link = link_of_club(club.id, Role.MEMBER)
    _set_role(club, phone_id, Role.MEMBER, link.id if link else None)


def remove_phone(club: Club, phone_id: int) -> None:
    """End everything that a phone may do in the club. Raises LastHost."""
    _forbid_last_host(club, phone_id)
    _delete_memberships(club, phone_id)


def leave_club(club: Club, phone: Phone) -> None:
    """Remove this phone; the last host may leave only an empty club. Raises LastHost."""
    if not is_alone(club, phone):
        _forbid_last_host(club, phone.id)
    _delete_memberships(club, phone.id)


def is_alone(club: Club, phone: Phone) -> bool:
    """Return whether no other phone has access to the club."""
    others = select(Membership.id).where(Membership.club_id == club.id, Membership.phone_id != phone.id)
    return db.session.scalar(others.limit(1)) is None


def set_owner(club: Club, phone: Phone, player: Player | None) -> None:
    """Note which player of the club this phone's owner is, on every night.

    On a night that it only watches, but for a table, a phone that has answered for someone stays theirs.
    """
    memberships = _memberships(club, phone.id)
    is_member = any(membership.night_id is None for membership in memberships)
    for membership in memberships:
        keeps_score = membership.role >= Role.KEEPER and membership.table_id is None
        if is_member or keeps_score or not membership.has_answered:
            membership.player_id = player.id if player else None
            membership.has_answered = False
    _note_first(memberships)


def _club_phone(phone: Phone, rows: list[tuple[Membership, Phone, Night | None]]) -> ClubPhone:
    """Return a phone with what its memberships say."""
    known = next((membership.player_id for membership, _, _ in rows if membership.player_id), None)
    owner = person_of(db.session.get_one(Player, known)) if known else None
    role = next((Role(membership.role) for membership, _, night in rows if night is None), None)
    nights = [(night, Role(one.role), one.table) for one, _, night in rows if night and role is None]
    return ClubPhone(phone, role, owner, nights)


def _set_role(club: Club, phone_id: int, role: Role, invitation_id: int | None) -> None:
    """Give a phone a role in the whole club; nothing happens if it has lost its access."""
    memberships = _memberships(club, phone_id)
    if not memberships:
        return
    raise_access_version(club.id)
    whole = next((membership for membership in memberships if membership.night_id is None), None)
    if whole is None:
        owner = next((membership.player_id for membership in memberships if membership.player_id), None)
        whole = Membership(phone_id=phone_id, club_id=club.id, player_id=owner)
        db.session.add(whole)
    whole.role, whole.invitation_id = role, invitation_id
    _note_first([whole])


def _note_first(memberships: Sequence[Membership]) -> None:
    """Note whether a phone of the club is the first that belongs to its player."""
    for membership in memberships:
        if membership.night_id is None:
            others = select(Membership.id).where(
                Membership.player_id == membership.player_id,
                Membership.phone_id != membership.phone_id,
                Membership.is_first,
            )
            first = db.session.scalar(others.limit(1)) is None
            membership.is_first = membership.player_id is not None and first


def _delete_memberships(club: Club, phone_id: int) -> None:
    raise_access_version(club.id)
    theirs = delete(Membership).where(Membership.club_id == club.id, Membership.phone_id == phone_id)
    db.session.execute(theirs)


def _forbid_last_host(club: Club, phone_id: int) -> None:
    """Raise LastHost if this phone is the only host."""
    raise_access_version(club.id)
    hosts = select(Membership.phone_id).where(Membership.club_id == club.id, Membership.role == Role.HOST)
    if db.session.scalars(hosts).all() == [phone_id]:
        raise LastHost


def _memberships(club: Club, phone_id: int) -> Sequence[Membership]:
    """Return what a phone may do in the club and on its nights."""
    theirs = select(Membership).where(Membership.club_id == club.id, Membership.phone_id == phone_id)
    return db.session.scalars(theirs).all()
