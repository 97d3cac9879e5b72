"""The rules on the phone, in a worker: they say the same there as on the server, also while it is stopped."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.phone.preparing import is_prepared
from scorekeeper.phone.scoring import answer
from tests.browser.accessibility import check_accessibility
from tests.browser.app.offline import PREPARE, TO_SEND, Offline
from tests.browser.app.test_offline_copies import wait_until_kept
from tests.browser.conftest import NewPhone
from tests.browser.power import Power
from tests.browser.table import CAST, deal
from tests.gallery.evenings import evening_sheets
from tests.phone.engine import FOLDER, ask_engine, open_engine
from tests.rules.sheets import by_seat

pytestmark = [
    pytest.mark.usefixtures("requests_may_fail"),
    pytest.mark.skipif(
        not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers"
    ),
]


EXAMPLES = Path(__file__).parents[2] / "data" / "examples.jsonl"
LOAD_EARLY = """async (phone) => {
  for (const [name, value] of Object.entries(phone)) Object.defineProperty(navigator, name, { value });
  let isStarted = false;
  window.Worker = function () {
    isStarted = true;
    throw new Error();
  };
  const script = document.querySelector("script[type=module][src*='/app.js']").src;
  const { loadEarly } = await import(script.replace("app.js", "engine/engine.js"));
  await loadEarly();
  return isStarted;
}"""
HAND = [[f"tricks-{seat}", f"{count}"] for seat, count in enumerate((3, 5, 3, 2))]

NO_SERVICE_WORKER = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {}"


@pytest.fixture
def phone(phone_with_engine: Page) -> Page:
    """Return a phone that loads the rules."""
    return phone_with_engine


@pytest.mark.journey
def test_the_browser_scores_and_explains_every_example_like_the_server(phone: Page) -> None:
    examples = [json.loads(line) for line in EXAMPLES.read_text("utf-8").splitlines()]
    sheets = [one["sheet"] for one in examples if "answer" in one] + [sheet for _, sheet in evening_sheets()]
    plays: list[dict[str, Any]] = [{"sheet": by_seat(sheet), "bidding": None} for sheet in sheets]
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


PHONES: list[tuple[dict[str, object], bool]] = [
    ({"deviceMemory": 1}, False),
    ({"connection": {"saveData": True}}, False),
    ({"connection": {"effectiveType": "3g"}}, False),
    ({"deviceMemory": 2, "connection": {"saveData": False, "effectiveType": "4g"}}, True),
]
"""What phones say about themselves, and whether they load the rules."""


def test_it_is_not_loaded_where_memory_or_the_connection_is_poor(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.route("**/engine", lambda route: route.fulfill(json={"files": "engine/some/"}))
    for about, is_loaded in PHONES:
        phone.goto("/help")
        assert phone.evaluate(LOAD_EARLY, about) == is_loaded, about


@pytest.mark.journey
def test_a_sheet_that_is_opened_without_a_server_scores_hands(phone: Page, power: Power) -> None:
    """Two hands, of which the second ends the game; the page says before what it would score."""
    table = Offline(phone)
    table.seated("coralon", *CAST, target=10)
    wait_until_kept(phone, f"{phone.url}/blank", "{number}")
    wait_until_kept(phone, phone.url, "Who won the bid?")
    open_engine(phone)
    wait_until_kept(phone, f"{phone.url}/engine.json", "coralon")
    power.off()
    phone.reload()
    table.enter_hand(deal("Bea", 5, 5, 3, 3))
    expect(table.panel.locator("h2")).to_contain_text("Hand 2 Bea deals", timeout=TO_SEND)
    table.expect_totals(0, 5, 0, 0)
    expect(table.page.locator(".unsent")).to_be_visible()
    table.enter_bid("Bea", 4)
    for count in ("5", "3", "3"):
        table.tap(table.panel.locator(".keypad").get_by_role("button", name=count, exact=True))
    expect(table.panel.locator(".look .because")).to_contain_text(
        "Bea +5: took 5 tricks, 1 over the bid of 4"
    )
    table.tap(table.panel.get_by_role("button", name="Save hand 2"))
    expect(table.panel.locator("h2")).to_have_text("Bea won")
    expect(table.panel).to_contain_text("10 points, 7 ahead of Cal and Dee. Bea led throughout.")
    expect(table.panel.get_by_role("button", name="Play again")).to_have_count(0)
    check_accessibility(phone)
    totals = table.page.locator(".board .total").all_inner_texts()

    power.on()
    expect(table.panel.get_by_role("button", name="Play again")).to_be_visible(timeout=TO_SEND)
    expect(table.rows).to_have_count(0)
    expect(table.hands).to_have_count(2)
    expect(table.page.locator(".unsent")).to_have_count(0)
    expect(table.page.locator(".board .total")).to_have_text(totals)


AFTER_CHANGES = 1500
"""Milliseconds after which an open sheet has fetched whatever follows a change."""


@pytest.mark.journey
def test_a_hand_takes_three_requests_and_the_phone_knows_it_without_a_server(
    phone: Page, power: Power
) -> None:
    table = Offline(phone)
    table.scores = True
    with phone.expect_response("**/engine.json"):
        table.seated("coralon", *CAST)
    table.prepare()
    wait_until_kept(phone, f"{phone.url}/engine.json", "coralon")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
    table.bid("Bea", 5)
    phone.wait_for_timeout(AFTER_CHANGES)
    table.take(5, 3, 3)
    table.save()
    table.expect_totals(0, 5, 0, 0)
    phone.wait_for_timeout(AFTER_CHANGES)
    # Files are fetched only once.
    assert [path for path in asked if not path.startswith("/static/")] == [
        "/plays/1/bid",
        "/plays/1/hands",
        "/plays/1/hands",
    ]

    power.off()
    phone.reload()
    table.enter_hand(deal("Cal", 4, 4, 3, 3))
    expect(table.panel.locator("h2")).to_contain_text("Hand 3 Cal deals", timeout=TO_SEND)
    table.expect_totals(0, 5, 4, 0)


def test_without_a_service_worker_an_open_page_refuses_what_the_rules_refuse(
    phone: Page, power: Power
) -> None:
    phone.add_init_script(NO_SERVICE_WORKER)
    table = Offline(phone)
    table.scores = True
    table.seated("bishop", *CAST, "Eve")
    table.send(f"{table.page.url}/bid", number=1, bidder="Cal", bid=6, block="war")
    with phone.expect_response("**/engine.json"), phone.expect_response("**/blank"):
        table.page.reload()
    open_engine(phone)
    assert not phone.evaluate("navigator.serviceWorker.controller")
    assert phone.evaluate(PREPARE) is True
    power.off()
    expect(table.page.locator(".connection")).to_contain_text("Offline")
    table.open_take()
    table.tap(table.chip("Dee"))
    table.tap(table.fold("Enter points instead"))
    table.enter(4, 3)
    table.tap(table.save_button)
    refusal = table.panel.get_by_role("alert")
    expect(refusal).to_contain_text("4 to 3 doesn’t decide it yet")
    expect(table.rows).to_have_count(0)
    table.tap(table.figure("Ann, Bea and Eve"))
    table.enter(5)
    expect(refusal).to_have_count(0)
    table.save()
    expect(table.rows).to_have_text(["Hand 1, waiting to be sent"])

    power.on()
    expect(table.rows).to_have_count(0, timeout=TO_SEND)
    expect(table.hands).to_have_count(1)
