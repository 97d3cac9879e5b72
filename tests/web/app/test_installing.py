"""What a browser needs to install the app."""

from pathlib import Path
from struct import unpack

from scorekeeper.web.assets import versioned
from tests.web.markup import read
from tests.web.phone import Phone

STATIC = Path(__file__).parents[3] / "static"


def test_every_page_names_a_manifest_with_icons_of_their_size(stranger: Phone) -> None:
    link = stranger.open("/").page.one("link", rel="manifest")
    answer = stranger.client.get(link["href"])
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        file = stranger.client.get(icon["src"])
        assert file.status_code == 200
        if icon["sizes"] != "any":
            width, height = unpack(">II", file.data[16:24])  # of a PNG's header
            assert icon["sizes"] == f"{width}x{height}"


def test_the_service_worker_is_asked_for_again_and_differs_with_every_version(stranger: Phone) -> None:
    answer = stranger.client.get("/service-worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert f'"version": "{versioned(STATIC).rpartition("/")[2]}"' in answer.text


def test_a_browser_that_fetches_the_manifest_without_its_cookie_gets_no_other_one(stranger: Phone) -> None:
    for path in ("/manifest.webmanifest", "/service-worker.js"):
        assert "Set-Cookie" not in stranger.client.get(path).headers


def test_help_leads_to_how_to_install_the_app(stranger: Phone) -> None:
    stranger.open("/help")
    assert stranger.page.all("a", href="/help/app")
    assert read(stranger.client.get("/help/app").text).one("h1").text == "Use it like an app"
