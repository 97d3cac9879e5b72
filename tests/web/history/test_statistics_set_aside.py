"""A game that doesn’t count changes no figure of any page or program, but the coins of the night."""

import re
from datetime import date
from typing import Any

from scorekeeper.store.database import db
from scorekeeper.store.history.seasons import SeasonRules, save_season
from tests.web.api.conftest import add_reader
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import points, start, whole

WHOLE = (
    "/clubs/1/statistics",
    "/clubs/1/statistics?game=tally",
    "/clubs/1/statistics/records",
    "/clubs/1/statistics/records?game=coralon",
    "/clubs/1/statistics/games/coralon",
    "/clubs/1/statistics/games/tally",
    *(f"/clubs/1/statistics/players/{player}" for player in (1, 2, 3, 4)),
    *(f"/players/{player}" for player in (1, 2)),
    "/clubs/1/recap",
    "/clubs/1/seasons/1",
    "/clubs/1/seasons/1/players/2",
)
"""Pages of which nothing changes."""

PARTS = {
    "/": ("span", "best"),
    "/nights/1": ("td", "won"),
    "/nights/1/board": ("ul", "played"),
    "/plays/2": ("p", "tonight"),
}
"""Parts of pages that also list games."""


def play_two_games(scene: Scene) -> str:
    """Play two games in a season, one of them for coins, and return the token of a reader."""
    phone = scene.owner
    whole(start(phone, target=5, wager=2), "Bea", 5, (3, 5, 3, 2))
    points(start(phone, "Tally", target=5), 0, 7, 1, 0)
    with scene.database.app.app_context():
        save_season(1, "This year", date(2000, 1, 1), date(2100, 1, 1), SeasonRules())
        db.session.commit()
    return add_reader(phone)


def published(scene: Scene, token: str) -> dict[str, Any]:
    """Return all figures that are published about the games of a club, by where that is."""
    phone = scene.owner
    found: dict[str, Any] = {path: phone.open(path).page.one("main").text for path in WHOLE}
    for path, (tag, kind) in PARTS.items():
        found[path] = phone.open(path).page.texts(tag, kind)
    recap = phone.open("/nights/1/recap").page
    found["recap"] = [recap.one(id="result").text, recap.one("section", **{"data-part": "best"}).text]
    client = scene.database.app.test_client(use_cookies=False)
    for path in ("standings", "standings?game=tally", "standings?since=2000-01-01", "seasons"):
        answer = client.get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"})
        found[path] = answer.get_json()
    picture = phone.client.get("/nights/1/recap.svg").text
    found["picture"] = re.findall("[^>]+, in [^<]+", picture)
    return found


def set_one_aside(phone: Phone, wager: int) -> None:
    """Play a game that would hold every record, and say that it doesn’t count."""
    start(phone, target=40, wager=wager)
    for _ in range(4):
        whole(phone, "Bea", 10, (1, 10, 1, 1))
    phone.tap("Doesn’t count")


def test_a_game_that_was_set_aside_changes_no_figure(scene: Scene, owner: Phone, no_hurry: None) -> None:
    token = scene.after(play_two_games)
    before = published(scene, token)
    assert [path for path, shown in before.items() if not shown] == []
    set_one_aside(owner, 0)
    assert published(scene, token) == before


def test_its_coins_change_hands(scene: Scene, owner: Phone, no_hurry: None) -> None:
    scene.after(play_two_games)
    set_one_aside(owner, 9)
    cells = owner.open("/nights/1").page.one("table", "guests").all("td")
    assert [cell.text for cell in cells if "letters-5" in cell["class"]] == ["−11", "+33", "−11", "−11"]
