"""Every page is accessible, fits a narrow phone and loads little; its forms are sent once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table, deal


def tour(table: Table, *names: str) -> Iterator[str]:
    """Visit every page in each of its states, and yield its name."""
    phone = table.page
    phone.goto("/")
    yield "home, empty"
    phone.goto("/help")
    phone.locator("summary").evaluate_all(
        "folds => folds.forEach((fold) => (fold.parentElement.open = true))"
    )
    yield "help"
    phone.goto("/help/hosts")
    yield "help, for hosts"
    phone.goto("/help/api")
    phone.locator("summary").evaluate_all(
        "folds => folds.forEach((fold) => (fold.parentElement.open = true))"
    )
    yield "help, for programmers"
    phone.goto("/help/app")
    yield "help, like an app"
    phone.goto("/help/new")
    yield "what's new"
    phone.goto("/offline")
    yield "no such page on the phone"
    table.sit_down(*names)
    night = phone.url.partition("#")[0]
    yield "night, before its games"
    table.follow(table.link("Start a game"))
    yield "games to choose from"
    phone.goto("/games/make?of=skat#players")
    table.tap(table.fold("Teams and more"))
    yield "making a game, players"
    table.tap(table.link("Entries"))
    phone.locator(".card > summary").evaluate_all(
        "folds => folds.forEach((fold) => (fold.parentElement.open = true))"
    )
    yield "making a game, entries"
    table.tap(table.link("Scores"))
    table.tap(table.fold("House rules and more"))
    yield "making a game, scores"
    table.tap(phone.locator(".card .told").first)
    table.tap(table.button("More keys"))
    yield "making a game, a line"
    phone.goto(f"{night}/games/coralon")
    table.tap(phone.get_by_label("Zero bids"))
    yield "start"
    table.tap(table.button("Clear seats"))
    table.follow(table.button("Start Coralon"))
    yield "start, refused"
    for name in names:
        table.tap(phone.locator(".seats .pad").get_by_role("button", name=name))
    table.follow(table.button("Start Coralon"))
    sheet, bidder = phone.url, names[1]
    yield "sheet, first bid"
    table.tap(table.chip(bidder))
    table.tap(table.chip("Less"))
    table.tap(table.fold("More about this hand"))
    yield "sheet, bid opened"
    phone.reload()
    table.bid(bidder, 5)
    yield "sheet, play"
    table.follow(table.button("Cups"))
    table.take(4, 1)
    yield "sheet, taking"
    table.enter(*[0] * (len(names) - 3))
    expect(table.preview.locator(".headline")).to_be_visible()
    yield "sheet, preview"
    table.save()
    table.tap(table.hands.first.locator("summary"))
    yield "sheet, a hand opened"
    table.change_game()
    yield "sheet, menu"
    table.tap(table.menu)
    table.send(f"{sheet}/bid", number=2, bidder=names[2], bid=3)  # as another phone may
    table.follow(table.button("Undo"))
    yield "conflict"
    phone.goto(f"{sheet}?whole")
    yield "sheet, whole hand"
    phone.goto(f"{sheet}/hands/1")
    table.tap(table.fold("More about this hand"))
    yield "hand"
    for change in ("insert", "swap"):
        phone.goto(f"{sheet}/hands/1/{change}")
        yield f"hand, {change}"
    for page in ("settings", "note", "history", "what-if", "what-if?target=1&zero_bids=on"):
        phone.goto(f"{sheet}/{page}")
        yield f"sheet, {page}"
    phone.goto(sheet)
    table.tap(table.menu)
    table.follow(table.button("End game"))
    yield "sheet, over"
    phone.goto(f"{sheet}/board?qr")
    yield "board, over, with the code"
    phone.goto("/nowhere")
    yield "nothing there"
    phone.goto(sheet)
    table.follow(table.again_button)
    table.change_game()
    table.follow(table.button("Delete game"))
    yield "night, with a game played and one deleted"
    table.tap(table.menu)
    table.tap(table.fold("Note on this night"))
    table.tap(table.fold("Export this night"))
    yield "night, menu"
    phone.goto(f"{sheet[:-1]}2")
    yield "sheet, deleted"
    phone.goto("/")
    table.tap(table.fold("Name this phone and club"))
    yield "home, full"


@pytest.mark.journey
def test_every_page_is_accessible_and_fits_a_narrow_phone_and_a_thumb(
    phone: Page, page_problems: list[str]
) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    for shown in tour(Table(phone), *LONG_NAMES):
        print(shown)  # pytest shows the last one if it fails
        check_page(phone, shown)
    page_problems.clear()


@pytest.mark.journey
def test_a_sheet_loads_with_everything_in_less_than_40_kb(phone: Page, new_phone: NewPhone) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 4, 3, 3, 3), deal("Cal", 4, 5, 4, 2, 2)] * 3)

    fresh = new_phone(like=phone, fresh=True)
    loaded = []
    fresh.on("requestfinished", lambda request: loaded.append(request))
    fresh.goto(phone.url)
    sizes = {request.url: request.sizes() for request in [*loaded]}
    expect(fresh.locator(".total")).to_have_count(4)
    assert len(sizes) >= 5
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values()) < 40_000


COUNTING = """() => {
  const { dataset } = document.documentElement;
  const counted = ({ target }) => target.matches?.(".total") && (dataset.counted = target.textContent);
  new MutationObserver((changes) => changes.forEach(counted)).observe(document, {
    childList: true,
    subtree: true,
  });
}"""
"""Notes the last figure that a total has counted up to."""


def test_totals_count_up_unless_less_motion_is_wanted(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    phone.evaluate(COUNTING)
    table.play(deal("Ann", 9, 9, 2, 1))
    table.expect_totals(9, 0, 0, 0)
    page = phone.locator("html")
    phone.wait_for_timeout(300)
    assert page.get_attribute("data-counted") is None
    phone.emulate_media(reduced_motion="no-preference")
    table.play(deal("Ann", 4, 4, 8, 1))
    # A busy machine may draw the last figure alone.
    expect(page).to_have_attribute("data-counted", "13")


COUNT = """() => {
  window.sent = 0;
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) window.sent += 1;
    event.preventDefault();
  });
}"""


@pytest.mark.journey
def test_a_form_is_sent_once_and_again_if_no_answer_comes(phone: Page) -> None:
    phone.clock.install()
    Table(phone).gathered(*CAST)
    phone.goto("/nights/1/games/coralon")
    phone.evaluate(COUNT)
    tap = "document.querySelector('form.start').requestSubmit()"
    for _ in range(2):
        phone.evaluate(tap)
    assert phone.evaluate("sent") == 1
    phone.clock.fast_forward(7000)
    phone.evaluate(tap)
    assert phone.evaluate("sent") == 2


def test_the_first_link_leads_past_the_bar_to_the_content(phone: Page) -> None:
    Table(phone).seated("coralon", *CAST)
    phone.keyboard.press("Tab")
    skip = phone.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    assert phone.evaluate("document.querySelector('main').contains(document.activeElement)")
