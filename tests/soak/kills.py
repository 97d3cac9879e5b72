"""Enter something in each round while something goes away: ``python -m tests.soak.kills [ROUNDS [SEED]]``.

A hand, a correction of the newest hand, or coins that were lent. At a random moment the server or the browser
is killed, the network is cut, an answer is lost on the way or the page is loaded again. In the end everything
that the phone has called saved or waiting must be there once and in order, on the server and on the page.
"""

import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Error, Page, Playwright, sync_playwright

from tests.browser.browser import ARGUMENTS, PHONE, find_browser, sandboxed
from tests.browser.network import Network
from tests.browser.table import Table
from tests.soak.server import SoakServer

ROUNDS = 100
FIRST = 1001
"""The first hand gives Ann so many points, and each one more than the one before: no two hands are alike."""
MOMENTS, AWAY = (0.0, 0.6), (0.1, 2.5)
"""When something goes away, in seconds after the hand is saved, and how long it stays away."""
SOON, PATIENCE = 4, 30
"""How many seconds to wait for what may not come, and for what must."""
SHOWN = """() => [...document.querySelectorAll(".pending > details, [data-part=hands] details, .entries li")]
    .map((row) => row.textContent)"""
LINE = ".connection button"
"""It says what waits to be sent, or was refused."""
FORMS = {"hand": ".panel form[action$='/hands']", "correction": "form.correct"}
KINDS = ["hand", "hand", "correction", "coins"]
AWAY_KINDS = ["server", "browser", "network", "answer", "page", "browser and network"]


