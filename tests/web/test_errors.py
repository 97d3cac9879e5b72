"""Every error has a page of its own, and nobody sees a traceback."""

import pytest
from flask import Flask

from scorekeeper import __version__
from scorekeeper.web.nights import home
from tests.web.invited import joined, link_to
from tests.web.phone import Phone


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/nights/99", "/nights/-1", "/plays/one", "/games/bridge", "/static/nothing.css", "/join/"],
)
def test_an_unknown_address_gets_a_page_of_its_own(stranger: Phone, path: str) -> None:
    stranger.open(path)
    assert stranger.status == 404
    assert stranger.page.one("h1").text == "Page not found"
    assert stranger.page.all("a", href="/")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/nights", "/"),
        ("/device", "/"),
        ("/plays/1/bid", "/plays/1"),
        ("/plays/1/hands", "/plays/1"),
        ("/nights/1/players/2/leave", "/nights/1"),
        ("/nights/1/bank/stakes", "/nights/1/bank"),
    ],
)
def test_opening_the_address_of_a_form_shows_its_page(coralon: Phone, path: str, page: str) -> None:
    assert coralon.open(path).path == page


def test_a_method_that_no_page_knows_gets_a_page_of_its_own(stranger: Phone) -> None:
    answer = stranger.client.put("/help")
    assert answer.status_code == 405
    assert "Go back and use the buttons on the page." in answer.text


def test_too_large_a_request_gets_a_page_of_its_own(owner: Phone) -> None:
    owner.send("/nights/1/players", name="x" * 300_000)
    assert owner.status == 413
    assert "That’s too much" in owner.page


def test_an_unexpected_error_gets_a_page_of_its_own(
    app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_: object) -> None:
        raise ZeroDivisionError("a secret of ours")

    monkeypatch.setattr(home, "recent_nights", break_down)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    stranger.open("/")
    assert stranger.status == 500
    assert "Everything you saved is safe." in stranger.page
    assert f"Scorekeeper {__version__}." in stranger.page
    assert "Traceback" not in stranger.page
    assert "a secret of ours" not in stranger.page


def test_what_a_phone_may_not_save_is_said_back(app: Flask, coralon: Phone) -> None:
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching").open("/plays/1")
    viewer.send("/plays/1/bid", bidder="Bea", bid=5)
    assert viewer.status == 403
    assert "Your entry (Bea, 5) was not saved." in viewer.page
    viewer.send("/nights/1/players", name="Eve, Flo")
    assert viewer.status == 403
    assert "Your entry (Eve, Flo) was not saved." in viewer.page
    assert "not saved" not in viewer.send("/plays/1/undo").page
