"""A browser too old for the scripts shows plain pages and says so; in one just old, each tap counts.

Scripts run from Chrome 92, Firefox 90 and Safari 15.4 on: app.js stops in older browsers. Nothing needs a
newer one, except where it may be missing.
"""

import re
from collections.abc import Iterator
from pathlib import Path

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


@pytest.mark.journey
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


# What the files themselves need


NEWER = (
    r"\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|withResolvers|isWellFormed|fromAsync)\(",
    r"\b(Object|Map)\.groupBy\(|\bObject\.hasOwn\(|\.getOrInsert\(|\bPromise\.try\(|\bIterator\b|\bTemporal\b",
    # May be missing, and is asked for with ?.( then.
    r"\b(structuredClone|AbortSignal\.(timeout|any)|checkVisibility|randomUUID|showPicker)\(",
    # Safari sends no form from a script before version 16.
    r"\.requestSubmit\b",
    r"\.(showPopover|showModal|startViewTransition|setHTML|moveBefore)\b|\.inert\b",
    r":has\(|:user-(in)?valid|:modal|:popover-open|:open\b",
    # Such a module can't even be read.
    r"\(\?<[=!]|\bstatic \{|#\w+ in |\) with \{|\bwith \{ *type|\busing [a-z]\w* =|\bimport defer\b",
    r"/[dgimsuy]*v[dgimsuy]*[.,;)]",
)
"""What a script can't have: each throws, or stops its whole module, in a browser that it should run in."""

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
RULE = re.compile(r"([^{};]*)\{([^{}]*)\}")
SUPPORTS = re.compile(r"@supports[^{}]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
NEW_LENGTH = re.compile(r"\d(cq[whib]|cqmin|cqmax|[dsl]v[hwib])\b|color-mix\(|light-dark\(")
INNERMOST = re.compile(r"\(([^()]*)\)")


def text_of(file: Path) -> str:
    """Return a script or a style sheet without comments, and without what not all browsers apply."""
    return SUPPORTS.sub("", COMMENT.sub("", file.read_text("utf-8")))


def selectors(selector: str) -> list[str]:
    """Return the selectors of a list, with what is in parentheses left out but for ``:has``."""
    while INNERMOST.search(selector):
        selector = INNERMOST.sub(lambda found: ":has" if ":has" in found[1] else "", selector)
    return selector.split(",")


def static_files(kind: str) -> Iterator[tuple[Path, str]]:
    """Yield every file of a kind, with its text."""
    for file in sorted(Path("static").rglob(f"*.{kind}")):
        yield file, text_of(file)


def test_every_script_runs_in_the_oldest_browser() -> None:
    needed = [
        f"{file}: {found[0]}"
        for file, text in static_files("js")
        for newer in NEWER
        for found in re.finditer(newer, text)
    ]
    assert needed == []


def test_rules_are_nested_only_where_a_browser_knows_that() -> None:
    around = [
        f"{file}: {outer.strip()}"
        for file, text in static_files("css")
        for outer in re.findall(r"([^{};]+)\{", RULE.sub("", text))
        if not outer.strip().startswith("@")
    ]
    assert around == []


def test_a_selector_that_a_browser_may_not_know_takes_no_other_with_it() -> None:
    mixed = [
        f"{file}: {rule[1]}"
        for file, text in static_files("css")
        for rule in RULE.finditer(text)
        if len({":has" in one for one in selectors(rule[1])}) > 1
    ]
    assert mixed == []


def test_a_length_that_a_browser_may_not_know_has_another_before_it() -> None:
    alone = []
    for file, text in static_files("css"):
        for _, declarations in RULE.findall(text):
            known: set[str] = set()
            for name, _, value in (each.strip().partition(":") for each in declarations.split(";")):
                # One with a variable is not refused before it is too late for the other.
                if NEW_LENGTH.search(value) and (name not in known or "var(" in value):
                    alone.append(f"{file}: {name}:{value}")
                known.add(name)
    assert alone == []
