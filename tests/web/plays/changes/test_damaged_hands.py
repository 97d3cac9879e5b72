"""A damaged hand says so in its own line and is left out, until it is corrected or removed; no page fails."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.rules.engine import score
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play, Revision
from scorekeeper.store.transfer.exporting import load_scoresheet
from tests.exchange.small import opened
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.routes import ROUTES, path_of
from tests.web.table import totals, whole

HANDS = [("Bea", 5, (3, 5, 3, 2)), ("Ann", 4, (4, 3, 3, 3)), ("Cal", 5, (2, 3, 5, 3))]

DAMAGE = {
    "not JSON": '{"bidder": "Be',
    "not a hand": "[1, 2]",
    "a number": "7",
    "an unknown player": json.dumps({"bidder": "Bfa", "bid": 5, "tricks": {}}),
    "half a letter": '{"bidder": "\\ud800"}',
    "nothing": "",
    "nested": "[" * 5000,
}

Damage = Callable[..., None]


def play_three_hands(scene: Scene) -> None:
    for hand in HANDS:
        whole(scene.owner, *hand)


@pytest.fixture
def played(scene: Scene, coralon: Phone, no_hurry: None) -> Phone:
    """Return a sheet with three hands."""
    scene.after(play_three_hands)
    return coralon


@pytest.fixture
def damage(app: Flask) -> Damage:
    """Return a function that writes something else into a hand, as a failing disk would."""

    def write(number: int, text: str | bytes = "{", earlier: bool = False) -> None:
        with app.app_context():
            hand = db.session.scalars(
                select(HandRow).where(HandRow.play_id == 1, HandRow.number == number)
            ).one()
            for model, column in (
                (HandRow, HandRow.id),
                *([(Revision, Revision.hand_id)] if earlier else []),
            ):
                db.session.execute(update(model).where(column == hand.id).values(entry=text))
            db.session.commit()

    return write


def without(app: Flask, number: int) -> dict[str, int]:
    """Return the totals that the other hands add up to; none must be damaged yet."""
    with app.app_context():
        sheet = load_scoresheet(1)
    sheet["hands"].pop(number - 1)
    result = score(sheet)
    return dict(zip(result.setup.table.players, result.state.totals, strict=True))


@pytest.mark.parametrize("text", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_hand_has_its_own_line_and_the_others_are_scored(
    app: Flask, played: Phone, damage: Damage, text: str
) -> None:
    expected = without(app, 2)
    damage(2, text)
    played.open("/plays/1")
    assert played.status == 200
    assert "Hand 2 is damaged" in played.page
    assert totals(played) == expected


def test_text_that_is_not_text_is_a_damaged_hand_too(app: Flask, played: Phone, damage: Damage) -> None:
    with app.app_context():
        db.session.connection().exec_driver_sql(
            "UPDATE hand SET entry = CAST(X'7BFF22' AS TEXT) WHERE number = 2"
        )
        db.session.commit()
    assert "Hand 2 is damaged" in played.open("/plays/1").page


def test_a_damaged_bid_is_damaged_too(played: Phone, damage: Damage) -> None:
    played.tap("5", bidder="Bea")
    damage(4, "{")
    assert "Hand 4 is damaged" in played.open("/plays/1").page
    played.follow("Correct or remove hand 4").tap("Remove hand 4")
    assert "damaged" not in played.page
    whole(played, *HANDS[0])


@pytest.mark.parametrize(("number", "earlier"), [(2, False), (3, True)], ids=["now", "always"])
def test_no_page_fails_with_a_damaged_hand(
    app: Flask, played: Phone, damage: Damage, number: int, earlier: bool
) -> None:
    damage(number, earlier=earlier)
    for name in ROUTES:
        if name.startswith("GET ") and not ROUTES[name].stream:
            answer = played.client.get(path_of(app, name, secret="none"), buffered=True)
            assert answer.status_code < 500, name


def test_no_form_fails_with_a_damaged_hand_or_changes_the_game(
    app: Flask, played: Phone, damage: Damage
) -> None:
    damage(2)
    with app.app_context():
        before = db.session.execute(select(HandRow.id, HandRow.number, HandRow.entry)).all()
    for name in ROUTES:
        if name.startswith("POST /plays/"):
            path = path_of(app, name, play_id=1, hand_id=1)
            form = {"csrf_token": played.token, **ROUTES[name].form}
            assert played.client.post(path, data=form).status_code < 500, name
    with app.app_context():
        assert db.session.execute(select(HandRow.id, HandRow.number, HandRow.entry)).all() == before


def test_what_was_typed_is_said_back_and_what_to_do(played: Phone, damage: Damage) -> None:
    played.open("/plays/1")
    _, fields = played.filled("5", bidder="Bea")
    damage(2)
    played.send("/plays/1/bid", **dict(fields))
    assert played.status == 409
    assert "Hand 2 is damaged. Correct or remove it first." in played.page
    assert "Your entry (Bea" in played.page


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_damaged_hand_is_removed(app: Flask, played: Phone, damage: Damage, number: int) -> None:
    expected = without(app, number)
    damage(number)
    played.open("/plays/1").follow(f"Correct or remove hand {number}").tap(f"Remove hand {number}")
    assert played.path == "/plays/1"
    assert "damaged" not in played.page
    assert totals(played) == expected
    whole(played, *HANDS[0])
    assert played.page.one("h2", id="due").text.startswith("Hand 4")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_damaged_hand_is_entered_again(played: Phone, damage: Damage, number: int) -> None:
    expected = totals(played.open("/plays/1"))
    damage(number)
    played.open("/plays/1").follow(f"Correct or remove hand {number}")
    assert "Before it was damaged:" in played.page
    bidder, bid, tricks = HANDS[number - 1]
    typed = {"bidder": bidder, "bid": bid, **{f"tricks-{seat}": won for seat, won in enumerate(tricks)}}
    path = played.path
    played.send(path, look="page", **typed)
    assert played.status == 200
    (seen,) = {node["value"] for node in played.page.all("input", name="seen")}
    played.send(path, seen=seen, **typed)
    played.open("/plays/1")
    assert "damaged" not in played.page
    assert totals(played) == expected


def test_the_removal_can_be_undone_to_what_was_entered(played: Phone, damage: Damage) -> None:
    expected = totals(played.open("/plays/1"))
    damage(2)
    played.open("/plays/1").follow("Correct or remove hand 2").tap("Remove hand 2").tap("Undo")
    assert "damaged" not in played.page
    assert totals(played) == expected


def test_several_damaged_hands_are_removed_one_after_another(played: Phone, damage: Damage) -> None:
    damage(1)
    damage(3)
    played.open("/plays/1").follow("Correct or remove hand 1").tap("Remove hand 1")
    assert "Hand 2 is damaged" in played.page
    played.follow("Correct or remove hand 2").tap("Remove hand 2")
    assert "damaged" not in played.page
    whole(played, *HANDS[0])


def test_the_night_says_what_is_left_out(played: Phone, damage: Damage) -> None:
    damage(2)
    assert "1 hand damaged and left out." in played.open("/nights/1").page


def test_the_sheet_says_what_to_do_before_the_next_hand(played: Phone, damage: Damage) -> None:
    damage(1)
    played.open("/plays/1")
    assert "Correct or remove it before you go on." in played.page
    assert "hand 2 as hand 1, and so on" in played.page
    assert not played.page.all("h2", id="due")


@pytest.mark.parametrize("path", ["/plays/1/recap", "/nights/1/recap"])
def test_recaps_say_what_is_left_out(played: Phone, damage: Damage, path: str) -> None:
    assert "damaged" not in played.open(path).page
    damage(2)
    assert "1 hand damaged and left out." in played.open(path).page


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_form_is_filled_in_with_what_was_entered(played: Phone, damage: Damage, number: int) -> None:
    expected = totals(played.open("/plays/1"))
    damage(number)
    played.open("/plays/1").follow(f"Correct or remove hand {number}").tap(f"Save hand {number}")
    played.tap(f"Save hand {number}")
    assert "damaged" not in played.open("/plays/1").page
    assert totals(played) == expected


def test_a_game_that_was_over_stays_so(app: Flask, played: Phone, damage: Damage) -> None:
    played.open("/plays/1").tap("End game")
    damage(2)
    assert played.open("/plays/1/recap").status == 200
    played.open("/plays/1").follow("Correct or remove hand 2").tap("Remove hand 2")
    with app.app_context():
        assert db.session.get_one(Play, 1).ended_at is not None


@pytest.mark.parametrize("text", [DAMAGE["not JSON"], DAMAGE["an unknown player"]])
def test_a_club_with_a_damaged_hand_is_exported_without_it_and_with_the_result_of_the_game(
    played: Phone, damage: Damage, text: str
) -> None:
    expected = totals(played.open("/plays/1"))
    played.open("/plays/1").tap("End game")
    damage(2, text)
    played.open("/clubs/1/exchange")
    answer = played.client.post("/clubs/1/backup", data={"csrf_token": played.token})
    _, (night,) = opened(answer.data)
    (game,) = night.games
    assert game.result is not None
    assert game.ended_at is not None
    assert len(game.sheet["hands"]) == 2
    assert dict(zip(game.sheet["players"], game.result.state.totals, strict=True)) == expected
