"""The API: who may read what, and that it answers as its description says."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scorekeeper.files.schema import json_text
from scorekeeper.store.database import db
from scorekeeper.store.history import paging
from scorekeeper.store.models import Night
from tests.store.live.watching import until_nobody_watches
from tests.web.api.conftest import READERS, Ask, read_json
from tests.web.phone import Phone
from tests.web.seasons import make_season
from tests.web.table import points, start, took, whole


def test_a_game_tells_who_scored_what_and_why(ask: Ask) -> None:
    (running, over) = read_json(ask("/games"))["games"]
    assert {seat["total"] for seat in running["results"]} == {None}
    assert [(seat["name"], seat["total"], seat["won"]) for seat in over["results"]] == [
        *(("Ann", 0, False), ("Bea", 5, True)),
        *(("Cal", 0, False), ("Dee", 0, False)),
    ]
    whole = read_json(ask(f"/games/{over['uid']}"))
    (hand,) = whole["hands"]
    assert hand["summary"] == "Bea bid 5 and made it exactly"
    assert (hand["bidder"], hand["bid"], hand["partner"], hand["outcome"]) == ("Bea", 5, None, "exact")
    assert hand["scores"] == hand["totals"] == [0, 5, 0, 0]
    assert [(one["players"], one["amount"]) for one in hand["because"] if one["amount"]] == [(["Bea"], 5)]
    reason = hand["because"][0]["reason"]
    assert (reason["message"], reason["arguments"]["bid"]["number"]) == ("took exactly the {bid} bid", 5)
    assert (whole["early"], whole["why"]) == (True, "Ended early: Bea wins with 5")
    assert '"names":{"and":["Bea"]}' in json_text(whole["reason"])


def test_a_game_has_the_scoresheet_of_its_file(owner: Phone, ask: Ask) -> None:
    listed = read_json(ask("/games"))["games"][1]
    whole = read_json(ask(f"/games/{listed['uid']}"))
    assert whole["sheet"] == json.loads(owner.download("/plays/1/scoresheet.json"))
    assert listed == whole | {
        **{"sheet": whole["sheet"] | {"hands": []}, "hands": None, "target": None},
        **{"early": None, "why": "", "reason": None},
    }


def test_nothing_private_is_published(owner: Phone, ask: Ask) -> None:
    owner.open("/players/2").tap("Save", pay_me="@bea")
    game = read_json(ask("/games"))["games"][1]
    for path in ("/club", "/players", "/nights", "/games", f"/games/{game['uid']}"):
        told = ask(path).text
        assert not [word for word in ("@bea", "pay_me", "device", "changes", "edition") if word in told]


def test_points_may_end_in_a_half(ask: Ask) -> None:
    described = read_json(ask("/openapi.json"))["components"]["schemas"]
    for kind, name in (("SeatResult", "total"), ("SeatResult", "best"), ("Game", "target")):
        assert {"type": "number"} in described[kind]["properties"][name]["anyOf"]


def test_what_is_being_played_is_told_with_totals_and_the_bid(ask: Ask) -> None:
    (game,) = read_json(ask("/now"))["games"]
    assert (game["description"], game["bidder"], game["bid"]) == ("Cal bid 4", "Cal", 4)
    assert (game["number"], game["dealer"], game["next"]) == (1, "Ann", "Ann deals, Bea bids first")
    assert [side["players"] for side in game["sides"]] == [["Ann"], ["Bea"], ["Cal"], ["Dee"]]


def test_nights_and_standings_name_everyone_by_their_uid(ask: Ask) -> None:
    uids = {one["name"]: one["uid"] for one in read_json(ask("/players"))["players"]}
    (night,) = read_json(ask("/nights"))["nights"]
    assert (night["players"], len(night["games"])) == ([*uids], 2)
    assert read_json(ask(f"/nights/{night['uid']}")) == night
    best = read_json(ask("/standings"))["players"][0]
    assert (best["player"], best["games"], best["wins"]) == (uids["Bea"], 1, 1)


def test_a_season_has_its_rules_and_its_table(owner: Phone, ask: Ask) -> None:
    make_season(owner, points="4-1")
    (season,) = read_json(ask("/seasons"))["seasons"]
    assert (season["name"], season["points"], season["until"], season["table"]) == (
        *("Autumn", [4, 1], "2999-12-31", None),
    )
    table = read_json(ask(f"/seasons/{season['uid']}"))["table"]
    assert [(row["place"], row["name"], row["points"]) for row in table[:2]] == [(1, "Bea", 4), (2, "Ann", 1)]
    uids = {one["name"]: one["uid"] for one in read_json(ask("/players"))["players"]}
    assert [row["player"] for row in table] == [uids[row["name"]] for row in table]
    owner.tap("Remove")
    assert ask(f"/seasons/{season['uid']}").status_code == 404


def test_a_program_reads_its_own_club_alone(app: Flask, ask: Ask) -> None:
    neighbour = Phone(app).open("/").tap("Start a game night").tap("Add", name="Zoe")
    theirs = neighbour.open("/clubs/2/phones/readers").tap("Add", name="x").page.all("p", "link")[0].text
    uid = read_json(ask("/games"))["games"][0]["uid"]
    assert [one["name"] for one in read_json(ask("/players", by=theirs))["players"]] == ["Zoe"]
    assert ask(f"/games/{uid}", by=theirs).status_code == 404


@pytest.mark.parametrize("button", ["Renew token", "Remove"])
def test_a_token_ends_with_its_reader_or_when_it_is_renewed(owner: Phone, ask: Ask, button: str) -> None:
    owner.open(READERS).tap(button)
    refused = ask("/club")
    assert (refused.status_code, refused.mimetype) == (401, "application/problem+json")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    renewed = owner.page.all("p", "link")
    assert not renewed or ask("/club", by=renewed[0].text).status_code == 200


def test_what_was_deleted_is_not_there(owner: Phone, ask: Ask) -> None:
    uid = read_json(ask("/games"))["games"][1]["uid"]
    owner.open("/plays/1").tap("Delete game")
    assert ask(f"/games/{uid}").status_code == 404
    assert [one["uid"] == uid for one in read_json(ask("/games"))["games"]] == [False]


def test_a_game_ended_before_its_first_hand_is_not_there(owner: Phone, ask: Ask) -> None:
    before = [read_json(ask(path)) for path in ("/games", "/nights", "/standings")]
    start(owner, "Tally").tap("End game")
    assert [read_json(ask(path)) for path in ("/games", "/nights", "/standings")] == before
    night = read_json(ask(f"/nights/{before[1]['nights'][0]['uid']}"))
    assert len(night["games"]) == 2


def test_a_game_that_players_named_is_asked_for_by_its_name(owner: Phone, ask: Ask) -> None:
    points(start(owner, "Tally", title="Azul"), 78, 71, 60, 50).tap("End game")
    for called in ("Azul", "azul", "AZUL"):
        (game,) = read_json(ask(f"/games?game={called}"))["games"]
        assert (game["game"], game["title"]) == ("tally", "Azul")
        assert [one["wins"] for one in read_json(ask(f"/standings?game={called}"))["players"]] == [1, 0, 0, 0]
    assert read_json(ask("/games?game=tally"))["games"] == []


def test_pages_lead_through_all_games(owner: Phone, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    start(owner)
    monkeypatch.setattr(paging, "PAGE_SIZE", 2)
    first = read_json(ask("/games?game=coralon"))
    address = first["next"].removeprefix("http://localhost/api/v1")
    assert "game=coralon" in address
    second = read_json(ask(address))
    assert second["next"] is None
    assert len({one["uid"] for one in [*first["games"], *second["games"]]}) == 3


@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_an_answer_is_sent_again_only_if_it_has_changed(owner: Phone, ask: Ask, coding: str) -> None:
    first = ask("/now", **{"Accept-Encoding": coding})
    known = {"If-None-Match": first.headers["ETag"], "Accept-Encoding": coding}
    assert ask("/now", **known).status_code == 304
    owner.open("/plays/2").tap("Cups")
    owner.tap("Save hand 1", **took(3, 3, 4, 3))
    assert ask("/now", **known).status_code == 200


def test_answers_are_for_the_scripts_of_any_page_and_without_a_cookie(ask: Ask) -> None:
    answer = ask("/club")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


def events(answer: Iterator[str]) -> Iterator[str]:
    """Yield the events of a stream that are not signs of life."""
    return (text for text in answer if text.startswith("event: ") and "beat" not in text)


def test_the_stream_tells_of_a_change_and_of_the_end(app: Flask, owner: Phone, token: str) -> None:
    client = app.test_client(use_cookies=False)
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.get("/api/v1/now/changes", headers=headers, buffered=False)
    told = events(chunk.decode() for chunk in answer.iter_encoded())
    fetch = json.loads(next(told).partition("data: ")[2])["fetch"]
    assert client.get(fetch, headers=headers).status_code == 200
    owner.open("/plays/2").tap("Cups")
    assert next(told).startswith("event: changed")
    owner.open(READERS).tap("Remove")
    assert next(told).startswith("event: gone")
    answer.close()
    until_nobody_watches()


def test_every_answer_is_as_the_description_says(app: Flask, owner: Phone, ask: Ask, token: str) -> None:
    make_season(owner)
    writer = owner.open(READERS).tap("Add", name="Table clock", may_write="y").page.all("p", "link")[-1].text
    there = {
        kind: read_json(ask(f"/{kind}"))[kind][0]["uid"] for kind in ("games", "nights", "seasons", "players")
    }
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for found in schema.exclude(path="/now/changes").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        named = {"uid": there[operation.path.split("/")[1]]} if "{uid}" in operation.path else None
        if named and "{number}" in operation.path:
            named |= {"number": 1}
        cases = operation.as_strategy(path_parameters=named)
        if len(operation.query) or named:
            cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @given(cases)
        @settings(max_examples=8, suppress_health_check=list(HealthCheck))
        def check(case: Case[Any]) -> None:
            writes = case.method == "POST"
            by = writer if writes else token
            headers = {"Authorization": f"Bearer {by}", "Accept-Encoding": "identity"}
            # Whether a scoresheet or a hand is possible, its rules say.
            beside: list[Any] = [positive_data_acceptance] if writes else []
            case.call_and_validate(headers=headers, excluded_checks=beside)

        check()


def test_a_wrong_token_is_told_apart_from_none(ask: Ask, app: Flask) -> None:
    wrong, none = ask("/club", by="x"), app.test_client(use_cookies=False).get("/api/v1/club")
    assert [answer.headers["WWW-Authenticate"] for answer in (wrong, none)] == [
        'Bearer realm="Scorekeeper", error="invalid_token"',
        'Bearer realm="Scorekeeper"',
    ]
    assert [answer.status_code for answer in (wrong, none)] == [401, 401]
    assert json.loads(wrong.text)["detail"].startswith("This token doesn’t work.")
    assert json.loads(none.text)["detail"].startswith("Send a token")


def test_a_game_that_nobody_knows_is_not_found(ask: Ask) -> None:
    for path in ("/games", "/standings"):
        refused = ask(f"{path}?game=coralonn")
        assert refused.status_code == 404
        assert json.loads(refused.text)["detail"].startswith("No game is called “coralonn”.")


def test_nights_are_asked_for_by_the_day_on_which_they_started_there(app: Flask, ask: Ask) -> None:
    with app.app_context():
        night = db.session.get_one(Night, 1)
        night.started_at, night.time_zone = datetime(2026, 3, 6, 20, tzinfo=UTC), "Pacific/Auckland"
        db.session.commit()

    def found(question: str) -> int:
        return len(read_json(ask(f"/nights?{question}"))["nights"])

    assert [found(f"since=2026-03-0{day}") for day in (7, 8)] == [1, 0]
    assert [found(f"until=2026-03-0{day}") for day in (6, 7)] == [0, 1]


def test_statistics_of_a_player_are_those_of_the_page(app: Flask, owner: Phone, ask: Ask) -> None:
    whole(start(owner), "Bea", 4, (3, 3, 4, 3)).tap("End game")
    points(start(owner, "Tally", title="Azul"), 78, 71, 60, 50).tap("End game")
    uid = {one["name"]: one["uid"] for one in read_json(ask("/players"))["players"]}["Bea"]
    told = read_json(ask(f"/players/{uid}/statistics"))
    coralon, azul = told.pop("by_game")
    assert told == {"player": uid, "name": "Bea", "games": 3, "wins": 1, "coins": told["coins"]}
    assert (coralon["game"], coralon["games"], coralon["wins"]) == ("coralon", 2, 1)
    assert (azul["game"], azul["title"], azul["average"]) == ("=azul", "Azul", 71)
    page = owner.open("/clubs/1/statistics/players/2").page.text
    for figure in (f"{coralon['average']}", f"{azul['average']}"):
        assert f"{figure} on average" in page
    (only,) = read_json(ask(f"/players/{uid}/statistics?game=azul"))["by_game"]
    assert only == azul
    assert read_json(ask(f"/players/{uid}/statistics?since=2999-01-01"))["by_game"] == []
    assert ask("/players/" + 32 * "0" + "/statistics").status_code == 404


def test_bids_tell_how_often_each_came_out_how(app: Flask, owner: Phone, ask: Ask) -> None:
    whole(start(owner), "Cal", 5, (4, 3, 4, 2)).tap("End game")
    uid = {one["name"]: one["uid"] for one in read_json(ask("/players"))["players"]}
    exact = {"game": "coralon", "bid": 5, "outcome": "exact", "times": 1}
    assert read_json(ask("/bids"))["bids"] == [exact, {**exact, "outcome": "missed"}]
    assert read_json(ask(f"/bids?player={uid['Bea']}"))["bids"] == [exact]
    assert read_json(ask("/bids?until=2000-01-01"))["bids"] == []


def test_a_person_has_a_uid_of_one_name_everywhere(ask: Ask) -> None:
    told = read_json(ask("/players"))["players"]
    assert [one["player"] for one in told] == [one["uid"] for one in told]


def test_everything_is_described(ask: Ask) -> None:
    described = read_json(ask("/openapi.json"))
    for kind, schema in described["components"]["schemas"].items():
        assert {name: kind for name, one in schema["properties"].items() if "description" not in one} == {}
    tags = {one["name"] for one in described["tags"]}
    operations = [one for by_method in described["paths"].values() for one in by_method.values()]
    assert {tag for one in operations for tag in one["tags"]} == tags
    assert all(asked["description"] for one in operations for asked in one.get("parameters", ()))
    assert described["info"]["license"] == {"name": "MIT License", "identifier": "MIT"}
    assert "never ends" in described["paths"]["/now/changes"]["get"]["description"]
