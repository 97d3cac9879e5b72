"""The app as a whole: its protection, the key that signs cookies, and how often pages ask the database."""

import re
import stat
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import __version__
from scorekeeper.app import create_app
from scorekeeper.hosting.data_folder import secret_key
from tests.statements import statements
from tests.web.markup import read
from tests.web.phone import Phone, cookie_of
from tests.web.routes import everything, paths_of_club
from tests.web.table import points, start


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


def test_scripts_cannot_read_the_cookie_and_other_sites_cannot_use_it(stranger: Phone) -> None:
    client = stranger.open("/").tap("Start a game night").client
    cookie = client.get_cookie(cookie_of(client.application))
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


def test_pages_are_not_kept_by_the_browser_and_files_are_for_a_year(owner: Phone) -> None:
    assert owner.client.get("/nights/1").headers["Cache-Control"] == "no-store"
    style = next(link["href"] for link in owner.page.all("link", rel="stylesheet"))
    assert re.fullmatch(r"/static/[0-9a-f]{10}/app\.css", style)
    headers = owner.client.get(style).headers
    assert "max-age=31536000" in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_scripts_and_styles_are_sent_without_comments_and_each_line_keeps_its_number(owner: Phone) -> None:
    folder, root = owner.client.application.static_folder, owner.client.application.static_url_path
    for name in ("app.js", "coins/coins.css"):
        sent = owner.client.get(f"{root}/{name}").text.splitlines()
        written = (Path(folder or "") / name).read_text("utf-8").splitlines()
        in_a_line = [line for line in written if not line.lstrip().startswith(("//", "/*", "*"))]
        assert [line for line in sent if line] == [line for line in in_a_line if line]
        assert all(line in ("", written[at]) for at, line in enumerate(sent))


def test_a_file_is_fetched_once_whatever_cookie_a_phone_gets(owner: Phone) -> None:
    sent = owner.client.get(f"{owner.client.application.static_url_path}/app.css")
    assert "immutable" in sent.headers["Cache-Control"]
    assert "Cookie" not in sent.headers["Vary"]


def test_videos_are_sent_in_parts_as_iphones_ask_for_them(owner: Phone) -> None:
    address = f"{owner.client.application.static_url_path}/app/awake.mp4"
    answer = owner.client.get(address, headers={"Range": "bytes=0-1"})
    assert (answer.status_code, answer.mimetype, len(answer.data)) == (206, "video/mp4", 2)


def test_pages_have_no_inline_scripts_or_styles(coralon: Phone) -> None:
    for path in ("/", "/nights/1", "/nights/1/games/coralon", "/plays/1", "/plays/1?whole"):
        page = read(coralon.client.get(path).text)
        assert not page.all("style")
        assert all(script["src"] for script in page.all("script"))
        assert not [node for node in page for name in node.attrs if name == "style" or name.startswith("on")]


def test_pages_are_sent_compressed(coralon: Phone) -> None:
    answer = coralon.client.get("/plays/1", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


# The key that signs cookies: made on the first start, in the instance folder, and kept


def test_the_key_is_private_made_on_first_start_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    key = secret_key(folder)
    assert len(key) >= 32
    assert secret_key(folder) == key
    assert (folder / "secret_key").read_text() == key
    assert secret_key(tmp_path / "here") != secret_key(tmp_path / "there")
    secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    (tmp_path / "secret_key").unlink()
    (tmp_path / "secret_key").touch()
    assert len(secret_key(tmp_path)) >= 32


def test_the_app_signs_with_its_key_or_the_one_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "instance"))
    assert made().config["SECRET_KEY"] == secret_key(tmp_path / "instance")
    assert made(SECRET_KEY="given").config["SECRET_KEY"] == "given"


def made(**settings: object) -> Flask:
    return create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", **settings})


# The number of queries of a page does not grow with what it shows


PAGES = (
    *("/nights/1", "/nights/1/bank", "/nights/1/bank/settle", "/nights/1/bank/players/1"),
    *("/clubs/1/players", "/clubs/1/archive", "/clubs/1/games.csv", "/clubs/1/games.bgsplay"),
)


def play(phone: Phone, games: int) -> None:
    for _ in range(games):
        points(start(phone, "Tally", target=5, wager=1), 5, 1, 2, 3)


def test_a_page_asks_as_often_for_six_games_as_for_two(app: Flask, owner: Phone) -> None:
    asked: list[dict[str, int]] = []
    for games in (2, 4):
        play(owner, games)
        asked.append({})
        for page in PAGES:
            with statements(app) as found:
                assert owner.client.get(page).status_code == 200
            asked[-1][page] = len(found)
    assert asked[0] == asked[1]
