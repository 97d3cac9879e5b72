"""Sending a form again, in whatever way, gives the first answer and changes nothing more.

A new address of a form needs a row in FORMS: how to fill in such a form. A test fails until it has one.
"""

import json
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.domain import Role
from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.clubs.invitations import link_of_night, secret_of
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Night, Play
from scorekeeper.web.requests import READ_BY_PROGRAMS
from tests.databases import Database
from tests.web.changed_rules import lower_target, refuse_hand
from tests.web.conftest import Scene
from tests.web.invited import joined, link_to
from tests.web.phone import Fields, Phone
from tests.web.purse import BANK, SETTLE, count, record
from tests.web.seasons import make_seasons
from tests.web.table import again_button, bid, start, took, whole

TRICKS = (3, 5, 3, 2)
NIGHT, CLUB, PHONES = "/nights/1", "/clubs/1/exchange", "/clubs/1/phones"
READERS = f"{PHONES}/readers"
OWN, EARLIER, SEASONS = f"{NIGHT}/games/own/1", "/clubs/1/earlier-rules", "/clubs/1/seasons"
TABLES = f"{NIGHT}/tables"
# The games of the evening below, by what is special about them.
RUNNING, BIDDING, OVER, STOPPED, DELETED = (f"/plays/{number}" for number in range(1, 6))
FILE = {
    "scoresheet": 1,
    "game": "tally",
    "players": ["Ann", "Bea"],
    "hands": [{"points": {"Ann": 3, "Bea": 4}}, {"points": {"Ann": 5}}],
}

pytestmark = pytest.mark.usefixtures("no_hurry")

Filled = Callable[[Phone], tuple[str, Fields]]


def form(page: str, button: str, of: str = "", **typed: Any) -> Filled:
    """Return a function that fills in a form, and returns its address and what a tap on the button sends."""

    def fill(phone: Phone) -> tuple[str, Fields]:
        return phone.open(page).form(button, of, **typed)

    return fill


def imported(page: str, button: str) -> Filled:
    """Return a function that chooses a file, and fills in the form of its preview."""

    def fill(phone: Phone) -> tuple[str, Fields]:
        phone.open(page).send_file("Preview", "game.json", json.dumps(FILE).encode())
        return phone.form(button)

    return fill


def undone(phone: Phone) -> tuple[str, Fields]:
    """Import a file, and fill in the form that undoes it."""
    path, sent = imported(CLUB, "Import")(phone)
    phone.replay(path, sent)
    return phone.open(CLUB).form("Undo this import")


def returned_loan(phone: Phone) -> tuple[str, Fields]:
    """Fill in the form that returns all loans, once everyone has paid."""
    phone.open(SETTLE)
    for name in ("Ann", "Cal", "Dee"):
        phone.tap(f"Mark as paid: {name} pays Bea")
    return record(phone, "loan", "Ann", "Bea", 5).open(SETTLE).form("Mark as returned")


def seen(page: str, button: str, **typed: Any) -> Filled:
    """Return a function that fills in a form and looks at its preview, and returns it with the preview."""

    def fill(phone: Phone) -> tuple[str, Fields]:
        return phone.open(page).tap("See what would change", **typed).form(button)

    return fill


def conflict(phone: Phone) -> tuple[str, Fields]:
    """Enter a hand that others have entered meanwhile, and fill in the form that keeps theirs."""
    path, sent = phone.open(f"{RUNNING}?whole").form("Save hand 2", bidder="Bea", bid=5, **took(*TRICKS))
    whole(phone.open(RUNNING), "Cal", 3, TRICKS)
    return phone.replay(path, sent).form("Keep theirs")


def joins(phone: Phone) -> tuple[str, Fields]:
    """Start a game that players may join, and fill in the form with which someone does."""
    page = start(phone, "Tally").path.split("?")[0] + "/presence"
    return phone.open(page).tap("See what would change", name="Zoë").form("Save")


def night_conflict(phone: Phone) -> tuple[str, Fields]:
    """Record coins on a deleted night, and fill in the form that gives them up."""
    path, sent = phone.open(BANK).form("Record", kind="gift", giver=1, taker=2, coins=7)
    phone.open(NIGHT).tap("Delete night")
    return phone.replay(path, sent).form("Discard")


def included(phone: Phone) -> tuple[str, Fields]:
    """Fill in the form that includes what is open on the night in the payments of a later one."""
    phone.open("/").tap("Start a game night").tap("Same players as last time")
    return phone.open("/nights/3/bank/settle").form("Include all")


def at_table(button: str, *before: str, **typed: Any) -> Filled:
    """Return a function that fills in a form of a new table, after tapping other buttons there."""

    def fill(phone: Phone) -> tuple[str, Fields]:
        phone.open(TABLES).tap("New table", name="Window").open(f"{TABLES}/1")
        for other in before:
            phone.tap(other)
        return phone.form(button, **typed)

    return fill


