"""A phone at a table where the server can't be reached: what waits, and what the rules on it say."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from scorekeeper.rules.engine import play
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import set_up
from tests.browser.app.test_offline_copies import wait_until_kept
from tests.browser.plays.test_every_game import some_hands
from tests.browser.table import Deal, Table
from tests.browser.thumb import enter

PREPARE = """async () => {
  const script = document.querySelector("script[type=module][src*='/app.js']").src;
  const scoring = await import(script.replace("app.js", "plays/offline/scoring.js"));
  return scoring.prepare();
}"""
SCOREBOARD = """board => [board, board.parentElement.querySelector(".on-table:not([hidden])")]
  .map(part => part?.innerText.replace(/\\s+/g, " "))"""

LATER = re.compile("[Ss]cored once it is sent")

TO_SEND = 40_000
"""Milliseconds until the phone notices that the server is back, and has sent all that waits."""


class Offline(Table):
    """A sheet that goes on without a server; ``scores`` says whether the rules are on the phone."""

    scores = False

    @property
    def rows(self) -> Locator:
        """The hands that wait, newest first."""
        return self.page.locator(".pending summary > span")

    def row(self, number: int) -> Locator:
        return self.page.locator(f".pending [data-row='{number}']")

    def ask_for(self, number: int) -> None:
        expect(self.panel.locator("h2")).to_have_text(f"Hand {number}")

    def enter_hand(self, hand: Deal) -> None:
        self.enter_bid(hand.bidder, hand.bid)
        self.enter_tricks(hand)

    def enter_bid(self, bidder: str, bid: int) -> None:
        self.tap(self.panel.get_by_role("radio", name=bidder).first)
        self.tap(self.panel.get_by_role("button", name=str(bid), exact=True))
        expect(self.panel.locator(".called")).to_contain_text(bidder)

    def enter_tricks(self, hand: Deal) -> None:
        for count in hand.took:
            self.tap(self.panel.locator(".keypad").get_by_role("button", name=str(count), exact=True))
        self.tap(self.panel.get_by_role("button", name=re.compile("^Save hand")))

    def follow(self, what: Locator) -> None:
        """Tap something that would open another page or reload this one, if there were a server."""
        self.tap(what)

    def open_take(self) -> None:
        """Open the part of the form that asks what was taken, where it is closed."""
        fold = self.panel.locator("details.take:not([open]) > summary")
        if fold.count():
            self.tap(fold)

    def save(self) -> None:
        """Save a hand once its preview is there."""
        button = self.panel.locator("button.primary").filter(has_text=re.compile("^Save"), visible=True)
        preview = self.panel.locator(".look").filter(visible=True)
        if self.scores:
            # Above the keys while something is blank.
            expect(self.panel.locator(".after").filter(visible=True)).not_to_have_count(0)
        else:
            expect(preview).to_have_text(LATER)
        self.tap(button)

    def prepare(self) -> None:
        """Wait until the phone has all that it goes on with."""
        wait_until_kept(self.page, f"{self.page.url}/blank", "{number}")
        wait_until_kept(self.page, self.page.url, "<main")
        assert self.page.evaluate(PREPARE) == self.scores

    def scoreboard(self) -> list[str | None]:
        """Return the text of the scoreboard, and of what is on the table."""
        return list(self.page.locator("[data-part=board]").evaluate(SCOREBOARD))

    def heading(self) -> str:
        return self.panel.locator("h2").first.inner_text()


class Evening:
    """Some hands of a game, entered while there is no server."""

    def __init__(self, table: Offline, game: Game[Any, Any], *names: str) -> None:
        self.table, self.game = table, game
        table.seated(game.key, *names[: 4 if 4 in game.seats else game.seats[0]])
        sheet = table.page.request.get(f"{table.page.url}/engine.json").json()["sheet"]
        self.setup = set_up({**sheet, "hands": []}, by_name=False)
        self.hands = some_hands(self.setup)
        self.played: list[Any] = []
        self.shown: list[str | None] = []

    def expect_totals(self) -> None:
        """Check the totals after what was played."""
        totals = play(self.setup, self.played).state.totals
        sides = self.table.page.locator(".board .total")
        for place, side in enumerate(self.game.sides(self.setup.table)):
            expect(sides.nth(place)).to_have_attribute("data-net", str(totals[side[0]]))

    def enter(self, raw: Any) -> None:
        """Enter a hand, and check its row and the totals."""
        self.played.append(raw)
        enter(self.table, self.game, self.setup.table, raw)
        row = self.table.row(len(self.played))
        if self.table.scores:
            # The row of the bid gives way to that of the hand, on which a tap does nothing at once.
            expect(row.locator(".change .after")).to_be_attached()
        row.locator("summary").press("Enter")
        if self.table.scores:
            expect(row.locator(".change .after")).to_be_visible()
            self.expect_totals()
            expect(self.table.page.locator(".unsent")).to_be_visible()
        else:
            expect(row).to_contain_text(LATER)
        self.table.tap(row.locator("summary"))
        self.shown = [*self.table.scoreboard(), self.table.heading()]

    def sent(self) -> None:
        """Wait until the server has all, and check that it shows what the phone has shown."""
        shown = self.shown
        expect(self.table.page.locator(".pending")).to_have_count(0, timeout=TO_SEND)
        expect(self.table.hands).to_have_count(len(self.played))
        self.expect_totals()
        if self.table.scores:
            sent = [*self.table.scoreboard(), self.table.heading()]
            assert sent == shown, (sent, shown)
