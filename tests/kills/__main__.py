"""Enter a hand in each round while something goes away: ``python -m tests.kills [ROUNDS [SEED]]``.

At a random moment the server or the browser is killed, the network is cut, an answer is lost on the way or
the page is loaded again. In the end every hand that the phone has called saved or waiting must be there
once and in order. Prints what was found, and fails otherwise.
"""

import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Error, Page, Playwright, sync_playwright

from tests.bench.server import running
from tests.browser.browser import ARGUMENTS, PHONE, find_browser, sandboxed
from tests.browser.table import Table
from tests.kills.network import Network

ROUNDS = 100
FIRST = 1001
"""The first hand gives Ann so many points, and each one more than the one before: no two hands are alike."""
MOMENTS = (0.0, 0.6)
"""When something goes away: so many seconds after the hand is saved."""
AWAY = (0.1, 2.5)
"""How long it stays away, in seconds."""
SOON, PATIENCE = 4, 30
"""How many seconds to wait for what may not come, and for what must."""
SHOWN = """() => [...document.querySelectorAll(".pending > details, [data-part=hands] details")]
    .map((row) => row.innerText)"""
STILL_WAITING = ".pending > details"


class Evening:
    """A phone, a server and the network between them, each of which can go away."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self.playwright = playwright
        self.folder = folder
        self.network = Network(0)
        self.server = ExitStack()
        self.start_server()
        self.open_browser()
        Table(self.page).seated("tally", "Ann", "Bea")
        self.address = self.page.url
        # A browser writes cookies to the disk after half a minute; as if the phone had joined before that.
        self.cookies: Any = self.context.cookies()

    def start_server(self) -> None:
        self.process, self.network.server_port = self.server.enter_context(running("app", self.folder))
        # It listens at once, and answers when the app has started.
        urlopen(f"http://127.0.0.1:{self.network.server_port}/").close()

    def kill_server(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)

    def open_browser(self) -> None:
        """Open the browser with what the last one kept, and go back to the game."""
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

    def kill_browser(self) -> None:
        for process in Path("/proc").glob("[0-9]*"):
            if f"--user-data-dir={self.folder / 'phone'}" in command(process):
                os.kill(int(process.name), signal.SIGKILL)

    @contextmanager
    def without(self, what: str, chance: random.Random) -> Iterator[None]:
        """Let something go away while the block runs, and be back afterwards."""
        go = {
            "server": self.kill_server,
            "browser": self.kill_browser,
            "network": self.network.cut,
            "answer": lambda: None,
            "page": lambda: None,
        }[what]
        self.network.loses_answers = what == "answer"
        timer = Timer(chance.uniform(*MOMENTS), go)
        timer.start()
        yield
        timer.join()
        sleep(chance.uniform(*AWAY))
        self.network.loses_answers = False
        self.network.up = True
        if what == "server":
            self.server.close()
            self.start_server()
        if what == "browser":
            with suppress(Error):
                self.context.close()
            self.open_browser()
            self.context.add_cookies(self.cookies)
        if what in ("browser", "page"):
            self.page.goto(self.address)

    def enter(self, points: int) -> None:
        """Enter a hand and save it."""
        form = self.page.locator(".panel form[action$='/hands']").filter(visible=True).first
        form.locator("[name=points-0]").fill(str(points))
        form.locator("[name=points-1]").fill("0")
        form.locator(".buttons .primary").click(no_wait_after=True)

    def shown(self) -> list[int]:
        """Return the hands that the phone calls saved or waiting, the newest first."""
        rows = self.page.evaluate(SHOWN)
        return [
            int(word)
            for row in rows
            for word in row.replace(",", "").replace("+", " ").split()
            if is_hand(word)
        ]

    def wait_for(self, points: int, seconds: float = SOON) -> bool:
        """Return whether the phone calls a hand saved or waiting before so many seconds are over."""
        until = monotonic() + seconds
        while monotonic() < until:
            try:
                if points in self.shown():
                    return True
            except Error:
                return False
            sleep(0.05)
        return False

    def finish(self) -> list[int]:
        """Wait until everything is sent, and return the hands that the server has, the first one first."""
        self.page.goto(self.address)
        self.page.locator(STILL_WAITING).first.wait_for(state="detached", timeout=PATIENCE * 1000)
        sheet = self.page.request.get(f"{self.address}/scoresheet.json").json()
        return [hand["points"]["Ann"] for hand in sheet["hands"]]


def is_hand(word: str) -> bool:
    return word.isdecimal() and int(word) >= FIRST


def command(process: Path) -> str:
    try:
        return (process / "cmdline").read_text()
    except OSError:
        return ""


def play(rounds: int, seed: int) -> tuple[list[int], list[int], Counter[str]]:
    """Return the hands that were entered, those that the server has, and how often what went away."""
    chance = random.Random(seed)
    went, called = Counter[str](), list[int]()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        evening = Evening(playwright, Path(folder))
        for points in range(FIRST, FIRST + rounds):
            what = chance.choice(["server", "browser", "network", "answer", "page"])
            went[what] += 1
            with evening.without(what, chance):
                try:
                    evening.enter(points)
                    is_called = evening.wait_for(points)
                except Error:
                    is_called = False
            # Like anyone at the table: what the phone does not show is entered again.
            if not (is_called := is_called or evening.wait_for(points)):
                evening.enter(points)
                is_called = evening.wait_for(points, PATIENCE)
            called.append(points)
            print(f"{points - FIRST + 1:4} {what:8}{'' if is_called else ' never shown'}", flush=True)
        saved = evening.finish()
        evening.context.close()
        evening.server.close()
        evening.network.close()
    return called, saved, went


def main() -> None:
    rounds, seed = [int(word) for word in sys.argv[1:]] + [ROUNDS, 0][len(sys.argv) - 1 :]
    called, saved, went = play(rounds, seed)
    print(", ".join(f"{what} {times}" for what, times in went.most_common()))
    if saved != called:
        lost, twice = set(called) - set(saved), [one for one, times in Counter(saved).items() if times > 1]
        sys.exit(f"Lost: {sorted(lost)}, twice: {twice}, saved: {saved}")
    print(f"All {len(saved)} hands are there once, in order.")


if __name__ == "__main__":
    main()
