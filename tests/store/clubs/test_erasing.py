"""Deleting a club for good, and the name of a person."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import JSON, String, select

from scorekeeper.domain import Role
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.erasing import (
    HANDS,
    TEXTS,
    contents_of,
    delete_club,
    erase_person,
    games_of,
    overwrite_deleted,
)
from scorekeeper.store.clubs.invitations import hash_secret, link_of_club, open_code
from scorekeeper.store.clubs.people import pay_me_changes, set_pay_me
from scorekeeper.store.clubs.still_named import places_left
from scorekeeper.store.database import Base, db, now, today
from scorekeeper.store.models import (
    Backup,
    BidCount,
    Chair,
    Claim,
    Club,
    FileImport,
    Guest,
    HandRow,
    Membership,
    OwnGame,
    PayMeChange,
    Phone,
    Play,
    Player,
    Reader,
    Revision,
    Season,
    Submission,
    Transfer,
)
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.nights.tables import new_table
from scorekeeper.store.plays.changes import keep_searched
from scorekeeper.store.text_order import fold
from tests.databases import Database

OF_NO_CLUB = {"alembic_version", "submission"}
"""The tables whose rows belong to no club: forms are kept by digests of what was sent."""


def add_club(name: str) -> Club:
    """Add a club with a row in every table of a club, and a phone that has joined it alone."""
    club = new_club(name)
    night = new_night(club)
    ann, bea = (get_or_create_player(club, f"{one} of {name}") for one in ("Ann", "Bea"))
    new_table(night, "3")
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
            Claim(play_id=play.id, revision_id=revision.id, player_id=ann.id, device="iPhone"),
            Transfer(night_id=night.id, device="iPhone", kind="gift", giver_id=ann.id, coins=1),
            OwnGame(club_id=club.id, name="Go", folded="go", options={}),
            Season(club_id=club.id, name="Winter", since=today(), until=today(), rules={"games": []}),
            Backup(club_id=club.id, plays=1, size=1),
            FileImport(club_id=club.id),
            PayMeChange(player_id=bea.id, device="iPhone"),
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
            "2": "/games/players/1?pay=#pay-me",
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


# A person

REPLACED = {
    *(f"{column.class_.__tablename__}.{column.expression.name}" for column in (*TEXTS, *HANDS)),
    *("player.name", "player.folded", "player.pay_me", "phone.name", "own_game.folded"),
    *(
        "play.options",
        "own_game.options",
        "season.rules",
        "play.searched",
        "play.known_as",
        "night.searched",
        "submission.answer",
    ),
}
"""The columns in which names are, or may be written; nobody who was erased is in them any more."""

HOLD_NO_NAMES = {
    "ids": (
        "player.uid",
        "night.uid",
        "own_game.uid",
        "season.uid",
        "play.uid",
        "transfer.uid",
        "transfer.earlier_uid",
        "claim.uid",
    ),
    "hashes, keys and figures": (
        *("phone.token_hash", "invitation.nonce", "invitation.secret_hash", "join_code.code"),
        *("reader.nonce", "reader.secret_hash", "submission.key"),
    ),
    "words of ours, or editions": (
        *("play.game", "play.edition", "night.ending", "revision.action", "transfer.kind"),
        *("bid_count.outcome", "night.time_zone", "phone.model"),
    ),
    "what coins are worth": ("night.currency",),
    "seats and the ids of players": (
        *("night.lots", "game_table.lots", "play.last_totals", "claim.figures", "season.kept"),
    ),
}
"""The other columns of texts, by what they hold."""

NAME, OTHER = "Basilio", "Basil"
"""The name of someone, and a second one that was merged with it."""


def test_every_column_of_texts_is_known_to_hold_names_or_none() -> None:
    columns = {
        str(column)
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, String | JSON)
    }
    assert columns == REPLACED | {column for some in HOLD_NO_NAMES.values() for column in some}


def write_names(club: Club) -> Player:
    """Write the names of someone into everything that a club has, and return them."""
    person, other = (get_or_create_player(club, name) for name in (NAME, OTHER))
    other.merged_into_id = other.person_id = person.id
    set_pay_me(person, f"{NAME} at a bank", f"{NAME} (iPhone)")
    for column in TEXTS:
        for row in db.session.scalars(select(column.class_)):
            setattr(row, column.key, f"{NAME}’s {OTHER}")
    note = f'{OTHER}: "for {NAME}s {NAME}"'
    hand = json.dumps({"note": note, "trump": NAME}, ensure_ascii=False)
    for row in db.session.scalars(select(HandRow)):
        row.entry = hand
    for change in db.session.scalars(select(Revision)):
        change.entry, change.layout = hand, json.dumps({"options": {"title": f"{NAME}’s game"}})
    for play in db.session.scalars(select(Play)):
        play.options = {"title": f"{NAME}’s game", "target": 5}
        play.seats[0].player_id = person.id
        keep_searched([play.id])
    season = db.session.scalars(select(Season)).one()
    season.rules = {"games": ["coralon", db.session.scalars(select(Play.known_as)).one()]}
    phone = db.session.scalars(select(Phone)).one()
    db.session.scalars(select(Membership)).one().player_id = other.id
    phone.name = f"{NAME}s Handy"
    db.session.scalars(select(Transfer)).one().device = phone.name
    db.session.add(Submission(key="1", at=now(), answer=f"/nights/1/games/tally?title={NAME}"))
    db.session.commit()
    return person


def test_a_person_who_is_erased_is_named_nowhere(running_database: Database, app: Flask) -> None:
    with app.app_context():
        person = write_names(add_club("Ours"))
        get_or_create_player(db.session.get_one(Club, 1), "former player 1")
        assert games_of(person) == 1
        erase_person(person)
        db.session.commit()
        play, hand = db.session.scalars(select(Play)).one(), db.session.scalars(select(HandRow)).one()
        assert (person.name, person.pay_me, person.hidden_at is not None) == ("Former player 2", "", True)
        assert pay_me_changes([person]) == {}
        assert play.options == {"title": "Former player 2’s game", "target": 5}
        assert db.session.scalars(select(Season)).one().rules == {"games": ["coralon", play.known_as]}
        assert play.night.note == play.night.club.name == "Former player 2’s Former player 3"
        assert json.loads(hand.entry or "") == {
            "note": f'Former player 3: "for {NAME}s Former player 2"',
            "trump": NAME,
        }
        transfer = db.session.scalars(select(Transfer)).one()
        assert (transfer.device, db.session.scalars(select(Phone)).one().name) == ("Former player 2", "")
        assert db.session.scalars(select(Membership)).one().player_id is None
        hand.entry = None  # whose two words are neither a name nor one of a text
        for change in db.session.scalars(select(Revision)):
            change.entry = None
        keep_searched([play.id])
        db.session.commit()
    left = {table: [row for row in rows if "asil" in row] for table, rows in running_database.rows().items()}
    assert {table: rows for table, rows in left.items() if rows} == {}


def test_someone_elses_name_that_holds_it_stays(app: Flask) -> None:
    with app.app_context():
        club = add_club("Ours")
        ann, _ = (get_or_create_player(club, name) for name in ("Ann", "Ann Marie"))
        night = new_night(club)
        night.note = "Ann, Ann Marie, Anna and Annie. ann Ännchen Annes"
        night.note += " Nan"
        db.session.commit()
        erase_person(ann, also=["Annie", "Nan"])
        db.session.commit()
        new = ann.name
        assert night.note == f"{new}, Ann Marie, Anna and {new}. {new} Ännchen Annes {new}"


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("ZOË’s zoë's, Zoë-Marie; zoë!", "{0}’s {0}'s, {0}-Marie; {0}!"),
        ("ZOES Zoëlle xZoë", "ZOES Zoëlle xZoë"),
        ("ﬁsh Straße Zoë ßa", "ﬁsh Straße {0} ßa"),
        ("Zoe ZOE", "Zoe ZOE"),
        ("STRAUSS, Strauß und o'neill", "{0}, {0} und {0}"),
    ],
    ids=[
        "any case and marks",
        "parts of words",
        "letters that become several",
        "someone else",
        "other names",
    ],
)
def test_a_name_is_found_however_it_is_written(app: Flask, written: str, left: str) -> None:
    with app.app_context():
        club = add_club("Ours")
        person, _ = (get_or_create_player(club, name) for name in ("Zoë", "Zoe"))
        night = new_night(club)
        night.note = written
        db.session.commit()
        erase_person(person, also=["Strauß", "O’Neill"])
        db.session.commit()
        assert night.note == left.format(person.name)
        assert night.searched == fold(night.note)


def test_columns_are_renamed_in_the_rules_the_hands_and_their_history_alike(app: Flask) -> None:
    def rules(*names: str) -> dict[str, Any]:
        return {"title": "Jass", "columns": [{"name": name, "weight": 2} for name in names]}

    with app.app_context():
        club = add_club("Ours")
        bea = get_or_create_player(club, "Bea")
        play, own = db.session.scalars(select(Play)).one(), db.session.scalars(select(OwnGame)).one()
        hand, changes = db.session.scalars(select(HandRow)).one(), db.session.scalars(select(Revision)).all()
        play.options, own.options = rules("bea’s wishes", "béa’s wishes", "towns"), rules("BEA")
        hand.entry = json.dumps({"columns": {"béa’s wishes": {"0": 4}, "towns": {"1": 2}}})
        changes[0].entry, changes[1].layout = hand.entry, json.dumps({"options": rules("Beas", "Bea")})
        db.session.commit()
        erase_person(bea)
        db.session.commit()
        first = f"{bea.name}’s wishes"[:24]
        assert play.options == rules(first, f"{first[:22]} 2", "towns")
        assert own.options == rules(bea.name)
        figures = {"columns": {f"{first[:22]} 2": {"0": 4}, "towns": {"1": 2}}}
        assert json.loads(hand.entry) == json.loads(changes[0].entry) == figures
        assert json.loads(changes[1].layout or "") == {"options": rules("Beas", bea.name)}


def test_every_column_that_is_rewritten_is_searched_for_what_is_left(app: Flask) -> None:
    with app.app_context():
        club = add_club("Ours")
        bea = get_or_create_player(club, "Zora")
        for column in TEXTS:
            for row in db.session.scalars(select(column.class_)):
                setattr(row, column.key, f"zóras {column}")
        play, own = db.session.scalars(select(Play)).one(), db.session.scalars(select(OwnGame)).one()
        play.options = own.options = {"title": "zoras"}
        for hand in db.session.scalars(select(HandRow)):
            hand.entry = '{"note":"zoras"}'
        for change in db.session.scalars(select(Revision)):
            change.entry, change.layout = '{"note":"zoras"}', '{"options":{"title":"zoras"}}'
        db.session.scalars(select(Phone)).one().name = "zoras"
        get_or_create_player(club, "Dr. Zoraya")
        set_pay_me(get_or_create_player(club, "Dr. Zoraya"), "zoras", "Dr. Zoraya’s phone")
        db.session.commit()
        words = erase_person(bea)
        db.session.commit()
        left = places_left(club.id, words)
    kinds = {
        "club",
        "night",
        "own game",
        "note",
        "rules",
        "hand",
        "history",
        "coins",
        "player",
        "readers",
        "season",
        "tables",
    }
    assert {place.kind for place in left} == {*kinds, "phones"}
    assert {word for some in left.values() for word in some} == {"zoras", "zóras"}
