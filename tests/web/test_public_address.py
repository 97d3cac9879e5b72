"""What a public address changes: links, cookies, and whom the app answers and believes."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store import upgrade
from tests.conftest import make_app

PUBLIC = "https://scores.example.org"
HERE = {"Host": "scores.example.org", "X-Forwarded-Proto": "https"}


@pytest.fixture
def hosted(tmp_path: Path) -> Flask:
    """Return an app with a public address."""
    app = make_app(tmp_path / "scorekeeper.db", PUBLIC_ADDRESS=PUBLIC)
    upgrade(app)
    return app


def test_a_cookie_is_sent_with_https_alone(hosted: Flask) -> None:
    assert "; Secure;" in hosted.test_client().get("/", headers=HERE).headers["Set-Cookie"]


def test_a_cookie_is_sent_at_home(app: Flask) -> None:
    assert "Secure" not in app.test_client().get("/").headers["Set-Cookie"]


def test_another_host_is_refused(hosted: Flask) -> None:
    answer = hosted.test_client().get("/", headers={"Host": "elsewhere.example.org"})
    assert answer.status_code == 400
    assert "scorekeeper" not in answer.headers.get("Set-Cookie", "")


def test_the_machine_itself_is_answered(hosted: Flask) -> None:
    assert hosted.test_client().get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200


@pytest.mark.parametrize("host", ["a b", "[::1", "x" * 5000, "example.org:port", "é.example.org", "<script>"])
def test_a_bad_host_is_refused(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "Check the link" in answer.text


@pytest.mark.parametrize("host", ["scores", "192.168.1.7:8000", "[fe80::1]:8000"])
def test_at_home_every_name_of_the_machine_will_do(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_a_proxy_is_believed_where_the_address_is_public_alone(app: Flask, hosted: Flask) -> None:
    for each, believed in ((app, False), (hosted, True)):
        page = each.test_client().get("/help/app", headers=HERE)
        assert ("This address can be installed." in page.text) == believed