def next_round(phone: Phone) -> tuple[str, Fields]:
    """Seat everyone at tables, and fill in the form that draws again."""
    phone.open(NIGHT).tap("Add", name="Fay, Gus, Hal, Ida")
    return phone.open(f"{NIGHT}/games/whist").tap("Seat everyone").form("Draw again")


def as_bea(phone: Phone) -> Phone:
    """Return the phone on the sheet of a running game, after its owner has said that she is Bea."""
    return phone.open(f"{NIGHT}/me").tap("I’m Bea").open(RUNNING)


def link(phone: Phone) -> str:
    """Return the link for keeping score on the night."""
    with phone.client.application.app_context():
        found = link_of_night(db.session.get_one(Night, 1), Role.KEEPER)
        assert found
        return f"/join/{secret_of(found)}"


def asked(phone: Phone) -> tuple[str, Fields]:
    """Ask the table, and fill in what this phone's owner is asked."""
    phone.open(f"{NIGHT}/me").tap("I’m Ann").open(BIDDING).tap("Ask the table")
    return phone.form("3", "/claims")


def undecided(button: str) -> Filled:
    """Return a function that fills in a form by which the table decides after an update."""

    def fill(phone: Phone) -> tuple[str, Fields]:
        lower_target(phone, RUNNING)
        return phone.open(RUNNING).form(button)

    return fill


def refused(phone: Phone) -> tuple[str, Fields]:
    """Fill in the form that removes what today's rules refuse."""
    refuse_hand(phone, RUNNING)
    return phone.open(RUNNING).form("Remove hand 1")


def made(phone: Phone) -> tuple[str, Fields]:
    """Make a recipe, and fill in the form that keeps it."""
    phone.open(NIGHT)
    return "/games/keep", [
        ("csrf_token", phone.token),
        ("uid", "8" * 32),
        ("night", "1"),
        ("recipe", json.dumps(gallery()["wizard"].recipe)),
    ]


