"""WPE WebKit of Debian 12, which is as old as iOS 16.0, on a Wayland display as large as a phone."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from selenium import webdriver
from selenium.webdriver.wpewebkit.options import Options
from selenium.webdriver.wpewebkit.service import Service

from tests.webkit.webkit import HEIGHT, WIDTH

PROGRAMS = ("WPEWebDriver", "cog", "weston")
SECONDS = 10
"""To start the display, which takes a fraction of one."""


def find_wpe() -> bool:
    """Return whether the driver, its browser and the display are there."""
    return all(map(shutil.which, PROGRAMS))


@contextmanager
def launch_wpe() -> Iterator[webdriver.WPEWebKit]:
    """Start the browser on a display of its own, and stop both afterwards."""
    driver, browser, _ = map(shutil.which, PROGRAMS)
    options = Options()
    options.binary_location = str(browser)
    options.set_capability("browserName", "cog")
    for argument in ("--automation", "--platform=wl", "about:blank"):
        options.add_argument(argument)
    size = {"COG_PLATFORM_WL_VIEW_WIDTH": str(WIDTH), "COG_PLATFORM_WL_VIEW_HEIGHT": str(HEIGHT)}
    with wayland_display() as display:
        service = Service(executable_path=driver, env={**os.environ, **display, **size})
        phone = webdriver.WPEWebKit(options=options, service=service)
        try:
            yield phone
        finally:
            phone.quit()


@contextmanager
def wayland_display() -> Iterator[dict[str, str]]:
    """Start a compositor without a screen, and yield the environment that its clients need."""
    with TemporaryDirectory() as folder:
        environment = {"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "phone"}
        size = [f"--width={WIDTH}", f"--height={HEIGHT}"]
        options = ["--no-config", "--backend=headless-backend.so", "--idle-time=0", "--socket=phone"]
        server = subprocess.Popen(
            ["weston", *options, *size],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until = monotonic() + SECONDS
            while not Path(folder, "phone").exists() and monotonic() < until:
                sleep(0.02)
            yield environment
        finally:
            server.terminate()
            server.wait()
