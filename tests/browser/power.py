"""A server that can be switched off and on."""

from contextlib import ExitStack
from types import TracebackType
from urllib.parse import urlsplit

from flask import Flask

from tests.browser.server import serving


class Power:
    """The app's server, on in its block, which can be switched off and on; its address stays the same."""

    def __init__(self, app: Flask, port: int = 0) -> None:
        self.app, self.port, self.address, self.running = app, port, "", ExitStack()

    def on(self, app: Flask | None = None) -> None:
        """Serve the app, or another version of it, at the same address."""
        self.address = self.running.enter_context(serving(app or self.app, self.port))
        self.port = urlsplit(self.address).port or 0

    def off(self) -> None:
        """Stop the server, as if it had lost its power."""
        self.running.close()

    def __enter__(self) -> "Power":
        self.on()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.off()
