"""The picture of a game is a photo for the phone’s share sheet, or for its folder of pictures."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

SHARING = """
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ files: [file] }) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    window.shared([file.name, file.type, ...bytes.slice(0, 24)]);
  };
"""


@pytest.fixture
def recap(phone: Page) -> Table:
    """Return the recap of a game of Coralon with one hand."""
    return open_recap(phone)


def open_recap(phone: Page) -> Table:
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    phone.goto(f"{phone.url}/recap")
    return table


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(50)


def size(head: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG; fail if it is none."""
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_a_phone_shares_a_photo_1080_pixels_wide(phone: Page) -> None:
    shared: list[list[Any]] = []
    phone.expose_function("shared", lambda file: shared.append(file))
    phone.add_init_script(SHARING)
    table = open_recap(phone)
    table.tap(table.button("Share picture"))
    wait_until(phone, lambda: bool(shared))
    ((name, kind, *head),) = shared
    assert kind == "image/png"
    assert re.fullmatch(r"coralon-20\d\d-\d\d-\d\d\.png", name)
    assert size(bytes(head))[0] == 1080


def test_a_browser_that_cannot_share_files_saves_the_photo(recap: Table) -> None:
    with recap.page.expect_download() as download:
        recap.tap(recap.button("Save picture"))
    assert download.value.suggested_filename.endswith(".png")
    assert size(Path(download.value.path()).read_bytes())[0] == 1080


@pytest.mark.usefixtures("requests_may_fail")
def test_without_a_network_the_button_says_so_and_can_be_tapped_again(recap: Table) -> None:
    recap.page.context.set_offline(True)
    recap.tap(recap.button("Save picture"))
    again = recap.button("No network: try again")
    expect(again).to_be_visible()
    recap.page.context.set_offline(False)
    with recap.page.expect_download():
        recap.tap(again)


def test_without_javascript_the_picture_is_a_link(new_phone: NewPhone) -> None:
    page = open_recap(new_phone()).page
    plain = new_phone(like=page, java_script_enabled=False)
    plain.goto(page.url)
    with plain.expect_download() as download:
        plain.get_by_role("link", name="Save picture").click()
    assert download.value.suggested_filename.endswith(".svg")
