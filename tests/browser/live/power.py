"""A server that can be switched off and on."""

from contextlib import ExitStack

from flask import Flask

from tests.browser.server import own_port, serving


class Power:
    """The server, which can be switched off and on; its address stays the same."""

    def __init__(self, app: Flask) -> None:
        self.app, self.address, self.running = app, "", ExitStack()

    def on(self) -> None:
        self.address = self.running.enter_context(serving(self.app, own_port()))

    def off(self) -> None:
        self.running.close()
