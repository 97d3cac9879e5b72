"""Pages that were opened before two players were merged: what they send is about the person of today."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import Membership, Player
from tests.web.conftest import Scene
from tests.web.invited import link_to
from tests.web.phone import Fields, Phone
from tests.web.purse import BANK, SETTLE, bea_wins, history, record
from tests.web.table import start, totals
from tests.web.test_submissions_every_route import FORMS, answer, play_evening

NIGHT, DEE, DELIA = "/nights/1", 4, 5
Sent = tuple[str, Fields]


@pytest.fixture
def dee(owner: Phone) -> Phone:
    """Return the owner's phone; Dee is here tonight, whom the club knows as Delia."""
    return owner.open(NIGHT).tap("Add", name="Delia").tap("Remove Delia")


def merge(phone: Phone, player: int = DEE, person: int = DELIA) -> None:
    """Merge a player with a person, on another page of the phone."""
    assert phone.tab().open(f"/players/{player}").tap("Merge", person=person).status == 200


FILLED: dict[str, tuple[Callable[[Phone], Sent], str]] = {
    "coins": (
        lambda dee: dee.open(BANK).form("Record", kind="gift", giver=DEE, taker=1, coins=7),
        "Delia gave Ann 7 coins",
    ),
    "a payment": (
        lambda dee: bea_wins(dee).open(SETTLE).form("Mark as paid: Dee pays Bea"),
        "Delia paid Bea 2 coins",
    ),
    "a loan": (
        lambda dee: record(dee, "loan", "the house", "Dee", 5).open(SETTLE).form("Mark as returned"),
        "Delia repaid the house 5 coins",
    ),
}


@pytest.mark.parametrize(("filled", "said"), FILLED.values(), ids=FILLED)
def test_coins_are_those_of_the_person(dee: Phone, filled: Callable[[Phone], Sent], said: str) -> None:
    sent = filled(dee)
    merge(dee)
    assert dee.replay(*sent).status == 200
    assert history(dee)[0].startswith(said)


def test_stakes_are_handed_out_to_the_person(dee: Phone) -> None:
    sent = dee.open(BANK).form("Hand out", stake=20)
    merge(dee)
    assert dee.replay(*sent).status == 200
    assert [said.split(" got ")[0] for said in history(dee)] == ["Ann, Bea, Cal and Delia"]


def test_a_person_who_was_chosen_twice_gets_one_stake(dee: Phone) -> None:
    dee.tap("Add Delia")
    sent = dee.open(BANK).form("Hand out", stake=20)
    merge(dee)
    assert dee.replay(*sent).status == 200
    assert [said.count("Delia") for said in history(dee)] == [1]


def test_coins_from_a_person_to_themselves_are_refused(dee: Phone) -> None:
    dee.tap("Add Delia")
    sent = dee.open(BANK).form("Record", kind="gift", giver=DEE, taker=DELIA, coins=7, note="for tea")
    merge(dee)
    dee.replay(*sent).refused("taker", "Choose someone other than the giver.")
    assert dee.value("note") == "for tea"


def test_coins_of_a_person_who_left_can_be_recorded(dee: Phone) -> None:
    sent = dee.open(BANK).form("Record", kind="gift", giver=DEE, taker=1, coins=7)
    merge(dee)
    dee.open(NIGHT).tap("Remove Delia")
    dee.replay(*sent)
    assert (dee.status, "Someone has removed Delia" in dee.page) == (409, True)
    dee.tap("Record")
    assert history(dee)[0].startswith("Delia gave Ann 7 coins")


def test_a_person_can_be_removed_from_the_night(dee: Phone) -> None:
    sent = dee.open(NIGHT).form("Remove Dee")
    merge(dee)
    assert "Remove Delia" not in [button["aria-label"] for button in dee.replay(*sent).page.all("button")]


def test_a_new_game_has_the_person(dee: Phone) -> None:
    path, sent = dee.open(f"{NIGHT}/games/coralon").form("Start Coralon")
    merge(dee)
    dee.replay(path, [*(field for field in sent if field[0] != "dealer"), ("dealer", "4")])
    assert list(totals(dee)) == ["Ann", "Bea", "Cal", "Delia"]
    assert "Delia deals" in dee.page


def test_a_person_with_two_seats_is_asked_for_one(dee: Phone) -> None:
    dee.tap("Add Delia")
    sent = dee.open(f"{NIGHT}/games/tally").form("Start game")
    merge(dee)
    dee.replay(*sent)
    assert (dee.status, "Dee left tonight’s list" in dee.page) == (409, True)
    assert list(totals(dee.tap("Start game"))) == ["Ann", "Bea", "Cal", "Delia"]


def test_the_person_takes_over_a_seat(dee: Phone) -> None:
    start(dee.open(NIGHT).tap("Remove Dee"), "Tally")
    dee.open(NIGHT).tap("Add Dee").open("/plays/1/settings")
    taking_over: dict[str, Any] = {"by-3": DEE}
    sent = dee.form("See what would change", **taking_over)
    merge(dee)
    dee.replay(*sent).tap("Save changes")
    assert list(totals(dee)) == ["Ann", "Bea", "Delia"]


def test_a_phone_joins_as_the_person(dee: Phone, stranger: Phone) -> None:
    sent = stranger.open(link_to(dee)).form("I’m Dee")
    merge(dee)
    assert "You joined" in stranger.replay(*sent).page
    assert "as Delia" in stranger.page


@pytest.mark.parametrize("page", [f"{NIGHT}/me", "/clubs/1/phones"])
def test_a_phone_belongs_to_the_person(dee: Phone, page: str) -> None:
    dee.open(page)
    sent = dee.form("I’m Dee") if page.endswith("me") else dee.form("Save", owner=DEE, name="")
    merge(dee)
    assert dee.replay(*sent).status == 200
    assert dee.open("/clubs/1/phones").value("owner") == str(DELIA)


@pytest.mark.parametrize(
    "page", ["/players/4", "/clubs/1/statistics/players/4", "/clubs/1/archive?player=4", f"{BANK}/players/4"]
)
def test_an_old_address_shows_the_person(dee: Phone, page: str) -> None:
    merge(dee)
    assert (dee.open(page).status, "Delia" in dee.page) == (200, True)


def merge_bea_into_gil(phone: Phone) -> None:
    with phone.client.application.app_context():
        bea = db.session.get_one(Player, 2)
        bea.merged_into_id = bea.person_id = 6
        db.session.execute(update(Membership).where(Membership.player_id == 2).values(player_id=6))
        db.session.commit()


@pytest.mark.parametrize("endpoint", FORMS)
def test_no_form_fails_after_a_merge(scene: Scene, endpoint: str, no_hurry: None) -> None:
    scene.after(play_evening)
    phone = Phone(scene.database.app).open("/") if endpoint == "joining.join_by_link" else scene.owner
    path, sent = FORMS[endpoint](phone)
    merge_bea_into_gil(phone)
    assert answer(phone, path, sent)[0] in (200, 302, 303, 409, 422)
