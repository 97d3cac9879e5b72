"""A phone stays signed in whatever the server's clock says."""

import time
from email.utils import parsedate_to_datetime

import pytest

from tests.web.phone import Phone

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
    cookie = owner.client.get_cookie("session")
    assert cookie
    # The last character of the signature has bits that don't count; its first has none.
    content, _, signature = cookie.value.rpartition(".")
    forged = ("B" if signature[0] == "A" else "A") + signature[1:]
    owner.client.set_cookie("session", f"{content}.{forged}")
    assert owner.reload().status == 404


def test_the_cookie_holds_one_random_id(owner: Phone) -> None:
    with owner.client.session_transaction() as session:
        assert {*session} - {"csrf_token", "_permanent"} == {"phone"}
        assert len(session["phone"]) >= 22  # 128 bits, six of them in a character
