"""A running game that today's rules end goes on until someone at its table decides, and refuses no hand."""

import pytest
from flask import Flask

from tests.web.changed_rules import ChangeRules, refuse_hand, update
from tests.web.changed_rules import change_rules as change_rules
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import hands, play_again, points, save_button, start, took, totals, whole

SHEET = "/plays/1"
CALS = {"bidder": "Cal", "bid": 4, **took(3, 3, 4, 3)}
SAID = "By today’s rules the game was over with hand 1: Bea wins with 10."
LATER = "If you end it there, hand 2 won’t count."


def bea_has_ten(amount: int) -> int:
    return 10 if amount == 5 else amount


@pytest.fixture
def running(owner: Phone, no_hurry: None) -> Phone:
    """Return the phone on the sheet of a running game to 10, of which Bea has 5."""
    return whole(start(owner, target=10), "Bea", 5, (3, 5, 3, 2))


@pytest.fixture
def undecided(app: Flask, running: Phone, change_rules: ChangeRules) -> Phone:
    """Return the phone after an update by which Bea has 10 with the first of two hands."""
    whole(running, "Cal", 4, (3, 3, 4, 3))
    change_rules(points=bea_has_ten)
    update(app)
    return running.open(SHEET)


def test_the_sheet_says_what_todays_rules_make_of_the_game(undecided: Phone) -> None:
    assert f"{SAID} {LATER}" in undecided.page
    assert "Bea won" not in undecided.page
    assert totals(undecided) == {"Ann": 0, "Bea": 10, "Cal": 4, "Dee": 0}
    whole(undecided, "Cal", 4, (3, 3, 4, 3))
    assert "If you end it there, hands 2 and 3 won’t count." in undecided.page


def test_the_table_ends_the_game_there(undecided: Phone) -> None:
    undecided.tap("End it there")
    assert "Bea won" in undecided.page
    assert SAID not in undecided.page
    assert len(hands(undecided)) == 1
    history = undecided.open("/plays/1/history").page
    assert "ended the game by today’s rules" in history
    assert "Hand 2 removed with it" in history
    undecided.tap("Undo")
    assert f"{SAID} {LATER}" in undecided.open(SHEET).page


def test_the_table_plays_on(undecided: Phone) -> None:
    undecided.tap("Play on")
    assert SAID not in undecided.page
    assert "continued the game" in undecided.open("/plays/1/history").page
    whole(undecided.open(SHEET), "Cal", 4, (3, 3, 4, 3))
    assert "Bea won" in undecided.page
    play_again(undecided)
    assert SAID not in undecided.page


def test_others_can_decide_only_once(undecided: Phone) -> None:
    other = undecided.tab().open(SHEET)
    undecided.tap("Play on")
    assert "Nothing was changed" in other.tap("End it there").page or "decided that already" in other.page
    assert "Bea won" not in other.open(SHEET).page


def test_those_who_watch_see_it_without_the_buttons(app: Flask, undecided: Phone) -> None:
    page = joined(app, link_to(undecided, "watch"), "I’m just watching").open(SHEET).page
    assert SAID in page
    assert "Play on" not in page


def test_hosts_see_running_games(undecided: Phone) -> None:
    link = undecided.open("/").page.one("a", href="/clubs/1/earlier-rules")
    assert link.text == "1 game would be scored differently by today’s rules"
    undecided.open("/clubs/1/earlier-rules")
    assert "Running games" in undecided.page
    assert SAID in undecided.page
    undecided.open(SHEET).tap("Play on")
    assert "today’s rules" not in undecided.open("/").page


def test_hands_of_a_page_from_before_the_update_are_taken_whatever_they_end(
    app: Flask, running: Phone, change_rules: ChangeRules
) -> None:
    path, sent = running.open(f"{SHEET}?whole").form(save_button(running), **CALS)
    change_rules(points=lambda amount: 10 if amount in (4, 5) else amount)
    update(app)
    # The second one comes from the form that the phone keeps for the hands after it.
    changed = {"number": "3", "ahead": "yes", "uid": "d" * 32}
    ahead = [(name.replace("hand-2", "hand-3"), changed.get(name, value)) for name, value in sent]
    for fields in (sent, ahead):
        running.replay(path, fields)
        assert running.status == 200, running.problems
    assert len(hands(running.open(SHEET))) == 3
    assert "Bea won" not in running.page
    assert "By today’s rules the game was over with hand 1" in running.page


def test_a_hand_of_a_page_from_before_the_update_that_ends_the_game_asks_the_table(
    app: Flask, running: Phone, change_rules: ChangeRules
) -> None:
    path, sent = running.open(f"{SHEET}?whole").form(save_button(running), **CALS)
    change_rules(points=lambda amount: 12 if amount == 4 else amount)
    update(app)
    running.replay(path, sent)
    assert "By today’s rules the game was over with hand 2: Cal wins with 12." in running.open(SHEET).page
    assert "Cal won" in running.tap("End it there").page


def test_the_decision_is_in_the_file_of_the_night(app: Flask, undecided: Phone) -> None:
    for decide in (True, False):
        file = undecided.client.get("/nights/1/night.json").data
        other = Phone(app).open("/import").send_file("Preview", "night.json", file).tap("Create club")
        sheet = "/plays/2" if decide else "/plays/3"
        assert (SAID in other.open(sheet).page) is decide, other.page.text
        assert totals(other)["Bea"] == 10
        if decide:
            undecided.tap("Play on")


def test_points_of_tally_are_as_open(owner: Phone, app: Flask, change_rules: ChangeRules) -> None:
    points(start(owner, "Tally", target=10), 3, 5, 0, 0)
    change_rules(points=bea_has_ten)
    update(app)
    assert SAID.replace("hand", "round") in owner.open(SHEET).page


def test_a_hand_that_todays_rules_refuse_is_named_and_removed_and_the_game_goes_on(running: Phone) -> None:
    whole(running, "Cal", 4, (3, 3, 4, 3))
    for number in (1, 2):
        refuse_hand(running, SHEET, number)
    assert "An update changed the rules, and today’s don’t accept hand 1: " in running.open(SHEET).page
    assert "today’s rules" in running.open("/").page
    running.open(SHEET).tap("Remove hands 1 and 2")
    assert hands(running) == []
    assert "Hand 2 removed with it." in running.open("/plays/1/history").page
    whole(running.open(SHEET), "Cal", 4, (3, 3, 4, 3))
    assert totals(running)["Cal"] == 4
    assert "today’s rules" not in running.open("/").page
