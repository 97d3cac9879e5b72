"""The page on which hosts let other programs read a club."""

from datetime import timedelta

from flask import Flask
from sqlalchemy import select, update

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Reader
from tests.web.phone import Phone

PAGE = "/clubs/1/phones/readers"


def test_a_program_is_added_with_a_token_and_addresses_to_copy(owner: Phone) -> None:
    owner.open("/clubs/1/phones").follow("Other programs").tap("Add", name=" Our  website ")
    assert "Our website Its token hasn’t been used yet." in owner.page.texts("summary")
    token, *addresses = owner.page.texts("p", "link")
    assert len(token) == 24
    assert [one.rpartition(f"/feeds/{token}/")[2] for one in addresses] == [
        *("games.atom", "nights.ics", "games.csv")
    ]


def test_a_program_that_may_keep_score_says_so_and_shows_no_feeds(owner: Phone) -> None:
    owner.open(PAGE).tap("Add", name="Clock", may_write="y")
    assert "Clock Also keeps score. Its token hasn’t been used yet." in owner.page.texts("summary")
    assert len(owner.page.texts("p", "link")) == 1


def test_a_program_needs_a_name(owner: Phone) -> None:
    owner.open(PAGE).tap("Add", name=" ").refused("name", "Enter a name.")
    assert not owner.page.all("p", "link")


def test_the_page_says_when_a_program_read_last(app: Flask, owner: Phone) -> None:
    token = owner.open(PAGE).tap("Add", name="Dashboard").page.all("p", "link")[0].text

    def read() -> timedelta:
        """Let the program read, and return how long ago it is noted to have read last."""
        app.test_client().get("/api/v1/club", headers={"Authorization": f"Bearer {token}"})
        with app.app_context():
            seen_at = db.session.scalars(select(Reader.seen_at)).one()
            assert seen_at is not None
            return now() - seen_at

    assert read() < timedelta(minutes=1)
    assert "Dashboard Last read today." in owner.open(PAGE).page.texts("summary")
    for minutes, noted in ((5, False), (15, True)):
        with app.app_context():
            db.session.execute(update(Reader).values(seen_at=now() - timedelta(minutes=minutes)))
            db.session.commit()
        assert (read() < timedelta(minutes=1)) == noted