class Kills:
    """A phone, a server and the network between them, each of which can go away."""

    def __init__(self, playwright: Playwright, folder: Path, chance: Random) -> None:
        self.playwright, self.folder, self.chance = playwright, folder, chance
        self.server = SoakServer(folder)
        self.server.start()
        self.network = Network(self.server.port)
        self.open_browser()
        Table(self.page).seated("tally", "Ann", "Bea")
        self.address = self.place = self.page.url
        self.coins = self.page.url.replace("plays", "nights") + "/bank?record"
        # A browser writes cookies to the disk after half a minute; as if the phone had joined before that.
        self.cookies: Any = self.context.cookies()

    def open_browser(self) -> None:
        """Open the browser with what the last one kept."""
        self.context = self.playwright.chromium.launch_persistent_context(
            self.folder / "phone",
            executable_path=find_browser(),
            args=ARGUMENTS,
            chromium_sandbox=sandboxed(),
            base_url=f"http://127.0.0.1:{self.network.port}",
            **PHONE,
        )
        self.page: Page = self.context.pages[0]
        self.page.set_default_timeout(PATIENCE * 1000)

    def lose(self, what: str) -> None:
        """Let something go away."""
        if "network" in what:
            self.network.cut()
        if what == "server":
            self.server.kill()
        if "browser" in what:
            for process in Path("/proc").glob("[0-9]*"):
                with suppress(OSError):
                    if f"--user-data-dir={self.folder / 'phone'}" in (process / "cmdline").read_text():
                        os.kill(int(process.name), signal.SIGKILL)

    def bring_back(self, what: str) -> None:
        """Let it be there again."""
        self.network.loses_answers, self.network.up = False, True
        if what == "server":
            self.server.start()
        if "browser" in what:
            with suppress(Error):
                self.context.close()
            self.open_browser()
            self.context.add_cookies(self.cookies)
        if "browser" in what or what == "page":
            # The page of a correction does not say whether it has been saved.
            self.page.goto(self.coins if self.place == self.coins else self.address)
            # What waits is shown a moment after the page, and nobody has typed a hand by then.
            self.page.wait_for_timeout(1000)

    def go_to(self, kind: str, hands: int) -> None:
        """Open the page on which something of a kind is entered, once everything else is sent."""
        correction = f"{self.address}/hands/{hands}"
        place = {"hand": self.address, "correction": correction, "coins": self.coins}[kind]
        if kind != "hand" or place != self.place:
            self.wait_until_sent()
            self.page.goto(place)
        self.place = place

    def wait_until_sent(self) -> None:
        """Open the sheet, and wait until nothing is left to be sent."""
        # What was just sent may lead the page there itself.
        with suppress(Error):
            self.page.goto(self.address)
        self.page.goto(self.address)
        # It is said a moment after the page has loaded.
        self.page.wait_for_timeout(500)
        self.page.locator(LINE).wait_for(state="detached", timeout=PATIENCE * 1000)

    def enter(self, kind: str, number: int) -> None:
        """Enter something with this number, and save it."""
        if kind == "coins":
            self.page.locator("label", has=self.page.locator("[name=taker][value='1']")).click()
            self.page.locator("[name=coins]").first.fill(str(number))
            self.page.locator("form.happened .line button").click(no_wait_after=True)
            return
        form = self.page.locator(FORMS[kind]).filter(visible=True).first
        form.locator("[name=points-0]").fill(str(number))
        form.locator("[name=points-1]").fill("0")
        form.locator(".buttons .primary").click(no_wait_after=True)

    def enter_without(self, what: str, kind: str, number: int) -> bool:
        """Enter something while something goes away; return whether the phone calls it saved or waiting."""
        self.network.loses_answers = what == "answer"
        timer = Timer(self.chance.uniform(*MOMENTS), self.lose, [what])
        timer.start()
        try:
            self.enter(kind, number)
            is_called = self.wait_for(number)
        except Error:
            is_called = False
        timer.join()
        sleep(self.chance.uniform(*AWAY))
        self.bring_back(what)
        # Like anyone at the table: what the phone does not show is entered again.
        if not (is_called := is_called or self.wait_for(number)):
            if kind == "correction":
                self.page.goto(self.place)
            self.enter(kind, number)
            is_called = self.wait_for(number, PATIENCE)
        return is_called

    def shown(self) -> list[int]:
        """Return the numbers that the phone calls saved or waiting, the newest first."""
        return [number for row in self.page.evaluate(SHOWN) if (number := number_in(row))]

    def wait_for(self, number: int, seconds: float = SOON) -> bool:
        """Return whether the phone calls a number saved or waiting before so many seconds are over."""
        until = monotonic() + seconds
        while monotonic() < until and not self.page.is_closed():
            # A page that is just being opened cannot be asked.
            with suppress(Error):
                # Pages other than the sheet say only that something waits.
                if number in self.shown() or (self.place != self.address and self.page.locator(LINE).count()):
                    return True
            sleep(0.05)
        return False

    def finish(self) -> tuple[list[int], list[int]]:
        """Wait until everything is sent, and return the hands and the coins that the server has, in order.

        Fails if the page shows others.
        """
        self.wait_until_sent()
        sheet = self.page.request.get(f"{self.address}/scoresheet.json").json()
        hands = [hand["points"]["Ann"] for hand in sheet["hands"]]
        rows = self.shown()
        assert rows == hands[::-1], f"The page shows {rows}, and the server has {hands}."
        self.page.goto(self.coins)
        coins = self.shown()[::-1]
        self.context.close()
        self.server.stop()
        self.network.close()
        return hands, coins


def number_in(row: str) -> int:
    """Return the number of a row, which it may say more than once; 0 if there is none."""
    words = row.replace(",", "").replace("+", " ").split()
    return next((int(word) for word in words if word.isdecimal() and int(word) >= FIRST), 0)


def main() -> None:
    """Play as many rounds as asked."""
    rounds, seed = [int(word) for word in sys.argv[1:]] + [ROUNDS, 0][len(sys.argv) - 1 :]
    chance, went = Random(seed), Counter[str]()
    hands, coins = list[int](), list[int]()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        phone = Kills(playwright, Path(folder), chance)
        for number in range(FIRST, FIRST + rounds):
            kind, what = chance.choice(KINDS) if hands else "hand", chance.choice(AWAY_KINDS)
            went[what] += 1
            phone.go_to(kind, len(hands))
            is_called = phone.enter_without(what, kind, number)
            if kind == "correction":
                hands.pop()
            (coins if kind == "coins" else hands).append(number)
            print(
                f"{number - FIRST + 1:4} {kind:10} {what}{'' if is_called else ', never shown'}", flush=True
            )
        saved = phone.finish()
    print(", ".join(f"{what} {times}" for what, times in went.most_common()))
    if saved != (hands, coins):
        sys.exit(f"Entered: {(hands, coins)}\nSaved:   {saved}")
    print(f"All {len(hands)} hands and {len(coins)} loans are there once, in order.")


if __name__ == "__main__":
    main()