FORMS: dict[str, Filled] = {
    "saving.claim": asked,
    "saving.ask": form(BIDDING, "Ask the table"),
    "coins.hand_out_stakes": form(BANK, "Hand out", stake=20),
    "coins.record_posting": form(BANK, "Record", kind="gift", giver=1, taker=2, coins=7),
    "coins.redo_postings": form(BANK, "Redo"),
    "coins.undo_postings": form(BANK, "Undo: Bea borrowed 5 coins from Ann"),
    "conflicts.keep_theirs": conflict,
    "counting.accept_count": lambda phone: count(phone, Ann=2, Bea=-2).form("Accept the count"),
    "counting.correct_count": lambda phone: count(phone, Ann=2, Bea=-2).form(
        "Record: Ann won 2 coins from Bea in a side bet. This wasn’t recorded."
    ),
    "earlier_rules.keep": form(EARLIER, "Keep"),
    "earlier_rules.score_again": form(EARLIER, "Score again"),
    "erasing.delete_club_for_good": form("/clubs/1/delete", "Delete club", name="Ann’s table"),
    "erasing.erase_person_for_good": form("/players/3/erase", "Erase Cal"),
    "saving.remove_last_hand": form(RUNNING, "Remove hand 1"),
    "saving.restore_hand": form(RUNNING, "Restore hand 2"),
    "saving.undo": form(RUNNING, "Undo"),
    "night.add_guests": form(NIGHT, "Add", name="Flo"),
    "night.remove_guest": form(NIGHT, "Remove Dee"),
    "ending.end_night": form(NIGHT, "End the night"),
    "hand_changes.change_hand": seen(f"{RUNNING}/hands/1/swap", "Swap names", players=["Ann", "Bea"]),
    "hand_changes.insert_hand": seen(
        f"{RUNNING}/hands/1/insert", "Insert hand 1", bidder="Cal", bid=3, **took(*TRICKS)
    ),
    "hand_changes.restore_removed": form(f"{RUNNING}/removed/2", "Restore hand"),
    "saving.settle": lambda phone: as_bea(phone).tap("Not right?").form("It’s right"),
    "correcting.correct": form(f"{RUNNING}/hands/1", "Save hand 1", bid=4),
    "home.name_club": form("/", "Save", "/clubs/1", name="Friday table"),
    "home.name_device": form("/", "Save", "/device", name="Ann’s phone"),
    "home.start_night": form("/", "Start a game night"),
    "importing.import_into_club": imported(CLUB, "Import"),
    "importing.import_new_club": imported("/import", "Create club"),
    "importing.undo": undone,
    "inviting.make_link": form(f"{NIGHT}/invite?link=watch", "Make a new link"),
    "inviting.renew_link": form(f"{NIGHT}/invite", "Renew this link"),
    "joining.join_by_link": lambda phone: phone.open(link(phone)).form("I’m Bea"),
    "joining.save_owner": form(f"{NIGHT}/me", "I’m Ann"),
    "keeping.keep": made,
    "night.delete_night": form(NIGHT, "Delete night"),
    "night.keep_theirs": night_conflict,
    "night.restore_night": form("/nights/2", "Restore"),
    "night.save_night_note": form(NIGHT, "Save note", note="Rain"),
    "own_games.change": form(OWN, "Save", title="Gin Rummy"),
    "own_games.put_back": form(f"{NIGHT}/games/own/2", "Restore Skat"),
    "own_games.remove": form(OWN, "Remove Rummy"),
    "phones.demote": form(PHONES, "Make member", "/3/member"),
    "phones.leave": form(PHONES, "Leave Ann’s table"),
    "phones.let_players_answer": form(PHONES, "Let players answer there"),
    "phones.name_this_phone": form(PHONES, "Save", owner=1, name="Ann’s phone"),
    "phones.promote": form(PHONES, "Make host", "/2/host"),
    "phones.remove": form(PHONES, "Remove", "/2/remove"),
    "phones.renew_link": form(PHONES, "Renew link", "/links/1"),
    "players.hide": form("/players/3", "Hide Cal"),
    "players.merge_player": form("/players/6", "Merge", person=4),
    "players.save_pay_me": form("/players/4", "Save", pay_me="@dee"),
    "players.rename_player": form("/players/4", "Rename", name="Deirdre"),
    "players.unhide": form("/players/6", "Stop hiding Gil"),
    "players.unmerge_player": form("/players/1", "Separate"),
    "play.again": lambda phone: phone.open(OVER).form(again_button(phone)),
    "play.continue_play": form(STOPPED, "Continue this game"),
    "play.count_or_not": form(RUNNING, "Doesn’t count"),
    "play.delete": form(RUNNING, "Delete game"),
    "play.end_play": form(RUNNING, "End game"),
    "play.end_there": undecided("End it there"),
    "play.play_on": undecided("Play on"),
    "play.remove_refused_hands": refused,
    "play.restore": form(DELETED, "Restore game"),
    "play.save_note": form(f"{OVER}/note", "Save note", note="Close"),
    "readers.add": form(READERS, "Add", name="Our website"),
    "readers.remove": form(READERS, "Remove"),
    "readers.renew": form(READERS, "Renew token"),
    "saving.save_bid": form(RUNNING, "5", bidder="Bea"),
    "saving.save_hand": form(BIDDING, "Save hand 1", **took(*TRICKS)),
    "saving.save_trump": form(BIDDING, "Crowns"),
    "presence.change_presence": joins,
    "seasons.change": form(f"{SEASONS}/1/change", "Save", name="Autumn"),
    "seasons.decide": form(f"{SEASONS}/1", "Close the season"),
    "seating.draw": next_round,
    "settle_up.pay": form(SETTLE, "Mark as paid: Ann pays Bea"),
    "settle_up.repay": returned_loan,
    "settle_up.set_banker": form(SETTLE, "Cal"),
    "settle_up.set_coin_value": form(SETTLE, "Save", value="0.10", currency="€"),
    "shared_cost.record_cost": form(
        f"{BANK}/cost", "Save cost", payer=2, amount=9, note="pizza", currency="€"
    ),
    "tab.include": included,
    "tab.leave_open": form(SETTLE, "Leave unpaid"),
    "tab.settle_everything": form("/clubs/1/tab", "Settle everything"),
    "tables.add_table": form(TABLES, "New table", name="Window"),
    "tables.move_here": at_table("Move", play=2),
    "tables.remove": at_table("Remove table"),
    "tables.rename": at_table("Rename", name="Door"),
    "tables.restore": at_table("Undo", "Remove table"),
    "settings.change_settings": seen(f"{RUNNING}/settings", "Save changes", dealer="Bea", target=30),
    "new_game.start": form(f"{NIGHT}/games/tally", "Start game"),
}

EVERY_TIME = {
    *("exporting.download_backup", "joining.join_by_code", "sheet.show_needs"),
    *("adding.add", "making.make", "trying.try_hand"),
}
"""Forms that are answered anew each time: a file is no page to go back to, figures only lead to a link, a
cookie is in the answer, and a recipe is only shown and tried."""

KEEPS = {"conflicts.keep_theirs", "night.keep_theirs"}
"""Forms that leave everything as it is, and only settle what could not be saved."""

ROOMS = (
    *(
        "coins",
        "conflicts",
        "correcting",
        "counting",
        "ending",
        "hand_changes",
        "new_game",
        "night",
        "own_games",
        "play",
    ),
    *("saving", "settings", "settle_up", "shared_cost"),
)
"""The blueprints of a night and its games."""


