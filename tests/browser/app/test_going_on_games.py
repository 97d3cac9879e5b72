"""Games of each kind go on without a server as with it, and what the rules refuse is refused on the phone."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.phone.preparing import is_prepared
from scorekeeper.rules.catalogue import CATALOGUE
from tests.browser.app.offline import TO_SEND, Evening, Offline
from tests.browser.power import Power
from tests.browser.table import CAST
from tests.phone.engine import FOLDER
from tests.rules import strategies

pytestmark = [
    pytest.mark.usefixtures("requests_may_fail"),
    pytest.mark.skipif(
        not is_prepared(FOLDER), reason="make offline could not fetch the engine for browsers"
    ),
]

TWO_DIGITS = 99


@pytest.fixture
def table(phone_with_engine: Page, monkeypatch: pytest.MonkeyPatch) -> Offline:
    """Return a phone that has the rules."""
    monkeypatch.setattr(strategies, "LARGEST", TWO_DIGITS)
    table = Offline(phone_with_engine)
    table.scores = True
    return table


def test_a_shooter_rolls_without_a_server(table: Offline, power: Power) -> None:
    """A game with rolls; every game is played by ``python -m tests.phone.games``."""
    evening = Evening(table, CATALOGUE["house-of-fortune"], *CAST)
    table.prepare()
    power.off()
    for raw in evening.hands[:2]:
        evening.enter(raw)
    power.on()
    evening.sent()


def test_what_the_rules_refuse_for_partners_is_refused_without_a_server(table: Offline, power: Power) -> None:
    table.seated("bishop", *CAST, "Eve")
    table.send(f"{table.page.url}/bid", number=1, bidder="Cal", bid=6, block="war")
    table.page.reload()
    table.prepare()
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
