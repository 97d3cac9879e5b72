"""The app as it is served, and the proxies in front of it, with the lines that docs/hosting.md gives."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from getpass import getuser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.server import free_port
from tests.phone.engine import FOLDER

ROOT = Path(__file__).parents[2]
HOST, PATH = "home.example", "/scores"
COMMANDS = ("caddy", "nginx", "openssl")
PAGE = b"<h1>Please sign in</h1>"
START = 60
"""Seconds to start a server, which takes a few."""


def missing() -> list[str]:
    """Return the commands that are not installed; Debian's packages have the same names."""
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
    return [command for command in COMMANDS if not shutil.which(command, path=places)]


@cache
def documented(first_line: str) -> str:
    """Return the lines of the document that begin with this one."""
    text = (ROOT / "docs" / "hosting.md").read_text()
    (found,) = re.findall(rf"(?ms)^```\n({re.escape(first_line)}\n.*?)^```$", text)
    return str(found)


def caddyfile(port: int, app: int, files: Path, login: str, path: str = PATH) -> str:
    """Return the configuration of Caddy; the login comes before the app."""
    lines = documented("@scores path /scores /scores/*").replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    lines = lines.replace("handle @scores {\n", f"handle @scores {{\n{login}\n").replace(PATH, path)
    site = f"https://{HOST}:{port} {{\ntls {files}/cert.pem {files}/key.pem\n{lines}\n}}\n"
    return f"{{\nadmin off\nauto_https off\n}}\n{site}"


def nginx_conf(port: int, app: int, files: Path, login: str, path: str = PATH) -> str:
    """Return the configuration of nginx; lines with a login take the place of those without one."""
    included = (ROOT / "docs/hosting/nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    included = included.replace("/var/log/nginx/error.log", f"{files}/error.log")
    (files / "scorekeeper.conf").write_text(included)
    lines = (login or documented("location /scores/ {")).replace(PATH, path)
    lines = lines.replace("snippets/", f"{files}/").replace("/etc/nginx/", f"{files}/")
    scratch = "".join(
        f"{kind}_temp_path {files}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\nuser {getuser()};\npid {files}/pid;\nerror_log {files}/error.log;\nevents {{}}\n"
        f"http {{\n{scratch}server {{\nlisten 127.0.0.1:{port} ssl;\nserver_name {HOST};\n"
        f"absolute_redirect off;\nssl_certificate {files}/cert.pem;\nssl_certificate_key {files}/key.pem;\n"
        f"{lines}\n}}\n}}\n"
    )


def proxy_running(proxy: str, config: str, files: Path) -> AbstractContextManager[None]:
    """Run a proxy with a configuration in a block."""
    (files / "config").write_text(config)
    caddy = ("caddy", "run", "--adapter", "caddyfile", "--config")
    return process(*(caddy if proxy == "caddy" else ("nginx", "-c")), str(files / "config"), HOME=str(files))


def certificate(files: Path) -> str:
    """Make a certificate for the tests, and return what a browser knows it by."""
    made = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={HOST}"
    files_of_it = ["-keyout", str(files / "key.pem"), "-out", str(files / "cert.pem")]
    run("openssl", *made.split(), "-addext", f"subjectAltName=DNS:{HOST}", *files_of_it)
    public = run("openssl", "x509", "-in", str(files / "cert.pem"), "-pubkey", "-noout")
    der = run("openssl", "pkey", "-pubin", "-outform", "der", given=public)
    digest = run("openssl", "dgst", "-sha256", "-binary", given=der)
    return run("openssl", "base64", given=digest).decode().strip()


def run(*command: str, given: bytes = b"") -> bytes:
    """Run a command, and return its output."""
    return subprocess.run(
        command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    ).stdout


@contextmanager
def process(*command: str, answers: str = "", **variables: str) -> Iterator[None]:
    """Run a server in this block, once it answers at an address."""
    environment = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin", **variables}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            until = time.monotonic() + START
            while answers and not is_up(answers) and time.monotonic() < until:
                assert server.poll() is None, command
                time.sleep(0.1)
            yield
        finally:
            server.terminate()


def is_up(address: str) -> bool:
    with suppress(URLError, OSError), urlopen(address, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


class App:
    """The app, served with a public address by two processes, which can be stopped and started again."""

    def __init__(self, data: Path, public_port: int, path: str = PATH) -> None:
        self.data, self.port, self.public = data, free_port(), f"https://{HOST}:{public_port}{path}"

    def served(self) -> AbstractContextManager[None]:
        """Serve it in a block."""
        settings = {
            "SCOREKEEPER_DATA": str(self.data),
            "SCOREKEEPER_OFFLINE": str(FOLDER),
            "SCOREKEEPER_PUBLIC_ADDRESS": self.public,
            "SCOREKEEPER_HOST": "127.0.0.1",
            "SCOREKEEPER_PORT": str(self.port),
        }
        serve = (sys.executable, "-m", "scorekeeper", "serve")
        return process(*serve, answers=f"http://127.0.0.1:{self.port}/health", **settings)


class SignIn:
    """A program that proxies ask whether a request may pass, which shows its own page at another address."""

    def __init__(self) -> None:
        self.lets_in, self.status = True, 302

    @contextmanager
    def served(self) -> Iterator[int]:
        """Yield its port."""
        ours = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                is_page = self.path.startswith("/login")
                self.send_response(200 if is_page or ours.lets_in else ours.status)
                self.send_header("WWW-Authenticate", "Basic realm=x")
                self.send_header("Location", f"http://127.0.0.1:{server.server_port}/login")
                self.send_header("Content-Length", str(len(PAGE)))
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
