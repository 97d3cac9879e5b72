"""The picture of a game is a photo for the phone’s share sheet, or for its folder of pictures."""

import json
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table, deal

SHARING = """
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ files: [file] }) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    document.documentElement.dataset.shared = JSON.stringify([file.name, file.type, ...bytes.slice(0, 24)]);
  };
"""


def size(head: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG; fail if it is none."""
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def open_recap(phone: Page) -> Table:
    """Open the recap of a game of Coralon with one hand."""
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    phone.goto(f"{phone.url}/recap")
    return table


@pytest.mark.journey
def test_a_phone_shares_a_photo_of_1080_by_1350_pixels(phone: Page) -> None:
    phone.add_init_script(SHARING)
    table = open_recap(phone)
    table.tap(table.button("Send picture"))
    page = phone.locator("html")
    expect(page).to_have_attribute("data-shared", re.compile("png"))
    name, kind, *head = json.loads(page.get_attribute("data-shared") or "")
    assert kind == "image/png"
    assert re.fullmatch(r"coralon-20\d\d-\d\d-\d\d\.png", name)
    assert size(bytes(head)) == (1080, 1350)


@pytest.mark.usefixtures("requests_may_fail")
def test_a_browser_that_cannot_share_files_saves_the_photo_once_there_is_a_network(phone: Page) -> None:
    recap = open_recap(phone)
    phone.context.set_offline(True)
    recap.tap(recap.button("Save picture"))
    again = recap.button("No network: try again")
    expect(again).to_be_visible()
    phone.context.set_offline(False)
    with phone.expect_download() as download:
        recap.tap(again)
    assert download.value.suggested_filename.endswith(".png")
    assert size(Path(download.value.path()).read_bytes()) == (1080, 1350)
