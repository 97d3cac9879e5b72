"""The recap of a game, and the picture of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.rules.hand import Line
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Table
from scorekeeper.web.history.recap import explain_hand
from scorekeeper.web.wording.nights import say_duration
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import fortune
from tests.web.table import CAST, bid, points, start, whole


def let_bea_win(scene: Scene) -> None:
    start(scene.owner, target=9)
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2), note="What a start!")
    whole(scene.owner, "Bea", 4, (3, 4, 4, 2))
    scene.owner.follow("Note on this game").tap("Save note", note="Bea bid all evening.")
    scene.owner.open("/plays/1/recap")


@pytest.fixture
def recap(scene: Scene, owner: Phone) -> Phone:
    """Return the page of a game to nine, which Bea has won."""
    scene.after(let_bea_win)
    return owner


def test_the_recap_has_result_hands_chart_rules_and_note(recap: Phone) -> None:
    assert recap.page.one("h2", id="result").text == "Bea won"
    assert recap.page.one("p", "why").text == "9 points, 9 ahead of Ann, Cal and Dee. Bea led throughout."
    assert recap.page.one("ol", "standings").texts("li") == ["Bea 9", "Ann 0", "Cal 0", "Dee 0"]
    assert "Bea bid all evening." in recap.page
    first, second = [hand for hand in recap.page.one("ol", "every").inside if not isinstance(hand, str)]
    assert first.text.startswith(
        "1 Bea bid 5 and made it exactly Ann dealt Bea +5: took exactly the 5 tricks bid"
    )
    assert first.text.endswith("What a start!")
    assert second.text.startswith("2 Bea bid 4 and made it exactly Bea dealt Bea +4")
    assert because(recap) == [
        "Bea +5: took exactly the 5 tricks bid",
        "the others 0: Bea made the bid exactly",
    ]
    assert "At the end: Bea 9, Ann 0, Cal 0 and Dee 0." in recap.page.one("svg", role="img")
    rows = [row.text for row in recap.page.one("figure", "course").all("tr")]
    assert rows == ["After hand Ann Bea Cal Dee", "0 0 0 0 0", "1 0 5 0 0", "2 0 9 0 0"]
    rules = recap.page.one("section", "rules")
    assert rules.texts("dt")[0] == "Target"
    assert rules.texts("dd")[:2] == ["9", "0 default"]
    assert "After a “less”" not in rules


def test_the_rulings_of_house_rules_are_listed_where_these_were_used(owner: Phone) -> None:
    start(owner, zero_bids="on")
    assert "After a “less”" in owner.open("/plays/1/recap").page.one("section", "rules")


def because(phone: Phone) -> list[str]:
    """Return the explanation of the first hand on the page, line by line."""
    return phone.page.all("ul", "because")[0].texts("li")


def on_paper(phone: Phone) -> list[str]:
    """Return the same without the reasons and colons that are not printed."""
    lines = phone.page.all("ul", "because")[0].all("li")
    return [
        line.text.removesuffix(line.one("span", "again").text).rstrip(" :")
        if line.all("span", "again")
        else line.text
        for line in lines
    ]


def test_on_paper_a_reason_is_printed_once(owner: Phone) -> None:
    points(start(owner, "Tally"), 5, 4, 4, 2).open("/plays/1/recap")
    assert because(owner) == ["Ann +5: as entered", "Bea and Cal +4: as entered", "Dee +2: as entered"]
    assert on_paper(owner) == ["Ann +5", "Bea and Cal +4", "Dee +2: as entered"]


WON = Line((0,), 9, Say("paid by the others"))
PAID = Line((1, 2, 3), -3, Say("paid Ann"), mirrors=True)
FOUND = Line((1,), 1, Say("found"))
LOST = Line((2, 3), -9, Say("lost"))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((WON, PAID), [("Ann", False), ("", True)]),
        ((WON, replace(PAID, mirrors=False)), [("Ann", False), ("", False)]),
        ((WON, PAID, WON, PAID), [("Ann", False), ("", True), ("Ann", False), ("", True)]),
        ((replace(WON, seats=(0, 1)), LOST), [("Ann and Bea", False), ("Cal and Dee", False)]),
        ((WON, PAID, FOUND), [("Ann", False), ("", True), ("Bea", False)]),
        ((replace(FOUND, seats=(0, 1, 2, 3)),), [("Everyone", False)]),
        ((FOUND, replace(LOST, mirrors=True)), [("Bea", False), ("Cal and Dee", False)]),
    ],
)
def test_a_line_that_mirrors_the_one_before_is_not_explained_again(
    lines: Sequence[Line], found: list[tuple[str, bool]]
) -> None:
    said = explain_hand(lines, Table.by_name(CAST, None))
    assert [(str(reason.who), reason.is_repeated) for reason in said] == found


def test_the_course_starts_before_the_first_hand(owner: Phone) -> None:
    fortune(owner).tap("9").tap("8")
    rows = [row.text for row in owner.open("/plays/1/recap").page.one("figure", "course").all("tr")]
    assert rows[1:] == ["0 −1 −1 −1 −1", "1 −2 −1 −1 −1", "2 −2 −2 −1 −1"]


def test_what_a_side_has_together_is_said_of_all_of_it(owner: Phone) -> None:
    start(owner, "Whist", **{"handicap-0": 7, "handicap-1": 5}).open("/plays/1/recap")
    assert "Ann and Cal 7, Bea and Dee 5" in owner.page.one("section", "rules").texts("dd")[0]


def test_a_target_replaced_by_another_rule_is_left_out(owner: Phone) -> None:
    start(owner, "Whist", **{"handicap-0": 7, "handicap-1": 5}).open("/plays/1/recap")
    assert "Target" not in owner.page.one("section", "rules").texts("dt")


def test_totals_in_coins_are_shown_once(owner: Phone) -> None:
    whole(start(owner, target=5, wager=2), "Bea", 5, (3, 5, 3, 2))
    standings = owner.open("/plays/1/recap").page.one("ol", "standings").texts("li")
    assert standings == ["Bea 5 +6 coins", "Ann 0 −2 coins", "Cal 0 −2 coins", "Dee 0 −2 coins"]
    owner.open("/nights/1/games/nobles-estate").tap("Start Noble’s Estate")
    left: dict[str, Any] = {f"cards_left-{seat}": 2 for seat in (1, 2, 3)}
    owner.tap("Save hand 1", mistress=" ", beggar=" ", winner="Ann", **left).tap("End game")
    standings = owner.open("/plays/2/recap").page.one("ol", "standings").texts("li")
    assert standings == ["Ann +6 coins", "Bea −2 coins", "Cal −2 coins", "Dee −2 coins"]


def test_partners_share_one_line(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    for hand in (1, 2):
        owner.open("/plays/1?whole").tap(f"Save hand {hand}", bidder="Ann", bid=5, tricks=5)
    owner.open("/plays/1/recap")
    assert owner.page.one("figure", "course").all("tr")[0].text == "After hand Ann and Cal Bea and Dee"


def test_a_deleted_game_says_so_instead(recap: Phone) -> None:
    recap.open("/plays/1").tap("Delete game")
    assert "This game was deleted" in recap.open("/plays/1/recap").page


def test_durations_are_written_in_words() -> None:
    out = {0: "1 minute", 60: "1 minute", 3600: "1 hour", 4980: "1 hour 23 minutes", 180000: "2 days 2 hours"}
    assert {seconds: str(say_duration(timedelta(seconds=seconds))) for seconds in out} == out


def test_a_game_without_hands_has_a_recap(coralon: Phone) -> None:
    bid(coralon, "Bea", 4).follow("Recap and chart")
    assert "Still running" in coralon.page
    assert "No hands yet." in coralon.page
    assert not coralon.page.all("figure")
    coralon.follow("Continue this game")
    assert coralon.path == "/plays/1"
