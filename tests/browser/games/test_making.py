"""Making a recipe on a phone: its steps, the pad of its formulas, and what they keep."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules import engine
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.sheet import scoresheet
from tests.browser.accessibility import check_page
from tests.browser.table import CAST, Table

TAPS = 26
"""The taps that Wizard may cost, from the form of an own game to “Try it”, without typing its name and 60."""


class Maker(Table):
    """A thumb that makes a recipe."""

    def begin(self, name: str = "") -> None:
        """Open the first step from the form of an own game, with a name."""
        night, _ = self.gathered(*CAST)
        self.page.goto(f"{night}/games/tally")
        self.page.get_by_role("textbox", name=re.compile("^Name")).fill(name)
        self.follow(self.link("Say how it scores"))

    def chosen(self, label: str, option: str) -> None:
        """Choose from a list that the phone opens, which takes two taps."""
        self.taps += 2
        self.page.get_by_label(label).filter(visible=True).select_option(option)

    def keys(self, *says: str) -> None:
        """Tap keys of the pad, and figures above it."""
        for one in says:
            self.tap(self.page.locator(".formula-pad").get_by_role("button", name=one, exact=True))

    def keys_of_hand(self, *says: str) -> None:
        for one in says:
            self.tap(self.key(one))

    def add(self, says: str) -> None:
        """Tap one of the buttons that add a card."""
        self.tap(self.page.locator(".adds").get_by_role("button", name=says))

    @property
    def recipe(self) -> Any:
        """The recipe that the form sends."""
        return json.loads(self.page.locator("[name=recipe]").input_value())


@pytest.mark.journey
def test_wizard_is_made_with_few_taps_and_scores_as_it_should(phone: Page) -> None:
    table = Maker(phone)
    table.begin("Wizard")
    table.tap(table.button("One more").first)
    table.tap(phone.get_by_role("checkbox", name="After some hands"))
    table.chosen("How many hands?", "Cards ÷ players")
    phone.get_by_role("textbox", name="Cards").fill("60")
    check_page(phone, "players")
    table.tap(table.button("Next"))
    table.add("A bid each")
    table.add("A figure each")
    check_page(phone, "entries")
    table.tap(table.button("Next"))
    table.add("Made the bid")
    table.keys("2", "0", "plus", "1", "0", "times", "Tricks")
    check_page(phone, "scores, a line opened")
    table.tap(table.button("Done"))
    table.add("Missed the bid")
    table.keys("minus", "1", "0", "times", "difference")
    table.tap(table.button("Done"))
    check_page(phone, "scores")
    made_recipe = table.recipe
    table.follow(table.button("Try it"))
    assert table.taps <= TAPS
    expect(phone.get_by_role("heading", name="Try Wizard")).to_be_visible()

    hands = [
        {"bid": {"Ann": 1, "Bea": 0, "Cal": 0}, "took": {"Ann": 1, "Bea": 0, "Cal": 0}},
        {"bid": {"Ann": 2, "Bea": 1, "Cal": 0}, "took": {"Ann": 0, "Bea": 1, "Cal": 1}},
    ]
    made, known = (
        engine.score(scoresheet(RECIPE, CAST[:3], {RECIPE: recipe}, *hands))
        for recipe in (made_recipe, gallery()["wizard"].recipe)
    )
    assert [hand.totals for hand in made.hands] == [hand.totals for hand in known.hands]
    assert [hand.lines for hand in made.hands] == [hand.lines for hand in known.hands]


def test_nothing_of_a_game_of_the_gallery_is_lost_on_the_way_through_the_steps(phone: Page) -> None:
    table = Maker(phone)
    table.gathered(*CAST)
    for key, listed in gallery().items():
        phone.goto(f"/games/make?of={key}")
        for step in ("Entries", "Scores", "Players"):
            phone.get_by_role("link", name=step).click()
            expect(phone.locator(".steps [aria-current]")).to_have_text(step)
        phone.get_by_role("link", name="Scores").click()
        for at in range(len(listed.recipe["score"])):
            phone.locator(".card .told").nth(at).click()
        for slot in phone.locator(".slot").all():
            slot.click()
        assert {**listed.recipe, **table.recipe} == listed.recipe, key
        assert listed.recipe.keys() - table.recipe.keys() <= {"example"}, key


def test_a_recipe_is_there_again_after_a_reload_and_a_removed_line_after_undo(phone: Page) -> None:
    table = Maker(phone)
    table.begin("Whist")
    table.tap(table.button("Next"))
    table.add("A figure each")
    phone.reload()
    expect(phone.locator(".card .called")).to_have_text("Points")
    table.tap(table.button("Next"))
    table.add("Points")
    before = table.recipe
    table.tap(phone.locator(".card .told"))
    table.tap(phone.get_by_role("button", name="Remove as entered"))
    assert table.recipe["score"] == []
    table.tap(table.button("Undo"))
    assert table.recipe == before
    phone.go_back()
    expect(phone.locator(".steps [aria-current]")).to_have_text("Entries")
    table.tap(table.button("Start again"))
    assert table.recipe["ask"] == []
    assert table.recipe["name"] == "Whist"


def test_the_newest_draft_is_there_for_those_who_type_no_name(phone: Page) -> None:
    table = Maker(phone)
    for name in ("Whist", "Poch"):
        table.begin(name)
        table.tap(table.button("One more").first)
    table.begin()
    assert (table.recipe["name"], table.recipe["players"]) == ("Poch", [3, 6])
    table.tap(table.button("One more").first)
    table.begin("Poch")
    assert table.recipe["players"] == [4, 6]


def test_a_draft_is_forgotten_once_the_game_is_saved(phone: Page) -> None:
    table = Maker(phone)
    table.begin("Whist")
    table.tap(table.button("Next"))
    table.add("A figure each")
    table.tap(table.button("Next"))
    table.add("Points")
    drafts = "Object.keys(localStorage).filter((name) => name.includes('recipe ') || name.includes('draft '))"
    assert len(phone.evaluate(drafts)) == 2
    table.follow(table.button("Try it"))
    table.follow(table.button("Scores"))
    expect(phone.locator(".steps [aria-current]")).to_have_text("Scores")
    table.follow(table.button("Try it"))
    for _ in range(3):
        table.keys_of_hand("7", "Next")
    table.follow(table.button("Save the game"))
    expect(phone.get_by_role("button", name="Start Whist")).to_be_visible()
    assert phone.evaluate(drafts) == []


@pytest.mark.usefixtures("requests_may_fail")
def test_what_is_refused_is_at_its_line(phone: Page) -> None:
    table = Maker(phone)
    table.begin("Whist")
    table.tap(table.button("Next"))
    table.add("A figure each")
    table.tap(table.button("Next"))
    table.follow(table.button("Try it"))
    expect(phone.locator(".make .problem")).to_contain_text("add at least one line")
    table.add("A line")
    expect(phone.locator(".make .problem")).to_have_count(0)
    table.tap(phone.get_by_role("textbox", name="Points"))
    table.keys("2", "times")
    table.tap(phone.get_by_role("textbox", name="Say"))
    phone.keyboard.type("two each for {points}")
    table.tap(table.button("Done"))
    table.follow(table.button("Try it"))
    expect(phone.locator(".card .problem")).to_contain_text("Score line 1")
    expect(phone.locator(".card .problem")).to_be_in_viewport()
    table.keys("Points")
    assert table.recipe["score"] == [{"why": "two each for {points}", "points": "2 * points"}]
    check_page(phone)
    table.tap(table.button("Done"))
    expect(phone.locator(".make .problem")).to_have_count(0)
    expect(table.button("Try it")).to_be_visible()


def test_a_formula_is_typed_with_the_keys_of_figures(phone: Page) -> None:
    table = Maker(phone)
    table.gathered(*CAST)
    phone.goto("/games/make?of=wizard#scores")
    assert "example" in table.recipe
    table.tap(phone.locator(".card .told").first)
    table.tap(table.button("As a formula"))
    phone.get_by_role("textbox", name="Points").fill("30 + 5 * took")
    check_page(phone)
    table.tap(table.button("Done"))
    expect(phone.locator(".card [data-told=points]").first).to_have_text("30 + 5 × Tricks")
    assert table.recipe["score"][0]["points"] == "30 + 5 * took"
    # It may not fit what was changed.
    assert "example" not in table.recipe


def test_a_game_that_ends_after_some_hands_says_how_many(phone: Page) -> None:
    table = Maker(phone)
    table.begin("Whist")
    table.tap(phone.get_by_role("checkbox", name="After some hands"))
    table.tap(table.button("Next"))
    number = phone.get_by_role("textbox", name="Number").filter(visible=True)
    expect(number).to_be_focused()
    number.fill("8")
    table.tap(table.button("Next"))
    expect(phone.locator(".steps [aria-current]")).to_have_text("Entries")
    assert table.recipe["end"] == {"hands": 8}


def test_a_check_is_made_on_the_same_pad(phone: Page) -> None:
    table = Maker(phone)
    table.gathered(*CAST)
    phone.goto("/games/make?of=wizard#scores")
    table.add("A check")
    table.keys("More keys", "sum of all(", "Bid", "close bracket", "differs from", "hand’s number")
    table.tap(phone.get_by_role("textbox", name="Say"))
    phone.keyboard.type("The bids can’t add up to {hand’s number}.")
    check_page(phone)
    table.tap(table.button("Done"))
    assert table.recipe["check"] == [{"must": "sum(bid) != hand", "say": "The bids can’t add up to {hand}."}]
    table.tap(phone.locator(".checks .told"))
    table.tap(phone.get_by_role("button", name="Remove The bids"))
    assert "check" not in table.recipe


def test_a_house_rule_is_a_chip_of_the_pad(phone: Page) -> None:
    table = Maker(phone)
    table.gathered(*CAST)
    phone.goto("/games/make?of=wizard#scores")
    table.tap(table.fold("House rules and more"))
    table.tap(table.button("Add a house rule"))
    phone.get_by_role("textbox", name="House rule").fill("Bonus for it")
    phone.get_by_role("textbox", name="Number").filter(visible=True).fill("20")
    check_page(phone)
    table.tap(phone.locator(".card .told").first)
    table.keys("plus", "Bonus for it")
    assert table.recipe["options"] == [{"key": "bonus_for_it", "label": "Bonus for it", "default": 20}]
    assert table.recipe["score"][0]["points"] == "20 + 10 * took + bonus_for_it"
    table.tap(table.button("Done"))
    table.tap(phone.get_by_role("button", name="Remove Bonus for it"))
    assert "options" not in table.recipe
    table.tap(table.button("Undo"))
    assert len(table.recipe["options"]) == 1


def test_bags_are_carried_without_json(phone: Page) -> None:
    table = Maker(phone)
    table.gathered(*CAST)
    phone.goto("/games/make?of=wizard#scores")
    table.tap(table.fold("House rules and more"))
    table.tap(table.button("Add a figure"))
    phone.get_by_role("textbox", name="Name", exact=True).fill("Too many")
    table.tap(phone.get_by_role("textbox", name="Is", exact=True))
    table.keys("Tricks", "minus", "Bid")
    check_page(phone)
    table.tap(table.button("Done"))
    table.tap(table.button("Add a carried figure"))
    phone.get_by_role("textbox", name="Name", exact=True).fill("Bags")
    table.tap(phone.get_by_role("textbox", name="Then"))
    table.keys("Bags", "plus", "too many")
    check_page(phone)
    table.tap(table.button("Done"))
    assert table.recipe["let"] == [{"key": "too_many", "is": "took - bid"}]
    assert table.recipe["keep"] == [{"key": "bags", "label": "Bags", "next": "bags + too_many"}]
