"""The phones of a club, and who may do what."""

from datetime import timedelta

import pytest

from scorekeeper.domain import Role
from scorekeeper.store.clubs.invitations import open_link
from scorekeeper.store.clubs.phones import (
    LastHost,
    hosts_of,
    is_alone,
    leave_club,
    links_of_club,
    make_host,
    make_member,
    phones_of,
    remove_phone,
    set_owner,
)
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Invitation, Membership, Night, Phone, Player


class Phones:
    """The phones of a club, by name."""

    def __init__(self, night: Night) -> None:
        self.night, self.club = night, night.club

    def join(self, name: str, role: Role, link: Invitation | None = None) -> Phone:
        """Add a phone with a role, on the night or in the whole club."""
        phone = Phone(
            name=name, token_hash=name, seen_at=now() - timedelta(hours=db.session.query(Phone).count())
        )
        db.session.add(phone)
        db.session.flush()
        night_id = self.night.id if role < Role.MEMBER else None
        db.session.add(
            Membership(
                phone_id=phone.id,
                club_id=self.club.id,
                night_id=night_id,
                role=role,
                invitation_id=link and link.id,
            )
        )
        db.session.commit()
        return phone

    @property
    def roles(self) -> dict[str, Role]:
        """What each phone may do, in the order of the list."""
        return {one.phone.name: one.rank for one in phones_of(self.club)}


@pytest.fixture
def club(night: Night) -> Club:
    return night.club


@pytest.fixture
def phones(night: Night) -> Phones:
    return Phones(night)


def test_hosts_come_first_and_then_by_their_last_visit(phones: Phones) -> None:
    roles = (Role.VIEWER, Role.MEMBER, Role.HOST, Role.KEEPER, Role.MEMBER)
    for name, role in zip("abcde", roles, strict=True):
        phones.join(name, role)
    assert list(phones.roles) == ["c", "b", "e", "d", "a"]


def test_a_guest_is_listed_with_the_night(phones: Phones, club: Club, night: Night) -> None:
    phones.join("guest", Role.KEEPER)
    [guest] = phones_of(club)
    assert (guest.role, guest.nights) == (None, [(night, Role.KEEPER, None)])


def test_the_owner_is_listed_under_todays_name(phones: Phones, club: Club, cast: dict[str, Player]) -> None:
    phone = phones.join("a", Role.MEMBER)
    set_owner(club, phone, cast["Ann"])
    cast["Ann"].person_id = cast["Anna"].id
    assert [one.owner for one in phones_of(club)] == [cast["Anna"]]
    set_owner(club, phone, None)
    assert [one.owner for one in phones_of(club)] == [None]


def test_a_host_made_by_a_host_does_not_depend_on_a_link(phones: Phones, club: Club) -> None:
    phone = phones.join("a", Role.MEMBER, open_link(club.id, Role.MEMBER))
    make_host(club, phone.id)
    assert phones.roles == {"a": Role.HOST}
    assert db.session.query(Membership).one().invitation_id is None


def test_a_host_made_a_member_depends_on_the_members_link(phones: Phones, club: Club) -> None:
    link = open_link(club.id, Role.MEMBER)
    phones.join("a", Role.HOST)
    other = phones.join("b", Role.HOST)
    make_member(club, other.id)
    assert phones.roles == {"a": Role.HOST, "b": Role.MEMBER}
    assert [one.invitation_id for one in db.session.query(Membership)] == [None, link.id]


def test_a_guest_can_be_made_a_member_and_stays_who_they_are(
    phones: Phones, club: Club, cast: dict[str, Player]
) -> None:
    phones.join("host", Role.HOST)
    guest = phones.join("guest", Role.VIEWER)
    set_owner(club, guest, cast["Bea"])
    make_member(club, guest.id)
    assert [(one.role, one.owner, one.nights) for one in phones_of(club)][1:] == [
        (Role.MEMBER, cast["Bea"], [])
    ]


def test_the_last_host_stays_host_until_there_is_another(phones: Phones, club: Club) -> None:
    host = phones.join("host", Role.HOST)
    phones.join("member", Role.MEMBER)
    for change in (make_member, remove_phone):
        with pytest.raises(LastHost, match="Make another phone host first"):
            change(club, host.id)
    with pytest.raises(LastHost):
        leave_club(club, host)
    other = phones.join("other", Role.MEMBER)
    make_host(club, other.id)
    leave_club(club, host)
    assert "host" not in phones.roles


def test_the_only_phone_can_leave(phones: Phones, club: Club) -> None:
    host = phones.join("host", Role.HOST)
    assert is_alone(club, host)
    leave_club(club, host)
    assert phones_of(club) == []


def test_a_removed_phone_loses_its_nights_too(phones: Phones, club: Club, night: Night) -> None:
    phones.join("host", Role.HOST)
    member = phones.join("member", Role.MEMBER)
    db.session.add(Membership(phone_id=member.id, club_id=club.id, night_id=night.id, role=Role.KEEPER))
    remove_phone(club, member.id)
    assert phones.roles == {"host": Role.HOST}


def test_a_phone_that_was_removed_already_stays_removed(phones: Phones, club: Club) -> None:
    phones.join("host", Role.HOST)
    gone = phones.join("gone", Role.MEMBER)
    for change in (remove_phone, remove_phone, make_host, make_member):
        change(club, gone.id)
    assert phones.roles == {"host": Role.HOST}


def test_a_phone_of_another_club_stays_there(phones: Phones, club: Club) -> None:
    other = Club(given_name="Neighbours")
    phones.join("host", Role.HOST)
    neighbour = phones.join("neighbour", Role.MEMBER)
    db.session.add(other)
    db.session.flush()
    db.session.query(Membership).filter_by(phone_id=neighbour.id).update({"club_id": other.id})
    for change in (remove_phone, make_host):
        change(club, neighbour.id)
    assert [one.rank for one in phones_of(other)] == [Role.MEMBER]
    assert list(phones.roles) == ["host"]


def test_every_change_of_access_is_noticed(phones: Phones, club: Club) -> None:
    phones.join("host", Role.HOST)
    member = phones.join("member", Role.MEMBER)
    versions = [club.access_version]
    for change in (make_host, make_member, remove_phone):
        change(club, member.id)
        db.session.refresh(club)
        versions.append(club.access_version)
    assert versions == sorted(set(versions))


def test_only_links_that_work_are_listed(club: Club, night: Night) -> None:
    listed = [(link.role, its) for link, its in links_of_club(club)]
    assert listed == [(Role.HOST, None), (Role.MEMBER, None), (Role.KEEPER, night), (Role.VIEWER, night)]
    for link, _ in links_of_club(club):
        link.ends_at = now() - timedelta(seconds=1) if link.night_id else None
    assert [link.role for link, _ in links_of_club(club)] == [Role.HOST, Role.MEMBER]


def test_hosts_can_be_asked_by_name(phones: Phones, club: Club, cast: dict[str, Player]) -> None:
    for name, role in (("Bea", Role.HOST), ("Ann", Role.HOST), ("Anna", Role.MEMBER)):
        set_owner(club, phones.join(name, role), cast[name])
    assert hosts_of(club.id) == ["Ann", "Bea"]
