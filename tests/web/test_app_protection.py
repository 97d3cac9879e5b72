"""Forms are protected against other sites, cookies against scripts, and pages against being framed."""

import re
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import __version__
from tests.web.markup import read
from tests.web.phone import Phone
from tests.web.routes import everything, paths_of_club

TEMPLATES = Path(__file__).parents[2] / "templates"


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Return a sheet with a half-entered hand."""
    return coralon.tap("5", bidder="Bea")


@pytest.mark.parametrize(
    "token", [{}, {"csrf_token": "made-up"}], ids=["without a token", "with a wrong one"]
)
def test_a_form_without_a_token_changes_nothing(app: Flask, played: Phone, token: dict[str, str]) -> None:
    for path in (*paths_of_club(app, "POST"), "/nights", "/device", "/import"):
        answer = played.client.post(path, data={"number": 1, "name": "Mallory", **token})
        assert answer.status_code == 400
        assert "This page was open for too long" in answer.text
    assert "Mallory" not in "".join(everything(played, app))
    assert "Bea bid 5" in played.open("/plays/1").page


def test_the_token_of_another_browser_is_refused(played: Phone, stranger: Phone) -> None:
    theirs = stranger.open("/").token
    assert played.send("/plays/1/stop", csrf_token=theirs).status == 400


def test_the_token_stays_good_all_evening(app: Flask) -> None:
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None


def test_every_form_that_changes_something_has_a_token() -> None:
    for template in TEMPLATES.rglob("*.html"):
        for form in re.findall(r"<form[^>]*method=.post.*?</form>", template.read_text(), re.DOTALL):
            # A form that is sent again has an id of its own.
            tokens = ("csrf()", "csrf_token()", "play_fields(", "fields }}")
            assert any(token in form for token in tokens), template.name


def test_scripts_cannot_read_the_cookie_and_other_sites_cannot_use_it(stranger: Phone) -> None:
    cookie = stranger.open("/").tap("Start a game night").client.get_cookie("session")
    assert cookie
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert not cookie.secure, "it must come back over plain http in the local network"


@pytest.mark.parametrize("path", ["/", "/plays/1", "/nowhere", "/static/gone.css"])
def test_every_page_has_its_headers(coralon: Phone, path: str) -> None:
    headers = coralon.client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/plays/1", "/plays/1/version", "/nowhere", "/service-worker.js"])
def test_every_answer_says_that_it_is_the_apps(coralon: Phone, path: str) -> None:
    assert coralon.client.get(path).headers["Scorekeeper-Version"] == __version__


def test_files_and_refused_forms_say_that_they_are_the_apps_too(coralon: Phone) -> None:
    client = coralon.client
    style = client.get(f"{client.application.static_url_path}/app.css")
    refused = client.post("/plays/1/bid", data={"bidder": "Bea"})
    elsewhere = client.get("/", headers={"Host": "_" * 300})
    assert [answer.status_code for answer in (style, refused, elsewhere)] == [200, 400, 400]
    for answer in (style, refused, elsewhere):
        assert answer.headers["Scorekeeper-Version"] == __version__


def test_a_file_is_nothing_but_what_it_says_it_is(coralon: Phone) -> None:
    root = coralon.client.application.static_url_path
    assert coralon.client.get(f"{root}/app.css").headers["X-Content-Type-Options"] == "nosniff"


def test_pages_are_not_kept_by_the_browser_and_files_are_for_a_year(owner: Phone) -> None:
    assert owner.client.get("/nights/1").headers["Cache-Control"] == "no-store"
    style = next(link["href"] for link in owner.page.all("link", rel="stylesheet"))
    assert re.fullmatch(r"/static/[0-9a-f]{10}/app\.css", style)
    assert "max-age=31536000" in owner.client.get(style).headers["Cache-Control"]


def test_scripts_are_sent_without_their_comments_and_each_line_keeps_its_number(owner: Phone) -> None:
    folder, root = owner.client.application.static_folder, owner.client.application.static_url_path
    sent = owner.client.get(f"{root}/app.js").text.splitlines()
    written = (Path(folder or "") / "app.js").read_text("utf-8").splitlines()
    assert [line for line in sent if line] == [
        line for line in written if line and not line.lstrip().startswith(("//", "/*", "*"))
    ]
    assert all(line in ("", written[at]) for at, line in enumerate(sent))


def test_pages_have_no_inline_scripts_or_styles(coralon: Phone) -> None:
    for path in ("/", "/nights/1", "/nights/1/games/coralon", "/plays/1", "/plays/1?whole"):
        page = read(coralon.client.get(path).text)
        assert not page.all("style")
        assert all(script["src"] for script in page.all("script"))
        assert not [node for node in page for name in node.attrs if name == "style" or name.startswith("on")]


def test_pages_are_sent_compressed(coralon: Phone) -> None:
    answer = coralon.client.get("/plays/1", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
