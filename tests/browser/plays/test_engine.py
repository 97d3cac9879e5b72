"""The rules themselves in the browser, in a worker: they say the same there as on the server."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.phone.preparing import is_prepared
from scorekeeper.phone.scoring import answer
from scorekeeper.rules.labels import by_seat
from tests.phone.engine import FOLDER, ask_engine, open_engine

EXAMPLES = Path(__file__).parents[2] / "data" / "examples.jsonl"
LOAD_EARLY = """async (phone) => {
  for (const [name, value] of Object.entries(phone)) Object.defineProperty(navigator, name, { value });
  let isStarted = false;
  window.Worker = function () {
    isStarted = true;
    throw new Error();
  };
  const script = document.querySelector("script[type=module][src*='/app.js']").src;
  const { loadEarly } = await import(script.replace("app.js", "engine/early.js"));
  await loadEarly();
  return isStarted;
}"""
HAND = [[f"tricks-{seat}", f"{count}"] for seat, count in enumerate((3, 5, 3, 2))]


@pytest.mark.skipif(not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers")
def test_the_browser_scores_and_explains_every_example_like_the_server(
    app: Flask, phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "OFFLINE_FOLDER", str(FOLDER))
    examples = [json.loads(line) for line in EXAMPLES.read_text("utf-8").splitlines()]
    plays: list[dict[str, Any]] = [
        {"sheet": by_seat(one["sheet"]), "bidding": None} for one in examples if "answer" in one
    ]
    started = {**plays[0], "sheet": {**plays[0]["sheet"], "hands": []}}
    bid = {**started, "bidding": {"bidder": 1, "bid": 5}}
    previews = [["preview", bid, HAND], ["preview", bid, HAND[1:]]]
    questions: list[list[Any]] = [*(["score", play] for play in plays), *previews]
    phone.goto("/help")
    open_engine(phone)
    answers = ask_engine(phone, questions)
    assert answers == [json.loads(answer(name, json.dumps(args))) for name, *args in questions]
    assert "took exactly" in answers[-2]["html"]
    assert answers[-1]["problems"]
    # The next page reads the memory back.
    phone.reload()
    open_engine(phone)
    assert ask_engine(phone, questions[:1]) == answers[:1]


@pytest.mark.parametrize(
    ("about", "is_loaded"),
    [
        ({"deviceMemory": 2, "connection": {"saveData": False, "effectiveType": "4g"}}, True),
        ({"deviceMemory": 1}, False),
        ({"connection": {"saveData": True}}, False),
        ({"connection": {"effectiveType": "3g"}}, False),
    ],
)
def test_it_is_not_loaded_where_memory_or_the_connection_is_poor(
    phone: Page, about: dict[str, object], is_loaded: bool
) -> None:
    phone.route("**/engine", lambda route: route.fulfill(json={"files": "engine/some/"}))
    phone.goto("/help")
    assert phone.evaluate(LOAD_EARLY, about) == is_loaded
