"""Asking the table about the next hand, and what its phones show and may answer."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Scene
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import bid, hands, save, start, took

ME, CLUB = "/nights/1/me", "/clubs/1/phones"


@pytest.fixture
def playing(scene: Scene, coralon: Phone) -> Phone:
    """Return Ann's phone, on the sheet of a hand that is being played."""
    coralon.open(ME).tap("I’m Ann")
    return bid(coralon.open("/plays/1"), "Bea", 5)


@pytest.fixture
def bea(playing: Phone, friend: Phone) -> Phone:
    """Return Bea's phone on the same sheet."""
    return friend.open(ME).tap("I’m Bea").open("/plays/1")


@pytest.fixture
def watching(playing: Phone) -> Phone:
    """Return Cal's phone, which only watches, on the same sheet."""
    phone = joined(playing.client.application, link_to(playing, "watch"), "I’m Cal")
    return phone.open("/plays/1")


def answers(phone: Phone) -> dict[str, str]:
    """Return what the page would fill in."""
    found = phone.page.one(**{"data-part": "answers"})
    return dict(json.loads(found["data-figures"] or "{}"))


def doubt(phone: Phone) -> str:
    return phone.page.one("p", "doubt").text


def question(phone: Phone) -> str:
    return phone.page.one(**{"data-part": "question"}).text


def shown(phone: Phone) -> str:
    """Return the token of the question."""
    return str(phone.page.all("form", "answer")[0].all("input", name="shown")[0]["value"])


def say(phone: Phone, figure: object, name: str = "tricks") -> Phone:
    """Tap a figure of the question."""
    keys = [one for one in phone.page.all("button", value=str(figure)) if one["name"].startswith(name)]
    form = next(node for node in keys[0].around if node.tag == "form")
    sent = [(field["name"], field["value"]) for field in form.all("input")]
    return phone.replay(form["action"], [*sent, (keys[0]["name"], keys[0]["value"])])


def test_each_phone_is_asked_for_its_own_figure_and_all_see_the_answers(playing: Phone, bea: Phone) -> None:
    assert question(bea.reload()) == ""
    playing.tap("Ask the table")
    assert "Ann, how many tricks did you take?" in question(playing)
    assert "Bea, how many tricks did you take?" in question(bea.reload())
    say(bea, 5)
    assert question(bea).startswith("You said 5 tricks.")
    assert answers(playing.reload()) == {"tricks-1": "5"}
    assert doubt(playing) == "Ann, Cal and Dee haven’t answered."
    assert "Bea 5" in playing.page.one("ul", "said").text


def test_without_scripts_the_answers_are_filled_in_by_a_link(playing: Phone) -> None:
    say(playing.tap("Ask the table"), 3).follow("Fill in the answers")
    assert [playing.value(f"tricks-{seat}") for seat in range(4)] == ["3", "", "", ""]
    save(playing, **took(2, 5, 3, 3))
    assert hands(playing)[0].endswith("Ann 0, Bea +5, Cal 0, Dee 0")
    assert question(playing) == doubt(playing) == ""


def test_several_figures_of_a_player_are_asked_one_after_another(scene: Scene) -> None:
    ann = scene.owner.open(ME).tap("I’m Ann")
    bid(start(ann, "Ducks and Geese, Cutthroat"), "Ann", 5).tap("Ask the table")
    assert question(ann).startswith("Ann, how many tricks did you take?")
    assert "ducks" not in question(ann)
    say(ann, 3)
    assert question(ann).startswith("Ann, how many ducks?")
    say(ann, 2, "ducks")
    assert question(ann).startswith("Ann, how many geese?")
    assert "You said 3 tricks and 2 ducks." in question(ann)
    assert doubt(ann) == "Ann: geese to come. Bea, Cal and Dee haven’t answered."
    assert answers(ann) == {"tricks": "3", "ducks-0": "2"}
    assert [one.text for one in ann.page.all("ul", "said")] == [
        "Ann 3 tricks 2 ducks Bea no answer yet Cal no answer yet Dee no answer yet"
    ]
    say(ann, 0, "geese")
    answered = ann.page.one("ul", "said")
    assert answered.text.startswith("Ann 3 tricks 2 ducks 0 geese Bea")
    assert len(answered.all("svg", **{"aria-label": "has answered"})) == 1
    assert ann.page.one("details", "answered").texts("legend") == ["Tricks", "Ducks", "Geese"]


