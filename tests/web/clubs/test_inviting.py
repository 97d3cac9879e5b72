"""The page that invites other phones."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.domain import Role
from scorekeeper.qr_code import qr_svg
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation
from tests.web.invited import joined, link_to
from tests.web.markup import read
from tests.web.phone import Phone

INVITE = "/nights/1/invite"


@pytest.fixture
def keeper(app: Flask, owner: Phone) -> Phone:
    """Return a phone that can keep score on the night."""
    return joined(app, link_to(owner, "keep"), "I’m not playing")


@pytest.fixture
def viewer(app: Flask, owner: Phone) -> Phone:
    """Return a phone that can watch the night."""
    return joined(app, link_to(owner, "watch"), "I’m just watching")


def change_links(app: Flask, **values: object) -> None:
    """Change what the database says of the night's links."""
    with app.app_context():
        db.session.query(Invitation).filter_by(night_id=1).update(values)  # type: ignore[arg-type]
        db.session.commit()


def links(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Invitation).count()


def test_the_sheet_leads_to_the_invitation_and_back(coralon: Phone) -> None:
    coralon.follow("Invite")
    assert coralon.path == f"{INVITE}?play=1"
    coralon.follow("Just watch")
    assert coralon.follow("Game").path == "/plays/1"


def test_the_first_link_is_for_keeping_score_and_the_second_for_watching(owner: Phone) -> None:
    owner.follow("Invite")
    for tab, said in (("Keep score too", "and can keep score"), ("Just watch", "but can’t change anything")):
        assert said in owner.follow(tab).page
        assert owner.page.one("a", **{"aria-current": "page"}).text == tab
    assert "The old link and its code stop working at once." in owner.page
    assert owner.page.one("a", "back")["href"] == "/nights/1"


def test_a_host_is_asked_who_they_are_until_they_say(coralon: Phone) -> None:
    coralon.follow("Invite").tap("I’m Bea")
    assert coralon.path == f"{INVITE}?play=1"
    assert "Who are you?" not in coralon.page


def test_a_host_who_plays_no_game_is_asked_once(owner: Phone) -> None:
    owner.follow("Invite").tap("I’m not playing")
    assert owner.path == INVITE
    assert "Who are you?" not in owner.page


def test_guests_who_invite_others_have_said_who_they_are(keeper: Phone) -> None:
    assert "Who are you?" not in keeper.open(INVITE).page


def test_hosts_invite_to_the_club_too(owner: Phone) -> None:
    owner.open(INVITE).follow("Invite someone to the club")
    assert "joins Ann’s table" in owner.page


def test_the_code_and_the_link_are_those_of_this_app_and_the_link_ends(owner: Phone) -> None:
    link = owner.open(INVITE).page.one("p", "link").text
    code = owner.page.one("div", "qr-code")
    assert code["aria-label"]
    assert code["role"] == "img"
    drawn = [path["d"] for path in code.all("path")]
    assert drawn == [path["d"] for path in read(qr_svg(link)).all("path")]
    page = read(owner.client.get(INVITE, environ_overrides={"SCRIPT_NAME": "/score"}).text)
    assert "/score/join/" in page.one("p", "link").text
    assert "The link works until" in owner.open(INVITE).page
    assert "The link works until" not in owner.open(f"{INVITE}?link=club").page


@pytest.mark.parametrize(("network", "warned"), [("10.0.0.7", False), ("", True)])
def test_a_link_that_only_this_machine_can_open_says_so(
    owner: Phone, monkeypatch: pytest.MonkeyPatch, network: str, warned: bool
) -> None:
    monkeypatch.setattr("scorekeeper.network.network_address", lambda: network)
    assert ("Other phones can’t open this link" in owner.open(INVITE).page) == warned
    assert (network or "localhost") in owner.page.one("p", "link").text


def test_a_server_for_its_own_machine_alone_gives_no_address_in_the_network(
    app: Flask, owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.network.network_address", lambda: "10.0.0.7")
    monkeypatch.setitem(app.config, "HOST", "127.0.0.1")
    assert "Other phones can’t open this link" in owner.open(INVITE).page
    assert owner.page.one("p", "link").text.startswith("http://localhost/join/")


def test_a_viewer_shows_only_the_link_for_watching(viewer: Phone) -> None:
    viewer.open(INVITE)
    assert "but can’t change anything" in viewer.page
    assert not viewer.page.all("nav", "tabs")


def test_looking_at_an_old_night_makes_no_links(app: Flask, owner: Phone) -> None:
    with app.app_context():
        db.session.query(Invitation).filter_by(night_id=1).delete()
        db.session.commit()
    owner.open(INVITE)
    assert "There is no link to this night, or it has ended." in owner.page
    assert links(app) == 2
    owner.tap("Make a new link")
    assert owner.page.one("p", "link").text
    assert links(app) == 4


def test_members_can_make_a_link_that_has_ended_work_again(app: Flask, friend: Phone) -> None:
    change_links(app, ends_at=now() - timedelta(hours=1))
    assert "it has ended" in friend.open(f"{INVITE}?link=watch").page
    friend.tap("Make a new link")
    assert "but can’t change anything" in friend.page
    assert friend.page.one("p", "link").text


def test_a_keeper_is_told_who_makes_a_new_link(app: Flask, keeper: Phone) -> None:
    change_links(app, nonce="")
    assert "Ask a host to renew it." in keeper.open(INVITE).page
    with app.app_context():
        db.session.query(Invitation).filter_by(night_id=1, role=Role.VIEWER).delete()
        db.session.commit()
    keeper.open(f"{INVITE}?link=watch")
    assert "Ask someone who belongs to the club" in keeper.page
    assert not keeper.page.all("button")


def test_a_link_that_cannot_be_shown_can_be_renewed(app: Flask, owner: Phone) -> None:
    change_links(app, nonce="")
    assert "it can’t be shown any more" in owner.open(INVITE).page
    owner.tap("Renew this link")
    assert owner.page.one("p", "link").text


def test_renewing_ends_the_old_link_and_what_came_by_it(owner: Phone, keeper: Phone, viewer: Phone) -> None:
    before = link_to(owner, "keep")
    assert "1 phone joined with this link." in owner.open(INVITE).page
    owner.tap("Renew this link")
    assert owner.path == f"{INVITE}?link=keep"
    assert "Link renewed" in owner.page
    assert link_to(owner, "keep") != before
    assert keeper.open("/nights/1").status == 404
    assert viewer.open("/nights/1").status == 200
