"""Waiting until a server answers."""

import json
import time
from contextlib import suppress
from subprocess import Popen
from urllib.request import urlopen

PATIENCE = 300
"""Seconds in which a server must answer; `make run` may install everything first."""


def answers(port: int, server: Popen[bytes]) -> None:
    """Wait until a server on a port says that it is well. Raises TimeoutError, also if it has ended."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            assert json.load(answer) == {"database": "ok"}
            return
        time.sleep(0.3)
    raise TimeoutError(f"nothing answers on port {port}")
