"""Behind a login, people must sign in, and what other programs read is open, as docs/hosting.md says."""

import ssl
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from socket import create_connection
from typing import NamedTuple

import pytest

from tests.browser.server import free_port
from tests.proxies.servers import (
    HOST,
    START,
    App,
    caddyfile,
    certificate,
    documented,
    missing,
    nginx_conf,
    proxy_running,
    run,
)

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed here: {', '.join(missing())}")

PASSWORD = "secret of the tests"


class Website(NamedTuple):
    """The app behind a proxy with a login, at a port of this machine and a path."""

    port: int
    path: str

    def ask(self, address: str, **headers: str) -> tuple[int, bool]:
        """Return the status at an address, as it is written, and whether it was the app that answered."""
        with (
            create_connection(("127.0.0.1", self.port), timeout=20) as here,
            ssl._create_unverified_context().wrap_socket(here, server_hostname=HOST) as encrypted,
            closing(HTTPSConnection(HOST, self.port)) as connection,
        ):
            connection.sock = encrypted
            connection.request("GET", self.path + address, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status, "Scorekeeper-Version" in answer.headers


@pytest.fixture(
    params=[(proxy, path) for proxy in ("caddy", "nginx") for path in ("", "/scores")],
    ids=lambda of: f"{of[0]} {of[1] or '/'}",
)
def website(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Website]:
    """Yield the app behind each proxy, at the root of an address and at a path."""
    proxy, path = request.param
    certificate(tmp_path)
    port = free_port()
    app = App(tmp_path / "data", port, path)
    if proxy == "caddy":
        hashed = run("caddy", "hash-password", "--plaintext", PASSWORD).decode().strip()
        login = documented("@people not path /scores/health /scores/api/* /scores/feeds/*")
        config = caddyfile(port, app.port, tmp_path, login.replace("HASH", hashed), path)
    else:
        hashed = run("openssl", "passwd", "-apr1", PASSWORD).decode()
        (tmp_path / "scorekeeper.users").write_text(f"ann:{hashed}")
        login = documented("location ~ ^/scores/(health$|api/|feeds/) {")
        config = nginx_conf(port, app.port, tmp_path, login, path)
    with app.served(), proxy_running(proxy, config, tmp_path):
        until = time.monotonic() + START
        website = Website(port, path)
        while time.monotonic() < until:
            try:
                website.ask("/health")
                break
            except OSError:
                time.sleep(0.1)
        yield website


def test_people_sign_in_and_programs_need_not(website: Website) -> None:
    assert website.ask("/health") == (200, True)
    assert website.ask("/api/v1/openapi.json") == (200, True)
    assert website.ask("/api/v1/club") == (401, True)
    assert website.ask("/feeds/none/games.atom") == (404, True)
    for address in (
        "/",
        "/help",
        "/healthy",
        "/apiary",
        "/api/../help",
        "/api/%2e%2e/help",
        "/api/..%2fhelp",
    ):
        assert website.ask(address) in [(401, False), (404, True)], address
    name = b64encode(f"ann:{PASSWORD}".encode()).decode()
    assert website.ask("/help", Authorization=f"Basic {name}") == (200, True)
