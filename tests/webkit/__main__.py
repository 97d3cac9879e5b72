"""Runs the tests in WebKit, or says in one line that this machine has none: ``python -m tests.webkit``."""

import sys

import pytest

from tests.webkit.browsers import install_webkit


def main() -> int:
    """Return the exit status: that of the tests, or 0 where WebKit cannot be installed."""
    if not install_webkit():
        print("WebKit is not tested: it cannot be installed here (on Debian: webkit2gtk-driver and xvfb).")
        return 0
    return pytest.main(["tests/webkit", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
