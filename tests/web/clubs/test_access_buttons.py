"""Every page shows a phone the links and buttons that it may use, and no others."""

import pytest
from flask import Flask

from tests.web.clubs.conftest import PhoneOf
from tests.web.phone import Phone
from tests.web.routes import OK, ROUTES

pytestmark = pytest.mark.usefixtures("no_hurry")

START = [
    "/",
    "/plays/1?whole",
    "/plays/1?bid",
    "/plays/4",
    "/nights/1/bank/settle",
    "/nights/1/invite?link=club",
]
"""Where the tour starts; everything else is a link away."""

NOT_ON_A_PAGE = {
    # What a link in a message and a script ask for.
    "GET /join/<secret>",
    "POST /join/<secret>",
    "GET /nights/<int:night_id>/live",
    "GET /nights/<int:night_id>/version",
    "GET /plays/<int:play_id>/live",
    "GET /plays/<int:play_id>/version",
    "GET /plays/<int:play_id>/blank",
    "GET /plays/<int:play_id>/engine.json",
    "GET /engine",
    # What a browser asks for by itself, and what it shows when there is no network.
    "GET /manifest.webmanifest",
    "GET /service-worker.js",
    "GET /offline",
    # What a machine asks that watches over the app.
    "GET /health",
    # Decides between two entries, which nobody has made this evening.
    "POST /plays/<int:play_id>/keep",
    "POST /nights/<int:night_id>/keep",
    # Buttons for a link that has ended, for a hidden player, for loans that are open once everyone has paid,
    # and for a hand and a game of the club’s own that were removed, which this evening doesn’t have.
    "POST /nights/<int:night_id>/invite",
    "POST /nights/<int:night_id>/invite?link=club",
    "POST /nights/<int:night_id>/bank/give-back",
    "POST /players/<int:player_id>/come-back",
    # What hosts decide after an update that changed the rules.
    "GET /clubs/<int:club_id>/earlier-rules",
    "POST /clubs/<int:club_id>/earlier-rules/keep",
    "POST /clubs/<int:club_id>/earlier-rules/score-again",
    # Hides what each side needs, which is only told near the end of a game.
    "POST /plays/<int:play_id>/needs",
    "GET /plays/<int:play_id>/removed/<int:hand_id>",
    "POST /plays/<int:play_id>/removed/<int:hand_id>",
    "POST /nights/<int:night_id>/games/own/<int:own_id>/restore",
}
"""What a phone may use although no page of the evening leads there."""


def ways_on(phone: Phone) -> set[str]:
    """Return the links and the forms of the page, such as "GET /nights/1"."""
    here = phone.path.split("?")[0]
    links = {f"GET {link['href']}" for link in phone.page.all("a") if link["href"].startswith("/")}
    forms = {
        f"{(form['method'] or 'get').upper()} {form['action'] or here}" for form in phone.page.all("form")
    }
    return {way.split("#")[0] for way in links | forms}


def row_of(app: Flask, way: str) -> str:
    """Return the name of the row that an address belongs to, with its query if that makes a difference."""
    method, address = way.split()
    path, _, query = address.partition("?")
    rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    name = f"{method} {rule.rule}"
    return next((f"{name}?{part}" for part in query.split("&") if f"{name}?{part}" in ROUTES), name)


def tour(app: Flask, phone: Phone) -> dict[str, str]:
    """Follow every link that a phone is shown; return its links and forms, each with a page they are on."""
    shown: dict[str, str] = {}
    to_see, seen = list(START), set(START)
    while to_see:
        page = to_see.pop()
        if "." in page or phone.open(page).status != 200:
            continue
        for way in ways_on(phone) - shown.keys():
            shown[way] = page
            method, path = way.split("?")[0].split()
            if method == "GET" and path not in seen and not path.startswith("/games"):
                seen.add(path)
                to_see.append(path)
    return shown


@pytest.mark.parametrize("name", ["viewer", "keeper", "member", "host"])
def test_a_phone_is_shown_what_it_may_do_and_nothing_else(app: Flask, phone_of: PhoneOf, name: str) -> None:
    shown = tour(app, phone_of(name))
    assert {way: page for way, page in shown.items() if ROUTES[row_of(app, way)].allowed[name] != OK} == {}
    rows = {row_of(app, way) for way in shown}
    may_use = {row for row, route in ROUTES.items() if route.allowed[name] == OK}
    assert may_use - rows - NOT_ON_A_PAGE == set()
