"""The history of a game: every change, who made it, and the way back."""

import pytest
from flask import Flask

from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import hands, took, totals, whole

TRICKS = (3, 5, 3, 2)


@pytest.fixture
def changed(coralon: Phone) -> Phone:
    """Return the history of a game with two hands, of which the first was corrected and then removed."""
    whole(whole(coralon, "Bea", 5, TRICKS), "Cal", 3, TRICKS)
    coralon.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    coralon.open("/plays/1/hands/1/remove").tap("Remove hand 1")
    return coralon.open("/plays/1").follow("History")


def said(phone: Phone) -> list[str]:
    return phone.page.one("ol", "log").texts("b")


def test_every_change_is_listed_newest_first(changed: Phone) -> None:
    assert said(changed) == [
        "iPhone removed hand 1",
        "iPhone corrected hand 1",
        "iPhone saved hand 2",
        "iPhone saved hand 1",
        "Game started",
    ]


def test_every_change_says_its_figures_before_and_after(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS).open("/plays/1/hands/1").tap("Save hand 1", **took(4, 5, 2, 2))
    coralon.open("/plays/1/settings").tap("See what would change", target=30).tap("Save changes")
    coralon.tap("Undo").open("/plays/1/history")
    assert said(coralon)[0] == "iPhone undid the change of the settings"
    assert coralon.page.one("ol", "log").texts("span") == [
        "target 30 → 40",
        "target 40 → 30",
        "tricks Ann 3 → 4, Cal 3 → 2",
        "Bea bid 5; tricks Ann 3, Bea 5, Cal 3, Dee 2",
    ]


def test_the_newest_change_is_undone_and_redone_there(changed: Phone) -> None:
    assert len(hands(changed.tap("Undo"))) == 2
    changed.follow("History")
    assert said(changed)[0] == "iPhone put hand 1 back"
    assert len(hands(changed.tap("Redo"))) == 1


def test_a_hand_has_the_number_that_it_had_then(changed: Phone) -> None:
    changed.open("/plays/1/hands/1").tap("Save hand 1", bid=2)
    assert said(changed.open("/plays/1/history"))[:3] == [
        "iPhone corrected hand 1",
        "iPhone removed hand 1",
        "iPhone corrected hand 1",
    ]
    assert said(changed)[3] == "iPhone saved hand 2"


def test_hands_that_a_change_removed_are_told_with_it(coralon: Phone) -> None:
    whole(whole(coralon, "Bea", 5, TRICKS), "Cal", 3, TRICKS)
    coralon.open("/plays/1/settings").tap("See what would change", target=5).tap("Save changes")
    log = coralon.open("/plays/1/history").page.one("ol", "log")
    assert log.texts("p", "help") == ["Hand 2 removed with it, because the game ended earlier."]


def test_a_phone_that_only_watches_cannot_change_anything_there(app: Flask, changed: Phone) -> None:
    watcher = joined(app, link_to(changed, "watch"), "I’m just watching").open("/plays/1/history")
    assert said(watcher)[0] == "iPhone removed hand 1"
    assert not watcher.page.all("button")


def test_a_removed_hand_shows_what_was_entered(changed: Phone) -> None:
    whole(changed.open("/plays/1"), "Dee", 2, TRICKS)
    changed.open("/plays/1/history").follow("Restore")
    assert "Bea" in changed.page.one("dl", "entered").texts("dd")
    assert totals(changed.tap("Restore hand"))["Bea"] == 5