def test_players_of_a_team_each_give_their_own_figure(scene: Scene) -> None:
    ann = scene.owner.open(ME).tap("I’m Ann")
    bids: dict[str, Any] = {f"bid-{seat}": 3 for seat in range(4)}
    say(start(ann, "Spades").tap("Save the bids", **bids).tap("Ask the table"), 4, "took")
    cal = joined(ann.client.application, link_to(ann, "keep"), "I’m Cal")
    say(cal.open("/plays/1"), 2, "took")
    teams = cal.page.one("div", **{"data-part": "answers"}).all("li")
    assert [team.text for team in teams] == ["Ann Cal 4, 2", "Bea Dee no answer yet"]


def test_a_figure_with_wide_bounds_is_typed_and_refused_in_words(scene: Scene) -> None:
    ann = scene.owner.open(ME).tap("I’m Ann")
    start(ann, "Tarock").tap("Ask the table").tap("Send", **{"points-0": "25.25"})
    assert ann.status == 422
    assert ann.problems == ["Card points must be a whole number or end in a half."]
    assert ann.value("points-0") == "25.25"
    ann.tap("Send", **{"points-0": "25.5"})
    assert "You said 25½ card points." in question(ann)
    assert answers(ann) == {"points-0": "25½"}


def test_the_only_figure_that_is_asked_needs_no_name(scene: Scene) -> None:
    ann = scene.owner.open(ME).tap("I’m Ann")
    start(ann, "Rummy").tap("Ask the table").tap("Send", **{"left-0": "24"})
    assert question(ann).startswith("You said 24.")


def test_a_team_is_asked_together_for_its_figure(scene: Scene) -> None:
    ann = scene.owner.open(ME).tap("I’m Ann")
    start(ann, "Tally", teams=2).tap("Ask the table")
    assert question(ann).startswith("Ann and Cal, what did you score?")
    ann.tap("Send", **{"points-0": "-7"})
    assert question(ann).startswith("You said −7 points.")


@pytest.mark.parametrize(
    "game", ["Coralon", "Coralon, Partners", "Whist"], ids=["before the bid", "with partners", "by sides"]
)
def test_nobody_is_asked_where_no_player_has_a_figure(scene: Scene, game: str) -> None:
    ann = scene.owner
    start(ann, game)
    assert "Ask the table" not in ann.page.texts("button")
    assert ann.send(f"{ann.path}/ask").status == 409


def test_two_phones_ask_once_and_an_old_page_does_not_stop_a_new_question(playing: Phone, bea: Phone) -> None:
    path, ask = bea.reload().form("Ask the table")
    say(playing.tap("Ask the table"), 3)
    bea.replay(path, ask)
    assert answers(bea) == {"tricks-0": "3"}
    path, stop = bea.form("Stop asking")
    playing.reload().tap("Stop asking").tap("Ask the table")
    bea.replay(path, stop)
    assert doubt(bea) == "Nobody has answered yet."
    bea.tap("Stop asking")
    assert doubt(bea) == ""


@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [
        (lambda ann: save(ann, **took(3, 5, 3, 2)), "Hand 1 is saved already."),
        (lambda ann: ann.tap("End game"), "The game has ended."),
        (lambda ann: ann.tap("Stop asking").tap("Ask the table"), "Nobody is asking for that now."),
    ],
    ids=["the hand was saved", "the game was ended", "the table was asked once more"],
)
def test_a_late_answer_does_no_harm_and_says_so(
    playing: Phone, bea: Phone, meanwhile: Callable[[Phone], Phone], expected: str
) -> None:
    playing.tap("Ask the table")
    bea.reload()
    meanwhile(playing)
    assert expected in say(bea, 4).page
    assert answers(bea) == {}


