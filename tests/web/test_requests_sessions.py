"""A phone stays signed in whatever the server's clock says, and whatever else runs on its host."""

import re
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from flask import Flask, session

from tests.conftest import make_app
from tests.web.phone import Phone, cookie_of

DAY = 24 * 60 * 60


@pytest.mark.parametrize("seconds", [-1, -DAY, -40 * 365 * DAY, 1, 3 * 365 * DAY])
def test_a_set_clock_signs_nobody_out(owner: Phone, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + seconds)
    assert owner.reload().status == 200
    assert owner.open("/").tap("Start a game night").status == 200
    monkeypatch.undo()
    assert owner.open("/nights/1").status == 200


def test_no_clock_of_ours_decides_when_the_browser_drops_the_cookie(owner: Phone) -> None:
    [cookie] = owner.client.get("/").headers.getlist("Set-Cookie")
    expires = cookie.partition("Expires=")[2].partition(";")[0]
    assert parsedate_to_datetime(expires).year == 9999


def test_a_cookie_that_was_tampered_with_opens_nothing(owner: Phone) -> None:
    # The last character of the signature has bits that don't count; its first has none.
    content, _, signature = owner.cookie.rpartition(".")
    forged = ("B" if signature[0] == "A" else "A") + signature[1:]
    owner.cookie = f"{content}.{forged}"
    assert owner.reload().status == 404


def test_the_cookie_holds_one_random_id(owner: Phone) -> None:
    with owner.client.session_transaction() as session:
        assert {*session} - {"csrf_token", "_permanent"} == {"phone"}
        assert len(session["phone"]) >= 22  # 128 bits, six of them in a character


EARLIER = "session"
"""The name of the cookie in version 1.0."""


def test_each_installation_has_a_cookie_of_its_own(app: Flask, tmp_path: Path) -> None:
    other = make_app(tmp_path / "other.db", SECRET_KEY="another key altogether")
    assert re.fullmatch("scorekeeper_[0-9a-f]{8}", cookie_of(app))
    assert cookie_of(other) != cookie_of(app)


def test_the_cookie_of_another_app_on_this_host_changes_nothing(owner: Phone) -> None:
    theirs = Flask("theirs", static_folder=None)
    theirs.secret_key = "a key of their own"
    theirs.add_url_rule("/", "sign_in", lambda: str(session.setdefault("phone", "somebody")))
    [set_cookie] = theirs.test_client().get("/").headers.getlist("Set-Cookie")
    owner.client.set_cookie(EARLIER, set_cookie.partition(";")[0].partition("=")[2])
    answer = owner.client.get("/nights/1")
    assert answer.status_code == 200
    assert not answer.headers.getlist("Set-Cookie")


def test_a_phone_from_before_the_update_stays_signed_in(app: Flask, owner: Phone) -> None:
    mine, owner.cookie = owner.cookie, ""
    owner.client.set_cookie(EARLIER, mine)
    # The form on a page that was open during the update.
    owner.send("/nights/1/players", name="Ann")
    assert owner.status == 200
    assert owner.client.get_cookie(EARLIER) is None
    assert owner.cookie
    assert owner.open("/nights/1").status == 200
    assert "Ann" in owner.page


def test_what_needs_no_cookie_leaves_the_earlier_one_alone(app: Flask, owner: Phone) -> None:
    mine, owner.cookie = owner.cookie, ""
    owner.client.set_cookie(EARLIER, mine)
    for path in (f"{app.static_url_path}/app.css", "/manifest.webmanifest", "/health", "/api/v1/club"):
        assert "Set-Cookie" not in owner.client.get(path).headers


def test_the_earlier_cookie_counts_no_more_beside_the_new_one(owner: Phone, stranger: Phone) -> None:
    stranger.open("/").client.set_cookie(EARLIER, owner.cookie)
    assert stranger.open("/nights/1").status == 404
