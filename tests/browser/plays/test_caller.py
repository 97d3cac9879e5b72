"""The caller: phones and boards that speak each hand that is saved, on whichever phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.layout import small_targets
from tests.browser.table import CAST, Table, deal

# A voice that writes down what it speaks. Like an iPhone's, it is mute until it has spoken at a tap.
VOICE = """
const write = (sentence) => {
  const said = JSON.parse(sessionStorage.getItem("said") ?? "[]");
  sessionStorage.setItem("said", JSON.stringify([...said, sentence]));
};
let mayHave = false;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: ({ text }) => {
    mayHave ||= navigator.userActivation.isActive;
    if (text) write(mayHave ? text : `mute: ${text}`);
  },
  cancel: () => write("silence"),
} });
"""
SAID = "() => JSON.parse(sessionStorage.getItem('said') ?? '[]')"
HELLO = "I’ll call the hands."


def said(page: Page) -> list[str]:
    """Return what the voice of this phone has spoken, and where it was silenced."""
    found: list[str] = page.evaluate(SAID)
    return found


def expect_said(page: Page, *sentences: str) -> None:
    """Check all that was spoken, and where it was silenced, once it is as much."""
    page.wait_for_function(f"many => ({SAID})().length >= many", arg=len(sentences))
    assert said(page) == [*sentences]


def switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Speak each hand", exact=True)


@pytest.fixture
def host(phone: Page) -> Table:
    """Return a phone with a game of Coralon, which has no voice."""
    table = Table(phone)
    table.seated("coralon", *CAST, target=400)
    return table


@pytest.fixture
def board(host: Table, new_phone: NewPhone) -> Page:
    """Return the board of the game on a screen with a voice."""
    return opened(host, new_phone, "/board")


def opened(host: Table, new_phone: NewPhone, page: str = "") -> Page:
    """Return a page of the game on another phone, with a voice."""
    phone = new_phone(like=host.page)
    phone.add_init_script(VOICE)
    with phone.expect_request("**/live?*"):
        phone.goto(host.page.url + page)
    return phone


def save(table: Table, number: int, sheet: str = "") -> str:
    """Save a hand that Bea makes exactly, without the form; return how it is called."""
    sheet = sheet or table.page.url
    tricks = {"tricks-0": 3, "tricks-1": 5, "tricks-2": 3, "tricks-3": 2}
    table.send(f"{sheet}/hands", number=number, whole="on", bidder="Bea", bid=5, **tricks)
    dealer = CAST[number % 4]
    return f"Bea bid 5 and made it exactly. Bea, {400 - 5 * number} to go. {dealer} deals."


@pytest.mark.journey
def test_hands_from_two_phones_are_spoken_in_order_on_the_board(
    host: Table, board: Page, new_phone: NewPhone
) -> None:
    other = Table(new_phone(like=host.page))
    other.page.goto(host.page.url)
    switch(board).tap()
    expect(switch(board)).to_be_checked()
    hands = [save((host, other)[number % 2], number) for number in range(1, 9)]
    expect_said(board, HELLO, *hands)
    for width in (1280, 320):
        board.set_viewport_size({"width": width, "height": 568})
        # Controls fade away after a while, and half faded they can't be read.
        board.keyboard.press("Shift")
        expect(board.get_by_role("heading", name="Coralon")).to_have_css("opacity", "1")
        check_accessibility(board)
        assert small_targets(board) == []


def test_a_hand_entered_on_the_phone_that_speaks_is_spoken_and_a_bid_or_preview_is_not(
    host: Table, new_phone: NewPhone
) -> None:
    table = Table(opened(host, new_phone))
    table.tap(table.menu)
    check_accessibility(table.page)
    table.tap(switch(table.page))
    table.tap(table.menu)
    table.play(deal("Bea", 5, 5, 3, 3))
    expect_said(table.page, HELLO, "Bea bid 5 and made it exactly. Bea, 395 to go. Bea deals.")


def test_a_board_speaks_a_correction_the_winner_and_the_next_game_unless_it_is_silenced(
    host: Table, board: Page
) -> None:
    switch(board).tap()
    spoken = [HELLO, save(host, 1)]
    expect_said(board, *spoken)
    sheet = host.page.url
    host.page.goto(f"{sheet}/hands/1")
    revision = host.page.locator("input[name=revision]").first.input_value()
    tricks = {"tricks-0": 3, "tricks-1": 5, "tricks-2": 3, "tricks-3": 2}
    host.send(f"{sheet}/hands/1", revision=revision, bidder="Bea", bid=4, **tricks)
    spoken.append("Correction of hand 1: Bea bid 4 and went over. Bea, 395 to go; Ann and Cal 397; Dee 398.")
    expect_said(board, *spoken)

    # One tap silences a board at rest, and it stays silent. Nothing is made up for.
    expect(board.locator("html.resting")).to_be_attached()
    switch(board).tap()
    spoken.append("silence")
    expect(switch(board)).not_to_be_checked()
    save(host, 2, sheet)
    expect(board.locator(".total").nth(1)).to_have_text("10")
    board.reload()
    expect(switch(board)).not_to_be_checked()
    expect_said(board, *spoken)
    switch(board).tap()
    spoken += [HELLO, save(host, 3, sheet)]
    expect_said(board, *spoken)

    # A page that is opened again goes on, and speaks from the first tap.
    with board.expect_request("**/live?*"):
        board.reload()
    expect(switch(board)).to_be_checked()
    board.locator(".room").tap()
    host.page.goto(sheet)
    host.tap(host.menu)
    host.tap(host.button("End game"))
    spoken.append("The game was ended. And Bea wins the game, with 15 points, 12 ahead of Ann and Cal!")
    expect_said(board, *spoken)
    with host.page.expect_navigation(url=re.compile(r"/plays/(?!1\b)")):
        host.follow(host.again_button)
    expect(board).to_have_url(re.compile(host.page.url))
    expect_said(board, *spoken, save(host, 1).replace("Bea deals", "Ann deals"))


def test_a_screen_without_a_voice_offers_no_switch(host: Table, new_phone: NewPhone) -> None:
    phone = new_phone(like=host.page)
    phone.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    phone.goto(host.page.url + "/board")
    expect(phone.locator(".full-screen")).to_be_visible()
    expect(switch(phone)).to_be_hidden()
