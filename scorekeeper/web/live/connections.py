"""The connection to a phone that follows a page, which may go away without a word."""

import socket
from contextlib import suppress
from typing import Any

UNANSWERED = 20
"""Seconds after which a phone that doesn't receive what it is sent is taken to be gone."""


def connection_of(environ: dict[str, Any]) -> socket.socket | None:
    """Return the connection that a request came by, where the server tells it."""
    return environ.get("gunicorn.socket") or environ.get("werkzeug.socket")


def forget_silent_phone(environ: dict[str, Any]) -> None:
    """Let the system close a connection to a phone that went out of reach; it would keep trying for long."""
    if (connection := connection_of(environ)) and hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED * 1000)


def stop_reading(environ: dict[str, Any]) -> None:
    """Take no other request from this connection, so that the server doesn't keep it open when it stops."""
    if connection := connection_of(environ):
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RD)


def has_hung_up(environ: dict[str, Any]) -> bool:
    """Return whether the phone has closed its connection; a write alone would not tell until the next one."""
    if (connection := connection_of(environ)) is None:
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
