"""Sees to it that there is a browser to test with: Debian's, one that is installed, or Playwright's."""

import os
import platform
import shutil
import subprocess
import sys

from tests.browser.browser import find_browser

# The quicker one first; not every Debian has it.
BROWSERS = ("chromium-headless-shell", "chromium")

# For names in every script, so that a screenshot shows what a phone shows.
# Droid Fallback has the Chinese, Japanese and Korean signs in a twentieth of Noto's size.
FONTS = (
    "fonts-dejavu-core",
    "fonts-droid-fallback",
    "fonts-noto-color-emoji",
    "fonts-noto-core",
)


def main() -> None:
    if install_debian_chromium() or find_browser():
        return
    # Does nothing if it was downloaded before.
    download = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    if subprocess.run(download).returncode:
        sys.exit("The tests need a browser and none could be had: install Chromium or Chrome and try again.")


def install_debian_chromium() -> bool:
    """Install it where that can be done without asking anybody; whether it is there now."""
    if any(map(shutil.which, BROWSERS)):
        return True
    # Only Debian's own: what Ubuntu calls by that name is a snap, which cannot read the tests' profiles.
    if not (is_debian() and shutil.which("apt-get")):
        return False
    sudo: list[str] = []
    if os.geteuid() != 0:
        sudo = ["sudo", "-n"]
        if not (shutil.which("sudo") and succeeds([*sudo, "true"])):
            return False
    apt_get = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    print("Installing Chromium ...", flush=True)
    succeeds([*apt_get, "update"])  # an old list may do as well
    install = [*apt_get, "install", "-y", "--no-install-recommends"]
    return any(succeeds([*install, browser, *FONTS]) for browser in BROWSERS)


def is_debian() -> bool:
    try:
        return platform.freedesktop_os_release()["ID"] == "debian"
    except OSError:
        return False


def succeeds(command: list[str]) -> bool:
    """Run a command that may not ask anything and whose chatter nobody needs; its errors are shown."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    main()
