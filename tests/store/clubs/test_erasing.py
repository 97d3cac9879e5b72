"""Deleting a club for good."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.domain import Role
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.erasing import contents_of, delete_club, overwrite_deleted
from scorekeeper.store.clubs.invitations import hash_secret, link_of_club, open_code
from scorekeeper.store.database import db, now
from scorekeeper.store.models import (
    Backup,
    BidCount,
    Chair,
    Club,
    Guest,
    HandRow,
    Membership,
    Objection,
    OwnGame,
    Phone,
    Play,
    Reader,
    Revision,
    Submission,
    Transfer,
)
from scorekeeper.store.nights.nights import new_night
from tests.databases import Database

OF_NO_CLUB = {"alembic_version", "request_count", "submission"}
"""The tables whose rows belong to no club: forms are kept by digests of what was sent."""


def add_club(name: str) -> Club:
    """Add a club with a row in every table of a club, and a phone that has joined it alone."""
    club = new_club(name)
    night = new_night(club)
    ann, bea = (get_or_create_player(club, f"{one} of {name}") for one in ("Ann", "Bea"))
    night.banker_id, bea.merged_into_id, bea.person_id = ann.id, ann.id, ann.id
    play = Play(club_id=club.id, night_id=night.id, game="tally", options={}, dealer=0)
    phone = Phone(token_hash=name, name=f"Ann’s phone, {name}")
    db.session.add_all([play, phone])
    db.session.flush()
    hand = HandRow(play_id=play.id, number=1, entry="{}", complete=True)
    db.session.add(hand)
    db.session.flush()
    saved = {"play_id": play.id, "hand_id": hand.id, "device": "iPhone", "complete": True}
    revision = Revision(**saved, action="entered")
    db.session.add(revision)
    db.session.flush()
    link = link_of_club(club.id, Role.MEMBER)
    assert link
    open_code(link, play.id)
    db.session.add_all(
        [
            Revision(**saved, action="undone", with_id=revision.id),
            Chair(play_id=play.id, place=0, player_id=ann.id),
            BidCount(play_id=play.id, place=0, outcome="made", times=1),
            Guest(night_id=night.id, player_id=bea.id),
            Objection(hand_id=hand.id, revision_id=revision.id, player_id=ann.id, device="iPhone"),
            Transfer(night_id=night.id, device="iPhone", kind="gift", giver_id=ann.id, coins=1),
            OwnGame(club_id=club.id, name="Go", folded="go", options={}),
            Backup(club_id=club.id, plays=1, size=1),
            Membership(phone_id=phone.id, club_id=club.id, role=Role.HOST, invitation_id=link.id),
            Reader(club_id=club.id, name="Website", nonce=name, secret_hash=hash_secret(name)),
        ]
    )
    db.session.commit()
    return club


def test_nothing_is_left_of_a_deleted_club_and_others_are_untouched(
    running_database: Database, app: Flask
) -> None:
    with app.app_context():
        add_club("Ours")
        before = running_database.rows()
        theirs = add_club("Theirs")
        after = running_database.rows()
        unfilled = {table for table, rows in after.items() if rows == before[table]}
        assert unfilled == OF_NO_CLUB, "add a row of the new table to add_club"
        assert contents_of(theirs.id) == (1, 1, 2)
        delete_club(theirs)
        db.session.commit()
    assert running_database.rows() == before


def test_a_phone_of_another_club_stays_and_answers_that_repeat_what_was_typed_go(app: Flask) -> None:
    with app.app_context():
        ours, theirs = add_club("Ours"), add_club("Theirs")
        phone = db.session.scalars(select(Phone).where(Phone.token_hash == "Theirs")).one()
        db.session.add(Membership(phone_id=phone.id, club_id=ours.id, role=Role.MEMBER))
        for key, answer in {
            "1": "/nights/1/games/tally?title=Anns+game&draw=",
            "2": "/nights/1#players",
        }.items():
            db.session.add(Submission(key=key, at=now(), answer=answer))
        delete_club(theirs)
        db.session.commit()
        assert db.session.scalars(select(Phone.token_hash).order_by(Phone.id)).all() == ["Ours", "Theirs"]
        assert db.session.scalars(select(Submission.key)).all() == ["2"]


@pytest.mark.sqlite
def test_what_was_deleted_cannot_be_read_in_the_files_of_the_database(app: Flask) -> None:
    def readable() -> bool:
        files = Path(db.engine.url.database or "").parent.glob("scorekeeper.db*")
        return any(b"of Theirs" in file.read_bytes() for file in files)

    with app.app_context():
        add_club("Ours")
        theirs = add_club("Theirs")
        for number in range(300):
            get_or_create_player(theirs, f"{number} of Theirs")
        db.session.commit()
        assert readable()
        delete_club(theirs)
        db.session.commit()
        overwrite_deleted()
        assert not readable()
