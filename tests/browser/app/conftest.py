"""A phone that keeps pages, and a server that can be stopped."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import NewPhone
from tests.browser.server import serving


class Stoppable:
    """The app's server, which can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.running = ExitStack()
        self.address = ""

    def start(self, app: Flask) -> None:
        port = int(self.address.rpartition(":")[2] or 0)
        self.address = self.running.enter_context(serving(app, port))

    def stop(self) -> None:
        self.running.close()


@pytest.fixture
def stoppable(app: Flask) -> Iterator[Stoppable]:
    server = Stoppable()
    server.start(app)
    yield server
    server.stop()


@pytest.fixture
def server(stoppable: Stoppable) -> str:
    """Return the address of the app."""
    return stoppable.address


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    """Return a phone that installs the service worker."""
    return new_phone(service_workers="allow")
