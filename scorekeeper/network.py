"""This machine's address in the local network."""

import re
import socket

LOOPBACK = re.compile(r"http://(localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])[:/]")
"""URLs with a name by which a machine can reach only itself."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every network of a machine."""


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
    found = LOOPBACK.match(address)
    return found[1] if found else ""


def url_here(host: str, port: int) -> str:
    """Return the URL of a server that listens on a host, for the machine that it runs on."""
    return f"http://{'localhost' if host in EVERYWHERE else bracketed(host)}:{port}"


def url_for_phones(host: str, port: int) -> str:
    """Return the URL of a server that listens on a host, for other phones; empty if they can't reach it."""
    url = reachable(url_here(host, port), host)
    return "" if loopback_name(url) else url


def bracketed(host: str) -> str:
    """Return a host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def reachable(address: str, host: str) -> str:
    """Return a URL of a server that listens on a host as other phones can open it.

    One that was opened as localhost stays what it is if there is no network, or the server isn't in it.
    """
    name = loopback_name(address)
    found = network_address() if name and host in EVERYWHERE else ""
    return address.replace(name, found, 1) if found else address
