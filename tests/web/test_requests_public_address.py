"""What a public address changes: links, cookies, and whom the app answers and believes."""

import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from flask import Flask, request
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.settings import SettingError
from tests.conftest import make_app
from tests.web.phone import Phone
from tests.web.routes import ROUTES
from tests.web.routes import THERE as ALL_THERE

PUBLIC = "https://scores.example.org"
HERE = {"Host": "scores.example.org", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Flask:
    """Return an app with a public address."""
    file = tmp_path_factory.mktemp("hosted") / "scorekeeper.db"
    return make_app(Path(shutil.copy(empty_database, file)), PUBLIC_ADDRESS=PUBLIC)


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


BAD_HOSTS = (
    *("", ".", "..", "a..b", ".x", "a" * 64, f"a.{'b' * 64}.org", "x" * 5000),
    *("a b", "a\tb", "é.example.org", "<script>", "a/b", "me@example.org", "%00"),
    *("[", "[]", "[::1", "[:::]", "[..]", "[zz]", ":8000"),
    *("example.org:port", "example.org:", "example.org:0", "example.org:99999", "a:b:c"),
    *("xn--", "xn--a", "xn--99999999999", "www.xn--a.org"),
)


def test_a_bad_host_is_refused_at_home_and_in_public(app: Flask, hosted: Flask) -> None:
    for each, path, host in product((app, hosted), ("/", "/help/app", "/nowhere"), BAD_HOSTS):
        # As the server calls it: the test client would refuse some of these hosts itself.
        environ = {**create_environ(path), "HTTP_HOST": host.encode().decode("latin-1")}
        body, status, _ = run_wsgi_app(each, environ)
        assert status == "400 BAD REQUEST", (path, host)
        assert "Check the link" in b"".join(body).decode()


@pytest.mark.parametrize(
    "host", ["scores", "192.168.1.7:8000", "[fe80::1]:8000", "scores.local.", "xn--mnchen-3ya.de"]
)
def test_at_home_every_name_of_the_machine_will_do(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_a_proxy_is_believed_where_the_address_is_public_alone(app: Flask, hosted: Flask) -> None:
    for each, believed in ((app, False), (hosted, True)):
        page = each.test_client().get("/help/app", headers=HERE)
        assert ("This address can be installed." in page.text) == believed


@pytest.mark.parametrize(
    ("proxies", "heard"), [(0, "127.0.0.1"), (1, "192.0.2.2"), (2, "192.0.2.1"), (3, "127.0.0.1")]
)
def test_as_many_proxies_are_believed_as_are_set(empty_database: Path, proxies: int, heard: str) -> None:
    with make_app(empty_database, PROXIES=proxies).test_client() as client:
        client.get("/help", headers={"X-Forwarded-For": "192.0.2.1, 192.0.2.2"})
        assert request.remote_addr == heard


# A path of an address

AT_A_PATH = "https://home.example/scores"
THERE = {"Host": "home.example", "X-Forwarded-Proto": "https"}
ADDRESSES = re.compile(r'[ \n](?:href|src|action|data-live|data-page)="(/[^"]*)"')


def filled_in(part: re.Match[str]) -> str:
    return str({"change": "move", **ALL_THERE}.get(part[1], 1))


@pytest.fixture(scope="module")
def at_a_path(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Flask:
    """Return an app with a public address that has a path."""
    file = tmp_path_factory.mktemp("path") / "scorekeeper.db"
    return make_app(Path(shutil.copy(empty_database, file)), PUBLIC_ADDRESS=AT_A_PATH)


@pytest.mark.parametrize("path", ["/help", "/scores/help"], ids=["left out", "passed on"])
def test_a_proxy_may_pass_the_path_on_or_leave_it_out(at_a_path: Flask, path: str) -> None:
    answer = at_a_path.test_client().get(path, headers=THERE)
    assert answer.status_code == 200
    assert '<a class="back" href="/scores/">' in answer.text


def test_the_path_itself_leads_to_the_first_page(at_a_path: Flask) -> None:
    assert at_a_path.test_client().get("/scores", headers=THERE).headers["Location"] == "/scores/"


def test_the_machine_itself_needs_no_path(at_a_path: Flask) -> None:
    assert at_a_path.test_client().get("/health").get_json() == {"database": "ok"}


def test_a_cookie_is_for_the_path_alone(at_a_path: Flask) -> None:
    assert "; Path=/scores" in at_a_path.test_client().get("/", headers=THERE).headers["Set-Cookie"]


def test_every_address_of_a_page_is_below_the_path(tmp_path: Path, empty_database: Path) -> None:
    app = make_app(Path(shutil.copy(empty_database, tmp_path)), PUBLIC_ADDRESS="http://localhost/scores")
    phone = Phone(app).open("/scores/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    phone.open("/scores/nights/1/games/coralon").tap("Start Coralon")
    assert phone.path == "/scores/plays/1"
    routes = [
        name.removeprefix("GET ") for name, route in ROUTES.items() if "GET" in name and not route.stream
    ]
    for route in routes:
        path = re.sub(r"<(?:.*?:)?(\w+)>", filled_in, route)
        text = phone.client.get(f"/scores{path}").text
        outside = {found for found in ADDRESSES.findall(text) if not found.startswith("/scores/")}
        assert not outside, path
    assert "http://localhost/scores/join/" in phone.open("/scores/nights/1/invite").page.text


def test_a_form_that_was_reloaded_or_kept_leads_back_below_the_path(at_a_path: Flask) -> None:
    client = at_a_path.test_client()
    assert client.get("/scores/nights", headers=THERE).headers["Location"] == "/scores/"


def test_an_app_can_be_at_no_path_of_its_own(empty_database: Path) -> None:
    with pytest.raises(SettingError, match="choose another path"):
        make_app(empty_database, PUBLIC_ADDRESS="https://home.example/nights")
