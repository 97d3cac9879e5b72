"""The page of a club's phones: who may do what, the club's links, and leaving it."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import Membership
from tests.web.clubs.conftest import PhoneOf
from tests.web.markup import Node
from tests.web.phone import Phone

PAGE = "/clubs/1/phones"


@pytest.fixture(autouse=True)
def nobody_said_whose_phone_it_is(app: Flask, phone_of: PhoneOf) -> None:
    with app.app_context():
        db.session.execute(update(Membership).values(player_id=None))
        db.session.commit()


@pytest.fixture
def host(phone_of: PhoneOf) -> Phone:
    """Return the phone that made the club, on the page of its phones."""
    return phone_of("host").open("/").follow("Phones")


@pytest.fixture
def member(phone_of: PhoneOf) -> Phone:
    return phone_of("member")


def listed(phone: Phone) -> list[str]:
    """Return what the page says of every phone, in order."""
    rows = phone.page.one("ul", "phones").all("li")
    return [(row.all("summary") or row.all("div", "phone"))[0].text for row in rows]


def row_of(host: Phone, name: str) -> Node:
    """Return the row of the phone with this name."""
    return next(row for row in host.page.one("ul", "phones").all("li") if name in row.texts("b"))


def tap(host: Phone, name: str, button: str) -> Phone:
    """Tap a button in the row of a phone."""
    found = next(form for form in row_of(host, name).all("form") if form.one("button").text == button)
    return host.tap(button, form=found["action"])


def night_name(phone: Phone) -> str:
    return phone.open("/nights/1").page.one("h1").text


def test_every_phone_is_listed_with_what_it_may_do_and_its_last_visit(host: Phone, phone_of: PhoneOf) -> None:
    night = night_name(phone_of("viewer"))
    # Two nights of one day differ by the time.
    assert sorted(re.sub(r"\d\d:\d\d", "time", line) for line in listed(host)) == sorted(
        [
            "Linux computer this phone Host. Last here today.",
            "spare Host. Last here today.",
            "member Belongs to the club. Last here today.",
            f"keeper elsewhere Keeps score on {night} (time). Last here today.",
            f"keeper Keeps score on {night} (time). Last here today.",
            f"viewer Watches {night} (time). Last here today.",
            f"at its table Keeps score on {night}, Table 1 (time). Last here today.",
            f"at another table Keeps score on {night}, Table 2 (time). Last here today.",
        ]
    )


def test_a_member_sees_the_phones_but_changes_none(member: Phone) -> None:
    assert len(listed(member.open(PAGE))) == 8
    assert set(member.page.texts("button")) == {"Save", "Leave Ann’s table"}
    assert "Hosts can remove phones" in member.page


def test_this_phone_gets_a_name_and_an_owner(host: Phone) -> None:
    host.tap("Save", name=" Ann’s  phone ", owner=1)
    assert host.path == PAGE
    assert "Ann’s phone this phone Host. Last here today." in listed(host)
    assert (host.value("name"), host.value("owner")) == ("Ann’s phone", "1")
    host.tap("Save", name="Kitchen tablet", owner=2)
    assert "Bea , Kitchen tablet this phone Host. Last here today." in listed(host)


def test_an_unknown_owner_is_nobody(host: Phone) -> None:
    host.tap("Save", owner=1).send(f"{PAGE}/this", name="Phone", owner="99")
    assert (host.status, host.value("owner")) == (200, "")


def test_a_host_decides_who_is_host_and_who_a_member(host: Phone, member: Phone, phone_of: PhoneOf) -> None:
    tap(host, "member", "Make host")
    assert "member Host. Last here today." in listed(host)
    assert "Links to join" in member.open(PAGE).page
    for name in ("viewer", "spare"):
        tap(host, name, "Make member")
        assert f"{name} Belongs to the club. Last here today." in listed(host)
    assert phone_of("viewer").open("/clubs/1/archive").status == 200


def test_a_host_can_stop_being_host(host: Phone) -> None:
    host.tap("Stop being host")
    assert "Linux computer this phone Belongs to the club. Last here today." in listed(host)
    assert "Links to join" not in host.page


def test_the_last_host_stays_host_and_the_page_says_why(host: Phone) -> None:
    tap(host, "spare", "Remove")
    assert "Stop being host" not in host.page.texts("button")
    assert "make another phone host first" in row_of(host, "Linux computer").text
    assert "Leave Ann’s table" not in host.page.texts("button")


def test_the_last_host_is_refused_anyway(host: Phone) -> None:
    tap(host, "spare", "Remove")
    for action in ("1/member", "1/remove", "leave"):
        host.send(f"{PAGE}/{action}")
        assert host.status == 422
        assert "A club needs a host. Make another phone host first." in host.problems
    assert "Linux computer this phone Host. Last here today." in listed(host.open(PAGE))


def test_a_removed_phone_sees_nothing_any_more(host: Phone, member: Phone) -> None:
    assert member.open("/nights/1").status == 200
    tap(host, "member", "Remove")
    assert len(listed(host)) == 7
    assert [member.open(path).status for path in ("/nights/1", "/plays/1", PAGE)] == [404] * 3
    assert "Recent nights" not in member.open("/").page


def test_a_removed_phone_can_join_again_by_a_link_it_knows(host: Phone, member: Phone) -> None:
    link = shown_link(host, "Member link")
    tap(host, "member", "Remove")
    member.open(link).tap("Someone else")
    assert member.open("/nights/1").status == 200


def shown_link(host: Phone, title: str) -> str:
    """Return the link under this title."""
    fold = next(fold for fold in host.page.all("details") if fold.one("summary").text == title)
    return urlsplit(fold.one("p", "link").text).path


def test_renewing_a_link_ends_the_old_one_and_the_phones_that_came_by_it(host: Phone, member: Phone) -> None:
    old = shown_link(host, "Member link")
    fold = next(fold for fold in host.page.all("details") if fold.one("summary").text == "Member link")
    assert "1 phone joined with it and will lose access until they open the new one." in fold.text
    host.tap("Renew link", form=fold.one("form")["action"])
    assert shown_link(host, "Member link") != old
    assert [member.open("/nights/1").status, member.open(old).status] == [404, 404]


def test_renewing_the_host_link_keeps_the_phone_that_renews_it(host: Phone, phone_of: PhoneOf) -> None:
    spare = phone_of("spare").open(PAGE)
    fold = next(fold for fold in spare.page.all("details") if fold.one("summary").text == "Host link")
    spare.tap("Renew link", form=fold.one("form")["action"])
    assert "spare this phone Host. Last here today." in listed(spare)
    assert "Linux computer Host. Last here today." in listed(spare)


def test_a_link_of_another_club_cannot_be_renewed(host: Phone) -> None:
    for link in (99, 12):
        assert host.send(f"{PAGE}/links/{link}").status == 404


def test_a_member_can_leave(member: Phone, host: Phone) -> None:
    member.open(PAGE).tap("Leave Ann’s table")
    assert member.path == "/"
    assert member.open("/nights/1").status == 404
    assert len(listed(host.reload())) == 7


def test_the_only_phone_is_told_what_leaving_means(phone_of: PhoneOf) -> None:
    neighbour = phone_of("neighbour").open("/").follow("Phones")
    assert "no phone can open them until someone runs “scorekeeper link”" in neighbour.page
    neighbour.tap("Leave Our table")
    assert "Recent nights" not in neighbour.page
