"""Apps on one host, or one after another at one address, leave each other's phones alone.

Browsers share cookies between all ports of a host, and whatever else they keep between all apps of an
address.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask, session
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from tests.browser.conftest import NewPhone
from tests.browser.server import free_port, serving
from tests.conftest import close, make_app

STORAGE = "import(document.querySelector('script[src*=\"app.js\"]').src.replace('app.js', 'storage.js'))"
WRITE = f"(text) => {STORAGE}.then(({{ phoneStorage }}) => phoneStorage.set('draft', text))"
READ = f"() => {STORAGE}.then(({{ phoneStorage }}) => phoneStorage.get('draft'))"


@contextmanager
def foreign_app() -> Iterator[str]:
    """Serve another app, whose cookie is called as that of every Flask app, and yield its address."""
    app = Flask("theirs", static_folder=None)
    app.secret_key = "a key of their own"
    app.add_url_rule("/", "sign_in", lambda: f"Hello {session.setdefault('name', 'somebody')}")
    other = make_server("127.0.0.1", 0, app)
    thread = Thread(target=other.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{other.server_port}"
    other.shutdown()
    thread.join()
    other.server_close()


def start_night(phone: Page, address: str) -> str:
    """Start a night in the app at an address, and return where it is."""
    phone.goto(address)
    phone.get_by_role("button", name="Start a game night").click()
    expect(phone.get_by_text("Who’s here?")).to_be_visible()
    return phone.url


@pytest.mark.journey
def test_two_scorekeepers_and_another_app_on_one_host_sign_no_phone_out(
    new_phone: NewPhone, server: str, tmp_path: Path, empty_database: Path
) -> None:
    phone = new_phone(java_script_enabled=False)
    other = make_app(Path(shutil.copy(empty_database, tmp_path)), SECRET_KEY="another key altogether")
    with serving(other) as address, foreign_app() as theirs:
        nights = [start_night(phone, each) for each in (server, address)]
        for _ in range(2):
            phone.goto(theirs)
            expect(phone.get_by_text("Hello somebody")).to_be_visible()
            for night in nights:
                phone.goto(night)
                expect(phone.get_by_text("Who’s here?")).to_be_visible()
    close(other)


@pytest.mark.usefixtures("requests_may_fail")
def test_what_a_phone_keeps_for_one_scorekeeper_is_not_for_the_next_at_its_address(
    new_phone: NewPhone, tmp_path: Path, empty_database: Path
) -> None:
    phone, port = new_phone(fresh=True), free_port()
    for name, kept_before in (
        ("demo", None),
        ("real one", None),
        ("demo", "of the demo"),
        ("real one", "of the real one"),
    ):
        file = tmp_path / f"{name}.db"
        other = make_app(
            file if file.exists() else Path(shutil.copy(empty_database, file)),
            SECRET_KEY=f"key of the {name}",
        )
        with serving(other, port) as address:
            phone.goto(address)
            assert phone.evaluate(READ) == kept_before
            phone.evaluate(WRITE, f"of the {name}")
        close(other)
