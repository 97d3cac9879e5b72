"""What a phone is sent to score without the server, and that it then says the same as the server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask import Flask

from scorekeeper.phone.preparing import FILES, PACKED
from scorekeeper.phone.scoring import answer
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from tests.web.phone import Phone
from tests.web.table import bid, start, start_button, took, whole


@pytest.fixture
def prepared(app: Flask, tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of the app's files for phones, which hold their own names here."""
    for name in FILES:
        for encoding, compress in PACKED.items():
            (tmp_path / f"{name}.{encoding}").write_bytes(compress(name.encode()))
    (tmp_path / "stamp").write_text("tests")
    before = app.config["OFFLINE_FOLDER"]
    app.config["OFFLINE_FOLDER"] = str(tmp_path)
    yield tmp_path
    app.config["OFFLINE_FOLDER"] = before


def ask(question: str, play: dict[str, Any], *more: Any) -> Any:
    """Return what a phone answers."""
    return json.loads(answer(question, json.dumps([play, *more])))


def play_of(phone: Phone) -> dict[str, Any]:
    """Return the game that the phone shows, as it goes on with it."""
    found: dict[str, Any] = phone.client.get(f"{phone.path.partition('?')[0]}/engine.json").get_json()
    return found


def figures(board: str) -> list[str]:
    """Return the totals on a scoreboard."""
    return re.findall(r'data-net="(.+?)"', board)


def without_pictures(html: str) -> str:
    """Return HTML without what only the server knows of a scoreboard."""
    return " ".join(re.sub(r'<svg.*?</svg>|data-drawn-from="\w*"|(?<="total) (?:m\d)?', "", html).split())


def test_a_phone_previews_a_hand_as_the_server_does(owner: Phone) -> None:
    bid(whole(start(owner), "Bea", 5, (3, 5, 3, 2)), "Cal", 4)
    _, sent = owner.filled("Save hand 2", **took(3, 3, 5, 2))
    said = owner.client.post(f"{owner.path}/hands", data=dict(sent) | {"look": "part"}).text
    assert ask("preview", play_of(owner), sent)["html"].split() == said.split()


def test_a_phone_refuses_a_hand_as_the_server_does(owner: Phone) -> None:
    bid(start(owner), "Cal", 4)
    _, sent = owner.filled("Save hand 1", **took(3, 3, 5, 3))
    said = owner.client.post(f"{owner.path}/hands", data=dict(sent) | {"look": "part"}).text
    answered = ask("preview", play_of(owner), sent)
    assert answered["problems"]
    assert answered["hand"] is None
    assert answered["html"].split() == said.split()


@pytest.mark.parametrize("target", [7, 100], ids=["it ends the game", "it doesn’t"])
def test_a_phone_says_what_is_left_out_as_the_server_does(owner: Phone, target: int) -> None:
    start(owner, "Tally", target=target)
    some: dict[str, Any] = {"points-1": 7}
    _, sent = owner.filled("Save round 1", **some)
    said = owner.client.post(f"{owner.path}/hands", data=dict(sent) | {"look": "part"}).text
    answered = ask("preview", play_of(owner), sent)
    assert "Ann, Cal and Dee" in said
    assert answered["html"].split() == said.split()


def test_a_phone_goes_on_with_bids_and_hands_that_wait(owner: Phone) -> None:
    play = ask("bid", play_of(start(owner)), [("bidder", "1"), ("bid-now", "5")])["play"]
    tricks = [(f"tricks-{seat}", str(count)) for seat, count in enumerate((3, 5, 3, 2))]
    play = ask("preview", play, tricks)["play"]
    assert play["sheet"]["hands"] == [{"bidder": 1, "bid": 5, "tricks": {"0": 3, "1": 5, "2": 3, "3": 2}}]
    now = ask("score", play)
    assert (now["number"], now["dealer"]) == (2, 1)
    assert figures(now["board"]) == ["0", "5", "0", "0"]


def test_a_bid_on_a_phone_is_said_as_players_do(owner: Phone) -> None:
    assert ask("bid", play_of(start(owner)), [("bidder", "1"), ("bid-now", "5")])["called"] == "Bea bid 5"


def test_a_bid_is_refused_on_a_phone(owner: Phone) -> None:
    answered = ask("bid", play_of(start(owner)), [("bid", "5")])
    assert [problem["message"] for problem in answered["problems"]] == ["Tap who won the bid."]


def test_a_phone_says_how_the_game_ended(owner: Phone) -> None:
    play = play_of(start(owner, target=10))
    hand = [("whole", "on"), ("bidder", "1"), ("bid", "10"), ("tricks-1", "10"), ("tricks-2", "3")]
    now = ask("score", ask("preview", play, [*hand, ("tricks-0", "0"), ("tricks-3", "0")])["play"])
    assert now["ended"] == "Bea wins with 10"
    assert "Bea won</h2>" in now["heading"]
    assert now["board"].count('class="side won"') == 1


def test_a_correction_is_scored_on_a_phone(owner: Phone) -> None:
    play = play_of(whole(start(owner), "Bea", 5, (3, 5, 3, 2)))
    tricks = [(f"tricks-{seat}", str(n)) for seat, n in enumerate((3, 5, 3, 2))]
    sent = [("bidder", "1"), ("bid", "4"), *tricks]
    corrected = ask("correct", play, 1, sent)
    assert "1 over the bid of 4" in corrected["html"]
    assert figures(ask("score", corrected["play"])["board"]) == ["3", "5", "3", "2"]
    assert ask("correct", play, 1, sent[:-1])["problems"]


@pytest.mark.parametrize("game", [game for game in GAMES if 4 in game.seats], ids=lambda game: game.key)
def test_a_phone_draws_totals_and_heading_as_the_server_does(owner: Phone, game: Game[Any, Any]) -> None:
    owner.open(f"/nights/1/games/{game.key}").tap(start_button(game.name))
    now = ask("score", play_of(owner))
    assert without_pictures(now["board"]) in without_pictures(owner.client.get(owner.path).text)
    assert now["heading"].strip() in owner.client.get(owner.path).text


def test_without_prepared_files_there_are_none(owner: Phone) -> None:
    assert owner.client.get("/engine").get_json() == {"files": ""}


@pytest.mark.parametrize("name", [*FILES, "scorekeeper.zip"])
def test_files_are_sent_compressed_and_kept_for_a_year(owner: Phone, prepared: Path, name: str) -> None:
    files = owner.client.get("/engine").get_json()["files"]
    sent = owner.client.get(f"/{files}{name}", headers={"Accept-Encoding": "br"})
    assert sent.headers["Content-Encoding"] == "br"
    assert "immutable" in sent.headers["Cache-Control"]
    plain = owner.client.get(f"/{files}{name}", headers={"Accept-Encoding": "identity"})
    assert plain.data == brotli.decompress(sent.data)
    if name in FILES:
        assert plain.text == name


def test_no_other_file_is_sent(owner: Phone, prepared: Path) -> None:
    files = owner.client.get("/engine").get_json()["files"]
    assert owner.client.get(f"/{files}stamp").status_code == 404


def test_only_the_worker_may_run_webassembly(owner: Phone) -> None:
    module = owner.client.get("/").text.split("/app.js")[0].rpartition('"')[2]
    worker = owner.client.get(f"{module}/engine/worker.js")
    assert "'wasm-unsafe-eval'" in worker.headers["Content-Security-Policy"]
    assert "wasm" not in owner.client.get("/").headers["Content-Security-Policy"]
