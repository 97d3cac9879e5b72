"""The newest WebKit, and one as old as iOS 16.0, at the size of a phone on displays of their own.

WebKitGTK's MiniBrowser runs on an X server without a screen. The old one is WPE WebKit of Debian 12, and runs
on a Wayland compositor without a screen.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.wpewebkit.options import Options as OldOptions
from selenium.webdriver.wpewebkit.service import Service as OldService

from tests.browser.install import apt_get_install

DRIVER, OLD_DRIVER = "WebKitWebDriver", "WPEWebDriver"
PACKAGES, OLD_PACKAGES = ("webkit2gtk-driver", "xvfb"), ("wpewebkit-driver", "cog", "weston")

# The display is as large as the phone and the browser fills it, since its window could not be this narrow.
WIDTH, HEIGHT = 390, 844
START = 10
"""Seconds to start a display, which takes a fraction of one."""


def install_webkit() -> bool:
    """Install what is missing, if that needs no questions; return whether WebKit can be tested."""
    find_old_webkit() or apt_get_install(*OLD_PACKAGES)
    return is_installed() or (apt_get_install(*PACKAGES) and is_installed())


def is_installed() -> bool:
    """Return whether the driver, its browser and the virtual display are there."""
    return bool(shutil.which(DRIVER) and shutil.which("Xvfb") and find_webkit())


def find_webkit() -> Path | None:
    """Return the path of the newest MiniBrowser, or None if there is none."""
    return max(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), default=None)


def find_old_webkit() -> bool:
    """Return whether the driver of the old one, its browser and the display are there."""
    return all(map(shutil.which, (OLD_DRIVER, "cog", "weston")))


@contextmanager
def launch() -> Iterator[webdriver.WebKitGTK]:
    """Start the newest browser on a display of its own, and stop both afterwards."""
    options = Options()
    options.binary_location = str(find_webkit())
    options.add_argument("--automation")
    options.add_argument("--full-screen")
    with x_server() as display:
        service = Service(executable_path=shutil.which(DRIVER), env={**os.environ, "DISPLAY": display})
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_window_size(WIDTH, HEIGHT)
            yield driver
        finally:
            driver.quit()


@contextmanager
def launch_old() -> Iterator[webdriver.WPEWebKit]:
    """Start the old browser on a display of its own, and stop both afterwards."""
    options = OldOptions()
    options.binary_location = str(shutil.which("cog"))
    options.set_capability("browserName", "cog")
    for argument in ("--automation", "--platform=wl", "about:blank"):
        options.add_argument(argument)
    size = {"COG_PLATFORM_WL_VIEW_WIDTH": str(WIDTH), "COG_PLATFORM_WL_VIEW_HEIGHT": str(HEIGHT)}
    with wayland_compositor() as display:
        environment = {**os.environ, **display, **size}
        service = OldService(executable_path=shutil.which(OLD_DRIVER), env=environment)
        driver = webdriver.WPEWebKit(options=options, service=service)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def x_server() -> Iterator[str]:
    """Start an X server without a screen, and yield its name, such as ":1"."""
    reading, writing = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"],
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


@contextmanager
def wayland_compositor() -> Iterator[dict[str, str]]:
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
            until = monotonic() + START
            while not Path(folder, "phone").exists() and monotonic() < until:
                sleep(0.02)
            yield environment
        finally:
            server.terminate()
            server.wait()
