"""Previewing what a hand would score, before it is saved."""

import pytest

from scorekeeper.rules.hand import Line
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Table
from scorekeeper.web.wording.hands import explain_lines
from tests.web.phone import Phone
from tests.web.table import bid, hands, start, took, totals

LOOK = "See what it scores"


@pytest.fixture
def playing(coralon: Phone) -> Phone:
    return bid(coralon, "Bea", 5)


def look_at_part(phone: Phone, *tricks: object) -> Phone:
    """Ask for a preview as the page does after every tap."""
    return phone.send("/plays/1/hands", number=1, look="part", **took(*tricks))


def test_a_preview_says_who_would_get_what_and_why(playing: Phone) -> None:
    playing.tap(LOOK, **took(3, 4, 4, 2))
    change = playing.page.one("div", "change")
    assert change.one("p", "headline").text == "Missed. All but Bea score."
    assert change.one("ul", "because").texts("li") == [
        "Bea 0: missed the bid of 5 by 1",
        "Ann +3: took 3 tricks",
        "Cal +4: took 4 tricks",
        "Dee +2: took 2 tricks",
    ]
    playing.tap(LOOK, **took(3, 5, 3, 2))
    after = playing.page.one("dl", "after").texts("dd")
    assert after[::2] == ["scores 0", "scores +5", "scores 0", "scores 0"]
    assert after[1::2] == ["has 0", "has 5", "has 0", "has 0"]


def test_those_who_score_for_the_same_reason_share_a_line() -> None:
    table = Table(("Ann", "Bea", "Cal"), None)
    lines = [Line((0,), 3, Say("eggs")), Line((1, 2), 5, Say("eggs")), Line((0,), 2, Say("food"))]
    told = [(str(who), str(amount), str(why)) for who, amount, why in explain_lines(lines, table)]
    assert told == [("Ann +3, Bea and Cal", "+5", "eggs"), ("Ann", "+2", "food")]


def test_a_preview_says_that_nobody_scores(owner: Phone) -> None:
    start(owner, "Chevalier").send("/plays/1/hands", number=1, look="part", alone="passed", passed="on")
    assert owner.page.one("p", "headline").text == "Everyone passed. Nobody scores."


def test_a_preview_keeps_what_was_typed_and_changes_nothing(playing: Phone) -> None:
    playing.tap(LOOK, **took(3, 5, 3, 2))
    assert [playing.value(f"tricks-{seat}") for seat in range(4)] == ["3", "5", "3", "2"]
    playing.open("/plays/1")
    assert not hands(playing)
    assert set(totals(playing).values()) == {0}
    assert "Bea bid 5" in playing.page.one("h2", "called")


def test_a_preview_of_a_whole_hand_keeps_the_form_for_whole_hands(coralon: Phone) -> None:
    coralon.open("/plays/1?whole").tap(LOOK, bidder="Bea", bid=5, **took(3, 5, 3, 2))
    assert coralon.page.all("div", "change")
    assert totals(coralon.tap("Save hand 1"))["Bea"] == 5


def test_a_preview_of_the_last_hand_says_who_wins(owner: Phone) -> None:
    bid(start(owner, target=5), "Bea", 5).tap(LOOK, **took(3, 5, 3, 2))
    assert owner.page.texts("p", "consequence") == ["Bea wins with 5."]


def test_a_refused_preview_says_why_beside_the_field(playing: Phone) -> None:
    playing.tap(LOOK, **took(3, 5, 3, 1))
    playing.refused("tricks", "Tricks must add up to 13, not 12.")


def test_a_script_gets_only_the_part_it_asks_for_or_what_is_wrong(playing: Phone) -> None:
    look_at_part(playing, 3, 5, 3, 2)
    assert playing.status == 200
    assert not playing.page.all("html")
    assert playing.page.one("p", "headline").text == "Made it exactly. Only Bea scores."
    assert not hands(playing.open("/plays/1"))
    look_at_part(playing, 3, 5, 3, 1)
    assert playing.status == 200
    assert playing.page.text == "Tricks must add up to 13, not 12."
    assert not hands(playing.open("/plays/1"))
