"""A server that can be switched off and on."""

from contextlib import ExitStack
from urllib.parse import urlsplit

from flask import Flask

from tests.browser.server import serving


class Power:
    """The server, which can be switched off and on; its address stays the same."""

    def __init__(self, app: Flask) -> None:
        self.app, self.address, self.running = app, "", ExitStack()

    def on(self) -> None:
        port = urlsplit(self.address).port or 0
        self.address = self.running.enter_context(serving(self.app, port))

    def off(self) -> None:
        self.running.close()
