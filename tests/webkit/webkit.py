"""WebKit at the size of a phone: WebKitGTK's MiniBrowser on a virtual display of its own."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

DRIVER = "WebKitWebDriver"

# The display is as large as the phone and the browser fills it, since its window could not be this narrow.
WIDTH, HEIGHT = 390, 844


def find_webkit() -> Path | None:
    """Return the path of the newest MiniBrowser, or None if there is none."""
    return max(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), default=None)


@contextmanager
def launch() -> Iterator[webdriver.WebKitGTK]:
    """Start the browser on a display of its own, and stop both afterwards."""
    options = Options()
    options.binary_location = str(find_webkit())
    options.add_argument("--automation")
    options.add_argument("--full-screen")
    with virtual_display() as display:
        service = Service(executable_path=shutil.which(DRIVER), env={**os.environ, "DISPLAY": display})
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_window_size(WIDTH, HEIGHT)
            yield driver
        finally:
            driver.quit()


@contextmanager
def virtual_display() -> Iterator[str]:
    """Start an X server without a screen, and yield its name, such as ":1"."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
