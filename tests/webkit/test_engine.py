"""The rules themselves run in WebKit, and score what is entered without a network."""

from collections.abc import Iterator

import pytest
from flask import Flask
from selenium.webdriver import WebKitGTK

from scorekeeper.phone.preparing import is_prepared
from tests.browser.power import Power
from tests.phone.engine import FOLDER, OPEN
from tests.webkit.test_outbox import ROWS, Offline

pytestmark = pytest.mark.skipif(
    not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers"
)

LOAD = f"const [done] = arguments; ({OPEN})().then(done, ({{ message }}) => done(message));"
SLOW = 180
"""Seconds: the first time Python starts afresh, which a busy machine takes long for."""


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Return an app that has what phones take to score."""
    monkeypatch.setitem(app.config, "OFFLINE_FOLDER", str(FOLDER))
    return app


@pytest.fixture
def table(webkit: WebKitGTK, power: Power) -> Iterator[Offline]:
    webkit.set_script_timeout(SLOW)
    yield Offline(webkit, power.address)
    webkit.delete_all_cookies()


def test_hands_are_scored_without_a_server(table: Offline, power: Power) -> None:
    table.seated()
    assert table.driver.execute_async_script(LOAD) is True
    power.off()
    table.enter_hand("Bea", 5, 5, 3, 3)
    table.expect_totals(0, 5, 0, 0)
    table.bid_here("Cal", 4)
    table.until(lambda: table.texts(".ahead .called"))
    table.enter(5, 3, 3)
    table.until(lambda: "1 over the bid of 4" in " ".join(table.texts(".ahead .look .because")))
    power.on()
    table.until(lambda: table.find_all(".hand"))
    table.expect_texts(ROWS, [])
    table.expect_totals(0, 5, 0, 0)
