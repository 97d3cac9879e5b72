"""This machine's address in the local network."""

import socket

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""Names by which a machine can reach only itself."""


def network_address() -> str:
    """Return this machine's address in the local network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which address a packet to the outside would come from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def loopback_name(address: str) -> str:
    """Return the name in a URL that only this machine can open; empty if other phones can open it."""
    return next((name for name in LOOPBACK if address.startswith((f"http://{name}:", f"http://{name}/"))), "")


def reachable(address: str) -> str:
    """Return a URL of this app as other phones can open it, even if it was opened as localhost."""
    name = loopback_name(address)
    found = network_address() if name else ""
    return address.replace(name, found, 1) if found else address
