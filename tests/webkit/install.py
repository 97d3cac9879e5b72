"""Installs a new and an old WebKit with their drivers and virtual displays, where Debian has them."""

import shutil

from tests.browser.install import apt_get_install
from tests.webkit.webkit import DRIVER, find_webkit
from tests.webkit.wpe import find_wpe

PACKAGES = ("webkit2gtk-driver", "xvfb")
OLD = ("wpewebkit-driver", "cog", "weston")


def install_webkit() -> bool:
    """Install what is missing, if that needs no questions; return whether WebKit can be tested."""
    find_wpe() or apt_get_install(*OLD)
    return is_installed() or (apt_get_install(*PACKAGES) and is_installed())


def is_installed() -> bool:
    """Return whether the driver, its browser and the virtual display are there."""
    return bool(shutil.which(DRIVER) and shutil.which("Xvfb") and find_webkit())
