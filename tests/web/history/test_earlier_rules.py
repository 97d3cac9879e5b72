"""After an update, every page shows the result that a game had, and hosts decide about it."""

import pytest
from flask import Flask
from sqlalchemy import update as update_rows

from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from tests.web.changed_rules import ChangeRules, update
from tests.web.changed_rules import change_rules as change_rules
from tests.web.phone import Phone
from tests.web.purse import bea_wins
from tests.web.table import bid, points, start, whole

LIST = "/clubs/1/earlier-rules"
TODAYS = "Today’s rules would give: Ann 0, Bea 4, Cal 0, Dee 0; the game would not be over."
SAID = f"Scored by earlier rules. {TODAYS}"
PAGES = (
    *("/plays/1", "/plays/1/recap", "/plays/1/board", "/nights/1", "/nights/1/recap", "/nights/1/bank"),
    *("/nights/1/bank/settle", "/clubs/1/archive", "/clubs/1/statistics", "/clubs/1/statistics/records"),
    *("/clubs/1/statistics/games/coralon", "/clubs/1/statistics/players/2", "/clubs/1/games.csv"),
    *("/clubs/1/games.bgsplay", "/nights/1/coins.csv"),
)


def texts(phone: Phone) -> dict[str, str]:
    """Return what each page says."""
    found = {}
    for path in PAGES:
        answer = phone.client.get(path)
        assert answer.status_code == 200, path
        is_page = answer.mimetype == "text/html"
        found[path] = phone.open(path).page.one("main").text if is_page else answer.text
    return found


@pytest.fixture
def won(owner: Phone, no_hurry: None) -> Phone:
    """Return the phone on the sheet of a game that Bea has won with 5."""
    return bea_wins(owner)


def test_what_if_compares_by_the_rules_of_today(app: Flask, won: Phone, change_rules: ChangeRules) -> None:
    said = "Both columns are as today’s rules score it."
    assert said not in won.open("/plays/1/what-if?target=30").page
    change_rules()
    update(app)
    assert said in won.open("/plays/1/what-if?target=30").page


def test_every_page_shows_the_result_a_game_had(app: Flask, won: Phone, change_rules: ChangeRules) -> None:
    before = texts(won)
    assert "Bea won" in before["/plays/1"]
    change_rules()
    update(app)
    after = texts(won)
    # The hands, and why the sheet says who has won, are those of today's rules.
    for path in ("/plays/1", "/plays/1/recap", "/plays/1/board"):
        before.pop(path)
        said = after.pop(path)
        assert "Bea won" in said
        assert SAID in said
    assert "Bea won" in after["/nights/1/recap"]
    # So is the best hand, which leads to it.
    for path in ("/nights/1/recap", "/clubs/1/statistics/games/coralon", "/clubs/1/statistics/players/2"):
        before[path] = (
            before[path]
            .replace("+5", "+4")
            .replace("5 Best hand", "4 Best hand")
            .replace("1 of 1 100% 5 By", "1 of 1 100% 4 By")
        )
    for path in before:
        assert after[path] == before[path]
    board = won.open("/plays/1").page.one("section", "board")
    assert [total["data-net"] for total in board.all("p", "total")] == ["0", "5", "0", "0"]


def test_hosts_find_the_games_and_keep_a_result(app: Flask, won: Phone, change_rules: ChangeRules) -> None:
    assert "today’s rules" not in won.open("/").page
    change_rules()
    update(app)
    link = won.open("/").page.one("a", href=LIST)
    assert link.text == "1 game would be scored differently by today’s rules"
    won.open(LIST)
    assert "Bea won" in won.page
    assert TODAYS in won.page
    won.tap("Keep")
    assert "Results that you keep" in won.page
    assert "today’s rules" not in won.open("/").page
    assert SAID in won.open("/plays/1").page
    won.open(won.page.one("a", href=LIST)["href"]).tap("Score again")
    assert SAID not in won.open("/plays/1").page


def test_scoring_again_is_told_and_can_be_undone(app: Flask, won: Phone, change_rules: ChangeRules) -> None:
    change_rules()
    update(app)
    won.open(LIST).tap("Score again")
    assert "No game would be scored differently by today’s rules." in won.page
    assert SAID not in won.open("/plays/1").page
    assert won.page.one("section", "board").texts("p", "total")[1] == "4"
    assert "scored the game by today’s rules" in won.open("/plays/1/history").page
    won.tap("Undo")
    assert SAID in won.open("/plays/1").page
    assert won.page.one("section", "board").texts("p", "total")[1] == "5"
    assert TODAYS in won.open(LIST).page
    won.open("/plays/1/history").tap("Redo")
    assert SAID not in won.open("/plays/1").page


@pytest.mark.parametrize(("button", "total"), [("Keep all 2 results", "5"), ("Score all 2 games again", "4")])
def test_hosts_decide_about_all_games_at_once(
    app: Flask, won: Phone, change_rules: ChangeRules, button: str, total: str
) -> None:
    bea_wins(won)
    change_rules()
    update(app)
    won.open(LIST).tap(button)
    for play in (1, 2):
        board = won.open(f"/plays/{play}").page.one("section", "board")
        assert board.texts("p", "total")[1] == total
    assert "today’s rules" not in won.open("/").page


def test_members_are_not_asked(app: Flask, won: Phone, friend: Phone, change_rules: ChangeRules) -> None:
    change_rules()
    update(app)
    assert "today’s rules" not in friend.open("/").page
    assert friend.open(LIST).status == 403


def test_a_running_game_says_once_what_an_update_changed(owner: Phone, change_rules: ChangeRules) -> None:
    points(start(owner, "Tally"), 3, 5, 0, 0)
    assert "An update changed" not in owner.page
    change_rules()
    said = "An update changed the rules: Bea had 5 and has 4 now."
    assert said in owner.open("/plays/1").page
    points(owner, 1, 1, 1, 1)
    assert "An update changed" not in owner.page
    assert "An update changed" not in owner.open("/plays/1").page


def test_a_finished_game_that_todays_rules_refuse_shows_its_result(
    app: Flask, owner: Phone, change_rules: ChangeRules
) -> None:
    points(points(start(owner, "Tally"), 3, 5, 0, 0), 0, 5, 0, 0).tap("End game")
    with app.app_context():
        db.session.execute(update_rows(Play).values(options={"target": 10}))
        db.session.commit()
    change_rules(points=lambda amount: 10 if amount == 5 else amount)
    update(app)
    page = owner.client.get("/plays/1")
    assert "today’s no longer accept what was entered. The result stays" in owner.open("/plays/1").page
    assert "Bea won" in owner.page
    assert page.status_code == 404
    assert "Today’s rules don’t accept what was entered." in owner.open(LIST).page
    owner.tap("Keep")
    assert "Results that you keep" in owner.page
    file = owner.client.get("/nights/1/night.json").data
    other = Phone(app).open("/import").send_file("Preview", "night.json", file).tap("Create club")
    assert "Bea won" in other.open("/plays/2").page


def test_a_bid_that_is_undone_leaves_what_an_update_changed(
    owner: Phone, no_hurry: None, change_rules: ChangeRules
) -> None:
    whole(start(owner, "Coralon"), "Bea", 5, (3, 5, 3, 2))
    change_rules()
    bid(owner.open("/plays/1"), "Cal", 4).tap("Undo")
    assert "An update changed the rules: Bea had 5 and has 4 now." in owner.open("/plays/1").page
