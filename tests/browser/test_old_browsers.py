"""A browser too old for the scripts shows plain pages and says so; in one just old, each tap counts."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.app.offline import PREPARE, Offline
from tests.browser.power import Power
from tests.browser.table import CAST, Table

TOO_OLD = "delete Array.prototype.at;"
SAFARI_15 = """
delete HTMLFormElement.prototype.requestSubmit;
delete window.structuredClone;
delete AbortSignal.timeout;
delete Element.prototype.checkVisibility;
for (const name of ["findLast", "findLastIndex"]) delete Array.prototype[name];
"""
NOTICE = re.compile("^This browser is too old for parts of Scorekeeper")


def test_a_browser_that_is_too_old_has_pages_without_scripts_and_says_so(
    phone: Page, page_problems: list[str]
) -> None:
    phone.add_init_script(TOO_OLD)
    table = Table(phone)
    table.seated("coralon", *CAST)
    notice = phone.get_by_text(NOTICE)
    table.bid("Bea", 5)
    table.open_take()
    for name, tricks in zip(CAST, (2, 5, 3, 3), strict=True):
        table.figure(name).fill(str(tricks))
    expect(table.keypad).to_be_hidden()
    table.save()
    table.expect_totals(0, 5, 0, 0)
    phone.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    expect(notice).to_be_in_viewport()
    table.follow(table.link("Which browsers?"))
    expect(phone.locator("#browsers")).to_be_in_viewport()
    assert all("too old for the scripts" in problem for problem in page_problems)
    page_problems.clear()


def test_a_new_browser_says_nothing_of_its_age(phone: Page) -> None:
    phone.goto("/")
    expect(phone.get_by_text(NOTICE)).to_be_hidden()


def test_a_tap_before_everything_has_loaded_counts_in_an_old_browser(phone: Page) -> None:
    phone.add_init_script(SAFARI_15)
    table = Table(phone)
    table.seated("coralon", *CAST)
    late: list[Route] = []
    phone.route("**/live/main.js", lambda route: late.append(route))
    phone.goto(phone.url, wait_until="commit")
    table.tap(table.chip("Bea"))
    table.tap(table.button("5"))
    for route in late:
        route.continue_()
    expect(phone.locator(".called")).to_contain_text("Bea bid 5")


@pytest.mark.usefixtures("requests_may_fail")
def test_an_old_browser_goes_on_without_a_network_and_says_when_hands_are_scored(
    phone: Page, power: Power
) -> None:
    phone.add_init_script(SAFARI_15)
    table = Offline(phone)
    table.seated("coralon", *CAST)
    with phone.expect_response("**/blank"):
        phone.reload()
    assert phone.evaluate(PREPARE) is False
    power.off()
    table.enter_bid("Bea", 5)
    expect(table.panel).to_have_count(1)
    for count in (5, 3, 3):
        table.tap(table.panel.locator(".keypad").get_by_role("button", name=str(count), exact=True))
    expect(table.panel.locator(".look")).to_have_text(
        "This phone can’t score on its own: what you enter is scored once it is sent."
    )
    table.tap(table.save_button.filter(visible=True))
    table.ask_for(2)
    expect(table.rows).to_have_text(["Hand 1, waiting to be sent"])
    power.on()
    expect(table.rows).to_have_count(0, timeout=40_000)
    table.expect_totals(0, 5, 0, 0)
