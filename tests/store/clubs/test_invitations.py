"""The links of a club and of its nights, and what phones may do by them."""

from base64 import urlsafe_b64decode
from collections.abc import Callable

import pytest
from flask import current_app

from scorekeeper.domain import Role
from scorekeeper.store.clubs.access import get_or_create_phone, visible_club, visible_night
from scorekeeper.store.clubs.invitations import (
    NIGHT_ROLES,
    end_access_to_earlier_nights,
    find_invitation,
    hash_secret,
    join,
    link_of_club,
    link_of_night,
    open_link,
    phones_of_link,
    renew,
    secret_of,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Invitation, Night, Phone


@pytest.fixture
def phone(night: Night) -> Phone:
    return get_or_create_phone("ours", "iPhone")


@pytest.fixture
def keepers_link(night: Night) -> Invitation:
    link = link_of_night(night, Role.KEEPER)
    assert link
    return link


def role_on(night: Night, phone: Phone) -> Role | None:
    """Return what a phone may do on a night."""
    found = visible_night(night.id, phone.token_hash)
    return found[1].role if found else None


def test_every_link_has_its_own_secret_and_is_found_by_it(night: Night) -> None:
    links = [link_of_club(night.club_id, role) for role in (Role.HOST, Role.MEMBER)]
    links += [link_of_night(night, role) for role in NIGHT_ROLES]
    secrets = [secret_of(link) for link in links if link]
    assert len(set(secrets)) == 4
    assert [find_invitation(secret) for secret in secrets] == links


def test_only_the_secret_opens_and_only_its_hash_is_stored(keepers_link: Invitation) -> None:
    assert len(urlsafe_b64decode(secret_of(keepers_link))) * 8 >= 128
    secret = secret_of(keepers_link)
    assert find_invitation(secret) is keepers_link
    for wrong in (secret.swapcase(), keepers_link.secret_hash, keepers_link.nonce, "", "None"):
        assert find_invitation(wrong) is None
    secret = secret_of(keepers_link)
    kept = [str(getattr(keepers_link, column.name)) for column in Invitation.__table__.columns]
    assert hash_secret(secret) in kept
    assert not [value for value in kept if secret in value]


def test_a_link_made_with_another_key_cannot_be_shown_but_still_opens(
    keepers_link: Invitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = secret_of(keepers_link)
    monkeypatch.setitem(current_app.config, "SECRET_KEY", "of another machine")
    assert secret_of(keepers_link) == ""
    assert find_invitation(secret) is keepers_link


def test_a_phone_may_do_what_its_link_says_on_that_night_only(
    night: Night, phone: Phone, keepers_link: Invitation
) -> None:
    join(phone, keepers_link)
    other = Night(club=night.club)
    db.session.add(other)
    db.session.flush()
    assert (role_on(night, phone), role_on(other, phone)) == (Role.KEEPER, None)
    assert visible_club(night.club_id, phone.token_hash) is None


def test_a_smaller_link_takes_nothing_away(night: Night, phone: Phone, keepers_link: Invitation) -> None:
    join(phone, keepers_link)
    join(phone, open_link(night.club_id, Role.VIEWER, night.id))
    assert role_on(night, phone) == Role.KEEPER
    assert phones_of_link(keepers_link) == 1


def test_renewing_a_link_ends_what_came_by_it(night: Night, phone: Phone, keepers_link: Invitation) -> None:
    mine, secret = get_or_create_phone("mine", "iPad"), secret_of(keepers_link)
    for one in (phone, mine):
        join(one, keepers_link)
    before = night.club.access_version
    renew(keepers_link, keeping=mine)
    db.session.refresh(night.club)
    assert (role_on(night, phone), role_on(night, mine)) == (None, Role.KEEPER)
    assert find_invitation(secret) is None
    assert find_invitation(secret_of(keepers_link)) is keepers_link
    assert night.club.access_version == before + 1


def test_the_links_of_a_night_end_a_day_after_it(
    night: Night, keepers_link: Invitation, pass_time: Callable[[float], None]
) -> None:
    for hours, found in ((47, keepers_link), (49, None)):
        pass_time(hours * 3600)
        assert link_of_night(night, Role.KEEPER) is found


@pytest.mark.parametrize(("hours", "left"), [(47, Role.KEEPER), (49, None)])
def test_access_by_a_link_that_has_ended_ends_as_the_next_night_starts(
    night: Night,
    phone: Phone,
    keepers_link: Invitation,
    pass_time: Callable[[float], None],
    hours: int,
    left: Role | None,
) -> None:
    join(phone, keepers_link)
    pass_time(hours * 3600)
    assert role_on(night, phone) is Role.KEEPER
    end_access_to_earlier_nights(night.club_id)
    assert role_on(night, phone) is left
