"""Installs what the browser tests need: a browser (Debian's, or Playwright's) and fonts."""

import os
import platform
import shutil
import subprocess
import sys
from functools import cache

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
    """Install a browser and fonts, or exit with what must be done by hand."""
    install_fonts()
    if any(map(shutil.which, BROWSERS)) or any(map(apt_get_install, BROWSERS)) or find_browser():
        return
    # Does nothing if it was downloaded before.
    download = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    if subprocess.run(download).returncode:
        sys.exit("The tests need a browser, and there is none: install Chromium or Chrome and try again.")


def install_fonts() -> None:
    """Install the fonts that are missing, if that needs no questions; the tests pass without them."""
    if missing := [font for font in FONTS if not is_installed(font)]:
        apt_get_install(*missing)


def is_installed(package: str) -> bool:
    """Return whether Debian's package manager has this package installed."""
    status = ["dpkg-query", "--show", "--showformat=${Status}", package]
    if not shutil.which(status[0]):
        return False
    answer = subprocess.run(status, capture_output=True, text=True)
    return answer.stdout == "install ok installed"


def apt_get_install(*packages: str) -> bool:
    """Install packages of Debian if that needs no questions; return whether they are installed now."""
    # Only Debian's own: what Ubuntu calls by that name is a snap, which cannot read the tests' profiles.
    if not (is_debian() and shutil.which("apt-get")):
        return False
    sudo: list[str] = []
    if os.geteuid() != 0:
        sudo = ["sudo", "-n"]
        if not (shutil.which("sudo") and succeeds([*sudo, "true"])):
            return False
    apt_get = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    print(f"Installing {', '.join(packages)} ...", flush=True)
    update_package_lists(*apt_get)
    return succeeds([*apt_get, "install", "-y", "--no-install-recommends", *packages])


@cache
def update_package_lists(*apt_get: str) -> None:
    """Fetch the lists of packages once; if that fails, the old lists may do."""
    succeeds([*apt_get, "update"])


def is_debian() -> bool:
    try:
        return platform.freedesktop_os_release()["ID"] == "debian"
    except OSError:
        return False


def succeeds(command: list[str]) -> bool:
    """Run a command that may ask nothing, without its output; its errors are shown."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    main()
