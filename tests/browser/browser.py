"""Which browser the tests use, and how it is started."""

import os
import shutil
from pathlib import Path

COMMANDS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
MAC_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# A browser left alone looks up and fetches things of its own; in a test it talks to the app and nobody else.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def find_browser() -> str | None:
    """The installed Chromium or Chrome; None leaves it to Playwright's own download."""
    for command in COMMANDS:
        if found := shutil.which(command):
            return found
    return next((app for app in MAC_APPS if Path(app).exists()), None)


def sandboxed() -> bool:
    """Whether the browser can be started in its sandbox: root's cannot."""
    return os.geteuid() != 0
