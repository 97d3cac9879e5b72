"""Serves the app with a clock that is set while it runs: ``python -m tests.soak.clock FILE``."""

import struct
import sys
import time
from mmap import mmap
from pathlib import Path

SECONDS = struct.Struct("d")
"""By how many seconds the clock is wrong, as the file says it."""


def set_clock(file: Path, seconds: float) -> None:
    """Set the clock of the server that reads this file."""
    # Written in place: the server has mapped it.
    with open(file, "r+b" if file.exists() else "w+b") as opened:
        opened.write(SECONDS.pack(seconds))


def follow_clock(file: Path) -> None:
    """Let this process believe the clock of a file: its cookies, its limits, and what the app stores."""
    with open(file, "r+b") as opened:
        shown = mmap(opened.fileno(), SECONDS.size)
    right = time.time

    def wrong() -> float:
        return right() + float(SECONDS.unpack(shown[: SECONDS.size])[0])

    # The app asks for the time here alone.
    time.time = wrong


def main() -> None:
    """Serve the app as people do, except for its clock."""
    # Before anything else is imported, which may keep it.
    follow_clock(Path(sys.argv[1]))
    from scorekeeper.hosting.serve import run

    run()


if __name__ == "__main__":
    main()