def play_evening(scene: Scene) -> None:
    """Let everything happen that a form can change."""
    phone = scene.owner
    whole(whole(start(phone), "Bea", 5, TRICKS), "Cal", 3, TRICKS).tap("Remove hand 2")
    bid(start(phone), "Bea", 5)
    whole(start(phone, target=5, wager=1), "Bea", 5, TRICKS)
    start(phone).tap("End game")
    start(phone).tap("Delete game")
    for game in ("Rummy", "Skat"):
        start(phone, "Tally", title=game).tap("Delete game")
    phone.open(f"{NIGHT}/games/own/2").tap("Remove Skat")
    record(phone, "gift", "Ann", "Cal", 3).tap("Undo")
    record(phone, "loan", "Ann", "Bea", 5)
    phone.open(NIGHT).tap("Add", name="Eve, Gil").tap("Remove Eve").tap("Remove Gil")
    phone.open("/players/5").tap("Merge", person=1)
    phone.open("/players/6").tap("Hide Gil")
    phone.open("/").tap("Start a game night").tap("Add", name="Ann").tap("Delete night")
    make_seasons(phone)
    for _ in range(2):
        joined(scene.database.app, link_to(phone), "Someone else")
    phone.open(PHONES).tap("Make host", "/3/host")
    phone.open(READERS).tap("Add", name="Dashboard")
    with scene.database.app.app_context():
        watching = link_of_night(db.session.get_one(Night, 1), Role.VIEWER)
        assert watching
        watching.ends_at = now()
        db.session.execute(update(Play).where(Play.id == 3).values(edition="earlier"))
        db.session.commit()


def answer(phone: Phone, path: str, sent: Fields) -> tuple[int, str]:
    """Return the status of the answer to a form, and where it leads."""
    data: dict[str, list[str]] = {}
    for name, value in sent:
        data.setdefault(name, []).append(value)
    found = phone.client.post(path, data=data, headers=phone.headers)
    return found.status_code, found.headers.get("Location", "")


def test_every_form_is_tried(app: Flask) -> None:
    rules = (rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()))
    forms = {rule.endpoint for rule in rules if not rule.rule.startswith(READ_BY_PROGRAMS)}
    assert forms == FORMS.keys() | EVERY_TIME


@pytest.fixture
def phone(app: Flask, scene: Scene, endpoint: str) -> Phone:
    """Return the phone that made the evening, or a new one to join."""
    scene.after(play_evening)
    return Phone(app).open("/") if endpoint == "joining.join_by_link" else scene.owner


@pytest.mark.parametrize("endpoint", FORMS)
def test_a_form_counts_once_and_keeps_its_answer_however_often_it_is_sent(
    running_database: Database, phone: Phone, endpoint: str
) -> None:
    path, sent = FORMS[endpoint](phone)
    before = running_database.rows()
    answers = at_once([phone.tab(), phone.tab()], path, sent)
    after = running_database.rows()
    assert {status for status, _ in answers} <= {302, 303}
    leads_to = {where for _, where in answers}
    changed = {**before, "submission": after["submission"]} != after
    assert changed != (endpoint in KEEPS), "the form does nothing"
    # What a form settles has its answer from then on, too.
    assert len(after["submission"]) == len(before["submission"]) + 1 + (endpoint in KEEPS)
    # One by one they change nothing more, so it was once.
    assert {answer(phone, path, sent)[1]} == leads_to
    phone.open(*leads_to)
    assert {answer(phone, path, sent)[1]} == leads_to
    # A page of an invitation has figures of its own.
    assert {**running_database.rows(), "join_code": after["join_code"]} == after


OF_THE_NIGHT = [name for name in FORMS if name.split(".")[0] in ROOMS and name != "night.keep_theirs"]


@pytest.mark.parametrize("endpoint", OF_THE_NIGHT)
def test_a_form_for_a_deleted_night_changes_nothing_and_leads_to_a_page_that_says_so(
    running_database: Database, phone: Phone, endpoint: str
) -> None:
    path, sent = FORMS[endpoint](phone)
    phone.open(NIGHT).tap("Delete night")
    before = running_database.rows()
    phone.replay(path, sent)
    assert phone.status in (200, 409)
    assert phone.status == 200 or running_database.rows() == before
    if endpoint != "night.restore_night":
        said = ("This night was deleted", "The night of this game was deleted")
        assert any(words in phone.page for words in said)
    assert bool(phone.problems) == (phone.status == 409)


def at_once(phones: list[Phone], path: str, sent: Fields) -> list[tuple[int, str]]:
    """Send a form from several browsers at the same moment, and return the answers."""
    together, answers = Barrier(len(phones)), []

    def send(phone: Phone) -> None:
        together.wait()
        answers.append(answer(phone, path, sent))

    threads = [Thread(target=send, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
