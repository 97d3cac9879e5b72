"""Runs the tests behind proxies, and installs what is missing if it can: ``python -m tests.proxies``."""

import sys

import pytest

from tests.browser.install import apt_get_install
from tests.proxies.servers import missing

if __name__ == "__main__":
    if needed := missing():
        apt_get_install(*needed)
    sys.exit(pytest.main(["tests/proxies", *sys.argv[1:]]))
