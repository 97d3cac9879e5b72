"""A game with a hand that can't be read or scored has a page that says so; no other page fails."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Revision
from tests.files.small import opened
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


@pytest.mark.parametrize("text", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_page_names_the_game_and_the_hand(played: Phone, damage: Damage, text: str) -> None:
    damage(2, text)
    assert "Hand 2 of Coralon can’t be scored" in played.open("/plays/1").page
    assert "Ask the person who runs Scorekeeper to restore the newest backup." in played.page


def test_text_that_is_not_text_is_told_too(app: Flask, played: Phone) -> None:
    with app.app_context():
        db.session.connection().exec_driver_sql(
            "UPDATE hand SET entry = CAST(X'7BFF22' AS TEXT) WHERE number = 2"
        )
        db.session.commit()
    assert "Hand 2 of Coralon can’t be scored" in played.open("/plays/1").page


def test_so_is_a_bid_that_cannot_be_read(played: Phone, damage: Damage) -> None:
    played.tap("5", bidder="Bea")
    damage(4, "{")
    assert "Hand 4 of Coralon can’t be scored" in played.open("/plays/1").page


def test_a_finished_game_keeps_its_result(played: Phone, damage: Damage) -> None:
    whole(played.open("/plays/1"), "Cal", 5, (2, 3, 5, 3)).tap("End game")
    damage(2)
    for path in ("/plays/1", "/nights/1", "/clubs/1/archive"):
        assert "Cal won" in played.open(path).page


def test_the_night_goes_on(played: Phone, damage: Damage) -> None:
    damage(2)
    assert "Coralon This game can’t be shown; its hands are kept." in played.open("/nights/1").page


@pytest.mark.parametrize(("number", "earlier"), [(2, False), (3, True)], ids=["now", "always"])
def test_no_page_fails_with_a_hand_that_cannot_be_read(
    app: Flask, played: Phone, damage: Damage, number: int, earlier: bool
) -> None:
    damage(number, earlier=earlier)
    for name in ROUTES:
        if name.startswith("GET ") and not ROUTES[name].stream:
            answer = played.client.get(path_of(app, name, secret="none"), buffered=True)
            assert answer.status_code < 500, name


def test_no_form_fails_with_a_hand_that_cannot_be_read_or_changes_the_game(
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


@pytest.mark.parametrize("text", [DAMAGE["not JSON"], DAMAGE["an unknown player"]])
def test_a_club_is_exported_without_the_hand_and_with_the_result_of_the_game(
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