def test_a_player_answers_for_nobody_else(playing: Phone, bea: Phone) -> None:
    playing.tap("Ask the table")
    bea.send("/plays/1/claims", number=1, shown=shown(bea.reload()), **{"tricks-0-now": 4, "tricks-1-now": 6})
    assert answers(bea) == {"tricks-1": "6"}


def test_an_answer_that_waits_since_before_an_update_counts(playing: Phone, bea: Phone) -> None:
    playing.tap("Ask the table")
    bea.send("/plays/1/claims", number=1, asking=shown(bea.reload()), **{"tricks-1-now": 6})
    assert answers(bea) == {"tricks-1": "6"}


def test_a_phone_that_only_watches_answers_if_the_club_lets_it(playing: Phone, watching: Phone) -> None:
    playing.tap("Ask the table")
    assert question(watching.reload()) == ""
    assert doubt(watching) == "Nobody has answered yet."
    playing.open(CLUB).tap("Let players answer there")
    assert "Cal, how many tricks did you take?" in question(watching.reload())
    say(watching, 3)
    assert answers(watching) == {"tricks-2": "3"}
    second = joined(playing.client.application, link_to(playing, "watch"), "I’m Cal").open("/plays/1")
    assert answers(say(second, 5)) == {"tricks-2": "5"}
    playing.open(CLUB).tap("Don’t let players answer there")
    assert say(watching, 4).status == 403


def test_a_phone_that_only_watches_answers_for_one_player_alone(playing: Phone, watching: Phone) -> None:
    playing.open(CLUB).tap("Let players answer there").open("/plays/1").tap("Ask the table")
    watching.open(ME).tap("I’m Dee").open(ME).tap("I’m Cal")  # it may still be a mistake
    say(watching.open("/plays/1"), 3)
    stays = "This phone has answered for Cal, so it stays Cal’s on this night."
    assert stays in watching.open(ME).page
    assert watching.page.all("button", name="player") == []
    for link in (ME, link_to(playing, "watch")):
        for other in (4, ""):
            assert watching.send(link, player=other).status == 422
            assert stays in watching.page
    assert "Dee" not in question(watching.open("/plays/1"))
    assert answers(watching) == {"tricks-2": "3"}


def test_a_phone_that_keeps_score_may_become_anyones(playing: Phone, watching: Phone) -> None:
    playing.open(CLUB).tap("Let players answer there").open("/plays/1").tap("Ask the table")
    say(watching.reload(), 3)
    watching.open(link_to(playing, "keep")).tap("I’m Dee")
    assert "Dee, how many" in question(watching.open("/plays/1"))


def test_a_phone_that_only_watches_restores_no_game_with_its_answer(playing: Phone, watching: Phone) -> None:
    playing.open(CLUB).tap("Let players answer there").open("/plays/1").tap("Ask the table")
    path, sent = watching.reload().form("3", "/claims")
    playing.tap("Delete game")
    assert watching.replay(path, [*sent, ("reopen", "yes")]).status == 409
    assert "This game was deleted" in playing.open("/plays/1").page


def test_a_phone_that_has_not_said_whose_it_is_gets_no_question_but_a_link(
    playing: Phone, friend: Phone
) -> None:
    playing.tap("Ask the table")
    assert question(friend.open("/plays/1")) == "Say who you are"
    friend.follow("Say who you are").tap("I’m Dee").open("/plays/1")
    assert "Dee, how many tricks did you take?" in question(friend)


def test_the_board_says_who_has_not_answered(playing: Phone) -> None:
    say(playing.tap("Ask the table"), 3)
    assert "Bea, Cal and Dee haven’t answered." in playing.open("/plays/1/board").page


def test_a_player_who_has_left_shifts_no_answer(scene: Scene) -> None:
    cal = scene.owner.open(ME).tap("I’m Cal")
    start(cal, "Lansquenet").follow("Change players").tap("Save", who=2).tap("Save")
    cal.open("/plays/1").tap("Ask the table")
    cal.send("/plays/1/claims", number=1, shown=shown(cal), **{"collected-2": 3})
    assert answers(cal) == {"collected-2": "3"}
