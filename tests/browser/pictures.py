"""Takes the pictures of the README, from the night of the demo that goes on: ``make pictures``."""

import logging
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from scorekeeper.hosting.demo import make_demo
from scorekeeper.store import upgrade
from tests.browser.browser import PHONE, launch
from tests.browser.server import serving
from tests.conftest import make_app

FOLDER = Path("docs/pictures")

BOARD: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
"""A tablet on the shelf."""

SCALES = {"phone": 2, "board": 1.5}
"""Pixels of a picture for each of the page's, so that it is sharp where the README shows it smaller."""

# Half as large as PNG. Nothing that comes with Python writes it, but the browser does.
AS_WEBP = """async png => {
    const bitmap = await createImageBitmap(await (await fetch(png)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    const blob = await canvas.convertToBlob({type: 'image/webp', quality: 0.8})
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}"""


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = make_app(Path(folder) / "scorekeeper.db")
        upgrade(app)
        link = make_demo(app)
        with serving(app) as address:
            browser = launch(playwright)
            blank = browser.new_page()

            def open_phone(name: str, kind: dict[str, Any], **more: Any) -> BrowserContext:
                options = {**kind, "device_scale_factor": SCALES[name], "color_scheme": "light", **more}
                return browser.new_context(base_url=address, **options)

            phone = open_phone("phone", PHONE)
            sheet = phone.new_page()
            sheet.goto(link)
            sheet.get_by_role("button", name="I’m Nora").tap()
            sheet.get_by_text("You joined").wait_for()
            sheet.reload()
            sheet.locator("summary", has_text="Enter tricks").wait_for()
            take(sheet, "phone", blank)
            board = open_phone("board", BOARD, storage_state=phone.storage_state()).new_page()
            board.goto(f"{sheet.url.split('?')[0]}/board")
            take(board, "board", blank)
            browser.close()


def take(page: Page, name: str, blank: Page) -> None:
    """Keep what a page shows."""
    png = b64encode(page.screenshot()).decode()
    file = FOLDER / f"{name}.webp"
    file.write_bytes(b64decode(blank.evaluate(AS_WEBP, f"data:image/png;base64,{png}")))
    print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
