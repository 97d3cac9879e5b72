"""QR codes: an address as a picture that another phone's camera opens."""

import os
import sys
from collections.abc import Iterator
from functools import lru_cache

import segno

QUIET_ZONE = 4
"""The width of the light border that every QR code needs, in modules."""

BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
"""Sets both colors in a terminal, whatever its theme is: cameras want dark on light."""

RESET = "\x1b[0m"
HALVES = " ▄▀█"
"""The character of two modules, one above the other: light on light, dark below, dark above, both dark."""


LONG = 300
"""Characters from which on a code has less to correct damage with, so that its modules stay large enough."""

LONGEST = 2300
"""Characters of an address that cameras still read from the screen of a small phone."""


def fits_code(address: str) -> bool:
    """Return whether the QR code of an address can be read from the screen of a small phone."""
    return len(address) <= LONGEST


def encoded(address: str) -> segno.QRCode:
    """Return the QR code of an address; never a Micro QR code, which few cameras read."""
    return segno.make_qr(address, error="m" if len(address) < LONG else "l")


@lru_cache(64)
def qr_svg(address: str) -> str:
    """Return the QR code of an address as an SVG element, black on white in both themes, with its quiet zone.

    It has no size: it is as wide as its place on the page.
    """
    return encoded(address).svg_inline(
        border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )


def qr_lines(address: str) -> Iterator[str]:
    """Yield the QR code of an address as lines for a terminal, two rows of modules in each."""
    rows = [list(row) for row in encoded(address).matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        modules = zip(upper, lower, strict=True)
        yield BLACK_ON_WHITE + "".join(HALVES[2 * bool(up) + bool(down)] for up, down in modules) + RESET


def terminal_code(address: str) -> list[str]:
    """Return the QR code of an address as lines to print; none where no terminal shows them."""
    return list(qr_lines(address)) if draws_blocks() else []


def draws_blocks() -> bool:
    """Return whether the output is a terminal with colors and block characters, and not a file or a pipe."""
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        HALVES.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
