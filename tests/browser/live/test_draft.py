"""What is being typed outlasts the page until it is saved, cleared or too old, and fills no other hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper import __version__
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.sheet import set_up
from tests.browser.live.conftest import DRAFTS, Two, mark
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, Table, deal
from tests.browser.thumb import enter

SHOWN = """() => {
  const all = (selector, say) => [...document.querySelectorAll(`main ${selector}`)].map(say);
  const place = (each) => each.checkVisibility() && Math.round(each.getBoundingClientRect().top);
  return {
    fields: all("input:not([type=hidden]), select, textarea", ({ name, type, value, checked }) =>
      [name, value, ["radio", "checkbox"].includes(type) && checked]),
    marks: all(".place", ({ classList }) => ["marked", "derived"].filter((name) => classList.contains(name))),
    open: all("details", ({ open }) => open),
    says: all(".look, .buttons button:not(.start-again), .keypad:not([hidden])",
      ({ textContent }) => textContent.trim()),
    places: all(".place, .chip, .buttons", place),
  };
}"""
"""Returns what a page shows of its forms, and where."""

A_DAY_LATER = """() => {
  for (const [name, text] of Object.entries(localStorage)) {
    if (!name.startsWith("draft ")) continue;
    const draft = JSON.parse(text);
    localStorage.setItem(name, JSON.stringify({ ...draft, at: draft.at - 25 * 3600 * 1000 }));
  }
}"""
FULL = """{
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, name, value);
  };
}"""


class Forgetful(Table):
    """A phone whose page is reloaded before each hand is saved, and must then be as it was."""

    reloads = 0

    def save(self) -> None:
        expect(self.save_button).to_have_text(re.compile("^Save"))
        self.reload()
        super().save()

    def reload(self) -> None:
        # What is derived and previewed is there a moment after the last tap.
        self.page.wait_for_timeout(400)
        before = self.page.evaluate(SHOWN)
        self.page.reload()
        expect_shown(self.page, before)
        self.reloads += 1


def expect_shown(page: Page, before: Any) -> None:
    """Wait until a page shows what it did before."""
    for _ in range(50):
        if (now := page.evaluate(SHOWN)) == before:
            return
        page.wait_for_timeout(100)
    assert now == before


def expect_untouched(table: Table) -> None:
    """Check that nothing comes back into the forms of a page, in the time in which it would."""
    with table.page.expect_request("**/live?*"):
        table.page.reload()
    table.page.wait_for_timeout(400)
    assert table.page.evaluate(DRAFTS) == []


def test_what_is_tapped_before_the_page_has_loaded_all_its_scripts_is_kept(one: Table) -> None:
    held: list[Route] = []
    one.page.route("**/live/draft.js", lambda route: held.append(route), times=1)
    with one.page.expect_request("**/live/draft.js"):
        one.page.reload()
    one.tap(one.chip("Dee"))
    held[0].continue_()
    one.page.wait_for_function(f"() => ({DRAFTS})().length")
    one.page.reload()
    expect(one.chip("Dee")).to_be_checked()


@pytest.mark.journey
def test_a_bid_and_tricks_tapped_before_a_reload_are_there_again_and_look_the_same(one: Table) -> None:
    table = Forgetful(one.page)
    # A bid that was tapped before its bidder still waits for them.
    table.tap(table.button("4"))
    expect(table.page.locator(".key.waits")).to_have_text("4")
    table.page.reload()
    expect(table.page.locator(".key.waits")).to_have_text("4")
    table.tap(table.chip("Cal"))
    expect(table.page.locator(".called")).to_contain_text("Cal bid 4")
    table.take(4, 3)
    table.reload()
    expect(table.figure("Cal")).to_have_value("4")
    expect(table.marked).to_contain_text("Ann")
    table.enter(2)
    expect(table.preview).to_contain_text("Cal +4: took exactly")
    expect(table.figure("Bea")).to_have_value("4")
    screen = table.page.screenshot()
    table.reload()
    assert table.page.screenshot() == screen
    # What followed from the rest still does.
    table.tap(table.figure("Ann"))
    table.enter(1)
    expect(table.figure("Bea")).to_have_value("5")
    table.save()
    expect(table.hands).to_have_count(2)
    expect_untouched(table)
    # Pulling down does not reload the sheet either.
    behaviour = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert table.page.evaluate(behaviour) == "none"


def test_hands_of_games_with_other_forms_outlast_a_reload(phone: Page) -> None:
    typical, table = TYPICAL["hazard"], Forgetful(phone)
    table.seated("hazard", *typical.players)
    sheet = {"scoresheet": 1, "game": "hazard", "players": list(typical.players), "hands": []}
    enter(table, CATALOGUE["hazard"], set_up(sheet).table, typical.hand)
    expect(table.hands).to_have_count(1)
    assert table.reloads
    # So do the cards of a player who is not shown.
    table.seated("tarock", *CAST)
    table.tap(phone.locator("details.instead > summary"))
    players = phone.locator(".one-by-one .players button")
    table.tap(players.first)
    table.tap(table.keypad.get_by_role("button").nth(1))
    table.tap(players.nth(1))
    table.reload()


def test_a_correction_with_a_note_outlasts_a_reload_and_the_next_hand_of_another_phone(two: Two) -> None:
    table, other = Forgetful(two[0].page), two[1]
    table.page.goto("/plays/1/hands/1")
    table.tap(table.chip("Dee"))
    # What that comes to moves what is below it.
    expect(table.preview).to_contain_text("Dee 0: missed the bid")
    table.tap(table.fold("More about this hand"))
    table.page.get_by_label("Note").fill("It was Dee after all")
    table.reload()
    other.recorded(deal("Cal", 4, 4, 3, 3, 3))
    expect(other.hands).to_have_count(2)
    other.page.evaluate("window.mark = 'saved itself'")
    table.page.reload()
    expect(table.page.locator("[name=bidder][value='3']")).to_be_checked()
    expect(table.page.locator("textarea")).to_have_value("It was Dee after all")
    table.page.locator("textarea").blur()
    table.save()
    expect(table.page.locator("#hand-1 .note")).to_have_text("It was Dee after all")
    expect(table.hands).to_have_count(2)
    table.page.goto("/plays/1/hands/1")
    expect_untouched(table)


@pytest.mark.journey
@pytest.mark.usefixtures("requests_may_fail")
def test_coins_are_there_again_until_they_are_recorded_also_after_a_refusal(one: Table) -> None:
    table = Forgetful(one.page)
    table.page.goto("/nights/1/bank?record")
    amount = table.page.get_by_label("Coins", exact=True)
    table.tap(table.page.get_by_role("group", name="To").get_by_role("radio", name="Bea", exact=True))
    amount.fill("many")
    table.tap(table.button("Record"))
    expect(table.page.locator(".problem")).to_be_visible()
    table.page.reload()
    expect(table.page.locator(".problem")).to_have_count(0)
    expect(amount).to_have_value("many")
    amount.fill("25")
    table.page.get_by_label("Note (optional)").fill("for the pot")
    table.reload()
    table.tap(table.button("Record"))
    expect(table.page.locator(".entries li")).to_have_count(1)
    expect(table.page.locator(".entries li")).to_contain_text("25 coins")
    expect_untouched(table)
    expect(amount).to_have_value("")
    # What was cleared or emptied stays so.
    table.tap(table.fold("Hand out stakes"))
    table.tap(table.page.get_by_role("checkbox", name="Cal"))
    each = table.page.get_by_label("Coins each")
    each.fill("20")
    table.reload()
    expect(table.page.get_by_role("checkbox", name="Cal")).not_to_be_checked()
    expect(each).to_be_visible()
    table.tap(table.page.get_by_role("checkbox", name="Cal"))
    each.fill("")
    expect_untouched(table)
    expect(each).to_have_value("")


def test_a_note_a_new_name_a_hand_to_insert_and_new_settings_are_there_again(one: Table) -> None:
    table = Forgetful(one.page)
    table.page.goto("/nights/1")
    table.tap(table.fold("Someone came"))
    table.page.get_by_label("Someone new").fill("Eva")
    table.tap(table.menu)
    table.tap(table.fold("Note on this night"))
    table.page.locator("textarea").fill("At Bea’s")
    table.reload()
    expect(table.page.locator("textarea")).to_be_visible()
    table.tap(table.menu)
    table.tap(table.button("Add"))
    expect(table.page.locator(".guests tbody tr")).to_have_count(5)
    expect(table.page.locator("textarea")).to_have_value("At Bea’s")
    expect(table.page.get_by_label("Someone new")).to_have_value("")
    table.page.goto("/plays/1/hands/1/insert")
    table.tap(table.chip("Dee"))
    table.tap(table.chip("6"))
    table.enter(6, 3)
    table.reload()
    table.page.goto("/plays/1/settings")
    table.tap(table.page.get_by_role("button", name="Clear seats"))
    for name in ("Dee", "Cal", "Bea", "Ann"):
        table.tap(table.page.locator(".seats .pad").get_by_role("button", name=name))
    seats = table.page.locator(".seats .pad button")
    expect(seats).to_have_text(["4Ann", "3Bea", "2Cal", "1Dee"])
    expect(table.page.locator(".look")).not_to_be_empty()
    table.reload()
    expect(seats).to_have_text(["4Ann", "3Bea", "2Cal", "1Dee"])


@pytest.mark.journey
def test_a_draft_is_dropped_once_another_phone_has_saved_that_hand(two: Two) -> None:
    one, other = two
    one.bid("Cal", 4)
    one.take(4, 3)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.take(4, 4, 4)
    other.save()
    other.bid("Dee", 4)
    one.page.reload()
    expect(one.page.locator(".called")).to_contain_text("Dee bid 4")
    expect_untouched(one)
    one.open_take()
    expect(one.marked).to_contain_text("Dee")
    assert not any(one.page.locator(".place input").evaluate_all("all => all.map(({ value }) => value)"))


def test_a_draft_is_dropped_once_players_have_changed_places(two: Two) -> None:
    one, other = two
    one.tap(one.chip("Cal"))
    one.page.wait_for_function(f"() => ({DRAFTS})().length")
    other.page.goto("/plays/1/settings")
    other.tap(other.page.get_by_role("button", name="Clear seats"))
    for name in ("Dee", "Cal", "Bea", "Ann"):
        other.tap(other.page.locator(".seats .pad").get_by_role("button", name=name))
    expect(other.page.locator(".look")).to_contain_text("deals next")
    other.follow(other.button("Save changes"))
    mark(other)
    expect_untouched(one)
    expect(one.page.locator("input[name=bidder]:checked")).to_have_count(0)


def test_a_draft_is_dropped_once_another_phone_has_corrected_that_hand(two: Two) -> None:
    one, other = two
    one.page.goto("/plays/1/hands/1")
    one.tap(one.chip("Dee"))
    other.page.goto("/plays/1/hands/1")
    other.tap(other.chip("4"))
    other.save()
    other.page.evaluate("window.mark = 'saved itself'")
    one.page.reload()
    expect(one.chip("4")).to_be_checked()
    expect_untouched(one)
    expect(one.chip("Bea")).to_be_checked()


def test_a_page_that_the_phone_threw_away_is_there_again_until_someone_starts_again(one: Table) -> None:
    one.page.goto("/plays/1/hands/1")
    one.tap(one.chip("Dee"))
    one.page.wait_for_function(f"() => ({DRAFTS})().length")
    # The other page does not hear that it is thrown away either.
    again = Table(one.page.context.new_page())
    again.page.goto("/plays/1/hands/1")
    expect(again.chip("Dee")).to_be_checked()
    again.tap(again.button("Start again"))
    expect(again.chip("Bea")).to_be_checked()
    expect(again.button("Start again")).to_have_count(0)
    expect_untouched(again)
    expect(again.chip("Bea")).to_be_checked()


@pytest.mark.usefixtures("requests_may_fail")
def test_a_new_game_is_filled_in_as_it_was_until_it_is_started_or_someone_starts_again(phone: Page) -> None:
    table, target = Table(phone), phone.get_by_label("Target")
    night, _ = table.gathered(*CAST, "Eva")
    form = f"{night}/games/bishop"
    phone.goto(form)
    first = phone.evaluate(SHOWN)
    target.fill("12")
    table.tap(table.button("Clear seats"))
    for name in ("Dee", "Cal", "Bea", "Ann"):
        table.tap(phone.locator(".seats .pad").get_by_role("button", name=name))
    # Seats that are drawn belong to what was entered, and so does the rest of the form.
    table.follow(table.button("Draw who deals first"))
    expect(target).to_have_value("12")
    phone.goto(f"{night}/games")
    phone.goto(form)
    expect(target).to_have_value("12")
    seats = phone.locator(".seats .pad button")
    expect(seats).to_have_text(["4Ann", "3Bea", "2Cal", "1Dee", "·Eva"])
    # A refusal is no end of it.
    table.tap(phone.locator(".seats .pad").get_by_role("button", name="Ann"))
    table.follow(table.button("Start Bishop"))
    expect(phone.locator(".problem")).to_be_visible()
    phone.goto(form)
    expect(seats).to_have_text(["·Ann", "3Bea", "2Cal", "1Dee", "·Eva"])
    table.tap(phone.locator(".seats .pad").get_by_role("button", name="Ann"))
    table.follow(table.button("Start Bishop"))
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()
    phone.wait_for_function(f"() => !({DRAFTS})().length")
    phone.goto(form)
    target.fill("15")
    phone.wait_for_function(f"() => ({DRAFTS})().length")
    phone.goto(form)
    expect(target).to_have_value("15")
    table.tap(table.button("Start again"))
    assert phone.evaluate(SHOWN)["fields"] == first["fields"]
    assert phone.evaluate(DRAFTS) == []


def test_a_draft_lasts_for_a_day(one: Table) -> None:
    one.tap(one.chip("Dee"))
    one.page.reload()
    expect(one.chip("Dee")).to_be_checked()
    one.page.goto("about:blank")
    one.page.goto("/help")
    one.page.evaluate(A_DAY_LATER)
    one.page.goto("/plays/1")
    expect_untouched(one)
    expect(one.chip("Dee")).not_to_be_checked()


def test_a_phone_that_is_full_goes_on_without(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    phone.context.add_init_script(FULL)
    phone.reload()
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(table.hands).to_have_count(1)


@pytest.mark.usefixtures("requests_may_fail")
def test_a_phone_that_may_no_longer_see_a_game_forgets_what_was_entered(one: Table) -> None:
    one.tap(one.chip("Dee"))
    one.page.wait_for_function(f"() => ({DRAFTS})().length")
    ours = {"Scorekeeper-Version": __version__}
    one.page.route(
        re.compile(r"/plays/1/(live|version)"), lambda route: route.fulfill(status=404, headers=ours)
    )
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(one.page.locator("main")).to_contain_text("This phone can no longer see this game")
    one.page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert one.page.evaluate(DRAFTS) == []
