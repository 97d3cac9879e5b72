"""Which browser the tests use, and how it is started."""

import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright

# The first is Chromium without windows, and takes two thirds of the others' time.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
)
MAC_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# A browser left alone looks up and fetches things of its own; in a test it talks to the app and nobody else.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    # A service worker fetches every file of the app, which only its own tests wait for.
    "service_workers": "block",
    # Totals that count up draw a page again in every frame, which only their own tests look at.
    "reduced_motion": "reduce",
}


def launch(playwright: Playwright) -> Browser:
    """Start the browser. Raises Playwright's Error where there is none."""
    return playwright.chromium.launch(
        executable_path=find_browser(), args=ARGUMENTS, chromium_sandbox=sandboxed()
    )


def find_browser() -> str | None:
    """Return the installed Chromium or Chrome; None if Playwright's own download is to be used."""
    for command in COMMANDS:
        if found := shutil.which(command):
            return found
    return next((app for app in MAC_APPS if Path(app).exists()), None)


def sandboxed() -> bool:
    """Return whether the browser can be started in its sandbox, which root can't."""
    return os.geteuid() != 0
