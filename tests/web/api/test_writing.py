"""What programs write, with a token that may: nights, games and hands."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.rules.sheet import scoresheet
from tests.web.api.conftest import READERS, Ask, add_reader, read_json
from tests.web.conftest import Scene
from tests.web.phone import CAST, Phone
from tests.web.table import bid, hands, start, totals, undo

BEA_WINS = {"bidder": "Bea", "bid": 5, "trump": "locks", "tricks": {"Ann": 3, "Bea": 5, "Cal": 3, "Dee": 2}}
CAL_MISSES = {"bidder": "Cal", "bid": 4, "trump": "cups", "tricks": {"Ann": 3, "Bea": 5, "Cal": 3, "Dee": 2}}

Write = Callable[..., TestResponse]


def played(*played_hands: Any, players: tuple[str, ...] = CAST, **more: Any) -> dict[str, Any]:
    """Return a scoresheet of Coralon."""
    return scoresheet("coralon", players, more.pop("options", {}), *played_hands, **more)


def told(refused: TestResponse) -> Any:
    """Return the problem that a program is told."""
    assert refused.mimetype == "application/problem+json", refused.text
    return json.loads(refused.text)


def add_writer(scene: Scene) -> str:
    return add_reader(scene.owner, "Table clock", may_write="y")


def add_neighbour(app: Flask) -> str:
    """Return the token of a program that may write in another club."""
    neighbour = Phone(app).open("/").tap("Start a game night").tap("Add", name="Zoe")
    neighbour.open("/clubs/2/phones/readers").tap("Add", name="x", may_write="y")
    return neighbour.page.all("p", "link")[0].text


@pytest.fixture
def token(scene: Scene) -> str:
    """Return the token of a program that may write, on a night on which nothing is played yet."""
    return str(scene.after(add_writer))


@pytest.fixture
def write(scene: Scene, token: str) -> Write:
    """Return a function that sends something to the API, by default with that token."""

    def write(path: str, body: Any = None, by: str = token, key: str = "") -> TestResponse:
        client = scene.database.app.test_client(use_cookies=False)
        headers = {"Authorization": f"Bearer {by}", **({"Idempotency-Key": key} if key else {})}
        sent = {"data": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
        return client.post(f"/api/v1{path}", headers=headers, **sent)

    return write


@pytest.fixture
def tonight(ask: Ask) -> str:
    """Return the address of the night."""
    return f"/nights/{read_json(ask('/nights'))['nights'][0]['uid']}"


@pytest.fixture
def running(owner: Phone, ask: Ask) -> str:
    """Return the address of a game that has just been started on a phone."""
    start(owner)
    return f"/games/{read_json(ask('/now'))['games'][0]['uid']}"


def test_a_finished_game_is_recorded_with_its_hands(owner: Phone, write: Write, tonight: str) -> None:
    game = read_json(write(f"{tonight}/games", played(BEA_WINS, CAL_MISSES, finished=True)))
    assert [(seat["name"], seat["total"], seat["won"]) for seat in game["results"]] == [
        *(("Ann", 3, False), ("Bea", 10, True), ("Cal", 0, False), ("Dee", 2, False)),
    ]
    assert (game["early"], len(game["hands"])) == (True, 2)
    assert "Bea won" in owner.open("/nights/1").page.text
    assert "Table clock saved hand 2" in owner.open("/plays/1/history").page.text


def test_a_recorded_game_that_is_not_over_goes_on(owner: Phone, write: Write, tonight: str) -> None:
    assert read_json(write(f"{tonight}/games", played(BEA_WINS)))["ended_at"] is None
    assert totals(owner.open("/plays/1")) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}


def test_players_of_a_recorded_game_come_to_the_night(ask: Ask, write: Write, tonight: str) -> None:
    hand = {"bidder": "Zoe", "bid": 5, "tricks": {"ann": 3, "Zoe": 5, "Cal": 3, "Dee": 2}}
    read_json(write(f"{tonight}/games", played(hand, players=("ann", "Zoe", "Cal", "Dee"), finished=True)))
    assert read_json(ask(tonight))["players"] == [*CAST, "Zoe"]


def test_a_game_is_recorded_at_a_table(owner: Phone, write: Write, tonight: str) -> None:
    owner.open("/nights/1/tables").tap("New table")
    game = read_json(write(f"{tonight}/games?table=1", played(BEA_WINS)))
    assert game["table"] == "1"
    assert told(write(f"{tonight}/games?table=9", played(BEA_WINS)))["problems"][0]["field"] == "table"


def test_an_own_game_is_on_the_list_of_the_club(owner: Phone, write: Write, tonight: str) -> None:
    sheet = scoresheet("tally", ["Ann", "Bea"], {"title": "Azul"}, {"points": {"Ann": 7, "Bea": 9}})
    read_json(write(f"{tonight}/games", sheet | {"finished": True}))
    assert "Azul" in owner.open("/nights/1/games").page.text


def test_a_hand_is_added_as_by_a_phone(owner: Phone, write: Write, running: str) -> None:
    assert read_json(write(f"{running}/hands/1", BEA_WINS))["hands"][0]["scores"] == [0, 5, 0, 0]
    assert hands(owner.reload()) == ["Bea bid 5 and made it exactly: Ann 0, Bea +5, Cal 0, Dee 0"]
    assert "hand 1" in undo(owner)
    assert hands(owner.tap("Undo")) == []
    assert "Table clock saved hand 1" in owner.open("/plays/1/history").page.text


def test_a_hand_after_a_bid_replaces_it(owner: Phone, write: Write, running: str) -> None:
    bid(owner, "Cal", 4)
    assert read_json(write(f"{running}/hands/1", CAL_MISSES))["hands"][0]["bidder"] == "Cal"


def test_open_pages_learn_of_a_hand(owner: Phone, write: Write, running: str) -> None:
    def version() -> str:
        return owner.open("/plays/1").page.one("body")["data-version"]

    before = version()
    read_json(write(f"{running}/hands/1", BEA_WINS))
    assert version() != before


def test_what_is_sent_again_with_its_key_counts_once(ask: Ask, write: Write, tonight: str) -> None:
    first, again = (write(f"{tonight}/games", played(BEA_WINS), key="a") for _ in range(2))
    assert read_json(first)["uid"] == read_json(again)["uid"]
    assert read_json(write(f"{tonight}/games", played(BEA_WINS), key="b"))["uid"] != read_json(first)["uid"]
    assert len(read_json(ask("/games"))["games"]) == 2


def test_a_key_counts_for_its_hand_even_if_that_was_corrected(
    owner: Phone, write: Write, running: str
) -> None:
    read_json(write(f"{running}/hands/1", BEA_WINS, key="a"))
    owner.reload().tap("Undo")
    assert read_json(write(f"{running}/hands/1", BEA_WINS, key="a"))["hands"] == []


def test_a_key_is_known_in_its_club_alone(app: Flask, write: Write) -> None:
    first = read_json(write("/nights", key="a"))
    assert read_json(write("/nights", key="a", by=add_neighbour(app)))["uid"] != first["uid"]


def test_the_same_hand_from_another_phone_counts_once(write: Write, running: str) -> None:
    read_json(write(f"{running}/hands/1", BEA_WINS))
    assert len(read_json(write(f"{running}/hands/1", BEA_WINS))["hands"]) == 1


def test_two_programs_at_once_save_one_hand_each_number(write: Write, running: str) -> None:
    with ThreadPoolExecutor(2) as both:
        answers = [*both.map(lambda hand: write(f"{running}/hands/1", hand), (BEA_WINS, CAL_MISSES))]
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = max(answers, key=lambda answer: answer.status_code)
    assert told(refused)["detail"] == "Table clock saved hand 1 first."


REFUSED_GAMES = {
    "no scoresheet": ({}, "scoresheet", None, "Add “scoresheet”"),
    "an unknown game": (played() | {"game": "golf"}, "game", None, "There is no game called “golf”."),
    "too few players": (played(players=("Ann", "Bea")), "players", None, "Coralon is for"),
    "a name that can't be": (played(players=("Ann", " ", "Cal", "Dee")), "players", None, "Enter a name"),
    "an unknown house rule": (played(options={"zoo": 1}), "zoo", None, "zoo"),
    "a player elsewhere": (played(BEA_WINS | {"bidder": "Zoe"}), "bidder", 1, "Zoe isn’t playing"),
    "a seat for a name": (played(BEA_WINS | {"bidder": 1}), "bidder", 1, "Bidder"),
    "no hands": (played(finished=True), "hands", None, "Add the hands of the game."),
    "a figure left out at the end": (
        scoresheet("tally", ["Ann", "Bea"], {"title": "Azul", "target": 50}, {"points": {"Ann": 50}}),
        "points",
        1,
        "Enter the points of Bea too, or 0",
    ),
    "a hand that is none": (played(7), "hands", 1, "Hand 1 must be a JSON object."),
}


@pytest.mark.parametrize(("sheet", "field", "hand", "said"), REFUSED_GAMES.values(), ids=REFUSED_GAMES)
def test_a_refused_game_says_what_to_do_by_field_and_changes_nothing(
    ask: Ask, write: Write, tonight: str, sheet: Any, field: str, hand: int | None, said: str
) -> None:
    before = read_json(ask("/games")), read_json(ask(tonight))
    answer = write(f"{tonight}/games", sheet, key="a")
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    problem = told(answer)["problems"][0]
    assert (problem["field"], problem["hand"]) == (field, hand)
    assert said in problem["message"]
    assert problem["message"] in told(answer)["detail"]
    assert (read_json(ask("/games")), read_json(ask(tonight))) == before


REFUSED_HANDS = {
    "another bidder": (BEA_WINS | {"bidder": "Zoe"}, 422, "bidder", "Zoe isn’t playing"),
    "too many tricks": (BEA_WINS | {"tricks": {"Bea": 12, "Ann": 5}}, 422, "tricks", "tricks"),
    "an unknown entry": (BEA_WINS | {"zoo": 1}, 422, "zoo", "zoo"),
    "nothing": ({}, 422, "bidder", "Tap who won the bid."),
}


@pytest.mark.parametrize(("hand", "status", "field", "said"), REFUSED_HANDS.values(), ids=REFUSED_HANDS)
def test_a_refused_hand_says_what_to_do_by_field(
    owner: Phone, write: Write, running: str, hand: Any, status: int, field: str, said: str
) -> None:
    answer = write(f"{running}/hands/1", hand)
    assert answer.status_code == status
    assert (field, 1) == (told(answer)["problems"][0]["field"], told(answer)["problems"][0]["hand"])
    assert said in told(answer)["problems"][0]["message"]
    assert hands(owner.reload()) == []


def test_a_hand_that_is_not_due_is_refused(write: Write, running: str) -> None:
    early = write(f"{running}/hands/2", BEA_WINS)
    assert (early.status_code, told(early)["detail"]) == (409, "Hand 1 is due.")
    read_json(write(f"{running}/hands/1", BEA_WINS))
    answer = write(f"{running}/hands/1", CAL_MISSES)
    assert (answer.status_code, told(answer)["detail"]) == (409, "Table clock saved hand 1 first.")


def test_a_game_that_has_ended_takes_no_hand(owner: Phone, write: Write, running: str) -> None:
    read_json(write(f"{running}/hands/1", BEA_WINS))
    owner.reload().tap("End game")
    answer = write(f"{running}/hands/2", CAL_MISSES)
    assert answer.status_code == 409
    assert told(answer)["detail"] == "Someone has ended the game. Tap “Continue this game” first."


def test_what_was_deleted_is_not_written(owner: Phone, write: Write, tonight: str, running: str) -> None:
    owner.open("/nights/1").tap("Delete night")
    for path, body in ((f"{running}/hands/1", BEA_WINS), (f"{tonight}/games", played(BEA_WINS))):
        assert write(path, body).status_code == 404
    assert write(f"{tonight}/end").status_code == 404


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"a": "\\ud800"}', b"\xff", b'{"a": NaN}', b"[" * 9999])
def test_what_is_no_json_object_is_refused(write: Write, tonight: str, body: bytes) -> None:
    answer = write(f"{tonight}/games", body)
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    assert told(answer)["detail"].startswith("Send a JSON object")


def test_a_program_starts_and_ends_a_night(owner: Phone, write: Write, tonight: str) -> None:
    read_json(write(f"{tonight}/games", played(BEA_WINS, finished=True)))
    new = read_json(write("/nights?time_zone=Europe/Vienna"))
    assert (new["time_zone"], new["players"], new["ending"]) == ("Europe/Vienna", [], "")
    refused = told(write("/nights?time_zone=Mars/X"))
    assert (refused["status"], refused["problems"][0]["field"]) == (422, "time_zone")
    assert read_json(write("/nights"))["uid"] == new["uid"]
    assert read_json(write(f"{tonight}/end"))["ending"] == "recap"
    assert "The night has ended" in owner.open("/nights/1").page.text


def test_a_night_with_a_running_game_goes_on_until_that_ends(
    write: Write, tonight: str, running: str
) -> None:
    assert read_json(write(f"{tonight}/end"))["ending"] == "games"
    read_json(write(f"{running}/hands/1", BEA_WINS))


def test_a_program_that_only_reads_may_not_write(owner: Phone, ask: Ask, write: Write, running: str) -> None:
    owner.open(READERS).tap("Add", name="Our website")
    reader = owner.page.all("p", "link")[-4].text
    assert read_json(ask("/club", by=reader))
    answer = write(f"{running}/hands/1", BEA_WINS, by=reader)
    assert (answer.status_code, answer.mimetype) == (403, "application/problem+json")
    assert "only read" in told(answer)["detail"]
    assert write(f"{running}/hands/1", BEA_WINS, by="x").status_code == 401


def test_a_program_writes_in_its_own_club_alone(app: Flask, write: Write, tonight: str, running: str) -> None:
    by = add_neighbour(app)
    assert write(f"{running}/hands/1", BEA_WINS, by=by).status_code == 404
    assert write(f"{tonight}/games", played(BEA_WINS), by=by).status_code == 404


def test_a_token_that_may_write_opens_no_feed(app: Flask, token: str) -> None:
    assert app.test_client().get(f"/feeds/{token}/games.csv").status_code == 404


def test_a_page_of_another_site_cannot_write_with_a_cookie(owner: Phone, running: str) -> None:
    assert owner.client.post(f"/api/v1{running}/hands/1", json=BEA_WINS).status_code == 401
