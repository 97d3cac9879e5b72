"""A phone that runs WebKit, on a table of its own."""

from collections.abc import Iterator

import pytest
from flask import Flask
from selenium.webdriver import WebKitGTK, WPEWebKit

from tests.browser.network import Network
from tests.browser.power import Power
from tests.browser.server import serving
from tests.webkit.browsers import find_old_webkit, launch, launch_old
from tests.webkit.table import Table


@pytest.fixture(scope="session")
def webkit() -> Iterator[WebKitGTK]:
    """Yield one browser for all the tests."""
    with launch() as driver:
        yield driver


@pytest.fixture(scope="session")
def old_webkit() -> Iterator[WPEWebKit]:
    """Yield one browser as old as iOS 16.0 for all the tests."""
    if not find_old_webkit():
        pytest.skip("WPE WebKit cannot be installed here (on Debian: wpewebkit-driver, cog and weston)")
    with launch_old() as driver:
        yield driver


@pytest.fixture
def table(webkit: WebKitGTK, app: Flask) -> Iterator[Table]:
    """Yield a phone in no club yet, and the app with an empty database."""
    with serving(app) as address:
        yield Table(webkit, address)
        webkit.delete_all_cookies()


@pytest.fixture
def power(app: Flask) -> Iterator[Power]:
    with Power(app) as power:
        yield power


@pytest.fixture
def network(power: Power) -> Iterator[Network]:
    network = Network(int(power.address.rpartition(":")[2]))
    yield network
    network.close()
