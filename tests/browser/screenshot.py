"""Takes the screenshot for the README: ``python -m tests.browser.screenshot``."""

import logging
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorekeeper.store import upgrade
from tests.browser.browser import PHONE, launch
from tests.browser.server import serving
from tests.browser.table import CAST, Table, deal
from tests.conftest import make_app

PICTURE = Path("static/phone.png")

DEALS = (
    deal("Bea", 5, 6, 3, 2, 2),
    deal("Cal", 4, 4, 4, 2, 3),
    deal("Ann", 7, 8, 2, 2, 1),
    deal("Bea", 6, 5, 2, 5, 1),
)


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = make_app(Path(folder) / "scorekeeper.db")
        upgrade(app)
        with serving(app) as address:
            browser = launch(playwright)
            # One pixel for each of the page's, so that the repository stays small.
            options = PHONE | {"device_scale_factor": 1, "color_scheme": "light", "base_url": address}
            phone = browser.new_context(**options).new_page()
            table = Table(phone)
            table.seated("coralon", *CAST, played=DEALS)
            table.bid("Cal", 5)
            table.follow(table.button("Crowns"))
            phone.screenshot(path=PICTURE)
            browser.close()
    print(f"{PICTURE}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
