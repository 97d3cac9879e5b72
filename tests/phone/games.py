"""Go on without a server in every game: ``python -m tests.phone.games [keys of games]``.

Some hands of each are entered in a browser while the server is stopped, with the rules on the phone and then
without. The suite does this with a few games only (tests/browser/app/test_engine.py).
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Page, sync_playwright

from scorekeeper.phone.preparing import is_prepared
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.store import upgrade
from tests.browser.app.offline import Evening, Offline
from tests.browser.browser import PHONE, launch
from tests.browser.power import Power
from tests.conftest import make_app
from tests.phone.engine import FOLDER
from tests.rules import strategies

PLAYERS = ("Ann", "Bea", "Cal", "Dee", "Eve", "Fay")
TWO_DIGITS = 99
"""The largest figure, as nobody taps nine digits for every player."""


def main() -> None:
    """Play every game, or those that are named."""
    if not is_prepared(FOLDER):
        sys.exit("Run make offline first.")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "LARGEST", TWO_DIGITS)
        for scores in (True, False):
            with opened(scores) as (power, page):
                play_all(power, page, scores)


@contextmanager
def opened(scores: bool) -> Iterator[tuple[Power, Page]]:
    """Yield the server of an app, and a phone."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = make_app(Path(folder) / "scorekeeper.db", OFFLINE_FOLDER=str(FOLDER) if scores else "")
        upgrade(app)
        with Power(app) as power:
            browser = launch(playwright)
            usual = {**PHONE, "service_workers": "allow", "base_url": power.address}
            try:
                yield power, browser.new_context(**usual).new_page()
            finally:
                browser.close()


def play_all(power: Power, page: Page, scores: bool) -> None:
    """Play each game without a server, and check that all arrives."""
    for game in GAMES:
        if sys.argv[1:] and game.key not in sys.argv[1:]:
            continue
        table = Offline(page)
        table.scores = scores
        evening = Evening(table, game, *PLAYERS)
        table.prepare()
        power.off()
        for raw in evening.hands:
            evening.enter(raw)
        power.on()
        evening.sent()
        rules = "with" if scores else "without"
        print(f"{game.name}: {len(evening.hands)} hands {rules} the rules on the phone", flush=True)


if __name__ == "__main__":
    main()
